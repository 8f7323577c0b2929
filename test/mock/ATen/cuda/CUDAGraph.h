// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGraphsC10Utils.h>

namespace at::cuda {
using MempoolId_t = std::pair<unsigned long long, unsigned long long>;
struct CUDAGraph {
  CUDAGraph(bool keep_graph = false);
  ~CUDAGraph();
  void
  capture_begin(MempoolId_t pool = {0, 0},
                cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal);
  void capture_end();
  void replay();
  void reset();
};
} // namespace at::cuda
