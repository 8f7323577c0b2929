// Collects episodes of a pole-balancing task with a policy on the device and an
// environment on the host, as most reinforcement learning in C++ does.

#include <torch/torch.h>
#include <torchsync/annotations.h>

#include <cmath>
#include <iostream>
#include <vector>

struct Pole {
  double Angle = 0.05, Speed = 0;

  bool step(int64_t Action) {
    Speed += 0.02 * (9.8 * std::sin(Angle) + (Action == 0 ? -1 : 1));
    Angle += 0.02 * Speed;
    return std::abs(Angle) < 0.5;
  }
};

struct Policy : torch::nn::Module {
  torch::nn::Linear Hidden =
      register_module("hidden", torch::nn::Linear(2, 32));
  torch::nn::Linear Out = register_module("out", torch::nn::Linear(32, 2));

  torch::Tensor forward(const torch::Tensor &State) {
    return torch::log_softmax(Out->forward(torch::tanh(Hidden->forward(State))),
                              -1);
  }
};

static float entropy(const torch::Tensor &LogProbs) {
  return -(LogProbs.exp() * LogProbs).sum().to(torch::kCPU).item<float>();
}

int main() {
  const torch::NoGradGuard NoGrad;
  const torch::Device Device(torch::cuda::is_available() ? torch::kCUDA
                                                         : torch::kCPU);
  Policy Actor;
  Actor.to(Device);

  int Length = 0;
  float Entropy = 0;
  std::vector<float> LogProbs;
  Pole Environment;
  bool Standing = true;
  TORCHSYNC_HOT while (Standing && Length < 500) {
    auto State = torch::tensor({Environment.Angle, Environment.Speed})
                     .to(torch::kFloat)
                     .to(Device);
    auto LogProb = Actor.forward(State);

    // The environment needs the action now: a true dependency.
    const auto Action = torch::multinomial(LogProb.exp(), 1).item<int64_t>();
    Standing = Environment.step(Action);

    // These two are only kept for later: they could stay on the device.
    LogProbs.push_back(LogProb[Action].item<float>());
    Entropy += entropy(LogProb);
    ++Length;
  }
  std::cout << Length << " steps, mean entropy "
            << Entropy / static_cast<float>(Length) << ", " << LogProbs.size()
            << " log-probabilities kept\n";
}
