// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/cuda/CUDAFunctions.h>

namespace c10::cuda {
struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex device_index);
  explicit CUDAGuard(Device device);
  ~CUDAGuard();
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device> device_opt);
  ~OptionalCUDAGuard();
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(Stream stream);
  ~CUDAStreamGuard();
};
} // namespace c10::cuda
