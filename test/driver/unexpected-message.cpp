// What the test driver refuses: a second warning that nothing names.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED

int *named = 0;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]
// CHECK-FIXES: int *named = nullptr;
int *silent = 0;

// REFUSED: IMPLICIT-CHECK-NOT: excluded string found in input
