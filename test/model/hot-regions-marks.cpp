// The places that may be marked, and what each finding calls them.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool wanted();

void loop() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:3: note: the hot loop is marked here
  }
}

void block() {
  consume(fresh().item<double>());
  TORCHSYNC_HOT {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot block runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:3: note: the hot block is marked here
    for (int i = 0; i < 10; ++i)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device each time this hot block runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-7]]:3: note: the hot block is marked here
  }
  consume(fresh().item<double>());
}

TORCHSYNC_HOT void function() {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE-3]]:1: note: the hot function is marked here
}

TORCHSYNC_HOT static void declared(const Tensor &x);
static void declared(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE-4]]:1: note: the hot function is marked here
}

struct Policy {
  Tensor value_;
  TORCHSYNC_HOT double inside() const {
    consume(1);
    return value_.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device each time this hot function runs; the value is returned: return the tensor and let the caller decide when to fetch [torchsync-item]
    // CHECK-NOTES: :[[@LINE-4]]:3: note: the hot function is marked here
  }
  TORCHSYNC_HOT void outside() const;
  TORCHSYNC_HOT static void shared(const Tensor &x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:3: note: the hot function is marked here
  }
  TORCHSYNC_HOT void operator()(const Tensor &x) const {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:3: note: the hot function is marked here
  }
};
void Policy::outside() const {
  consume(value_.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE-15]]:3: note: the hot function is marked here
}

template <typename T> TORCHSYNC_HOT void functionTemplate(const Tensor &x) {
  consume(fresh().item<T>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE-3]]:23: note: the hot function is marked here
}
template void functionTemplate<double>(const Tensor &);

// As a statement it marks the block around it: a lambda's or a function's
// whole body, a loop where the block is the loop's body.
void statement(const Tensor &x) {
  auto step = [&](const Tensor &y) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+1]]:5: note: the hot function is marked here
    TORCHSYNC_HOT;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the hot function is marked here
  };
  consume(fresh().item<double>());
  step(x);
  {
    TORCHSYNC_HOT;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot block runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the hot block is marked here
  }
  for (int i = fresh().item<int>(); i < 10; ++i) {
    TORCHSYNC_HOT;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the hot loop is marked here
  }
}

// Leaving a block or a function is part of every run; failing is not.
TORCHSYNC_HOT double leaves(const Tensor &x, int kind) {
  if (wanted())
    return fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device each time this hot function runs; the value is returned: return the tensor and let the caller decide when to fetch [torchsync-item]
    // CHECK-NOTES: :[[@LINE-4]]:1: note: the hot function is marked here
  if (!x.defined())
    throw fresh().item<double>();
  if (kind % 100 == 0)
    consume(fresh().item<double>());
  return 0;
}
