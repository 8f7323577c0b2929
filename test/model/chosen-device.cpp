// Where the device that the program chose is not CUDA, nothing waits for CUDA;
// one tensor's device speaks of that tensor only.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

torch::Tensor next();

struct Trainer {
  torch::Device device;
  void member() {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
      if (!device.is_cuda())
        next().item<float>();
      else
        next().item<float>();
        // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
    }
  }
  void kept() {
    const bool gpu = device.is_cuda();
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
      if (!gpu)
        next().item<float>();
  }
};

void parameter(torch::Device device, const torch::Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (device == torch::kCPU)
      next().item<float>();
    auto own = x.device();
    if (own.is_cpu())
      next().item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
  }
}
