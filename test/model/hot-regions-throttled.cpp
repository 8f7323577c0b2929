// A branch that a counter throttles is not hot.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool wanted();
int next();

void modulus(int k, const int *config) {
  const int every = 50;
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    if (i % 100 == 0)
      consume(fresh().item<double>());
    if (0 == i % 100)
      consume(fresh().item<double>());
    if (!(i % 100))
      consume(fresh().item<double>());
    if (i % k == 0)
      consume(fresh().item<double>());
    if (i % config[0] == 0)
      consume(fresh().item<double>());
    if (i % every == every - 1)
      consume(fresh().item<double>());
    if ((i + 1) % 100 == 0)
      consume(fresh().item<double>());
    if (i % 100 == 0 && wanted())
      consume(fresh().item<double>());
    if (wanted() && i % 100 == 0)
      consume(fresh().item<double>());
    if (i % 100 == 0 && fresh().item<bool>())
      wanted();
    consume(i % 100 == 0 ? fresh().item<double>() : 0.0);
    if (i % 100 == 0) {
      consume(fresh().item<double>());
      if (wanted())
        consume(fresh().item<double>());
    }
  }
}

// A demand on sizes throttles nothing.
void demands(int size, int groups) {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    if (size % groups != 0)
      throw size;
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item'
  }
}

void counters() {
  int step = 0;
  size_t seen = 0;
  TORCHSYNC_HOT while (wanted()) {
    if (++step % 100 == 0)
      consume(fresh().item<double>());
    if (seen++ % 100 == 0)
      consume(fresh().item<double>());
    seen += 64;
    if (const bool log = step % 10 == 0; log)
      consume(fresh().item<double>());
    const bool print = step % 10 == 0;
    if (print)
      consume(fresh().item<double>());
    if (print && wanted())
      consume(fresh().item<double>());
    if (!print)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

struct Trainer {
  int step_ = 0;
  void run(const Tensor &x) {
    TORCHSYNC_HOT while (wanted()) {
      if (step_ % 100 == 0)
        consume(fresh().item<double>());
      ++step_;
    }
  }
};

// Once, at a place that a constant names.
void once(int n) {
  bool first = true;
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    if (i == 0)
      consume(fresh().item<double>());
    if (i == n - 1)
      consume(fresh().item<double>());
    if (i < 10)
      consume(fresh().item<double>());
    if (i == 5 && wanted())
      consume(fresh().item<double>());
    if (first) {
      consume(fresh().item<double>());
      first = false;
    }
    if (i != 0)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (i > 10)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (i < 50000)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

void skipped() {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (i % 100)
      continue;
    consume(fresh().item<double>());
  }
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    if (i % 100 != 0)
      continue;
    consume(fresh().item<double>());
  }
}

// Whatever is taken modulo something is somebody's counter.
static void log(const Tensor &x, int step) {
  if (step % 100 == 0)
    consume(fresh().item<double>());
  if (!(step & 127))
    consume(fresh().item<double>());
}
void othersCounters(const Tensor &x, int epoch) {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    log(x, i);
    if (epoch % 10 == 0)
      consume(fresh().item<double>());
    if (const int value = next(); value % 100 == 0)
      consume(fresh().item<double>());
  }
}

// Not a throttle.
void hot(bool verbose) {
  TORCHSYNC_HOT for (int step = 0; step < 1000; ++step) {
    if (step % 2 == 0)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (step % 1 == 0)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (step % 100)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (step % 100 != 0)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (step % 100 == 0 || wanted())
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (step % 100 == 0)
      wanted();
    else
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (verbose)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    int value = next();
    if (value == 0)
      consume(fresh().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    if (fresh().item<double>() > 0 && step % 100 == 0)
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
      wanted();
  }
}

// A counter that starts anew on each iteration throttles nothing of the loop
// around it; within its own loop it does.
void inner() {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 1000; ++j)
      if (j == 0)
        consume(fresh().item<double>());
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  for (int i = 0; i < 10; ++i)
    TORCHSYNC_HOT for (int j = 0; j < 1000; ++j)
      if (j == 0)
        consume(fresh().item<double>());
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 10; ++j)
      if (i % 100 == 0)
        consume(fresh().item<double>());
}
