// A fetched value that is only printed or recorded.
// RUN: %check --checks=torchsync-item %s %t
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <glog/logging.h>
#include <iostream>
#include <spdlog/spdlog.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
bool more();

void streams(std::ofstream &file) {
  TORCHSYNC_HOT while (more()) {
    std::cout << "loss " << fresh().item<float>() << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << "loss " << fresh().item() << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    file << fresh().item<double>() * 100;
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::ostringstream text;
    text << fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    LOG(INFO) << fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
  }
}

void formats(char *buffer) {
  TORCHSYNC_HOT while (more()) {
    printf("%f\n", fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    snprintf(buffer, 9, "%f", fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    fmt::print("{}\n", fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    spdlog::info("{}", fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    TORCH_WARN("odd: ", fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::string text = "loss " + std::to_string(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:57: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << text;
  }
}

void variables() {
  TORCHSYNC_HOT while (more()) {
    auto percent = 100 * fresh().item().toFloat();
    // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    auto rounded = static_cast<int>(percent);
    std::cout << rounded;
  }
}

// Of two uses the more binding one counts.
void twoUses(int &worst) {
  TORCHSYNC_HOT while (more()) {
    float loss = fresh().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
    std::cout << loss;
    if (loss > 3)
      worst = 1;
  }
}

// A choice of words is no branch; a choice of what to do is.
void words() {
  TORCHSYNC_HOT while (more()) {
    std::cout << (fresh().item<bool>() ? "yes" : "no");
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    std::cout << (fresh().item<bool>() ? more() : false);
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

// What only makes an exception's text is no reason to wait for every time.
void thrown() {
  TORCHSYNC_HOT while (more()) {
    std::string text = std::to_string(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    if (more())
      throw std::runtime_error(text);
  }
}

// A function that returns nothing and is called a logger; nobody knows what the
// next two do.
struct ProgressBar {
  void increment(std::vector<float>);
};
struct SummaryWriter {
  void add_scalar(const char *, double, int);
};
void logLoss(float);
void consume(float);
float log_of(float);
void named(ProgressBar &bar, SummaryWriter &writer) {
  TORCHSYNC_HOT while (more()) {
    bar.increment({fresh().item<float>(), fresh().item<float>()});
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES: :[[@LINE-2]]:51: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    writer.add_scalar("loss", fresh().item<double>(), 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    logLoss(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    consume(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    std::cout << log_of(fresh().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

// Bodies that show are followed.
void show(float value) { std::cout << value; }
float twice(float value) { return 2 * value; }
void limit(float value) {
  if (value > 3)
    show(value);
}
void bodies() {
  TORCHSYNC_HOT while (more()) {
    show(twice(fresh().item<float>()));
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only logged: log it every N iterations (recipes.md#log-without-stopping) [torchsync-item]
    limit(twice(fresh().item<float>()));
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value decides a branch: decide on the device with torch::where, or test every N iterations (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
