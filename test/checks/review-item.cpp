// Rewrites of a fetched value that somebody must look at: what is offered, and
// where it is not. -fix alone applies none of them.
// RUN: %check --checks=torchsync-item --review --suffix=,OFFERED %s %t
// RUN: %check --checks=torchsync-item --review --suffix=,OFFERED %s %t.old -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
// RUN: %check --checks=torchsync-item %s %t.plain
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();
void act();
void consume(double *);

//===----------------------------------------------------------------------===//
// Logged every 100 iterations, by a counter of the innermost loop.
//===----------------------------------------------------------------------===//

void logged(Tensor x, int steps) {
  TORCHSYNC_HOT for (int step = 0; step < steps; ++step) {
    std::cout << "loss " << x.item<float>() << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED:      if (step % 100 == 0) {
    // CHECK-FIXES-OFFERED-NEXT:   std::cout << "loss " << x.item<float>() << '\n';
    // CHECK-FIXES-OFFERED-NEXT: }
  }
}

void withVariables(Tensor x, Tensor y) {
  long batch = 0;
  TORCHSYNC_HOT while (more()) {
    float loss = x.item<float>();
    double percent = 100 * loss;
    std::printf("%ld of many: %f\n",
                batch, percent);
    // CHECK-MESSAGES: :[[@LINE-4]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED:      if (batch % 100 == 0) {
    // CHECK-FIXES-OFFERED-NEXT:   float loss = x.item<float>();
    // CHECK-FIXES-OFFERED-NEXT:   double percent = 100 * loss;
    // CHECK-FIXES-OFFERED-NEXT:   std::printf("%ld of many: %f\n",
    // CHECK-FIXES-OFFERED-NEXT:               batch, percent);
    // CHECK-FIXES-OFFERED-NEXT: }
    y = y + 1;
    batch++;
  }
}

struct Trainer {
  int step = 0;
  void train(Tensor x) {
    TORCHSYNC_HOT for (int epoch = 0; epoch < 1000; ++epoch)
      while (more()) {
        std::cout << x.item<float>();
        // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
        // CHECK-FIXES-OFFERED:      if (step % 100 == 0) {
        // CHECK-FIXES-OFFERED-NEXT:   std::cout << x.item<float>();
        // CHECK-FIXES-OFFERED-NEXT: }
        this->step += 1;
      }
  }
};

// No counter; one that another loop steps; one that is set anew, that skips, or
// that a continue passes; a loop that is over too soon.
void noCounter(Tensor x) {
  int other = 0, anew = 0, pairs = 0, passed = 0;
  TORCHSYNC_HOT while (more())
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i)
    while (more()) {
      std::cout << x.item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      while (more())
        ++other;
    }
  TORCHSYNC_HOT while (more()) {
    std::cout << x.item<float>() << anew << pairs;
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    ++anew;
    anew = 3;
    pairs += 2;
  }
  TORCHSYNC_HOT while (more()) {
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    if (more())
      continue;
    ++passed;
  }
  TORCHSYNC_HOT for (int epoch = 0; epoch < 100; ++epoch)
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
}

// Each iteration has another element: it is no newer value of the same.
void elements(Tensor x, std::vector<Tensor> many, int size) {
  TORCHSYNC_HOT for (int i = 0; i < size; ++i) {
    std::cout << x[i].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    auto row = x.select(0, i);
    std::cout << row.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    if (many[i].item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
      break;
  }
  int n = 0;
  TORCHSYNC_HOT for (const Tensor &one : many) {
    std::cout << one.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    ++n;
  }
}

// What would run more rarely does more than log; its text has a comment, or the
// name of the counter means another thing there.
void notOnlyLogged(Tensor x, int steps, int *count) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    std::cout << fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << x.item<float>() << ++*count;
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << x.mul_(2).item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    float late = x.mean().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    act();
    std::cout << late;
    std::cout << x.sum().item<float>() // as it is
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
              << '\n';
  }
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    int n = i;
    for (int i = n; i < 2; ++i)
      act();
    std::cout << x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// Of two in one statement the first has the rewrite.
void twice(Tensor x, Tensor y, int steps) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    std::cout << x.item<float>() << y.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED:      if (i % 100 == 0) {
    // CHECK-FIXES-OFFERED-NEXT:   std::cout << x.item<float>() << y.item<float>();
    // CHECK-FIXES-OFFERED-NEXT: }
  }
}

//===----------------------------------------------------------------------===//
// Read where it is rarely read.
//===----------------------------------------------------------------------===//

void deferred(Tensor x, int steps) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    auto score = x.mean().item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: auto score = x.mean().detach();
    const float loss = x.item().toFloat();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: const auto loss = x.detach();
    float often = x[0].item<float>(), other = 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    float assigned = x[1].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is discarded: remove the call [torchsync-item]
    double wider = x[2].item<float>();
    if (i % 100 == 0) {
      std::printf("%f %f\n", score, loss);
    // CHECK-MESSAGES: :[[@LINE-3]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
      // CHECK-FIXES-OFFERED: std::printf("%f %f\n", score.item<double>(), loss.item().toFloat());
      std::cout << (assigned = often) << other << wider;
    }
  }
}

//===----------------------------------------------------------------------===//
// Summed up on the device.
//===----------------------------------------------------------------------===//

double sums(Tensor x, int64_t batch) {
  double total = 0;
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    // CHECK-FIXES-OFFERED:      auto total_on_device = torch::zeros({}, torch::kDouble);
    // CHECK-FIXES-OFFERED-NEXT: TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    total += x.item<float>() * batch;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: total_on_device = total_on_device + x.detach().to(torch::kDouble) * batch;
  }
  // CHECK-FIXES-OFFERED: total += total_on_device.item<double>();
  return total;
}

size_t counts(const Tensor *x) {
  size_t numCorrect = 1;
  for (int epoch = 0; epoch < 9; ++epoch)
    TORCHSYNC_HOT while (more())
      numCorrect -= x->eq(1).sum().template item<int64_t>();
      // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  // CHECK-FIXES-OFFERED:      auto numCorrectOnDevice = torch::zeros({}, torch::kLong);
  // CHECK-FIXES-OFFERED-NEXT: for (int epoch = 0; epoch < 9; ++epoch)
  // CHECK-FIXES-OFFERED:      numCorrectOnDevice = numCorrectOnDevice - x->eq(1).sum().detach();
  // CHECK-FIXES-OFFERED-NEXT: numCorrect += numCorrectOnDevice.item<int64_t>();
  return numCorrect;
}

void epochs(const Tensor *x) {
  for (int epoch = 0; epoch < 9; ++epoch) {
    float sum = 0;
    TORCHSYNC_HOT while (more()) {
      // CHECK-FIXES-OFFERED:      auto sum_on_device = torch::zeros({}, torch::kFloat);
      // CHECK-FIXES-OFFERED-NEXT: TORCHSYNC_HOT while (more()) {
      if (more())
        sum += x->item().toFloat();
        // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
      // CHECK-FIXES-OFFERED: sum_on_device = sum_on_device + x->detach().to(torch::kFloat);
    }
    // CHECK-FIXES-OFFERED: sum += sum_on_device.item<float>();
    std::printf("%f\n", sum);
  }
}

float extremes(Tensor x) {
  float most = 0;
  TORCHSYNC_HOT while (more()) {
    // CHECK-FIXES-OFFERED:      auto most_on_device = torch::full({}, most, torch::kFloat);
    // CHECK-FIXES-OFFERED-NEXT: TORCHSYNC_HOT while (more()) {
    most = std::max(most, x.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: keep the extreme on the device with torch::maximum or torch::minimum and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: most_on_device = torch::maximum(most_on_device, x.detach().to(torch::kFloat));
  }
  // CHECK-FIXES-OFFERED: most = most_on_device.item<float>();
  return most;
}

float last(Tensor x) {
  float latest = 0;
  TORCHSYNC_HOT while (more()) {
    // CHECK-FIXES-OFFERED:      auto latest_on_device = torch::full({}, latest, torch::kFloat);
    // CHECK-FIXES-OFFERED-NEXT: TORCHSYNC_HOT while (more()) {
    latest = x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: latest_on_device = x.detach();
  }
  // CHECK-FIXES-OFFERED: latest = latest_on_device.item<float>();
  return latest;
}

// Others may read it meanwhile; a whole number would be rounded each time; what
// is added is no product; the loop is left in a way that passes the end.
double global = 0;
double notSummed(Tensor x, double &reference, bool out) {
  double shared = 0, read = 0, more_of = 0;
  int whole = 0;
  consume(&shared);
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    global += x.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    reference += x[1].item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    shared += x[2].item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    whole += x[3].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    more_of += 1 + x[4].item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    read += x.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    std::printf("%f", read);
  }
  double jumped = 0;
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    jumped += x.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    if (out)
      goto end;
  }
  if (out)
    TORCHSYNC_HOT while (more())
      more_of += x.item<double>();
      // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  TORCHSYNC_HOT while (more()) {
    whole += x.item<int>();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  } // of the loop
end:
  return shared + read + more_of + whole + jumped;
}

//===----------------------------------------------------------------------===//
// Decided on the device.
//===----------------------------------------------------------------------===//

Tensor selects(Tensor x, Tensor a, Tensor b) {
  Tensor y, z;
  TORCHSYNC_HOT while (more()) {
    if ((x > 0).all().item<bool>())
      y = a + 1;
    else
      y = b;
    // CHECK-MESSAGES: :[[@LINE-4]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-FIXES-OFFERED: y = torch::where((x > 0).all(), a + 1, b);
    if (!x.is_nonzero()) {
      z = a;
    } else {
      z = y;
    }
    // CHECK-MESSAGES: :[[@LINE-5]]:12: warning: 'is_nonzero' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-FIXES-OFFERED: z = torch::where(x.to(torch::kBool), y, a);
    Tensor w = torch::equal(a, b - 1) ? a : b;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-FIXES-OFFERED: Tensor w = torch::where((a == (b - 1)).all(), a, b);
    z = z + (torch::allclose(a, b, 1e-3) ? w : w * 2);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'allclose' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-FIXES-OFFERED: z = z + (torch::where(torch::isclose(a, b, 1e-3).all(), w, w * 2));
  }
  return y + z;
}

// An arm that does more than compute; the tensor itself is asked for; another
// condition than the value alone.
void notSelected(Tensor x, Tensor a, Tensor b, Tensor *p) {
  Tensor y;
  TORCHSYNC_HOT while (more()) {
    if (x.item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
      y = fresh();
    else
      y = b;
    if (x[0].item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a.add_(1);
    else
      y = b;
    (x[1].item<bool>() ? a : b).add_(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    Tensor &z = x[2].item<bool>() ? a : b;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    y = x[3].item<float>() > 3 ? z : b;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    y = p->item<bool>() ? a : b;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    if (x[4].item<bool>())
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: select with torch::where on the device (recipes.md#decisions-on-the-device) [torchsync-item]
      y = a; // which one
    else
      y = b;
  }
}

void throws(Tensor x, Tensor y) {
  TORCHSYNC_HOT while (more()) {
    if (torch::isnan(x).any().item<bool>())
      throw std::runtime_error("nan");
    // CHECK-MESSAGES: :[[@LINE-2]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: torch::_assert_async(torch::logical_not(torch::isnan(x).any()));
    if (!torch::equal(x, y)) {
      throw std::runtime_error("differ");
    }
    // CHECK-MESSAGES: :[[@LINE-3]]:10: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-FIXES-OFFERED: torch::_assert_async((x == y).all());
    if (x[0].item<bool>()) {
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      act();
      throw std::runtime_error("after an act");
    }
  }
}

// A test that ends the loop is made now and then.
int converges(Tensor x, Tensor y, int steps) {
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    y = y * 0.5;
    float error = (x - y).abs().max().item<float>();
    if (error < 1e-3)
      return i;
    // CHECK-MESSAGES: :[[@LINE-3]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    // CHECK-FIXES-OFFERED:      if (i % 16 == 0) {
    // CHECK-FIXES-OFFERED-NEXT:   float error = (x - y).abs().max().item<float>();
    // CHECK-FIXES-OFFERED-NEXT:   if (error < 1e-3)
    // CHECK-FIXES-OFFERED-NEXT:     return i;
    // CHECK-FIXES-OFFERED-NEXT: }
    if (std::isnan(y.item<float>())) {
      std::cerr << "nan\n";
      break;
    }
    // CHECK-MESSAGES: :[[@LINE-4]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test every N iterations, or check on the device with torch::_assert_async (recipes.md#stop-on-nan-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED:      if (i % 16 == 0) {
    // CHECK-FIXES-OFFERED-NEXT:   if (std::isnan(y.item<float>())) {
    // CHECK-FIXES-OFFERED-NEXT:     std::cerr << "nan\n";
    // CHECK-FIXES-OFFERED-NEXT:     break;
    // CHECK-FIXES-OFFERED-NEXT:   }
    // CHECK-FIXES-OFFERED-NEXT: }
    if (x.item<float>() < 1e-3) {
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
      act();
      break;
    }
  }
  TORCHSYNC_HOT while (x.item<float>() > 3)
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: test for convergence every N iterations (recipes.md#loop-until-converged) [torchsync-item]
    x = x - 1;
  return 0;
}

//===----------------------------------------------------------------------===//
// The larger of two.
//===----------------------------------------------------------------------===//

void larger(Tensor x, Tensor y, float *out) {
  TORCHSYNC_HOT for (int i = 0; i < 9; ++i) {
    out[0] = std::max(x.item<float>(), (y + 1).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:48: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: out[0] = torch::maximum(x, y + 1).item<float>();
    out[1] = std::min<double>(x[0].item().toDouble(), y[0].item().toDouble());
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:60: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-FIXES-OFFERED: out[1] = torch::minimum(x[0], y[0]).item().toDouble();
    out[2] = std::max(x[1].item<float>(), 3.0f);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    out[3] = std::max<double>(x[2].item<float>(), y[2].item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:56: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
}

// Templates and macros are not rewritten.
template <typename T> void pattern(Tensor x, T out) {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i)
    out[0] = std::max(x.item<float>(), x[1].item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:45: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
}
template void pattern<float *>(Tensor, float *);
#define LARGER(a, b) std::max(a.item<float>(), b.item<float>())
void macro(Tensor x, Tensor y, float *out) {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    out[0] = LARGER(x, y);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << "a", std::cout << LARGER(x[0], y[1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}
