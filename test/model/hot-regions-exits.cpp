// What lies on the way out of a loop runs once.
// RUN: %check --checks=torchsync-item %s %t
#include <cstdlib>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool bad();
[[noreturn]] void die();

void leaves() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (bad()) {
      consume(fresh().item<double>());
      break;
    }
    if (bad()) {
      consume(fresh().item<double>());
      return;
    }
    if (bad()) {
      consume(fresh().item<double>());
      throw 1;
    }
    if (bad()) {
      consume(fresh().item<double>());
      die();
    }
    if (bad()) {
      consume(fresh().item<double>());
      std::exit(1);
    }
    if (bad())
      throw fresh().item<double>();
    if (bad())
      goto out;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    continue;
  out:
    consume(fresh().item<double>());
    break;
  }
}

double returned() {
  TORCHSYNC_HOT while (true)
    if (bad())
      return fresh().item<double>();
}

// The loop goes on.
void goesOn(int kind) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (bad()) {
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      continue;
    }
    switch (kind) {
    case 0:
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      break;
    case 1:
      consume(fresh().item<double>());
      return;
    default:
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    }
    for (int j = 0; j < 10; ++j)
      if (bad()) {
        consume(fresh().item<double>());
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
        break;
      }
  }
}

// It never comes back to the start.
void onlyOnce() {
  TORCHSYNC_HOT while (true) {
    consume(fresh().item<double>());
    break;
  }
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(fresh().item<double>());
    return;
  }
}

// What follows on both ways is what only one of them leaves from.
void oneArmLeaves() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (bad()) {
      if (bad())
        consume(fresh().item<double>());
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
      if (bad())
        break;
    } else {
      consume(fresh().item<double>());
      break;
    }
  }
}

void dead() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    continue;
    consume(fresh().item<double>());
  }
}
