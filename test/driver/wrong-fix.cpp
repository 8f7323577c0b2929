// What the test driver refuses: a fix other than the one that was named.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED

int *named = 0;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]
// CHECK-FIXES: int *named = NULL;

// REFUSED: CHECK-FIXES: expected string not found in input
