// torchsync-host-to-device: a list of one value is filled on the device.
// RUN: %check --checks=torchsync-host-to-device %s %t
#include <functional>
#include <random>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
void use(const Tensor &);
float next();

TORCHSYNC_HOT void filled(const Tensor &x, torch::Device device, float scale) {
  use(torch::tensor({0.5f, 0.5f, 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes the host wait for the device each time this hot function runs; a list is built on the host and copied with a wait: make it once before the loop, or fill on the device (torch::full, torch::arange) [torchsync-host-to-device]
  // CHECK-FIXES: use(torch::full({3}, 0.5f, torch::kCUDA));
  use(torch::tensor({-1, -1}, torch::device(device)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // CHECK-FIXES: use(torch::full({2}, -1, torch::device(device)));
  use(torch::tensor({true}, torch::TensorOptions().dtype(torch::kBool).device(torch::kCUDA, 1)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  auto options = torch::TensorOptions().device(torch::kCUDA).dtype(torch::kFloat);
  use(torch::tensor({scale, scale}, options));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // CHECK-FIXES: use(torch::full({2}, scale, options));
  use(torch::tensor({x.size(0), x.size(0)}, torch::dtype(torch::kLong).device(device)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // CHECK-FIXES: use(torch::full({2}, x.size(0), torch::dtype(torch::kLong).device(device)));
}

// What looks like an operator may draw, call or step.
TORCHSYNC_HOT void stepped(std::uniform_real_distribution<float> draw, std::mt19937 engine, const std::function<float()> &call, std::vector<float>::const_iterator at) {
  const auto options = torch::dtype(torch::kFloat).device(torch::kCUDA);
  use(torch::tensor({draw(engine), draw(engine)}, options));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({call(), call()}, options));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({*at++, *at++}, options));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({*at, *at}, options));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // CHECK-FIXES: use(torch::full({2}, *at, options));
}

// Values that differ, are drawn anew, or are rows; 0.0 and -0.0 differ, too.
TORCHSYNC_HOT void different(float scale) {
  use(torch::tensor({0.5f, 0.25f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({0.0f, -0.0f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({next(), next()}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({scale++, scale++}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({{0.5f, 0.5f}, {0.5f, 0.5f}}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}

// A value that may be too large: torch::full throws where torch::tensor does
// not.
TORCHSYNC_HOT void large(float scale, double wide) {
  use(torch::tensor({scale, scale}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({wide, wide}, torch::dtype(torch::kFloat).device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({70000.0, 70000.0}, torch::dtype(torch::kHalf).device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({-1, -1}, torch::dtype(torch::kByte).device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}

// Gradients, pinned memory, options that are not in sight or may change.
TORCHSYNC_HOT void options(torch::TensorOptions given, const Tensor &x) {
  use(torch::tensor({1.0f, 1.0f}, torch::dtype(torch::kFloat).device(torch::kCUDA).requires_grad(true)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({1.0f, 1.0f}, given.device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({1.0f, 1.0f}, x.options().device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  auto changed = torch::TensorOptions().device(torch::kCUDA);
  changed = changed.requires_grad(true);
  use(torch::tensor({1.0f, 1.0f}, changed));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}

// The name is not torch's own, or the text is not plain.
using torch::tensor;
#define HALF 0.5f
TORCHSYNC_HOT void text() {
  use(tensor({0.5f, 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({0.5f, /*again*/ 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(torch::tensor({HALF, HALF}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}

template <typename T> TORCHSYNC_HOT void templates() {
  use(torch::tensor({0.5f, 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}
template void templates<int>();

// A namespace that only uses torch::tensor, and one that is torch.
namespace mytorch {
using torch::tensor;
}
namespace alias = torch;
#define NOTHING
TORCHSYNC_HOT void names(const Tensor &x) {
  use(mytorch::tensor({0.5f, 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  use(alias::tensor({0.5f, 0.5f}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // CHECK-FIXES: use(alias::full({2}, 0.5f, torch::kCUDA));
  use(torch::tensor({1, NOTHING 1}, torch::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
  // What is fetched may be for another fix to rewrite.
  use(torch::tensor({x.item<float>(), x.item<float>()}, torch::dtype(torch::kFloat).device(torch::kCUDA)));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'tensor' makes {{.*}}
}
