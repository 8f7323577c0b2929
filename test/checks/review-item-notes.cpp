// What the notes say: of a rewrite what to watch, and where the code has no
// form for one, what to use. The text is the same whether fix-its are offered.
// RUN: %check --checks=torchsync-item %s %t
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
bool more();

void logged(Tensor x, Tensor y, int steps) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i)
    while (more())
      std::cout << x.item<float>() << y.item<float>();
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    std::cout << x.item<float>() << y.item<float>();
    std::cout << x[i].item<float>();
  }
}
// CHECK-NOTES: :[[@LINE-6]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-9]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-8]]:22: note: torchsync::AsyncFetch (torchsync/async_fetch.h) brings the value some iterations later, without a wait
// CHECK-NOTES: :[[@LINE-9]]:41: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-12]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-9]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-11]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-11]]:20: note: needs review: of 100 iterations one logs its value
// CHECK-NOTES: :[[@LINE-12]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-14]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-13]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-16]]:3: note: the hot loop is marked here

void deferred(Tensor x, int steps) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    float loss = x.item<float>();
    if (i % 100 == 0)
      std::cout << loss;
  }
}
// CHECK-NOTES: :[[@LINE-5]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-7]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-7]]:20: note: needs review: the tensor is kept and fetched where the value is read, so nothing may write to it in between

float accumulated(Tensor x) {
  float sum = 0, most = 0, kept = 0;
  TORCHSYNC_HOT while (more()) {
    sum += x.item<float>();
    most = std::max(most, x.sum().item<float>());
    kept = x.mean().item<float>();
  }
  return sum + most + kept;
}
// CHECK-NOTES: :[[@LINE-6]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-8]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-8]]:14: note: needs review: the sum is fetched once after the loop, and may be rounded differently
// CHECK-NOTES: :[[@LINE-8]]:35: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: keep the extreme on the device with torch::maximum or torch::minimum and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-11]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-10]]:35: note: needs review: the extreme is fetched once after the loop, and a NaN stays in it
// CHECK-NOTES: :[[@LINE-10]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-14]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-12]]:21: note: needs review: the last value is fetched once after the loop, so nothing may write to its tensor

int decided(Tensor x, Tensor y, int steps) {
  Tensor z;
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    if (x.item<bool>())
      z = x;
    else
      z = y;
    if (x[0].item<bool>())
      throw std::runtime_error("bad");
    if (x[1].item<float>() < 1e-3)
      break;
    z = y * torch::equal(x, y);
  }
  TORCHSYNC_HOT while (x.item<float>() > 3)
    x = x - 1;
  return 0;
}
// CHECK-NOTES: :[[@LINE-14]]:11: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
// CHECK-NOTES: :[[@LINE-16]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-16]]:11: note: needs review: torch::where computes both sides, broadcasts them and makes a new tensor
// CHECK-NOTES: :[[@LINE-13]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
// CHECK-NOTES: :[[@LINE-19]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-15]]:14: note: needs review: the device checks it later, and no exception can be caught: a failure ends its work for good
// CHECK-NOTES: :[[@LINE-14]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
// CHECK-NOTES: :[[@LINE-22]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-16]]:14: note: needs review: what the test is for comes up to 15 iterations later
// CHECK-NOTES: :[[@LINE-15]]:13: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the value is only an operand: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
// CHECK-NOTES: :[[@LINE-25]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-17]]:13: note: needs review: '(x == y).all()' is the verdict as a tensor, and throws where the shapes differ
// CHECK-NOTES: :[[@LINE-16]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
// CHECK-NOTES: :[[@LINE-17]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-18]]:26: note: torchsync::AsyncFetch (torchsync/async_fetch.h) brings the value some iterations later, without a wait

void compared(Tensor x, Tensor y, float *out) {
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i)
    out[0] = std::max(x.item<float>(), y.item<float>());
}
// CHECK-NOTES: :[[@LINE-2]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-4]]:3: note: the hot loop is marked here
// CHECK-NOTES: :[[@LINE-4]]:25: note: needs review: a NaN in either one is the result
// CHECK-NOTES: :[[@LINE-5]]:42: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
// CHECK-NOTES: :[[@LINE-7]]:3: note: the hot loop is marked here
