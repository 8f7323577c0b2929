#include <torch/torch.h>

void consume(double);
void loops(const torch::Tensor &x) {
  for (int i = 0; i < 10; ++i)
    consume(x.item<double>());
}
namespace mylib {
struct Trainer {
  void step(const torch::Tensor &x) { consume(x.item<double>()); }
};
} // namespace mylib
