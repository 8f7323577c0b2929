// Code that does not compile is followed as far as it makes sense.
// RUN: %check --errors --exit=1 --checks=torchsync-item %s %t
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();

void broken(double &total) {
  TORCHSYNC_HOT while (more()) {
    auto lost = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    neverDeclared42(lost);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: use of undeclared identifier 'neverDeclared42' [clang-diagnostic-error]
    total += fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    total += neverDeclared42;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: error: use of undeclared identifier 'neverDeclared42' [clang-diagnostic-error]
    std::cout << fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}
