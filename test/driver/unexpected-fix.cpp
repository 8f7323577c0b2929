// What the test driver refuses: a fix that no CHECK-FIXES names.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED

int *named = 0;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]

// REFUSED: -fix wrote what no CHECK-FIXES names:
// REFUSED-NEXT: int *named = nullptr;
