// What the test driver refuses: a test file that does not compile, unless the
// test is about that.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr --exit=1 --silent %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED
// RUN: %check_alone --mock=none --checks=modernize-use-nullptr --exit=1 --errors --suffix=ERRORS %s %t

int *named = undeclared;
// CHECK-MESSAGES-ERRORS: :[[@LINE-1]]:14: error: use of undeclared identifier 'undeclared' [clang-diagnostic-error]

// REFUSED: nothing was to be said, but:
