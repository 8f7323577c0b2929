// Calls that are there to wait, and allocation that waits as well.
// RUN: %check %s %t
#include <torch/torch.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <cuda_runtime.h>
#include <torchsync/annotations.h>

void explicitly(void *memory) {
  auto stream = at::cuda::getCurrentCUDAStream();
  at::cuda::CUDAEvent event;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    torch::cuda::synchronize();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'synchronize' makes the host wait for the device on every iteration of this hot loop; the host waits for all work on the device: let the streams wait for each other (events), or wait once after the loop (recipes.md#where-a-wait-is-right) [torchsync-explicit-sync]
    stream.synchronize();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'synchronize' makes the host wait for the device on every iteration of this hot loop; the host waits for all work on the stream: let the streams wait for each other (events), or wait once after the loop (recipes.md#where-a-wait-is-right) [torchsync-explicit-sync]
    event.record(stream);
    event.synchronize();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'synchronize' makes the host wait for the device on every iteration of this hot loop; the host waits for all work before the event: let a stream wait (event.block(stream)), or poll with query() (recipes.md#log-without-stopping) [torchsync-explicit-sync]
    event.query();
    event.block(stream);
    cudaDeviceSynchronize();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'cudaDeviceSynchronize' makes the host wait for the device on every iteration of this hot loop; the host waits for all work on the device: let the streams wait for each other (events), or wait once after the loop (recipes.md#where-a-wait-is-right) [torchsync-explicit-sync]
    cudaStreamSynchronize(stream);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'cudaStreamSynchronize' makes the host wait for the device on every iteration of this hot loop; the host waits for all work on the stream: let the streams wait for each other (events), or wait once after the loop (recipes.md#where-a-wait-is-right) [torchsync-explicit-sync]
    cudaFree(memory);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'cudaFree' makes the host wait for the device on every iteration of this hot loop; the driver waits for all work on the device before it frees: use cudaFreeAsync, or a tensor from LibTorch's caching allocator [torchsync-explicit-sync]
    {
      TORCHSYNC_ALLOW_SYNC("the frame is overwritten after this");
      stream.synchronize();
    }
  }
  torch::cuda::synchronize();
}
