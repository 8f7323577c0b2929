// Without the assumption only tensors that are certainly on the device count.
// RUN: %check --checks=torchsync-non-blocking-read --option=AssumeDevice=unknown %s %t
#include <torch/torch.h>

float unknown(const torch::Tensor &x) {
  return x.to(torch::kCPU, /*non_blocking=*/true).item<float>();
}

float known() {
  auto x = torch::ones({4}, torch::kCUDA).sum();
  return x.to(torch::kCPU, /*non_blocking=*/true).item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: the host uses a tensor while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
}
