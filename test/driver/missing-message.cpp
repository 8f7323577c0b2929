// What the test driver refuses: an expectation that nothing meets.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED

int *named = nullptr;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]

// REFUSED: CHECK-MESSAGES: expected string not found in input
