// A fetched value that is a shape, a position or a number of times.
// RUN: %check --checks=torchsync-item %s %t
#include <cmath>
#include <optional>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
namespace idx = torch::indexing;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();

void shapes(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    auto n = fresh().item<int64_t>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = torch::zeros({n});
    std::vector<int64_t> shape{fresh().item<int64_t>(), 3};
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = torch::ones(shape);
    x = x.reshape({static_cast<int64_t>(std::ceil(fresh().item<float>())), -1});
    // CHECK-MESSAGES: :[[@LINE-1]]:59: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = torch::arange(fresh().item());
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
  }
}

void positions(Tensor x, std::vector<float> &table) {
  TORCHSYNC_HOT while (more()) {
    x = x.index({idx::Slice(0, fresh().item<int64_t>())});
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = x.narrow(0, 0, fresh().item<int64_t>());
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = x[fresh().item<int64_t>()];
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    auto first = fresh().item();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    x = x[first.toInt()];
    table[fresh().item<int64_t>()] = 1;
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    table.resize(fresh().item<int64_t>());
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    std::vector<float> own(fresh().item<int64_t>());
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    delete[] new float[fresh().item<int64_t>()];
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
  }
}

// How often a loop runs, and whether it goes on.
void times() {
  TORCHSYNC_HOT while (more()) {
    for (int i = 0; i < fresh().item<int>(); ++i)
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
      act();
    int n = fresh().item<int>();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    int i = 0;
    while (i < n)
      i += 2;
    float rest = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    while (rest > 0.5f)
      rest /= 2;
  }
}

// More binding than a branch.
void both(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    auto n = fresh().item<int64_t>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
    if (n == 0)
      continue;
    x = torch::zeros({n});
  }
}

void eager(std::optional<int64_t> length) {
  TORCHSYNC_HOT while (more()) {
    auto n = length.value_or(fresh().item<int64_t>());
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size, and 'value_or' fetches it even when the optional has a value: test has_value() first [torchsync-item]
    auto z = torch::zeros({n});
  }
}
