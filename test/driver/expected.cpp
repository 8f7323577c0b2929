// What the test driver accepts: every message and every fix named.
// RUN: %check_alone --mock=none --checks=modernize-use-nullptr %s %t

int *named = 0;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]
// CHECK-FIXES: int *named = nullptr;
