// Keeps the confident detections of each frame. What is selected with a mask
// has a size that only the device knows, so the host must wait to learn it.

#include <torch/torch.h>
#include <torchsync/annotations.h>

#include <iostream>
#include <vector>

struct Detections {
  torch::Tensor Boxes, Scores;
};

// Called from the hot loop, so its body is hot as well.
static Detections select(const torch::Tensor &Raw) {
  auto Boxes = Raw.slice(1, 0, 4);
  auto Scores = Raw.select(1, 4).sigmoid();
  auto Confident = Scores > 0.9;
  return {Boxes.index({Confident}), Scores.index({Confident})};
}

static torch::Tensor brightPixels(const torch::Tensor &Frame) {
  return torch::nonzero(Frame > 0.99);
}

int main() {
  const torch::NoGradGuard NoGrad;
  const torch::Device Device(torch::cuda::is_available() ? torch::kCUDA
                                                         : torch::kCPU);
  torch::nn::Sequential Head(torch::nn::Flatten(),
                             torch::nn::Linear(32 * 32, 100 * 5));
  Head->to(Device);
  Head->eval();

  std::vector<torch::Tensor> Frames;
  for (int I = 0; I < 16; ++I)
    Frames.push_back(torch::rand({1, 32, 32}, Device));

  int64_t Boxes = 0;
  TORCHSYNC_HOT for (const auto &Frame : Frames) {
    auto Raw = Head->forward(Frame).view({100, 5});
    auto Found = select(Raw);
    auto Bright = brightPixels(Frame);
    Boxes += Found.Boxes.size(0) + Bright.size(0);

    // Tensors are to be shown: this wait is wanted, and says why.
    TORCHSYNC_ALLOW_SYNC("the display takes host memory");
    auto Shown = Frame.cpu();
    if (Shown.size(0) == 0)
      break;
  }
  std::cout << Boxes << " boxes and bright pixels\n";
}
