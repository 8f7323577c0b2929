// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/core/TensorBody.h>
#include <c10/cuda/CUDAFunctions.h>

namespace at::cuda {
inline int64_t getNumGPUs() { return c10::cuda::device_count(); }
bool is_available();
void *getCurrentCUDABlasHandle();
} // namespace at::cuda
