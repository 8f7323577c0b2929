// torchsync-host-to-device: a tensor that a factory makes on the CPU and that
// moves at once is made on the device.
// RUN: %check --checks=torchsync-host-to-device %s %t
#include <memory>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
void use(const Tensor &);
int64_t next();

struct Agent {
  torch::Device device_ = torch::kCUDA;
  TORCHSYNC_HOT void act(int64_t n) {
    use(torch::zeros({n, 4}).to(device_));
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'to' makes the host wait for the device each time this hot function runs; the copy to the device blocks until it is done: make the tensor on the device, or pass non_blocking = true (recipes.md#double-buffered-uploads) [torchsync-host-to-device]
    // CHECK-FIXES: use(torch::zeros({n, 4}, device_));
  }
};

TORCHSYNC_HOT void made(int64_t n, const Tensor &like, torch::Device device) {
  use(torch::ones({n}).cuda());
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'cuda' makes {{.*}}
  // CHECK-FIXES: use(torch::ones({n}, torch::kCUDA));
  use(torch::full({n}, 0.5, torch::kHalf).to(torch::Device(torch::kCUDA, 1)));
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(torch::full({n}, 0.5, torch::dtype(torch::kHalf).device(torch::Device(torch::kCUDA, 1))));
  use(torch::arange(n).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(torch::arange(n, device));
  use(torch::arange(0, n, torch::dtype(torch::kInt)).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:54: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(torch::arange(0, n, torch::dtype(torch::kInt).device(device)));
  use(at::eye(n, n, at::kDouble).to(like.device()));
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(at::eye(n, n, at::dtype(at::kDouble).device(like.device())));
  use(torch::empty({like.size(0)}, torch::TensorOptions().dtype(torch::kLong)).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:80: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(torch::empty({like.size(0)}, torch::TensorOptions().dtype(torch::kLong).device(device)));
}

// Random numbers: another generator on the device.
TORCHSYNC_HOT void drawn(torch::Device device) {
  use(torch::rand({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  use(torch::randperm(8).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'to' makes {{.*}}
}

// CUDA rounds the steps of a floating arange otherwise than the CPU.
TORCHSYNC_HOT void rounded(double end, torch::Device device) {
  use(torch::arange(end).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'to' makes {{.*}}
  use(torch::arange(0, 1, 0.1).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'to' makes {{.*}}
  use(torch::arange(8, torch::kFloat).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'to' makes {{.*}}
}

// A leaf that wants gradients, pinned memory, another layout, options that are
// not in sight: the result is another tensor.
TORCHSYNC_HOT void options(torch::Device device, torch::TensorOptions given) {
  use(torch::ones({2}, torch::requires_grad()).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'to' makes {{.*}}
  use(torch::ones({2}, torch::dtype(torch::kFloat).requires_grad(true)).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:73: warning: 'to' makes {{.*}}
  use(torch::ones({2}, torch::dtype(torch::kFloat).pinned_memory(true)).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:73: warning: 'to' makes {{.*}}
  use(torch::ones({2}, given.dtype(torch::kFloat)).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'to' makes {{.*}}
  use(torch::eye(2, torch::kHalf).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'to' makes {{.*}}
}

// A value that may be too large.
TORCHSYNC_HOT void large(float value, const at::Scalar &any, torch::Device device) {
  use(torch::full({2}, value).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'to' makes {{.*}}
  use(torch::full({2}, 1e6, torch::kHalf).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'to' makes {{.*}}
  use(torch::full({2}, any, torch::kDouble).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'to' makes {{.*}}
}

// A move that does more, or whose target must be evaluated where it stands.
torch::Device choose();
TORCHSYNC_HOT void targets(torch::Device device) {
  use(torch::ones({2}).to(device, torch::kHalf));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  use(torch::ones({2}).to(device, /*non_blocking=*/false));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  use(torch::ones({2}).to(choose()));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  use(torch::ones({2}).to("cuda"));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
  use(torch::ones({next()}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'to' makes {{.*}}
}

// A copy in flight that nothing but the wait of the transfer waits for.
TORCHSYNC_HOT void inFlight(Tensor pinned, const Tensor &x, torch::Device device) {
  pinned.copy_(x, /*non_blocking=*/true);
  use(torch::ones({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
}

// Text that a rewrite would lose or tear.
#define ONES(n) torch::ones({n})
#define MOVED(x) x.to(torch::kCUDA)
TORCHSYNC_HOT void text(torch::Device device) {
  use(torch::ones({2}) /*why*/.to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'to' makes {{.*}}
  use((torch::ones({2})).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'to' makes {{.*}}
  use(ONES(2).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes {{.*}}
  use(MOVED(torch::ones({2})));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'to' makes {{.*}}
}

// Another instantiation may mean something else.
template <typename T> TORCHSYNC_HOT void templates(torch::Device device) {
  use(torch::ones({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'to' makes {{.*}}
}
template void templates<int>(torch::Device);

// Names: another namespace, in which the factory is only used, may have another
// function of the same name, or lack torch::dtype.
namespace local {
using torch::zeros;
Tensor zeros(at::IntArrayRef, torch::Device);
TORCHSYNC_HOT void names(torch::Device device) {
  use(local::zeros({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
  use(zeros({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'to' makes {{.*}}
}
} // namespace local
namespace alias = torch;
TORCHSYNC_HOT void aliased(torch::Device device) {
  use(alias::zeros({2}, torch::kHalf).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(alias::zeros({2}, alias::dtype(torch::kHalf).device(device)));
  struct torch {};
  use(::torch::zeros({2}).cuda());
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'cuda' makes {{.*}}
  // CHECK-FIXES: use(::torch::zeros({2}, ::torch::kCUDA));
}

// Braces mean what the call around them takes; a device that is assigned, or
// looked up with an exception of its own, must be so after the factory.
#define ALL_ONES 1.0
TORCHSYNC_HOT void moved(torch::Device device, torch::Device other, const std::vector<torch::Device> &devices) {
  use(torch::zeros({2}).to({torch::kCUDA}));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
  use(torch::zeros({2}, {torch::kHalf}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'to' makes {{.*}}
  use(torch::zeros({2}).to(device = other));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
  std::shared_ptr<torch::Device> shared = std::make_shared<torch::Device>(device);
  use(torch::zeros({2}).to(*shared));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(torch::zeros({2}, *shared));
  use(torch::zeros({2}).to(devices.at(1)));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
  use(torch::full({2}, ALL_ONES).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'to' makes {{.*}}
}
