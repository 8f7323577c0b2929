// A fetched value that decides what happens next, and what to do instead.
// RUN: %check --checks=torchsync-item %s %t
// NDEBUG empties assert, and its fetch with it.
// RUN: %check --checks=torchsync-item %s %t -- -UNDEBUG
#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();

void conditions(Tensor x, bool other) {
  TORCHSYNC_HOT while (more()) {
    if (fresh().item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      continue;
    if (!fresh().item<bool>() && other)
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      act();
    bool large = fresh().item<float>() > 3;
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (large)
      act();
    switch (fresh().item<int>()) {
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    case 1:
      act();
    }
    TORCH_CHECK(fresh().item<float>() > 0, "negative");
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    assert(fresh().item<float>() > 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

// Whether the right side runs at all, and a value like any other.
void logical(bool &all) {
  TORCHSYNC_HOT while (more()) {
    all = fresh().item<bool>() && more();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
int logical(bool other, int total) {
  TORCHSYNC_HOT while (more())
    total += fresh().item<bool>() && other;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  return total;
}

// Both arms give one tensor a value: torch::where does.
void selects(Tensor x, Tensor y, Tensor a, Tensor b) {
  TORCHSYNC_HOT while (more()) {
    if (fresh().item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a;
    else
      y = b;
    if (fresh().item<bool>()) {
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a;
    } else {
      y = b;
    }
    y = fresh().item<bool>() ? a : b;
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    if (fresh().item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a;
    else
      x = b;
    if (fresh().item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a;
    else
      act();
  }
}

void larger() {
  TORCHSYNC_HOT while (more()) {
    float most = std::max(fresh().item<float>(), fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: compare on the device with torch::maximum or torch::minimum and fetch once (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:58: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: compare on the device with torch::maximum or torch::minimum and fetch once (recipes.md#decisions-on-the-device) [torchsync-item]
    if (most > 3)
      act();
    float bounded = std::max(fresh().item<float>(), 0.f);
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (bounded > 3)
      act();
  }
}

void untilConverged(Tensor y) {
  TORCHSYNC_HOT while (fresh().item<float>() > 1e-3f)
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    act();
  TORCHSYNC_HOT do
    act();
  while (fresh().item<float>() > 1e-3f);
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
  float loss = 0;
  TORCHSYNC_HOT do
    loss = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
  while (loss > 1e-3f);
  TORCHSYNC_HOT for (;;) {
    bool done = fresh().item<float>() < 1e-3f;
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    if (done)
      break;
  }
}

void exitOnNan() {
  TORCHSYNC_HOT while (more()) {
    assert(!std::isnan(fresh().item<float>()));
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    TORCH_CHECK(!std::isnan(fresh().item<float>()), "nan");
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    AT_ASSERT(!std::isnan(fresh().item<float>()));
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    if (!std::isfinite(fresh().item<float>()))
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
      throw std::runtime_error("diverged");
    float loss = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    if (loss != loss)
      return;
    if (torch::isnan(fresh()).any().item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
      break;
    if (std::isnan(fresh().item<float>()))
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      act();
  }
}
