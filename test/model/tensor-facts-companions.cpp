// Of an unknown device one may still know that two tensors share it: what is
// computed from a parameter lives where the parameter lives, and a test of
// either tells of both.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>
using torch::Tensor;
static Tensor halved(const Tensor &x) { return x / 2; }

TORCHSYNC_HOT void computedFrom(const Tensor &x, const Tensor &other) {
  Tensor mean = x.mean();
  Tensor made = torch::zeros({1}, x.options());
  Tensor moved = other.to(x.device());
  Tensor mixed = x + other;
  Tensor half = halved(x);
  if (x.is_cuda()) {
    mean.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait
    made.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait
    moved.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait
    half.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait
    other.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
    mixed.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  } else {
    mean.item(); // on the CPU
    made.item(); // on the CPU
    moved.item(); // on the CPU
    half.item(); // on the CPU
    mixed.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }
}

TORCHSYNC_HOT void byDevice(const Tensor &x, torch::Device device) {
  Tensor moved = x.to(device, true);
  Tensor made = torch::zeros({1}, device);
  if (device.is_cpu()) {
    moved.item(); // on the CPU
    made.item(); // on the CPU
  } else {
    moved.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }
}

TORCHSYNC_HOT void another(Tensor x, const Tensor &y) {
  Tensor mean = x.mean();
  x = y;
  if (x.is_cuda()) {
    y.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
    mean.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:10: warning: 'item' makes the host wait
  }
}

void loopVariable(const std::vector<Tensor> &xs) {
  Tensor last;
  TORCHSYNC_HOT for (const auto &x : xs) {
    Tensor sum = x.sum();
    if (!x.is_cuda()) {
      sum.item(); // on the CPU
      // The last one was another tensor's.
      last.item();
      // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
    }
    last = sum;
  }
}

class Agent {
public:
  explicit Agent(torch::Device device) : Device(device) {}
  TORCHSYNC_HOT void step(const Tensor &x) {
    Tensor moved = x.to(Device, true);
    if (Device.is_cuda())
      moved.item();
      // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' makes the host wait
    else
      moved.item(); // on the CPU
  }

private:
  torch::Device Device;
};

// The host may only read what is in its memory.
TORCHSYNC_HOT void readByTheHost(const Tensor &x, const Tensor &y, Tensor z) {
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  if (x.size(0) == 0) // From here the host does not read it.
    return;
  auto a = x.accessor<float, 1>();
  x.item(); // on the CPU
  float *p = y.data_ptr<float>();
  y.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  float first = p[0];
  y.item(); // on the CPU
  float *q = z.data_ptr<float>();
  z = x.to(torch::kCUDA, true);
  float old = q[0];
  z.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

// What it reads on every way to the end was there from the start.
TORCHSYNC_HOT float readInTheEnd(const Tensor &x, const Tensor &y,
                                 Tensor moved) {
  x.item(); // on the CPU
  y.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  moved.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:9: warning: 'item' makes the host wait
  moved = moved.to(torch::kCPU, true);
  float first = moved.data_ptr<float>()[0];
  if (x.size(0) == 0)
    throw first;
  for (int i = 0; i < 3; ++i)
    first += y.accessor<float, 1>()[i];
  return first + x.accessor<float, 1>()[0];
}

// Operands that cannot be mixed.
TORCHSYNC_HOT void mixed(const Tensor &x, const Tensor &y, const Tensor &z,
                         const Tensor &w) {
  x.item(); // on the CPU
  Tensor counts = torch::max(torch::zeros({3}), x.sum(-1));
  y.item(); // on the CPU
  torch::matmul(y, torch::zeros({3, 3}));
  z.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  Tensor twice = z * torch::scalar_tensor(2); // A number mixes with CUDA.
  w.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  torch::zeros({3}).to(w.device());
}

// The results of one call are in one place.
std::pair<Tensor, Tensor> evaluated(int i);
TORCHSYNC_HOT void results() {
  auto [value, policy] = evaluated(0);
  value.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:9: warning: 'item' makes the host wait
  policy.accessor<float, 1>();
  value.item(); // on the CPU
  auto [other, another] = evaluated(1);
  other.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:9: warning: 'item' makes the host wait
}
TORCHSYNC_HOT void together(const Tensor &x, const Tensor &y) {
  auto [a, b] = std::make_pair(x, y);
  a.accessor<float, 1>();
  b.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}
