// A tensor of which nobody knows where it lives: option AssumeDevice.
// RUN: %check --checks=torchsync-item --suffix=,UNKNOWN %s %t
// RUN: %check --checks=torchsync-item --option=AssumeDevice=cuda --suffix=,UNKNOWN %s %t
// RUN: %check --checks=torchsync-item --option=AssumeDevice=unknown %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

void consume(double);

void devices(const torch::Tensor &somewhere) {
  auto onDevice = torch::ones({2}, torch::kCUDA);
  auto onHost = torch::ones({2});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(somewhere.item<double>());
    // CHECK-MESSAGES-UNKNOWN: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(onDevice.item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(onHost.item<double>());
  }
}
