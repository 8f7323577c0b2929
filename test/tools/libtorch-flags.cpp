// Either LibTorch and the CUDA headers parse, with a CUDA toolkit or without,
// and nothing of LibTorch is warned about.
//
// RUN: %S/compile.sh %clang 1.13 %s
// RUN: %S/compile.sh %clang newest %s
// RUN: env CUDA_HOME=/nonexistent %S/compile.sh %clang 1.13 %s
// RUN: env CUDA_HOME=/nonexistent %S/compile.sh %clang newest %s

#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>
#include <torch/script.h>
#include <torch/torch.h>

at::cuda::CUDAEvent Event;
at::cuda::CUDAGraph Graph;

#if TORCH_VERSION_MAJOR == 1
static_assert(__cplusplus == 201703L, "LibTorch 1.13 takes C++17");
#endif
torch::Tensor One = torch::ones({1});
