// Marking a region, or naming its function, is evidence enough: there an unknown
// device counts though the file never speaks of devices.
// RUN: %check --option=HotRegions=Loops --option=HotFunctions=named %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

torch::Tensor next();

float marked() {
  float sum = 0;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    sum += next().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
  return sum;
}

float named() { return next().item<float>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device each time this hot function runs; {{.+}} [torchsync-item]
