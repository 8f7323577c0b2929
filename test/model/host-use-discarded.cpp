// A fetched value that nobody reads.
// RUN: %check --checks=torchsync-item,torchsync-device-to-host %s %t
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void ignore(float) {}

void unread() {
  TORCHSYNC_HOT while (more()) {
    fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    (void)fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    auto cast = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    (void)cast;
    float written = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    written = 0;
    ignore(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    fresh().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the result is discarded: remove the call [torchsync-device-to-host]
    auto copy = fresh().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the result is discarded: remove the call [torchsync-device-to-host]
  }
}

// What describes the copy, or the list, is read though no value is.
void described() {
  TORCHSYNC_HOT while (more()) {
    auto copy = fresh().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    std::cout << copy.sizes();
    std::vector<float> list;
    list.push_back(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    std::cout << list.size();
  }
}
