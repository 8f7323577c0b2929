// A fetched value that is only summed up, or kept for after the loop.
// RUN: %check --checks=torchsync-item %s %t
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();

double sums(const Tensor &batch, int steps) {
  double total = 0, average = 0, smooth = 0;
  int64_t correct = 0;
  TORCHSYNC_HOT while (more()) {
    total += fresh().item<double>() * batch.size(0);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    correct += fresh().sum().template item<int64_t>();
    // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    average = average + fresh().item<double>() / steps;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    smooth = 0.4 * fresh().item().toDouble() + 0.6 * smooth;
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    double loss = fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    total += loss;
    if (steps % 100 == 0)
      std::cout << total / steps;
  }
  if (correct > 3) // Once, after the loop.
    act();
  return total + average + smooth;
}

// A bound on each summand is no running extreme.
double bounded() {
  double total = 0, sum = 0;
  TORCHSYNC_HOT while (more()) {
    total += std::max(fresh().item<double>(), 0.0);
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    sum = sum + std::max(fresh().item<double>(), 0.0);
    // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
  return total + sum;
}

// What a local reference or pointer leads to is what is written.
void aliases() {
  float kept[2] = {};
  TORCHSYNC_HOT while (more()) {
    float &first = kept[0];
    first = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    float now = 0;
    float *pointer = &now;
    *pointer = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (now > 3)
      act();
  }
  std::cout << kept[0];
}

// The sum decides something on every iteration.
void stopsEarly() {
  double total = 0;
  TORCHSYNC_HOT while (more()) {
    total += fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    if (total > 3)
      break;
  }
}

// The same in two statements, and with a sum that starts anew each time.
void startsAnew() {
  TORCHSYNC_HOT while (more()) {
    double total = 0;
    total += fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    total += fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (total > 3)
      act();
  }
}

// The loop that counts is the fetch's, not one that spreads a value.
void spreads(std::vector<float> &out) {
  TORCHSYNC_HOT while (more()) {
    float scale = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    float sum = 0;
    for (int i = 0; i < 9; ++i)
      sum += scale;
    if (sum > 3)
      act();
  }
}
float inner() {
  float sum = 0;
  TORCHSYNC_HOT while (more())
    for (int i = 0; i < 3; ++i)
      sum += fresh().item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  return sum;
}

void containers() {
  std::vector<float> losses;
  std::map<std::string, float> named;
  float last[3] = {};
  TORCHSYNC_HOT while (more()) {
    losses.push_back(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    named["loss"] = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    last[1] = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
  for (float loss : losses)
    std::cout << loss + named["loss"] + last[1];
}
void readInTheLoop() {
  std::vector<float> losses;
  TORCHSYNC_HOT while (more()) {
    losses.push_back(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (losses.back() > 3)
      act();
  }
}

// Kept until after the loop, and read while it runs.
void kept() {
  float last = 0, seen = 0;
  TORCHSYNC_HOT while (more()) {
    last = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    seen = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (seen > 3)
      act();
  }
  std::cout << last;
}

void extremes(int &where) {
  double most = 0, best = 0, least = 9;
  TORCHSYNC_HOT while (more()) {
    most = std::max(most, fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: keep the extreme on the device with torch::maximum or torch::minimum and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    double loss = fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: keep the extreme on the device with torch::maximum or torch::minimum and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    if (loss > best)
      best = loss;
    double low = fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    if (low < least) {
      least = low;
      act();
    }
  }
  std::cout << most + best + least;
}

struct Trainer {
  float smooth = 0, last = 0, shown = 0;
  std::vector<float> history;
  TORCHSYNC_HOT void step() {
    smooth = 0.4f * fresh().item().toFloat() + 0.6f * smooth;
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device each time this hot function runs; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    history.push_back(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device each time this hot function runs; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    last = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device each time this hot function runs; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    shown = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
  void decide() {
    if (last > 3)
      act();
  }
  void report() { std::cout << shown; }
};

// Through a reference the caller's variable is summed up.
void addTo(double &total) { total += fresh().item<double>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
void addToAndTest(double &total) { total += fresh().item<double>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
void byReference() {
  double sum = 0, tested = 0;
  TORCHSYNC_HOT while (more()) {
    addTo(sum);
    addToAndTest(tested);
    if (tested > 3)
      act();
  }
  std::cout << sum;
}
void byCapture() {
  double sum = 0, tested = 0;
  auto add = [&] { sum += fresh().item<double>(); };
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  auto test = [&] { tested += fresh().item<double>(); };
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  TORCHSYNC_HOT while (more()) {
    add();
    test();
    if (tested > 3)
      act();
  }
  std::cout << sum;
}
