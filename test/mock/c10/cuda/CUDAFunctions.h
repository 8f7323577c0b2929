// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/cuda/CUDAStream.h>

namespace c10::cuda {
DeviceIndex device_count() noexcept;
DeviceIndex current_device();
void set_device(DeviceIndex device);
void device_synchronize();
void memcpy_and_sync(void *dst, const void *src, int64_t nbytes,
                     cudaMemcpyKind kind, cudaStream_t stream);
void stream_synchronize(cudaStream_t stream);
} // namespace c10::cuda
