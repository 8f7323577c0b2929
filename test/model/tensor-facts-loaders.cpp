// Batches of LibTorch's loaders are put together on the host. Where the user's
// dataset shows that its examples are, so are the batches.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

struct Shown : torch::data::datasets::Dataset<Shown> {
  torch::data::Example<> get(size_t index) override {
    return {torch::zeros({3}), torch::tensor(1)};
  }
  std::optional<size_t> size() const override { return 1; }
};
struct Hidden : torch::data::datasets::Dataset<Hidden> {
  torch::data::Example<> get(size_t index) override;
  std::optional<size_t> size() const override { return 1; }
};

void shown() {
  auto loader = torch::data::make_data_loader(Shown());
  TORCHSYNC_HOT for (auto &batch : *loader) {
    batch.target.item(); // on the CPU
    Tensor target = batch.target;
    target.item(); // on the CPU
    target.to(torch::kCUDA, true).item();
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait
  }
}
void hidden() {
  auto loader = torch::data::make_data_loader(Hidden());
  TORCHSYNC_HOT for (auto &batch : *loader) {
    batch.target.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:18: warning: 'item' makes the host wait
  }
}
