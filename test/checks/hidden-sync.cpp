// Operations that look asynchronous and wait inside, next to those that do not.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;

void hidden(const Tensor &a, const Tensor &mean, std::vector<Tensor> &parameters,
            torch::optim::SGD &sgd) {
  auto host = torch::ones({2, 2});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto b = at::linalg_inv(a);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'linalg_inv' makes the host wait for the device on every iteration of this hot loop; the error code is read from the device: use linalg_inv_ex, which leaves the error code on the device and does not throw (recipes.md#stop-on-nan-without-stopping) [torchsync-hidden-sync]
    auto c = at::linalg_inv_ex(a);
    auto d = at::linalg_inv(host);
    torch::nn::utils::clip_grad_norm_(parameters, 1.0);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'clip_grad_norm_' makes the host wait for the device on every iteration of this hot loop; the total norm is fetched to be returned as a double: scale the gradients with a norm that stays on the device (recipes.md#gradient-clipping-without-a-wait) [torchsync-hidden-sync]
    torch::nn::utils::clip_grad_value_(parameters, 1.0);
    sgd.step();
    sgd.zero_grad();
  }
}
