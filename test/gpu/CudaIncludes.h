//===- CudaIncludes.h - What the statements in CUDA C++ need --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_GPU_CUDAINCLUDES_H
#define TORCHSYNC_TEST_GPU_CUDAINCLUDES_H

#include <cuda_runtime.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#include <vector>

__device__ float symbol[64];

/// Zeroed memory that stays until the program ends.
inline void *deviceMemory(size_t Bytes) {
  void *Memory = nullptr;
  cudaMalloc(&Memory, Bytes);
  cudaMemset(Memory, 0, Bytes);
  return Memory;
}

#define AT_LEAST(Major, Minor) 1

#endif // TORCHSYNC_TEST_GPU_CUDAINCLUDES_H
