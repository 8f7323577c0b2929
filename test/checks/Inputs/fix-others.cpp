#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
void use(double value, const Tensor &tensor);

TORCHSYNC_HOT inline void mixed(const Tensor &x, torch::Device device, std::vector<Tensor> const &many) {
  float value = x.item<float>();
  int count = x.item<int>();
  for (std::vector<Tensor>::const_iterator it = many.begin(); it != many.end(); ++it)
    use(value * 2 + x.item<float>() * 3.f, torch::tensor({0.5f, 0.5f}, device));
  for (int i = 0; i < many.size(); i++)
    use(many[i].cpu().item<float>(), torch::zeros({2l}).to(device));
  if (x.item<int>()) use((float)x.item<float>(), torch::full({2}, 0.5f).to(device));
  else use(x.cpu()[0l].item<float>(), torch::tensor({1l, 1l}, torch::Device(device)));
  bool none = (x.item<int>() == 0) ? true : false;
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  grid.index_put_({0l, 1}, 1.f);
  use(none + count, grid.to(torch::Device(device)));
}
