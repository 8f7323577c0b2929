// A program that never speaks of devices: in loops that only count because all
// loops do (HotRegions: Loops) its tensors are taken to be on the CPU.
// RUN: %check --silent --option=HotRegions=Loops %s %t
// RUN: %check --silent --option=HotRegions=Loops --option=AssumeDevice=unknown %s %t
#include <torch/torch.h>

torch::Tensor next(); // On the device or not, where nobody knows.

float total() {
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += next().item<float>();
  return sum;
}

// The CPU by name is no device, nor are options that name only a dtype.
float onCpu(torch::Tensor x) {
  torch::Device device(torch::kCPU);
  float sum = 0;
  for (int i = 0; i < 10; ++i) {
    auto y = torch::zeros({3}, x.options()) + x.to(device);
    sum += y.sum().item<float>() + next().to(torch::kCPU).sum().item<float>();
  }
  return sum;
}

int main() { return total() + onCpu(next()) > 0; }
