// Printing a tensor's values waits; its shape is on the host.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <iostream>

using torch::Tensor;

void prints(const Tensor &x, int step) {
  auto host = torch::ones({4});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    std::cout << "x " << x << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: '<<' makes the host wait for the device on every iteration of this hot loop; all values are copied to the host to be printed: print every N iterations, or print sizes() and dtype() only (recipes.md#log-without-stopping) [torchsync-print]
    std::cout << x.sizes() << '\n';
    std::cout << host << '\n';
    x.print();
    if (++step % 100 == 0)
      std::cout << x << '\n';
  }
}
