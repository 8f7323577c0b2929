// RUN: %check --errors --exit=1 --std=c++20 --checks=torchsync-non-blocking-read,torchsync-graph-capture %s %t
// Code that is broken, or that hides what runs when: the two correctness checks
// say what is certain and end.

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAFunctions.h>
#include <torch/torch.h>

using torch::Tensor;

void consume(float);

//===-- Macros --------------------------------------------------------------===//

#define FETCH(To, From) auto To = (From).to(torch::kCPU, true)
#define READ(T) consume((T).item<float>())
#define CAPTURED(Graph, ...)                                                   \
  do {                                                                         \
    (Graph).capture_begin();                                                   \
    __VA_ARGS__;                                                               \
    (Graph).capture_end();                                                     \
  } while (0)

void macros(const Tensor &X, at::cuda::CUDAGraph &Graph) {
  FETCH(Early, X);
  READ(Early);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host uses 'Early' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
  FETCH(Late, X);
  c10::cuda::device_synchronize();
  READ(Late);
  CAPTURED(Graph, READ(X));
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' throws while a CUDA graph is captured, and spoils the capture; the value is copied to the host: do it before the capture begins, or after a replay (recipes.md#graph-capture) [torchsync-graph-capture]
  READ(X);
}

//===-- Templates -----------------------------------------------------------===//

template <bool NonBlocking> float fetched(const Tensor &X) {
  auto Host = X.to(torch::kCPU, NonBlocking);
  return Host.template item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: the host uses 'Host' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
}
float once(const Tensor &X) { return fetched<true>(X) + fetched<false>(X); }

template <typename... Ts> void readAll(const Ts &...Tensors) {
  (consume(Tensors.template item<float>()), ...);
}
void pack(const Tensor &X) {
  auto Host = X.to(torch::kCPU, true);
  readAll(Host, X);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host uses 'Host' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
}

template <int N> float deep(const Tensor &X) { return deep<N - 1>(X); }
template <> float deep<0>(const Tensor &X) { return X.item<float>(); }
void recursion(const Tensor &X, at::cuda::CUDAGraph &Graph) {
  Graph.capture_begin();
  consume(deep<200>(X)); // Past CallDepth.
  Graph.capture_end();
}

template <typename T> struct NeverMade {
  float read(const T &X) {
    auto Host = X.to(torch::kCPU, true);
    return Host.template item<float>();
  }
};

//===-- Lambdas -------------------------------------------------------------===//

void lambdas(const Tensor &X) {
  auto Host = X.to(torch::kCPU, true);
  auto Read = [&](auto Self, int Depth) -> float {
    return Depth ? Self(Self, Depth - 1) : Host.item<float>();
  };
  consume(Read(Read, 3));
  c10::cuda::device_synchronize();
  [Host = Host.to(torch::kCPU, true)] { consume(Host.item<float>()); }();
}
void mutual(const Tensor &X, int Depth);
void again(const Tensor &X, int Depth) {
  auto Host = X.to(torch::kCPU, true);
  mutual(Host, Depth);
}
void mutual(const Tensor &X, int Depth) {
  if (Depth)
    again(X, Depth - 1);
}

//===-- Coroutines ----------------------------------------------------------===//

namespace std {
template <typename Task, typename...> struct coroutine_traits {
  using promise_type = typename Task::promise_type;
};
template <typename = void> struct coroutine_handle {
  static coroutine_handle from_address(void *) noexcept { return {}; }
  coroutine_handle() = default;
  template <typename P> coroutine_handle(coroutine_handle<P>) noexcept {}
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
} // namespace std
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(float) noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine(Tensor X, at::cuda::CUDAGraph &Graph) {
  auto Host = X.to(torch::kCPU, true);
  co_yield 1;
  consume(Host.item<float>()); // Who resumes it may have waited.
  Graph.capture_begin();
  co_await std::suspend_always();
  consume(X.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' throws while a CUDA graph is captured, and spoils the capture; the value is copied to the host: do it before the capture begins, or after a replay (recipes.md#graph-capture) [torchsync-graph-capture]
  Graph.capture_end();
  co_return;
}

//===-- Odd flow ------------------------------------------------------------===//

void jumps(const Tensor &X, int K) {
  Tensor Host;
Again:
  switch (K) {
    while (true) {
    case 0:
      Host = X.to(torch::kCPU, true);
      goto Again;
    case 1:
      continue;
    }
  }
  try {
    Host = X.to(torch::kCPU, true);
    throw 1;
  } catch (...) {
    goto Again;
  }
}
void neverEnds(const Tensor &X, at::cuda::CUDAGraph &Graph) {
  for (;;)
    Graph.capture_begin();
}
void endsFirst(const Tensor &X, at::cuda::CUDAGraph &Graph) {
  Graph.capture_end();
  consume(X.item<float>());
  Graph.capture_begin();
}

//===-- Broken code ---------------------------------------------------------===//

void broken(const Tensor &X, at::cuda::CUDAGraph &Graph) {
  auto Host = X.to(torch::kCPU, nobody);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: error: use of undeclared identifier 'nobody' [clang-diagnostic-error]
  Host.item<float>();
  Graph.capture_begin(nothing);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: error: use of undeclared identifier 'nothing' [clang-diagnostic-error]
  auto Other = nowhere(X).to(torch::kCPU, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:16: error: use of undeclared identifier 'nowhere' [clang-diagnostic-error]
  Other.item<float>();
  Graph.capture_end();
}
void halfWritten(const Tensor &X) {
  auto Host = X.to(torch::kCPU, true;
  // CHECK-MESSAGES: :[[@LINE-1]]:37: error: expected ')' [clang-diagnostic-error]
  Host.item<float>();
}
