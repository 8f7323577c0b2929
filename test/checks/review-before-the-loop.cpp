// Tensors that each iteration makes anew and alike.
// RUN: %check --review --checks=torchsync-host-to-device %s %t
// RUN: %check --review --checks=torchsync-host-to-device %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void use(const Tensor &);
void prepare(int);

void constant(Tensor x, const torch::Device device, int n) {
  const auto options = torch::dtype(torch::kFloat).device(torch::kCUDA);
  const auto table = torch::rand({3}).contiguous();
  x = x + 1;
  // CHECK-FIXES: auto weights = torch::tensor({-0.1f, 0.9f}, options);
  // CHECK-FIXES: Tensor moved = table.to(device);
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    prepare(i);
    auto weights = torch::tensor({-0.1f, 0.9f}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'tensor' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:20: note: needs review: nothing in the loop changes 'weights': make it once, before the loop; also a loop that runs zero times makes it then
    Tensor moved = table.to(device);
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:26: note: needs review: nothing in the loop changes 'moved': {{.*}}
    x = x * weights + moved.size(0) + x.index({moved});
  }
}

// Changed in the loop, out of sight, made of what changes, or a name that the
// function uses for another thing.
void refused(Tensor x, const torch::Device device, int n) {
  const auto options = torch::dtype(torch::kFloat).device(torch::kCUDA);
  auto written = torch::rand({3}).contiguous();
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto a = torch::tensor({0.1f, 0.9f}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes {{.*}}
    a.add_(1);
    auto b = torch::tensor({0.1f, 0.9f}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes {{.*}}
    use(b);
    auto c = torch::tensor({i, 2}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes {{.*}}
    auto e = torch::tensor({0.1f, 0.9f}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes {{.*}}
    auto f = torch::tensor({0.1f, 0.9f}, options);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'tensor' makes {{.*}}
    f[0] = 1.0;
    if (i) {
      auto g = torch::tensor({0.1f, 0.9f}, options);
      // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'tensor' makes {{.*}}
      x = x * g;
    }
    // CHECK-MESSAGES-NOT: nothing in the loop
    x = x * c * e;
    written.add_(1);
  }
  int e = n;
  prepare(e);
  for (int j = 0; j < n; ++j) {
    TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
      auto h = torch::tensor({0.1f, 0.9f}, options);
      // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'tensor' makes {{.*}}
      x = x * h;
    }
  }
}

void sources(Tensor x, int n) {
  auto written = torch::rand({3}).contiguous();
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto d = written.cuda();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cuda' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:22: note: needs review: with non_blocking {{.*}}
    // CHECK-FIXES: auto d = written.to(torch::kCUDA, /*non_blocking=*/true);
    written.add_(1);
    x = x * d;
  }
}
