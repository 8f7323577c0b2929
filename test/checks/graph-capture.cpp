// What waits, allocates or copies from pageable memory fails while a CUDA graph
// is captured; before and after, it is nothing to this check.
// RUN: %check %s %t
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>
#include <functional>
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using at::cuda::CUDAGraph;
using torch::Tensor;

void consume(double);

//===-- From the begin to the end -------------------------------------------===//

void fetches(CUDAGraph &graph, Tensor &x) {
  for (int i = 0; i < 3; ++i)
    consume(x.sum().item<float>());
  graph.capture_begin();
  // CHECK-MESSAGES: :[[@LINE+2]]:19: warning: 'item' throws while a CUDA graph is captured, and spoils the capture; the value is copied to the host: do it before the capture begins, or after a replay (recipes.md#graph-capture) [torchsync-graph-capture]
  x.mul_(2);
  consume(x.sum().item<float>());
  graph.capture_end();
  graph.replay();
  consume(x.sum().item<float>());
}

void copies(CUDAGraph &graph, Tensor &x) {
  auto host = torch::rand({64});
  auto pinned = torch::rand({64}).pin_memory();
  auto device = torch::rand({64}, torch::kCUDA);
  graph.capture_begin();
  device.copy_(pinned, /*non_blocking=*/true);
  device.copy_(host, /*non_blocking=*/true);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'copy_' throws while
  device.copy_(host);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'copy_' throws while
  auto up = host.to(torch::kCUDA, /*non_blocking=*/true);
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'to' throws while
  auto down = device.to(torch::kCPU, /*non_blocking=*/true);
  auto waits = device.cpu();
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'cpu' throws while
  // Most likely on the device already.
  auto here = x.to(torch::kCUDA);
  consume(host.sum().item<float>());
  graph.capture_end();
}

void allocates(CUDAGraph &graph, cudaStream_t stream, at::cuda::CUDAEvent &e) {
  void *memory = nullptr;
  graph.capture_begin();
  cudaMalloc(&memory, 64);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'cudaMalloc' fails while a CUDA graph is captured, and spoils the capture; its memory is not of the graph's pool: do it before the capture begins, or after a replay (recipes.md#graph-capture) [torchsync-graph-capture]
  cudaMallocAsync(&memory, 64, stream);
  auto pooled = torch::empty({64}, torch::kCUDA);
  e.record();
  e.query();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'query' throws while
  graph.capture_end();
  e.query();
}

//===-- Streams -------------------------------------------------------------===//

void streams(cudaStream_t stream, cudaStream_t other, cudaGraph_t *result) {
  cudaStreamSynchronize(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  cudaStreamSynchronize(other);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'cudaStreamSynchronize' fails while
  cudaStreamEndCapture(stream, result);
  cudaStreamSynchronize(stream);
}

// Another stream's end is not this capture's, and without an end there is no
// telling how far it goes.
void twoStreams(cudaStream_t stream, cudaStream_t other, cudaGraph_t *result) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(other);
  cudaStreamEndCapture(other, result);
}

// Nothing is forbidden.
void relaxed(cudaStream_t stream, cudaGraph_t *result, CUDAGraph &graph) {
  void *memory = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&memory, 64);
  cudaStreamEndCapture(stream, result);
  graph.capture_begin({0, 0}, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&memory, 64);
  graph.capture_end();
}

// Begun and ended in loops, one stream each.
void several(std::vector<cudaStream_t> &streams, cudaGraph_t *results,
             Tensor &x, bool useGraph) {
  for (int turn = 0; turn < 2; ++turn) {
    if (useGraph)
      for (size_t i = 0; i < streams.size(); ++i)
        cudaStreamBeginCapture(streams[i], cudaStreamCaptureModeThreadLocal);
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' throws while
    if (useGraph)
      for (size_t i = 0; i < streams.size(); ++i)
        cudaStreamEndCapture(streams[i], results + i);
    x.item();
  }
}

//===-- Branches ------------------------------------------------------------===//

void sometimes(CUDAGraph &graph, Tensor &x, bool useGraph, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (useGraph)
      graph.capture_begin();
    auto y = x.nonzero();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'nonzero' throws while
    if (useGraph)
      graph.capture_end();
    else
      consume(x.sum().item<float>());
    if (!useGraph)
      consume(x.sum().item<float>());
  }
}

void asks(CUDAGraph &graph, Tensor &x, cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  graph.capture_begin();
  cudaStreamIsCapturing(stream, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(stream);
  if (status != cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(stream);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'cudaStreamSynchronize' fails while
  TORCH_CHECK(x.dim() == 1, "a sum of ", x.sum().item<float>());
  graph.capture_end();
}

// Who captures may have set the switch the other way.
struct Options {
  bool verbose;
  int level;
};
int blocking = 0;
float sum(const Tensor &x, bool print, const Options &options) {
  if (print)
    std::cout << x;
  if (options.verbose && x.dim() == 2)
    consume(x.sum().item<float>());
  // One of the two is done in any case.
  if (options.level == 2)
    return x.sum().item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' throws while
  else
    return 0;
}
Tensor way(const Tensor &x, bool usesGraph) {
  if (usesGraph)
    return torch::nonzero_static(x, 8);
  else
    return x.nonzero();
}
void switched(CUDAGraph &graph, Tensor &x, const Options &options) {
  if (options.level > 1)
    graph.capture_begin();
  if (blocking == 3)
    cudaDeviceSynchronize();
  sum(x, /*print=*/false, options);
  way(x, /*usesGraph=*/true);
  if (options.level > 1)
    x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' throws while
  for (int i = 0; i < x.dim(); ++i)
    if (i > 1)
      x[i].item();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' throws while
  if (options.level > 1)
    graph.capture_end();
}

void early(CUDAGraph &graph, Tensor &x, bool fast) {
  graph.capture_begin();
  if (!fast) {
    graph.capture_end();
    consume(x.sum().item<float>());
    return;
  }
  x.add_(1);
  graph.capture_end();
}

//===-- Through calls -------------------------------------------------------===//

float average(const Tensor &x) {
  return x.mean().item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' throws while
}

void normalise(Tensor &x) {
  x.sub_(average(x));
  if (c10::cuda::currentStreamCaptureStatusMayInitCtx() ==
      c10::cuda::CaptureStatus::None)
    std::cout << x;
}
void calls(CUDAGraph &graph, Tensor &x) {
  graph.capture_begin();
  normalise(x);
  graph.capture_end();
}

template <typename Work> void captured(CUDAGraph &graph, Work work) {
  graph.capture_begin();
  work();
  graph.capture_end();
}
void capturedFunction(CUDAGraph &graph, const std::function<void()> &work) {
  work();
  graph.capture_begin();
  work();
  graph.capture_end();
}
void lambdas(CUDAGraph &graph, Tensor &x) {
  captured(graph, [&] { x.item(); });
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' throws while
  capturedFunction(graph, [&] { x.equal(x + 1); });
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'equal' throws while
  auto later = [&] { x.item(); };
  later();
}

//===-- Wrappers ------------------------------------------------------------===//

class Capture {
public:
  explicit Capture(CUDAGraph &graph) : graph(graph) { graph.capture_begin(); }
  ~Capture() { graph.capture_end(); }

private:
  CUDAGraph &graph;
};

void guarded(CUDAGraph &graph, Tensor &x) {
  x.item();
  {
    Capture capture(graph);
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' throws while
    if (x.dim() == 2) {
      x.nonzero();
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'nonzero' throws while
      return;
    }
  }
  x.item();
}

struct Recorder {
  CUDAGraph graph;
  void begin() { graph.capture_begin(); }
  void end() { graph.capture_end(); }
};

void recorded(Recorder &recorder, Tensor &x) {
  recorder.begin();
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' throws while
  recorder.end();
  x.item();
}

// The memory is wanted outside of the capture's rules.
void *grow() {
  void *memory = nullptr;
  c10::cuda::CUDAStreamCaptureModeGuard guard(cudaStreamCaptureModeRelaxed);
  cudaMalloc(&memory, 64);
  return memory;
}
void grows(CUDAGraph &graph) {
  graph.capture_begin();
  grow();
  graph.capture_end();
}

// A mark says that a wait is wanted, but in a capture there is none.
void allowed(CUDAGraph &graph, Tensor &x) {
  graph.capture_begin();
  TORCHSYNC_ALLOW_SYNC("read by the tests");
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' throws while
  graph.capture_end();
}
