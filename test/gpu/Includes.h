//===- Includes.h - What the manifest's statements need -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the oracle and the rows' tests, for every LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_GPU_INCLUDES_H
#define TORCHSYNC_TEST_GPU_INCLUDES_H

#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/cuda/CachingHostAllocator.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>
#include <sstream>
#include <torch/nn/parallel/data_parallel.h>
#include <torch/script.h>
#include <torch/torch.h>
#if __has_include(<ATen/DeviceAccelerator.h>)
#include <ATen/DeviceAccelerator.h>
#endif
#if __has_include(<c10/core/Event.h>)
#include <c10/core/Event.h>
#endif

namespace F = torch::nn::functional;

#define AT_LEAST(Major, Minor)                                                 \
  (TORCH_VERSION_MAJOR > Major ||                                              \
   (TORCH_VERSION_MAJOR == Major && TORCH_VERSION_MINOR >= Minor))

#endif // TORCHSYNC_TEST_GPU_INCLUDES_H
