// What of a marked loop runs on every iteration.
// RUN: %check --std=c++20 --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool more();

void forLoop() {
  TORCHSYNC_HOT for (int i = fresh().item<int>(); i < 10; ++i)
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void conditionAndIncrement() {
  TORCHSYNC_HOT for (int i = 0; i < fresh().item<int>();
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a size: pass a size that the host knows, or pad to a fixed one (recipes.md#sizes-known-beforehand) [torchsync-item]
                     i += fresh().item<int>()) {
                     // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
  }
}
void whileLoop() {
  consume(fresh().item<double>());
  TORCHSYNC_HOT while (more()) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
  consume(fresh().item<double>());
}
void whileCondition() {
  TORCHSYNC_HOT while (fresh().item<float>() > 0)
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    more();
}
void doLoop() {
  TORCHSYNC_HOT do {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  } while (fresh().item<bool>());
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
}
void rangeFor(const std::vector<Tensor> &xs) {
  TORCHSYNC_HOT for (const auto &x : xs)
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
std::vector<int> upTo(int n);
void rangeIsOnce() {
  TORCHSYNC_HOT for (int i : upTo(fresh().item<int>())) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
void rangeWithInit() {
  TORCHSYNC_HOT for (auto n = fresh().item<int>(); int i : upTo(n))
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void forever() {
  TORCHSYNC_HOT for (;;) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
void foreverWithBreak() {
  TORCHSYNC_HOT for (;;) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (!more())
      break;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
  consume(fresh().item<double>());
}
void whileTrue() {
  TORCHSYNC_HOT while (true) {
    if (!more())
      return;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

// A loop inside a marked loop is a part of it, its start included.
void nested() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    for (int j = fresh().item<int>(); j < 3; ++j)
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    while (more())
      do
        consume(fresh().item<double>());
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      while (more());
  }
}
void nestedUnbraced() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      if (more())
        consume(fresh().item<double>());
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  consume(fresh().item<double>());
}
// The loop around a marked loop is not.
void innerMarked() {
  for (int i = 0; i < 10; ++i) {
    consume(fresh().item<double>());
    TORCHSYNC_HOT for (int j = fresh().item<int>(); j < 10; ++j)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(fresh().item<double>());
  }
}
// Marked twice, reported once.
void markedTwice() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    TORCHSYNC_HOT for (int j = 0; j < 10; ++j)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}

struct Digits : torch::data::datasets::Dataset<Digits> {
  torch::data::Example<> get(size_t index) override;
  std::optional<size_t> size() const override;
};
void dataLoader(Digits digits) {
  auto loader = torch::data::make_data_loader(std::move(digits), 64);
  TORCHSYNC_HOT for (auto &batch : *loader) {
    consume(batch.target.sum().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
