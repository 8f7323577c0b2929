// torchsync-item: what a reader may write to be left alone.
// RUN: %check --silent %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);

void silenced(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<float>()); // NOLINT
    consume(x.item<float>()); // NOLINT(torchsync-item)
    consume(x.item<float>()); // NOLINT(torchsync-*)
    // NOLINTNEXTLINE(torchsync-item)
    consume(x.item<float>());
    // NOLINTBEGIN(torchsync-item)
    consume(x.item<float>());
    consume(x.item<float>());
    // NOLINTEND(torchsync-item)
  }
}

void allowed(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("the plant needs the command now");
    consume(x.item<float>());
    if (i > 3)
      consume(x.item<float>());
  }
}
