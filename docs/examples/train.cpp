// Trains a small classifier on points that a circle divides. The loop waits for
// the device three times a batch, and each wait has another remedy.

#include <torch/torch.h>
#include <torchsync/annotations.h>

#include <iostream>
#include <vector>

struct Classifier : torch::nn::Module {
  torch::nn::Linear Hidden =
      register_module("hidden", torch::nn::Linear(2, 64));
  torch::nn::Linear Out = register_module("out", torch::nn::Linear(64, 2));

  torch::Tensor forward(const torch::Tensor &Points) {
    return Out->forward(torch::relu(Hidden->forward(Points)));
  }
};

struct Batch {
  torch::Tensor Points, Labels;
};

static std::vector<Batch> makeBatches(int Count, torch::Device Device) {
  std::vector<Batch> Batches;
  for (int I = 0; I < Count; ++I) {
    auto Points = torch::rand({256, 2}, Device) * 2 - 1;
    auto Labels = (Points.square().sum(1) < 0.6).to(torch::kLong);
    Batches.push_back({Points, Labels});
  }
  return Batches;
}

int main() {
  const torch::Device Device(torch::cuda::is_available() ? torch::kCUDA
                                                         : torch::kCPU);
  Classifier Model;
  Model.to(Device);
  torch::optim::Adam Optimizer(Model.parameters(), 1e-2);
  const auto Batches = makeBatches(32, Device);

  for (int Epoch = 0; Epoch < 5; ++Epoch) {
    double Total = 0;
    int64_t Correct = 0;
    int Step = 0;
    TORCHSYNC_HOT for (const Batch &B : Batches) {
      auto Logits = Model.forward(B.Points);
      auto Loss = torch::nn::functional::cross_entropy(Logits, B.Labels);
      Optimizer.zero_grad();
      Loss.backward();
      Optimizer.step();

      // Only summed: a sum on the device and one fetch after the loop will do.
      Total += Loss.detach().cpu().item<double>();
      Correct += (Logits.argmax(1) == B.Labels).sum().item<int64_t>();
      if (torch::isnan(Loss).any().item<bool>())
        return 1;

      // Not reported: the counter makes it rare.
      if (++Step % 16 == 0)
        std::cout << "  loss " << Loss.item<float>() << '\n';
    }
    std::cout << "epoch " << Epoch << ": loss "
              << Total / static_cast<double>(Batches.size()) << ", " << Correct
              << " right\n";
  }
}
