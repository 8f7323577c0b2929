// Code without LibTorch has no tensors, however its names look.
// RUN: %check --mock=none --silent %s %t
#include <torchsync/annotations.h>

namespace lookalike {
struct Tensor {
  float item() const;
  Tensor cpu() const;
};
} // namespace lookalike
void consume(double);
void loop(const lookalike::Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item());
    consume(x.cpu().item());
  }
}
