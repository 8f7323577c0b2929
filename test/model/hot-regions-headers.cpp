// A finding in the user's header is reported there, one in LibTorch's own
// headers nowhere, whether LibTorch is included with -isystem or with -I.
// RUN: %check --checks=torchsync-item %s %t
// RUN: %check --checks=torchsync-item --mock=I %s %t
// RUN: %check --checks=torchsync-item --tidy=--system-headers %s %t
// RUN: %check --checks=torchsync-item --tidy=--system-headers --mock=I %s %t
// A filter on headers lets it pass: its loop is in the main file.
// RUN: %check --checks=torchsync-item --headers=^$ %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
#include "Inputs/fetch.h"

void loop(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    fetch(x);
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // LibTorch's operator[](Tensor) calls 'item' in its own header.
    consume(x[x].dim());
  }
}
// clang-tidy sorts by path; the copy of this file is under build/.
// CHECK-MESSAGES: fetch.h:5:13: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
