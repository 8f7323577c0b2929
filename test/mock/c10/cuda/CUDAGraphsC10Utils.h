// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <cuda_runtime.h>

namespace c10::cuda {
struct CUDAStreamCaptureModeGuard {
  CUDAStreamCaptureModeGuard(cudaStreamCaptureMode desired);
  ~CUDAStreamCaptureModeGuard();
};
enum class CaptureStatus : int { None = 0, Active = 1, Invalidated = 2 };
CaptureStatus currentStreamCaptureStatusMayInitCtx();
} // namespace c10::cuda
