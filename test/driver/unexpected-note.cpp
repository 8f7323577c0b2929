// What the test driver compares of notes: all of them, where the file names
// one; none where it does not.
// RUN: %not %check_alone --mock=none --checks=bugprone-use-after-move --suffix=ONE %s %t -- -DONE 2>&1 | %filecheck %s --check-prefix=REFUSED
// RUN: %check_alone --mock=none --checks=bugprone-use-after-move --suffix=ALL %s %t
// RUN: %check_alone --mock=none --checks=bugprone-use-after-move --suffix=NONE %s %t

namespace std {
template <typename T> T &&move(T &x) { return static_cast<T &&>(x); }
} // namespace std
struct Value {
  Value(const Value &);
  Value(Value &&);
  void read() const;
};
void twice(Value a, Value b) {
  Value c(std::move(a));
  a.read();
  // CHECK-MESSAGES-ONE: :[[@LINE-1]]:3: warning: 'a' used after it was moved
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:3: warning: 'a' used after it was moved
  // CHECK-NOTES-ALL: :[[@LINE-4]]:9: note: move occurred here
  // CHECK-MESSAGES-NONE: :[[@LINE-4]]:3: warning: 'a' used after it was moved
  Value d(std::move(b));
  b.read();
  // CHECK-MESSAGES-ONE: :[[@LINE-1]]:3: warning: 'b' used after it was moved
  // CHECK-NOTES-ONE: :[[@LINE-3]]:9: note: move occurred here
  // CHECK-MESSAGES-ALL: :[[@LINE-3]]:3: warning: 'b' used after it was moved
  // CHECK-NOTES-ALL: :[[@LINE-5]]:9: note: move occurred here
  // CHECK-MESSAGES-NONE: :[[@LINE-5]]:3: warning: 'b' used after it was moved
}

// REFUSED: IMPLICIT-CHECK-NOT: excluded string found in input
