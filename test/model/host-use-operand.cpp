// A fetched value that goes straight back into a tensor operation.
// RUN: %check --checks=torchsync-item %s %t
#include <cmath>
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();

void operands(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    x = x * fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = x * (2 / std::sqrt(fresh().item<float>()));
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = x + fresh().item();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x += fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x.mul_(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x[0] = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = torch::clamp(x, fresh().item(), fresh().item());
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:49: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = torch::full({3}, fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = torch::tensor({fresh().item<float>(), 2.f});
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    auto scale = fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = x * scale;
  }
}

// Printed as well: still an operand.
void printedToo(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    float scale = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = x * scale;
    std::cout << scale;
  }
}

// Also given to nobody knows what: no longer only an operand.
void consume(float);
void consumedToo(Tensor x) {
  TORCHSYNC_HOT while (more()) {
    float scale = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    x = x * scale;
    consume(scale);
  }
}

// Numbers of the host's own are no operands.
void host(double &total) {
  TORCHSYNC_HOT while (more())
    total = total + 2 * fresh().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
}
