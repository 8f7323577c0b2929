// Parameters that nobody gives a CUDA tensor.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <tuple>
#include <utility>
#include <vector>
using torch::Tensor;

// The CPU's twin of a kernel.
TORCHSYNC_HOT void sample_cpu(const Tensor &x, const std::vector<Tensor> &xs) {
  x[0].item(); // on the CPU
  xs[0].item(); // on the CPU
}
TORCHSYNC_HOT void SampleCpu(Tensor x) { x.item(); } // on the CPU
TORCHSYNC_HOT void sampleCPU(Tensor x) { x.item(); } // on the CPU
TORCHSYNC_HOT void SampleCpu_worker(Tensor x) { x.item(); } // on the CPU
TORCHSYNC_HOT void SampleCPUSlow(Tensor x) { x.item(); } // on the CPU
TORCHSYNC_HOT void cpuSample(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void set_cpus(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void sample(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
// What these move is elsewhere.
TORCHSYNC_HOT void to_cpu(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void copyToCpu(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void sum_cpu_to_device(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void compare_cpu_gpu(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
// A caller knows better.
void count_cpu(Tensor x) {
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void caller(Tensor x) { count_cpu(x.to(torch::kCUDA, true)); }

// Samples as a dataset returns them.
TORCHSYNC_HOT void loss(std::vector<std::tuple<Tensor, Tensor>> &target,
                        const std::vector<std::pair<Tensor, int>> &labels,
                        std::vector<Tensor> outputs) {
  std::tuple<Tensor, Tensor> sample;
  for (size_t i = 0; i < target.size(); ++i) {
    sample = target.at(i);
    Tensor boxes = std::get<1>(sample);
    boxes[0][1].item(); // on the CPU
  }
  for (const auto &[tensor, number] : labels)
    tensor.item(); // on the CPU
  target[0] = std::make_tuple(outputs[0], outputs[1]);
  std::get<0>(target[0]).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait
  outputs[0].item();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait
}

// What a dataset calls works on what was just loaded.
void label(Tensor x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    x[i].item(); // on the CPU
}
void labelElsewhere(Tensor x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    x[i].item();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait
}
struct Labels : torch::data::datasets::Dataset<Labels> {
  torch::data::Example<> get(size_t i) {
    label(Pictures[i]);
    return {Pictures[i], Pictures[i]};
  }
  void show() { labelElsewhere(Pictures[0]); }
  std::vector<Tensor> Pictures;
};
