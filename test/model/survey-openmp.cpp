// The loops of OpenMP are the host's own work.
// RUN: %check --option=HotRegions=Loops %s %t -- -fopenmp
#include <torch/torch.h>

torch::Tensor next();
torch::Device chosen();

void spread() {
#pragma omp parallel for
  for (int i = 0; i < 10; ++i)
    next().item<float>();
  for (int i = 0; i < 10; ++i)
    next().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
}
