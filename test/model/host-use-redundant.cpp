// What the host has already, on every path and unchanged.
// RUN: %check --checks=torchsync-item,torchsync-device-to-host %s %t
#include <cassert>
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();
void change(Tensor);

void again(double &total) {
  TORCHSYNC_HOT while (more()) {
    auto loss = fresh();
    total += loss.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << loss.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    std::cout << loss.sum().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    if (loss.sum().item<double>() > 3)
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
      act();
  }
}

void written(Tensor x, Tensor y, int i) {
  TORCHSYNC_HOT while (more()) {
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    x = x + 1;
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    x += 1;
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    x.add_(1);
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    change(x);
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    auto z = x + y;
    act();
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    std::cout << x[i].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << x[i].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    ++i;
    std::cout << x[i].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// A view shares the memory.
void viewed(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    auto row = x[0];
    std::cout << x.sum().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    row.add_(1);
    std::cout << x.sum().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// A training step writes the model's parameters, not the loss.
void trained(torch::nn::Linear &net, torch::optim::Optimizer &optimizer) {
  TORCHSYNC_HOT while (more()) {
    auto loss = fresh().pow(2);
    Tensor &weight = net->weight;
    std::cout << loss.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << weight.sum().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    loss.backward();
    optimizer.step();
    std::cout << loss.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    std::cout << weight.sum().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

void paths(Tensor x, bool first, bool other) {
  TORCHSYNC_HOT while (more()) {
    auto loss = fresh();
    if (first)
      std::cout << loss.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << loss.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    auto best = fresh();
    if (other)
      std::cout << best.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    else
      std::cerr << best.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << best.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
  }
}

// New numbers each time, and a member that another function may write.
struct Model {
  Tensor loss;
  void drawn(Tensor x) {
    TORCHSYNC_HOT while (more()) {
      std::cout << torch::rand_like(x).item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      std::cout << torch::rand_like(x).item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      std::cout << loss.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      act();
      std::cout << loss.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      std::cout << loss.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    }
  }
};

// A release build does not fetch for the assert.
void asserted(double &total) {
  TORCHSYNC_HOT while (more()) {
    auto loss = fresh();
    assert(loss.item<float>() > 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    total += loss.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// One element of a copy needs no copy; more than one does.
void copies(double &total) {
  TORCHSYNC_HOT while (more()) {
    total += fresh().cpu().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: total += fresh().item<double>();
    total += fresh().to(torch::kCPU)[0].item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: total += fresh()[0].item<double>();
    auto one = fresh().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    total += one[3].item<double>();
    auto two = fresh().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    total += two[0].item<double>() + two[1].item<double>();
  }
}
void copiesAgain(double &total) {
  TORCHSYNC_HOT while (more()) {
    auto x = fresh();
    auto h = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    total += x.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    auto g = x.to(torch::kCPU);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: reuse the copy that was made before [torchsync-device-to-host]
    total += h[0].item<double>() + h[1].item<double>();
    total += g[0].item<double>() + g[1].item<double>();
  }
}
