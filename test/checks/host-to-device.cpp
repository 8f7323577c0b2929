// Copies from the host to the device that block, next to those that do not.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;

void transfers(const std::vector<Tensor> &batches, torch::Device device) {
  TORCHSYNC_HOT for (const auto &batch : batches) {
    auto a = batch.to(device);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'to' makes the host wait for the device on every iteration of this hot loop; a copy from the host blocks until it is done: move it once before the loop, or pin it and pass non_blocking = true (recipes.md#double-buffered-uploads) [torchsync-host-to-device]
    auto b = batch.to(device, /*non_blocking=*/true);
    auto c = torch::ones({2}).cuda();
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'cuda' makes the host wait for the device on every iteration of this hot loop; cuda() blocks until the copy is done: write .to(torch::kCUDA, /*non_blocking=*/true), or make the tensor on the device (recipes.md#double-buffered-uploads) [torchsync-host-to-device]
    auto d = torch::ones({2}).to(torch::kCUDA);
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the device blocks until it is done: make the tensor on the device, or pass non_blocking = true (recipes.md#double-buffered-uploads) [torchsync-host-to-device]
    auto e = torch::ones({2}, torch::kCUDA);
    auto f = a.to(torch::kFloat);
  }
}

void lists(const std::vector<float> &values) {
  auto cuda = torch::TensorOptions().device(torch::kCUDA);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto a = torch::tensor({0.1f, 0.2f}, cuda);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes the host wait for the device on every iteration of this hot loop; a list is built on the host and copied with a wait: make it once before the loop, or fill on the device (torch::full, torch::arange) [torchsync-host-to-device]
    auto b = torch::tensor(0.5f, cuda);
    auto c = torch::tensor({0.1f, 0.2f});
  }
}

void copies(Tensor onDevice) {
  auto x = torch::ones({2}, torch::kCUDA);
  auto host = torch::ones({2});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    x.copy_(host);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'copy_' makes the host wait for the device on every iteration of this hot loop; the copy to the device blocks until it is done: pass non_blocking = true; from a pinned tensor that is left alone until then, it does not wait at all (recipes.md#double-buffered-uploads) [torchsync-host-to-device]
    x.copy_(host, /*non_blocking=*/true);
    x.copy_(x);
    host.copy_(host);
  }
}

struct Batch {
  Batch to(torch::Device) const { return *this; }
  Batch cuda() const { return *this; }
};
void foreign(Batch batch, torch::nn::Linear &layer) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    batch = batch.to(torch::kCUDA).cuda();
}
