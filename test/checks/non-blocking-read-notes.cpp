// Each access is told once, with the copy that it races with.
// RUN: %check --checks=torchsync-non-blocking-read %s %t
#include <torch/torch.h>
#include <vector>

using torch::Tensor;

float before(const Tensor &x) {
  auto h = x.to(torch::kCPU, /*non_blocking=*/true);
  float first = h[0].item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: the host uses 'h' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
  // CHECK-NOTES: :[[@LINE-3]]:14: note: the copy starts here
  return first + h[1].item<float>();
}

float earlier(const std::vector<Tensor> &xs) {
  Tensor last;
  float sum = 0;
  for (const auto &x : xs) {
    if (last.defined())
      sum += last.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the host uses 'last' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
    last = x.to(torch::kCPU, true);
    // CHECK-NOTES: :[[@LINE-1]]:14: note: the copy starts here, in an earlier iteration
  }
  return sum;
}

// Of two copies the nearer one above.
float nearest(const Tensor &x, bool sum) {
  Tensor h;
  if (sum)
    h = x.sum().to(torch::kCPU, true);
  else
    h = x.to(torch::kCPU, true);
  return h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
  // CHECK-NOTES: :[[@LINE-3]]:11: note: the copy starts here
}
