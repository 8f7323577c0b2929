// What the test driver refuses: a file without any expectation, and --silent
// for a file that has some; what it accepts: a silent file that says so.
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr %s %t 2>&1 | %filecheck %s --check-prefix=REFUSED
// RUN: %check_alone --mock=none --checks=modernize-use-nullptr --silent %s %t
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr --silent %S/expected.cpp %t 2>&1 | %filecheck %s --check-prefix=NOISY
// RUN: %not %check_alone --mock=none --checks=modernize-use-nullptr --silent %S/Inputs/noisy.cpp %t 2>&1 | %filecheck %s --check-prefix=NOISE

int *named = nullptr;

// REFUSED: expects nothing: say --silent if that is what it is for
// NOISY: --silent, but the file has CHECK-MESSAGES
// NOISE: nothing was to be said, but:
