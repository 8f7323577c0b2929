// What holds tensors: members, containers, tuples, optionals.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>
using torch::Tensor;

struct State {
  Tensor pos, vel;
};
void opaque(State &s);

TORCHSYNC_HOT void members(State s, State *p, Tensor x) {
  s.pos = torch::zeros({1});
  s.vel = x.to(torch::kCUDA, true);
  s.pos.item(); // on the CPU
  s.vel.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes the host wait
  State copy = s;
  copy.vel.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  copy.pos.item(); // on the CPU
  opaque(s);
  s.pos.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:9: warning: 'item' makes the host wait
  p->pos = torch::zeros({1});
  p->pos.item(); // on the CPU
  State made{torch::zeros({1}), x.to(torch::kCUDA, true)};
  made.pos.item(); // on the CPU
  auto [pos, vel] = made;
  pos.item(); // on the CPU
}

TORCHSYNC_HOT void containers(const std::vector<Tensor> &xs) {
  std::vector<Tensor> hosts, mixed{torch::zeros({1})};
  for (const auto &x : xs)
    hosts.push_back(x.to(torch::kCPU, true));
  hosts[0].item(); // on the CPU
  hosts.back().item(); // on the CPU
  for (auto &h : hosts)
    h.item(); // on the CPU
  mixed[0].item(); // on the CPU
  mixed.push_back(xs[0]);
  mixed[0].item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  for (auto &h : hosts)
    h = h.to(torch::kCUDA, true);
  hosts[0].item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  std::map<int, Tensor> byKey;
  byKey[3] = torch::zeros({1});
  byKey.at(3).item(); // on the CPU
  Tensor array[2] = {torch::zeros({1}), torch::zeros({1})};
  array[1].item(); // on the CPU
}

TORCHSYNC_HOT void holders(Tensor x) {
  std::optional<Tensor> maybe;
  maybe = torch::zeros({1});
  maybe->item(); // on the CPU
  maybe.value().item(); // on the CPU
  maybe = x;
  (*maybe).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  auto owned = std::make_unique<Tensor>(torch::zeros({1}));
  owned->item(); // on the CPU
}

TORCHSYNC_HOT void tuples(Tensor x) {
  auto pair = std::make_pair(torch::zeros({1}), x.to(torch::kCUDA, true));
  pair.first.item(); // on the CPU
  pair.second.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait
  auto [a, b] = std::make_tuple(torch::zeros({1}), x);
  a.item(); // on the CPU
  b.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  Tensor value, index;
  std::tie(value, index) = x.to(torch::kCUDA, true).max(0);
  index.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes the host wait
  std::get<0>(torch::zeros({2}).max(0)).item(); // on the CPU
}

TORCHSYNC_HOT void elementsTested(const std::vector<Tensor> &xs) {
  for (const auto &x : xs) {
    if (!x.is_cuda())
      x.item(); // on the CPU
    else
      x.item();
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes the host wait
    xs[0].item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }
}
