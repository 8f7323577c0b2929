// The notes lead from where the capture begins down the calls.
// RUN: %check %s %t
#include <ATen/cuda/CUDAGraph.h>
#include <torch/torch.h>

using at::cuda::CUDAGraph;
using torch::Tensor;

float average(const Tensor &x) { return x.mean().item<float>(); }
// CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'item' throws while a CUDA graph is captured, and spoils the capture; the value is copied to the host: do it before the capture begins, or after a replay (recipes.md#graph-capture) [torchsync-graph-capture]
// CHECK-NOTES: :[[@LINE+5]]:9: note: the capture begins here
// CHECK-NOTES: :[[@LINE+5]]:3: note: 'normalise' is called here
// CHECK-NOTES: :[[@LINE+1]]:36: note: 'average' is called here
void normalise(Tensor &x) { x.sub_(average(x)); }
void calls(CUDAGraph &graph, Tensor &x) {
  graph.capture_begin();
  normalise(x);
  graph.capture_end();
}

struct Capture {
  CUDAGraph graph;
  Capture() { graph.capture_begin(); }
  ~Capture() { graph.capture_end(); }
};
void guarded(Tensor &x) {
  Capture capture;
  x.nonzero();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'nonzero' throws while
  // CHECK-NOTES: :[[@LINE-3]]:11: note: the capture begins here
}
