// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/core/Device.h>
#include <cuda_runtime.h>

namespace c10::cuda {
class CUDAStream {
public:
  enum Unchecked { UNCHECKED };
  explicit CUDAStream(Stream stream);
  bool operator==(const CUDAStream &other) const noexcept;
  operator cudaStream_t() const { return stream(); }
  operator Stream() const { return unwrap(); }
  DeviceIndex device_index() const;
  Device device() const;
  bool query() const;
  void synchronize() const;
  cudaStream_t stream() const;
  Stream unwrap() const;
};
CUDAStream getStreamFromPool(const bool isHighPriority = false,
                             DeviceIndex device = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex device_index = -1);
CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
void setCurrentCUDAStream(CUDAStream stream);
} // namespace c10::cuda
