// What is hot without a mark: options HotFunctions and HotRegions.
// RUN: %check --checks=torchsync-item --silent %S/Inputs/unmarked.cpp %t
// RUN: %check --checks=torchsync-item --option=HotRegions=Annotated --silent %S/Inputs/unmarked.cpp %t
// RUN: %check --checks=torchsync-item --option=HotRegions=Loops --suffix=LOOPS %s %t
// RUN: %check --checks=torchsync-item --option=torchsync-item.HotRegions=Loops --suffix=LOOPS %s %t
// RUN: %check --checks=torchsync-item "--option=HotFunctions=mylib::Trainer::*;run_*" --suffix=FUNCTIONS %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

void consume(double);
torch::Tensor fresh(); // A new value each time, where nobody knows.

static void helper() {
  consume(fresh().item<double>());
  // CHECK-MESSAGES-LOOPS: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-MESSAGES-FUNCTIONS: :[[@LINE-2]]:19: warning: 'item' makes the host wait for the device each time a hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void loops() {
  consume(fresh().item<double>());
  for (int i = 0; i < 10; ++i) {
    helper();
    for (int j = 0; j < 10; ++j)
      consume(fresh().item<double>());
      // CHECK-MESSAGES-LOOPS: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (i % 100 == 0)
      consume(fresh().item<double>());
  }
}
namespace mylib {
struct Trainer {
  void step() {
    consume(fresh().item<double>());
    // CHECK-MESSAGES-FUNCTIONS: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    helper();
  }
};
void other() { consume(fresh().item<double>()); }
} // namespace mylib
void run_epoch() {
  consume(fresh().item<double>());
  // CHECK-MESSAGES-FUNCTIONS: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device each time this hot function runs; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
