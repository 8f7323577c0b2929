// Macros: findings stand where the macro is used.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.

#define VALUE(x) (x).item<double>()
#define CONSUME(x) consume(x)
#define HOT_LOOP(n) TORCHSYNC_HOT for (int i = 0; i < (n); ++i)
#define EACH(x) TORCHSYNC_HOT for (int i = 0; i < 10; ++i) consume((x).item<double>())

void inABody(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(VALUE(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void asAnArgument() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    CONSUME(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void aroundTheLoop() {
  HOT_LOOP(10) consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void wholly(const Tensor &x) {
  EACH(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
