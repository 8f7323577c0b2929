// How deep calls are followed: option CallDepth.
// RUN: %check --checks=torchsync-item --option=CallDepth=2 %s %t
// RUN: %check --checks=torchsync-item --option=torchsync-item.CallDepth=2 %s %t
// RUN: %check --checks=torchsync-item --option=CallDepth=3 --suffix=,THREE %s %t
// RUN: %check --checks=torchsync-item --suffix=,THREE %s %t
// RUN: %check --checks=torchsync-item --option=CallDepth=0 --suffix=ZERO %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.

static void third(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES-THREE: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
static void second(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  third(x);
}
static void first(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  second(x);
}
void loop(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-MESSAGES-ZERO: :[[@LINE-2]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    first(x);
  }
}
