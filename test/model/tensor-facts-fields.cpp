// A field holds what its class's visible code stores in it.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>
using torch::Tensor;

class Agent {
public:
  Agent() : Device(torch::kCUDA), Weights(torch::ones({3}, torch::kCUDA)) {
    Options = torch::TensorOptions().device(Device);
  }
  TORCHSYNC_HOT void step(Tensor x) {
    State.item(); // on the CPU
    Weights.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' makes the host wait
    Given.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
    torch::zeros({1}, Options).item();
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'item' makes the host wait
    x.to(Device, true).item();
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait
    State = State * 0.5;
    Weights = Weights + x;
    Given = x;
    Log.push_back(State.mean());
    for (auto &entry : Log)
      entry.item(); // on the CPU
  }

private:
  torch::Device Device;
  torch::TensorOptions Options;
  Tensor State = torch::zeros({3});
  Tensor Weights, Given;
  std::vector<Tensor> Log;
};

// What another file does to it is not in sight.
class Open {
public:
  void elsewhere();
  TORCHSYNC_HOT void step() {
    State.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }

private:
  Tensor State = torch::zeros({3});
};
struct Public {
  Tensor State = torch::zeros({3});
};
TORCHSYNC_HOT void aggregate(Public &p) {
  p.State.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
}

// Module::to moves what was registered.
class Net : public torch::nn::Module {
public:
  Net() {
    Weight = register_parameter("weight", torch::randn({3}));
    register_buffer("mean", Mean);
  }
  TORCHSYNC_HOT void forward() {
    Weight.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
    Mean.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:10: warning: 'item' makes the host wait
    Table.item(); // on the CPU
  }

private:
  Tensor Weight, Mean = torch::zeros({1}), Table = torch::zeros({1});
};

class Calls {
public:
  void elsewhere() const;
  void resets() { Kept = 0; }
  void moves(Tensor x) { State = x; }
  TORCHSYNC_HOT void step() {
    State = torch::zeros({1});
    State.item(); // on the CPU
    elsewhere();
    resets();
    State.item(); // on the CPU
    moves(State);
    State.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  }

private:
  int Kept = 1;
  Tensor State;
};

// Of a template the methods that are not instantiated count, too.
template <class Game> class Search {
public:
  void evaluate(Tensor x) { Values = x.to(torch::kCPU, true); }
  void unused(Game game) { game.play(); }
  std::pair<Tensor, Tensor> output(int i) { return {Values[i], Values[i]}; }
  TORCHSYNC_HOT void expand() {
    auto [value, other] = output(0);
    value.item(); // on the CPU
    Values.item(); // on the CPU
  }

private:
  Tensor Values;
};
template <class Game> class OpenSearch {
public:
  void evaluate(Tensor x) { Values = x.to(torch::kCPU, true); }
  void unused(Game game) { Values = game.values(); }
  TORCHSYNC_HOT void expand() {
    Values.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  }

private:
  Tensor Values;
};
void search(Search<int> &search, OpenSearch<int> &open, Tensor x) {
  search.evaluate(x);
  search.expand();
  open.evaluate(x);
  open.expand();
}
