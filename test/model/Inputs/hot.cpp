#include <torch/torch.h>
#include <torchsync/annotations.h>
void consume(double);
void hot(const torch::Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.item<double>());
}
