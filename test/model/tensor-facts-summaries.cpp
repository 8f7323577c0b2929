// Bodies in sight say what they return and what they leave changed.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <utility>
using torch::Tensor;

static Tensor fetched(const Tensor &x) { return x.mean().to(torch::kCPU, true); }
static Tensor halved(const Tensor &x) { return x / 2; }
static Tensor early(const Tensor &x, bool c) {
  if (c)
    return torch::zeros({1});
  return torch::ones({1});
}
static Tensor either(const Tensor &x, bool c) {
  if (c)
    return torch::zeros({1});
  return x;
}
static Tensor recursive(const Tensor &x, int n) {
  return n ? recursive(x, n - 1) : torch::zeros({1});
}
static std::pair<Tensor, Tensor> batch() {
  return {torch::zeros({1}), torch::ones({1})};
}
Tensor elsewhere(const Tensor &x);
static void onlyReads(Tensor &x) { (void)x.sum(); }
static void moves(Tensor &x) { x = x.to(torch::kCUDA, true); }

TORCHSYNC_HOT void results(Tensor x, bool c) {
  fetched(x).item(); // on the CPU
  halved(x).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:13: warning: 'item' makes the host wait
  halved(torch::zeros({1})).item(); // on the CPU
  halved(x.to(torch::kCUDA, true)).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait
  early(x, c).item(); // on the CPU
  either(x, c).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:16: warning: 'item' makes the host wait
  recursive(x, 3).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:19: warning: 'item' makes the host wait
  elsewhere(x).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:16: warning: 'item' makes the host wait
  auto [data, target] = batch();
  target.item(); // on the CPU
}

TORCHSYNC_HOT void arguments(Tensor x) {
  Tensor host = torch::zeros({1});
  onlyReads(host);
  host.item(); // on the CPU
  moves(host);
  host.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:8: warning: 'item' makes the host wait
}

struct Base {
  virtual Tensor get() { return torch::zeros({1}); }
};
struct Last final : Base {
  Tensor get() override { return torch::zeros({1}); }
};
TORCHSYNC_HOT void methods(Base &base, Last &last) {
  // Another class may override it.
  base.get().item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:14: warning: 'item' makes the host wait
  last.get().item(); // on the CPU
}
