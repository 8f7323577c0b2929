// What is moved to the device in the same expression is on the host before.
// RUN: %check --checks=torchsync-nonzero,torchsync-mask-index,torchsync-host-to-device --option=HotRegions=Loops %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

void batches(Tensor images, Tensor mask, Tensor other, torch::Device device) {
  for (int i = 0; i < 100; ++i) {
    Tensor chosen = images.masked_select(mask > 0).view({-1}).to(device);
    // CHECK-MESSAGES: :[[@LINE-1]]:63: warning: 'to' makes the host wait
    Tensor where = images.nonzero()
                       .to(device);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes the host wait
    // Neither of these moves it up.
    Tensor numbers = images.nonzero().to(torch::kInt);
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'nonzero' makes the host wait
    Tensor beside = images.nonzero().to(other.device());
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'nonzero' makes the host wait
    Tensor sum = (images + images.nonzero()).to(device);
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'nonzero' makes the host wait
    // CHECK-MESSAGES: :[[@LINE-2]]:46: warning: 'to' makes the host wait
  }
}
