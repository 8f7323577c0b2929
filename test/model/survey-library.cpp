// A file without main may be handed tensors from anywhere: an unknown device
// counts, though the file never speaks of devices.
// RUN: %check --option=HotRegions=Loops %s %t
// RUN: %check --option=HotRegions=Loops --option=AssumeDevice=unknown --silent %S/Inputs/unmarked.cpp %t
#include <torch/torch.h>
#include <vector>

float total(const std::vector<torch::Tensor> &xs) {
  float sum = 0;
  for (const auto &x : xs)
    sum += x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  return sum;
}
