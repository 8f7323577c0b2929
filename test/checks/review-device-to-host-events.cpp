// With CUDA's headers of LibTorch the wait is for the copy alone.
// RUN: %check --review --suffix=,NEW --checks=torchsync-device-to-host,torchsync-non-blocking-read %s %t
// RUN: %check --review --suffix=,OLD --checks=torchsync-device-to-host,torchsync-non-blocking-read %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <ATen/cuda/CUDAEvent.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void prepare(int);
void read(const Tensor &);

void between(const Tensor &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto host = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'cpu' makes {{.*}}
    // CHECK-FIXES: auto host = x.to(torch::kCPU, /*non_blocking=*/true);
    // CHECK-FIXES-NEW: c10::cuda::CUDAEvent hostCopied;
    // CHECK-FIXES-OLD: at::cuda::CUDAEvent hostCopied;
    // CHECK-FIXES: if (torch::cuda::is_available()) hostCopied.record();
    prepare(i);
    read(host);
    // CHECK-FIXES: hostCopied.synchronize();
  }
}
