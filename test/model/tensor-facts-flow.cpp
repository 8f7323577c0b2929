// Joins, loops and everything that changes what a variable holds.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <functional>
#include <utility>
using torch::Tensor;
void opaque(Tensor &x);
void reads(const Tensor &x);

TORCHSYNC_HOT void joins(Tensor x, Tensor y, bool c, int n) {
  Tensor both;
  if (c)
    both = x.to(torch::kCUDA, true);
  else
    both = y.to(torch::kCUDA, true);
  both.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'item' makes the host wait
  Tensor either = x.to(torch::kCUDA, true);
  if (c)
    either = y;
  either.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:10: warning: 'item' makes the host wait
  Tensor chosen = c ? torch::zeros({1}) : torch::ones({1});
  chosen.item(); // on the CPU
  switch (n) {
  case 0:
    y = torch::zeros({1});
    break;
  default:
    y = torch::ones({1});
  }
  y.item(); // on the CPU
}

void loops(Tensor x) {
  Tensor sum = torch::zeros({3});
  Tensor moves = torch::zeros({1});
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    sum[0].item(); // on the CPU
    sum = sum + i;
    moves.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
    moves = x.to(torch::kCUDA, true);
    moves.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }
}

TORCHSYNC_HOT void undefinedAtFirst(Tensor x, int n) {
  Tensor last;
  while (n-- > 0) {
    if (last.defined())
      last.item(); // on the CPU
    last = x.to(torch::kCPU, true);
  }
}

TORCHSYNC_HOT void handedOut(Tensor x) {
  x = torch::zeros({1});
  reads(x);
  x.item(); // on the CPU
  opaque(x);
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void calledBack(const std::function<void(Tensor &)> &f) {
  Tensor x = torch::zeros({1}), y = torch::zeros({1});
  f(x);
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  std::invoke([](Tensor &t) { t = t.to(torch::kCUDA, true); }, y);
  y.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void addressTaken(Tensor x) {
  x = torch::zeros({1});
  Tensor *p = &x;
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void aliases(Tensor x) {
  Tensor a = torch::zeros({1}), b = torch::zeros({1}, torch::kCUDA);
  std::swap(a, b);
  a.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  b.item(); // on the CPU
  Tensor &r = a;
  r = torch::zeros({1});
  a.item(); // on the CPU
  Tensor moved = std::move(a);
  moved.item(); // on the CPU
  Tensor old = std::exchange(moved, x.to(torch::kCUDA, true));
  old.item(); // on the CPU
  moved.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void oneOfTwo(bool c) {
  Tensor a = torch::zeros({1}), b = torch::zeros({1});
  Tensor &r = c ? a : b;
  r = torch::zeros({1}, torch::kCUDA);
  a.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  b.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void lambdas(Tensor x) {
  Tensor read = torch::zeros({1}), written = torch::zeros({1});
  auto f = [&] { reads(read); };
  auto g = [&] { written = x; };
  f();
  g();
  read.item(); // on the CPU
  written.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  auto h = [copy = torch::zeros({1})] {
    copy.item(); // on the CPU
  };
  h();
}

TORCHSYNC_HOT void handlers(Tensor x) {
  Tensor kept = torch::zeros({1}), changed = torch::zeros({1});
  try {
    changed = x.to(torch::kCUDA, true);
    reads(changed);
  } catch (...) {
  }
  kept.item(); // on the CPU
  changed.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void inPlace(Tensor x) {
  Tensor host = torch::zeros({1});
  host += x;
  host.copy_(x, true);
  host.mul_(2).item(); // on the CPU
  // A store at an index writes into the tensor; the tensor stays.
  host[0] = x[0];
  host.item(); // on the CPU
}

TORCHSYNC_HOT void statics(Tensor x) {
  static const Tensor table = torch::zeros({1});
  table.item(); // on the CPU
  static Tensor last = torch::zeros({1});
  last.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:8: warning: 'item' makes the host wait
  last = x;
}
