// Either LibTorch and the CUDA toolkit's headers parse without a GPU, and
// nothing of LibTorch is warned about. Without a toolkit LibTorch alone does.
//
// RUN: %S/compile.sh %clang 1.13 %s
// RUN: %S/compile.sh %clang newest %s

#include <torch/script.h>
#include <torch/torch.h>
#if __has_include(<cuda_runtime.h>)
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>

at::cuda::CUDAEvent Event;
at::cuda::CUDAGraph Graph;
#endif

#if TORCH_VERSION_MAJOR == 1
static_assert(__cplusplus == 201703L, "LibTorch 1.13 takes C++17");
#endif
torch::Tensor One = torch::ones({1});
