// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/cuda/CUDAStream.h>

namespace c10::cuda::CUDACachingAllocator {
struct DeviceStats {};
void *raw_alloc(size_t nbytes);
void raw_delete(void *ptr);
void emptyCache();
DeviceStats getDeviceStats(c10::DeviceIndex device);
void resetPeakStats(c10::DeviceIndex device);
} // namespace c10::cuda::CUDACachingAllocator
