// Values that are fetched one by one where one transfer would serve.
// RUN: %check --checks=torchsync-coalesce %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <cstdio>

using torch::Tensor;

struct Metrics {
  float Loss, Accuracy, Norm;
};

Metrics together(const Tensor &loss, const Tensor &accuracy,
                 const Tensor &norm) {
  TORCHSYNC_HOT;
  return {loss.item<float>(), accuracy.item<float>(), norm.item<float>()};
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 3 fetches in a row make the host wait for the device each time this hot function runs; one transfer would do: torch::stack the tensors and fetch once (recipes.md#one-transfer-for-many-values) [torchsync-coalesce]
}

void inARow(Tensor x, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    float a = x.sum().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 2 fetches in a row make the host wait for the device on every iteration of this hot loop; one transfer would do: torch::stack the tensors and fetch once (recipes.md#one-transfer-for-many-values) [torchsync-coalesce]
    float b = y.mean().item<float>();
    std::printf("%f %f\n", a, b);
  }
}

// A function in sight that only fetches its argument's value counts as a fetch.
float value(const Tensor &t) { return t.mean().item<float>(); }
float limited(const Tensor &t) { return t.item<float>() > 3 ? 3 : 0; }
void acrossHelpers(const Tensor &x, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    std::printf("%f %f\n", value(x), value(y));
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 2 fetches in a row make the host wait for the device on every iteration of this hot loop; one transfer would do: torch::stack the tensors and fetch once (recipes.md#one-transfer-for-many-values) [torchsync-coalesce]
    if (i > 5) {
      float a = value(x);
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 2 fetches in a row make the host wait for the device on every iteration of this hot loop; one transfer would do: torch::stack the tensors and fetch once (recipes.md#one-transfer-for-many-values) [torchsync-coalesce]
      float b = y.sum().item<float>();
      float c = limited(y);
      float d = value(x * c);
      std::printf("%f %f %f %f\n", a, b, c, d);
    }
  }
}

// The second tensor depends on the first value, or is written in between.
void dependent(Tensor x, Tensor y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    float a = x.sum().item<float>();
    auto scaled = y * a;
    float b = scaled.sum().item<float>();
    y.add_(b);
    std::printf("%f %f\n", b, y.sum().item<float>());
  }
}

// Different blocks: the second runs only sometimes.
void sometimes(Tensor x, Tensor y, bool both) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    std::printf("%f\n", x.sum().item<float>());
    if (both)
      std::printf("%f\n", y.sum().item<float>());
  }
}
