// A returned value is for what the callers do with it.
// RUN: %check --checks=torchsync-item %s %t
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <utility>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();

TORCHSYNC_HOT float nobodyCalls() { return fresh().item<float>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'item' makes the host wait for the device each time this hot function runs; the value is returned: return the tensor and let the caller decide when to fetch [torchsync-item]

static bool visible() { return fresh().item<float>() > 0; }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
static float loss() { return fresh().item<float>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
static float scaled() { return 2 * loss(); }
void callers() {
  TORCHSYNC_HOT while (more()) {
    if (!visible())
      continue;
    std::cout << scaled();
  }
}

// Of all callers' uses the most binding one.
static float shared() { return fresh().item<float>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
void severalCallers() {
  TORCHSYNC_HOT while (more()) {
    std::cout << shared();
    if (shared() > 3)
      act();
    shared();
  }
}

// Members go their own ways.
struct Metrics {
  float loss, accuracy;
};
static Metrics measure() {
  return {fresh().item<float>(), fresh().item<float>()};
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-MESSAGES: :[[@LINE-2]]:42: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
}
static std::pair<float, float> both() {
  return {fresh().item<float>(), fresh().item<float>()};
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  // CHECK-MESSAGES: :[[@LINE-2]]:42: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
}
void members() {
  TORCHSYNC_HOT while (more()) {
    auto metrics = measure();
    if (metrics.loss > 3)
      act();
    std::cout << metrics.accuracy;
    auto [first, second] = both();
    std::cout << first << second;
  }
}

// A constructor's members, and a method that reads one of them.
struct Sample {
  float value, weight;
  explicit Sample(const Tensor &x)
      : value(x.item<float>()), weight(fresh().item<float>()) {}
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      // CHECK-MESSAGES: :[[@LINE-2]]:48: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  void print() const { std::cout << weight; }
};
void constructed() {
  TORCHSYNC_HOT while (more()) {
    Sample sample(fresh());
    if (sample.value > 3)
      act();
    sample.print();
  }
}

template <class T> T fetch(const Tensor &x) { return x.item<T>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:56: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is discarded: remove the call [torchsync-item]
void templates() {
  TORCHSYNC_HOT while (more()) {
    fetch<float>(fresh());
    fetch<double>(fresh());
  }
}

void lambdas() {
  auto print = [] { std::cout << fresh().item<float>(); };
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  auto large = [](const Tensor &x) { return x.item<float>() > 3; };
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  TORCHSYNC_HOT while (more()) {
    print();
    if (large(fresh()))
      act();
  }
}

// Which body a virtual call runs is not known.
struct Sink {
  virtual ~Sink() = default;
  virtual void take(float value) { std::cout << value; }
};
struct Printer final : Sink {
  void take(float value) override { std::cout << value; }
};
void virtualCalls(Sink &sink, Printer &printer) {
  TORCHSYNC_HOT while (more()) {
    sink.take(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    printer.take(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// Recursion ends.
float deeper(float value) { return value > 3 ? deeper(value / 2) : value; }
float around(float value);
float back(float value) { return around(value); }
float around(float value) { return back(value); }
void recursion() {
  TORCHSYNC_HOT while (more()) {
    std::cout << deeper(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    std::cout << around(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
