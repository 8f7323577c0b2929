// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/version.h>

// Moved from at::cuda to c10::cuda by PyTorch pull request 158219.
#if TORCH_VERSION_MAJOR < 2
namespace at::cuda {
#else
namespace c10::cuda {
#endif
struct CUDAEvent {
  CUDAEvent() noexcept;
  CUDAEvent(unsigned int flags) noexcept;
  ~CUDAEvent();
  CUDAEvent(const CUDAEvent &) = delete;
  CUDAEvent &operator=(const CUDAEvent &) = delete;
  operator cudaEvent_t() const { return event(); }
  bool isCreated() const;
  cudaEvent_t event() const;
  bool query() const;
  void record();
  void recordOnce(const c10::cuda::CUDAStream &stream);
  void record(const c10::cuda::CUDAStream &stream);
  void block(const c10::cuda::CUDAStream &stream);
  float elapsed_time(const CUDAEvent &other) const;
  void synchronize() const;
};
#if TORCH_VERSION_MAJOR < 2
} // namespace at::cuda
#else
} // namespace c10::cuda
#endif
