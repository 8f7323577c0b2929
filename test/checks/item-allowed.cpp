// TORCHSYNC_ALLOW_SYNC: from there to the end of its block, and no further.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);

void toTheEndOfTheBlock(const Tensor &x, bool wanted) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (wanted) {
      consume(x.sum().item<float>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      TORCHSYNC_ALLOW_SYNC("the plant needs the command now");
      consume(x.item<float>());
      { consume(x.item<float>()); }
    }
    consume(x.mean().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

// A call inside the block is part of what was allowed.
static double helper(const Tensor &x) { return x.item<double>(); }
void aroundACall(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("the plant needs the command now");
    consume(helper(x));
  }
}

// Inside the function it covers the rest of the function, for every caller.
static double wanted(const Tensor &x) {
  TORCHSYNC_ALLOW_SYNC("the plant needs the command now");
  return x.item<double>();
}
void inTheCallee(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(wanted(x));
}
