// A lambda's body runs where it is called.
// RUN: %check --checks=torchsync-item %s %t
#include <ATen/Parallel.h>
#include <algorithm>
#include <functional>
#include <numeric>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool wanted();

void calledByName(const Tensor &x) {
  auto log = [](const Tensor &t) {
    consume(t.item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+3]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+3]]:5: note: the lambda is called here
  };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    log(x);
}
void madeInTheLoop() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto log = [&] {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-4]]:3: note: the hot loop is marked here
      // CHECK-NOTES: :[[@LINE+2]]:5: note: the lambda is called here
    };
    log();
  }
}
void calledAtOnce() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    [&] {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-4]]:3: note: the hot loop is marked here
      // CHECK-NOTES: :[[@LINE-4]]:5: note: the lambda is called here
    }();
  }
}
void neverCalled() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto log = [&] { consume(fresh().item<double>()); };
    (void)log;
  }
}
void calledRarely() {
  auto log = [&] { consume(fresh().item<double>()); };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    if (i % 100 == 0)
      log();
}
void generic(const Tensor &x) {
  auto log = [](const auto &t) {
    consume(t.template item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+3]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+3]]:5: note: the lambda is called here
  };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    log(x);
}

// Functions that call what they are given.
void passedOn(const std::vector<Tensor> &xs, const Tensor &x) {
  auto add = [](double sum, const Tensor &t) {
    return sum + t.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of a hot loop; {{.+}} [torchsync-item]
    // CHECK-NOTES: :[[@LINE+3]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+9]]:13: note: the lambda is called here
  };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    std::for_each(xs.begin(), xs.end(), [](const Tensor &t) {
      consume(t.item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-4]]:3: note: the hot loop is marked here
      // CHECK-NOTES: :[[@LINE-4]]:5: note: the lambda is called here
    });
    consume(std::accumulate(xs.begin(), xs.end(), 0.0, add));
    at::parallel_for(0, 10, 1, [&](int64_t, int64_t) {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-11]]:3: note: the hot loop is marked here
      // CHECK-NOTES: :[[@LINE-4]]:5: note: the lambda is called here
    });
  }
}
void closures(torch::optim::Optimizer &optimizer, const Tensor &loss) {
  auto closure = [&] {
    consume(loss.item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+4]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+4]]:15: note: the lambda is called here
    return loss;
  };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    optimizer.step(closure);
}
void userTemplate(const Tensor &x);
template <typename F> void twice(F f) {
  f();
  f();
}
void userTemplate(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    twice([&] {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-4]]:3: note: the hot loop is marked here
      // CHECK-NOTES: :[[@LINE-4]]:5: note: 'twice' is called here
      // CHECK-NOTES: :[[@LINE-10]]:3: note: the lambda is called here
    });
  }
}
void stored() {
  std::function<void()> log = [&] {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+3]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+3]]:5: note: the lambda is called here
  };
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    log();
}

// The body is hot when the lambda is called elsewhere, not where it is made.
std::function<void()> escapes(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    if (wanted())
      return [=] { consume(fresh().item<double>()); };
  return nullptr;
}

// A marked loop inside a lambda needs no caller.
void markedInside() {
  auto run = [&] {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-NOTES: :[[@LINE-3]]:5: note: the hot loop is marked here
  };
  (void)run;
}
