// A 0-dim tensor as an index is an item() in disguise.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;

void indices(const Tensor &x, const Tensor &scores, int64_t n) {
  auto best = scores.argmax();
  auto onHost = torch::ones({4}).argmax();
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto a = x[best];
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: '[]' makes the host wait for the device on every iteration of this hot loop; the index is fetched from the device: index with a tensor of shape {1} (index_select), which stays on the device (recipes.md#decisions-on-the-device) [torchsync-tensor-index]
    auto b = x.index({best});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'index' makes the host wait for the device on every iteration of this hot loop; a 0-dim index is fetched from the device: index with a tensor of shape {1}, which stays on the device (recipes.md#decisions-on-the-device) [torchsync-tensor-index]
    auto c = x[i];
    auto d = x.index({i});
    auto e = x.index_select(0, best.reshape({1}));
    auto f = x[onHost];
    auto g = x.narrow(0, best, n);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'narrow' makes the host wait for the device on every iteration of this hot loop; the start is fetched from the device: index_select with start + torch::arange(length, device), which stays on the device (recipes.md#decisions-on-the-device) [torchsync-tensor-index]
    auto h = x.narrow(0, n, n);
  }
}
