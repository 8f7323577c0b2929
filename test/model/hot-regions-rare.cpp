// Branches that the program itself calls rare.
// RUN: %check --std=c++20 --checks=torchsync-item %s %t
// RUN: %check --std=c++20 --checks=torchsync-item %s %t -- -DNDEBUG
#include <cassert>
#include <glog/logging.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
void work();
bool bad();

void attributes() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (bad()) [[unlikely]]
      consume(fresh().item<double>());
    if (bad()) [[unlikely]] {
      consume(fresh().item<double>());
    } else {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    }
    if (!bad()) [[likely]]
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    else
      consume(fresh().item<double>());
    if (__builtin_expect(bad(), 0))
      consume(fresh().item<double>());
    if (__builtin_expect(!bad(), 1))
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    else
      consume(fresh().item<double>());
    if (C10_UNLIKELY(bad()))
      consume(fresh().item<double>());
    switch (i) {
    [[unlikely]] case 0:
      consume(fresh().item<double>());
      break;
    default:
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    }
  }
}

void handlers() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    try {
      work();
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    } catch (const c10::Error &) {
      consume(fresh().item<double>());
    } catch (...) {
      consume(fresh().item<double>());
    }
  }
}

// The arm that fails runs once; what is tested is tested every time.
void failures() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCH_CHECK(!bad(), "bad value ", fresh().item<double>());
    TORCH_CHECK(fresh().item<bool>(), "bad value");
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    TORCH_INTERNAL_ASSERT(!bad(), fresh().item<double>());
    TORCH_CHECK_VALUE(!bad(), "bad value ", fresh().item<double>());
    if (bad())
      TORCH_CHECK(false, fresh().item<double>());
    if (bad())
      AT_ERROR("bad value ", fresh().item<double>());
    CHECK(!bad()) << fresh().item<double>();
    assert(!bad());
  }
}

void statics() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    static const double first = fresh().item<double>();
    static const auto said = [&] {
      consume(fresh().item<double>());
      return true;
    }();
    consume(first + said);
    TORCH_WARN_ONCE("first value ", fresh().item<double>());
  }
}

TORCHSYNC_COLD void report(const Tensor &x) { consume(fresh().item<double>()); }
TORCHSYNC_COLD void reportLater(const Tensor &x);
void cold(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (bad())
      TORCHSYNC_COLD {
        consume(fresh().item<double>());
      }
    TORCHSYNC_COLD for (int j = 0; j < 10; ++j)
      consume(fresh().item<double>());
    {
      TORCHSYNC_COLD;
      consume(fresh().item<double>());
    }
    report(x);
    reportLater(x);
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
void reportLater(const Tensor &x) { consume(fresh().item<double>()); }

// Hot again inside cold.
void hotInCold(const Tensor &x) {
  TORCHSYNC_COLD {
    consume(fresh().item<double>());
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
