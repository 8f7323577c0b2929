// Loops that train or run a model though nobody marked them.
// RUN: %check --checks=torchsync-hot-annotation %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;

struct Net : torch::nn::Module {
  std::vector<torch::nn::Linear> Layers;
  // A loop over layers.
  Tensor forward(Tensor x) {
    for (auto &layer : Layers)
      x = layer->forward(x);
    return x;
  }
};

void train(Net &net, torch::optim::SGD &sgd, const std::vector<Tensor> &data) {
  for (int epoch = 0; epoch < 10; ++epoch) {
    for (const auto &batch : data) {
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: this loop trains on every iteration and is not marked: put TORCHSYNC_HOT before it to find what makes the host wait [torchsync-hot-annotation]
    // CHECK-FIXES: TORCHSYNC_HOT for (const auto &batch : data) {
      sgd.zero_grad();
      net.forward(batch).mean().backward();
      sgd.step();
    }
  }
}

static void step(Net &net, torch::optim::SGD &sgd, const Tensor &batch) {
  net.forward(batch).mean().backward();
  sgd.step();
}
void trainWithHelper(Net &net, torch::optim::SGD &sgd,
                     const std::vector<Tensor> &data) {
  for (const auto &batch : data)
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: this loop trains on every iteration and is not marked: put TORCHSYNC_HOT before it to find what makes the host wait [torchsync-hot-annotation]
  // CHECK-FIXES: TORCHSYNC_HOT for (const auto &batch : data)
    step(net, sgd, batch);
}

void infer(Net &net, const std::vector<Tensor> &frames) {
  for (const auto &frame : frames)
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: this loop runs a model on every iteration and is not marked: put TORCHSYNC_HOT before it to find what makes the host wait [torchsync-hot-annotation]
  // CHECK-FIXES: TORCHSYNC_HOT for (const auto &frame : frames)
    net.forward(frame);
}

void marked(Net &net, torch::optim::SGD &sgd, const std::vector<Tensor> &data) {
  TORCHSYNC_HOT for (const auto &batch : data)
    step(net, sgd, batch);
}
void cold(Net &net, const std::vector<Tensor> &frames) {
  TORCHSYNC_COLD for (const auto &frame : frames)
    net.forward(frame);
}
void warmUp(Net &net, const Tensor &frame) {
  for (int i = 0; i < 5; ++i)
    net.forward(frame);
}
