// The host reads what a non_blocking copy may still write, or overwrites what
// one may still read: in all code, marked hot or not.
// RUN: %check --checks=torchsync-non-blocking-read %s %t
// RUN: %check --checks=torchsync-non-blocking-read %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <functional>
#include <iostream>
#include <numeric>
#include <optional>
#include <torch/script.h>
#include <torch/torch.h>
#include <vector>

using torch::Tensor;

void use(float);
void use(const Tensor &);

//===-- Every way to read ---------------------------------------------------===//

float item(const Tensor &x) {
  auto h = x.to(torch::kCPU, /*non_blocking=*/true);
  return h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h' while a non_blocking copy may still write it; first wait for an event recorded behind the copy, or fetch with torchsync::AsyncFetch (recipes.md#log-without-stopping) [torchsync-non-blocking-read]
}

float atOnce(const Tensor &x) {
  return x.to(torch::kCPU, true).item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: the host uses a tensor while
}

float options(const Tensor &x, const Tensor &hostLike) {
  auto h = x.to(torch::TensorOptions().device(torch::kCPU), true);
  auto g = x.to(torch::kCPU, torch::kDouble, true);
  return h.item<float>() + g.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h'
  // CHECK-MESSAGES: :[[@LINE-2]]:30: warning: the host uses 'g'
}

float pointer(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  return h.data_ptr<float>()[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'h'
}

float namedPointer(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  const float *p = h.data_ptr<float>();
  return *p;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'h'
}

float accessor(const Tensor &x) {
  auto h = x.to(torch::kCPU, true).contiguous();
  auto a = h.accessor<float, 2>();
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += a[i][0];
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h'
  return sum;
}

void memory(const Tensor &x, float *out) {
  auto h = x.to(torch::kCPU, true);
  std::memcpy(out, h.data_ptr(), h.nbytes());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host uses 'h'
}

std::vector<float> values(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  auto *p = h.data_ptr<float>();
  return std::vector<float>(p, p + h.numel());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'h'
}

float accumulated(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  return std::accumulate(h.data_ptr<float>(), h.data_ptr<float>() + 4, 0.f);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'h'
}

void pushed(const Tensor &x, std::vector<float> &out) {
  auto h = x.to(torch::kCPU, true);
  auto *p = h.data_ptr<float>();
  for (int i = 0; i < 4; ++i)
    out.push_back(p[i]);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the host uses 'h'
}

void printed(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  std::cout << h.sizes() << h;
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: the host uses 'h'
}

Tensor cpuOperator(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  return h.sum() + 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h'
}

Tensor cpuOperators(const Tensor &x) {
  auto host = torch::ones({2});
  auto h = x.to(torch::kCPU, true);
  auto g = x.to(torch::kCPU, true);
  auto v = x.to(torch::kCPU, true);
  auto both = torch::stack({h, host});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the host uses 'h'
  host.copy_(g);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: the host uses 'g'
  v.add_(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the host uses 'v'
  return both;
}

float views(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  auto row = h.view({-1})[0];
  return row.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: the host uses 'row'
}

float intoPinned(const Tensor &x) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  const float *p = pinned.data_ptr<float>();
  pinned.copy_(x, /*non_blocking=*/true);
  return p[1];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'pinned'
}

float onlyOnSomeWay(const Tensor &x, bool first) {
  Tensor h;
  if (first)
    h = x.to(torch::kCPU, true);
  else
    h = x.sum().to(torch::kCPU, true);
  return h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h'
}

// The other way has no copy, and no wait.
float unlessOnHost(const Tensor &x) {
  Tensor h = x.is_cpu() ? x : x.to(torch::kCPU, true);
  const float *p = h.data_ptr<float>();
  return p[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'h'
}

float inPlaceOf(Tensor x) {
  if (x.is_cuda())
    x = x.to(torch::kCPU, true);
  return x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'x'
}

void list(const std::vector<Tensor> &xs) {
  std::vector<Tensor> hs;
  for (const auto &x : xs)
    hs.push_back(x.to(torch::kCPU, true));
  for (const auto &h : hs)
    use(h.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the host uses 'h'
}

// A turn later, but nothing waited meanwhile.
void aTurnLater(const std::vector<Tensor> &xs) {
  Tensor last;
  float sum = 0;
  for (const auto &x : xs) {
    if (last.defined())
      sum += last.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the host uses 'last'
    last = x.to(torch::kCPU, true);
  }
}

void inALambda(const Tensor &x) {
  auto fetch = [&] {
    auto h = x.to(torch::kCPU, true);
    return h.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: the host uses 'h'
  };
  fetch();
}

template <class T> T fetch(const Tensor &x) {
  return x.to(torch::kCPU, true).item<T>();
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: the host uses a tensor
}
void instances(const Tensor &x) {
  fetch<float>(x);
  fetch<double>(x);
}

//===-- The source of an upload ---------------------------------------------===//

Tensor pinnedBuffer() {
  return torch::empty({4}, torch::TensorOptions().pinned_memory(true));
}

void reused(const std::vector<Tensor> &batches) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  auto dev = torch::empty({4}, torch::kCUDA);
  for (const auto &batch : batches) {
    pinned.copy_(batch);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host overwrites 'pinned' while a non_blocking copy to the device may still read it; first wait for an event recorded behind the copy, or fill another buffer meanwhile (recipes.md#double-buffered-uploads) [torchsync-non-blocking-read]
    dev.copy_(pinned, /*non_blocking=*/true);
  }
}

void trained(torch::nn::Linear &layer, const std::vector<Tensor> &batches) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  for (const auto &batch : batches) {
    pinned.copy_(batch);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host overwrites 'pinned'
    layer->forward(pinned.to(torch::kCUDA, true)).sum().backward();
  }
}

// Anybody's code runs in these.
void trainedBySomebody(torch::nn::Sequential &model,
                       torch::jit::script::Module &script,
                       const std::vector<Tensor> &batches) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  for (const auto &batch : batches) {
    pinned.copy_(batch);
    model->forward(pinned.to(torch::kCUDA, true)).sum().backward();
  }
  for (const auto &batch : batches) {
    pinned.copy_(batch);
    script.forward({pinned.to(torch::kCUDA, true)});
  }
}

void everyWayToWrite(const Tensor &x, std::vector<float> v) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  auto *p = pinned.data_ptr<float>();
  auto a = pinned.to(torch::kCUDA, true);
  p[0] = 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: the host overwrites 'pinned'
  auto b = pinned.to(torch::kCUDA, true);
  pinned.fill_(2);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host overwrites 'pinned'
  auto c = pinned.to(torch::kCUDA, true);
  pinned[0] = 3;
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: the host overwrites 'pinned'
  auto d = pinned.to(torch::kCUDA, true);
  std::copy(v.begin(), v.end(), p);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host overwrites 'pinned'
  auto e = pinned.to(torch::kCUDA, true);
  std::memcpy(p, v.data(), 16);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host overwrites 'pinned'
  auto f = pinned.to(torch::kCUDA, true);
  p[1] += 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: the host overwrites 'pinned'
}

//===-- Waits ---------------------------------------------------------------===//

float waits(const Tensor &x, int which, cudaStream_t stream, cudaEvent_t event,
            at::cuda::CUDAEvent &record) {
  auto h = x.to(torch::kCPU, true);
  auto *p = h.data_ptr<float>();
  switch (which) {
  case 0:
    torch::cuda::synchronize();
    break;
  case 1:
    c10::cuda::getCurrentCUDAStream().synchronize();
    break;
  case 2:
    record.record();
    record.synchronize();
    break;
  case 3:
    cudaStreamSynchronize(stream);
    break;
  case 4:
    cudaDeviceSynchronize();
    break;
  case 5:
    cudaEventSynchronize(event);
    break;
  case 6:
    while (!record.query())
      ;
    break;
  case 7:
    if (cudaEventQuery(event) != cudaSuccess)
      return 0;
    break;
  case 8:
    use(x.sum().item<float>()); // Queued behind the copy.
    break;
  case 9:
    use(x.cpu());
    break;
  case 10:
    use(1.f); // Out of sight.
    break;
  default:
    return 0;
  }
  return p[0] + h.item<float>();
}

void queried(const Tensor &x, at::cuda::CUDAEvent &event) {
  auto h = x.to(torch::kCPU, true);
  event.record();
  float value = 0;
  if (event.query())
    value = h.item<float>();
  else
    value = h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the host uses 'h'
  use(value);
}

// Waits for the last copy before it starts the next.
void doubleBuffer(const std::vector<Tensor> &xs) {
  Tensor last;
  at::cuda::CUDAEvent event;
  float sum = 0;
  for (const auto &x : xs) {
    if (last.defined())
      event.synchronize();
    auto next = x.to(torch::kCPU, true);
    event.record();
    if (last.defined())
      sum += last.item<float>();
    last = next;
  }
}

void twoBuffers(const std::vector<Tensor> &batches) {
  Tensor buffers[2] = {pinnedBuffer(), pinnedBuffer()};
  at::cuda::CUDAEvent copied[2];
  int turn = 0;
  for (const auto &batch : batches) {
    copied[turn].synchronize();
    buffers[turn].copy_(batch);
    use(buffers[turn].to(torch::kCUDA, true));
    copied[turn].record();
    turn = 1 - turn;
  }
}

void waitFirst(const std::vector<Tensor> &batches) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  auto dev = torch::empty({4}, torch::kCUDA);
  at::cuda::CUDAEvent copied;
  for (size_t i = 0; i < batches.size(); ++i) {
    if (i > 0)
      copied.synchronize();
    pinned.copy_(batches[i]);
    dev.copy_(pinned, true);
    copied.record();
  }
}

// Two halves of one buffer: which half is which is not known.
void halves(const Tensor &x, const Tensor &y) {
  auto buffer = torch::empty({2, 4}, torch::TensorOptions().pinned_memory(true));
  auto front = buffer[0], back = buffer[1];
  front.copy_(x, true);
  back.fill_(1);
  front.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the host uses 'front'
}

void waitInSight(at::cuda::CUDAEvent &e) { e.synchronize(); }
void noWaitInSight(int &i) { ++i; }
float throughHelpers(const Tensor &x, at::cuda::CUDAEvent &e) {
  int i = 0;
  auto h = x.to(torch::kCPU, true);
  waitInSight(e);
  use(h.item<float>());
  auto g = x.to(torch::kCPU, true);
  noWaitInSight(i);
  return g.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'g'
}

struct Counted {
  ~Counted() { ++Count; }
  int &Count;
};
float destructorThatDoesNot(const Tensor &x, int &count) {
  Tensor h;
  {
    Counted counted{count};
    h = x.to(torch::kCPU, true);
  }
  return h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the host uses 'h'
}

float first(const Tensor &h) { return h.item<float>(); }
float element(const float *p, int i) { return p[i]; }
void fillIt(Tensor &pinned) { pinned.fill_(1); }
void waitAndUse(const Tensor &h) {
  torch::cuda::synchronize();
  use(h.item<float>());
}
bool isMatrix(const Tensor &h) { return h.dim() == 2; }
float helpersThatUse(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  bool matrix = isMatrix(h);
  float sum = first(h);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the host uses 'h'
  auto g = x.to(torch::kCPU, true);
  sum += element(g.data_ptr<float>(), 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the host uses 'g'
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  auto dev = pinned.to(torch::kCUDA, true);
  fillIt(pinned);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host overwrites 'pinned'
  auto k = x.to(torch::kCPU, true);
  waitAndUse(k);
  return sum + matrix + dev.size(0);
}

void lambdasThatUse(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  float sum = 0;
  auto *p = h.data_ptr<float>();
  auto later = [&] { use(h.item<float>()); };
  auto add = [&](int i) { sum += p[i]; };
  add(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host uses 'h'
  torch::cuda::synchronize();
  later();
}

void algorithmsThatUse(const Tensor &x, std::vector<float> &v) {
  auto h = x.to(torch::kCPU, true);
  auto *p = h.data_ptr<float>();
  std::for_each(v.begin(), v.end(), [p](float &f) { f = *p; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the host uses 'h'
}

Tensor toHost(const Tensor &x) { return x.to(torch::kCPU, true); }
Tensor ifOnDevice(Tensor x) {
  if (x.is_cuda())
    x = x.to(torch::kCPU, true);
  return x;
}
Tensor toHostAndWait(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  torch::cuda::synchronize();
  return h;
}
float returned(const Tensor &x) {
  auto done = toHostAndWait(x);
  auto h = toHost(x);
  auto g = toHost(x + 1);
  float sum = done.item<float>() + h.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: the host uses 'h'
  sum += ifOnDevice(x).item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: the host uses a tensor
  torch::cuda::synchronize();
  return sum + g.item<float>();
}

// Who runs it, and when, is not known.
void handedOn(const Tensor &x, std::vector<std::function<void()>> &later) {
  auto h = x.to(torch::kCPU, true);
  std::function<void()> print = [h] { use(h.item<float>()); };
  later.push_back([h] { use(h.item<float>()); });
}

float onlyIfCopied(const Tensor &x, bool cuda) {
  Tensor h;
  if (cuda)
    h = x.to(torch::kCPU, true);
  else
    h = x.clone();
  if (cuda)
    torch::cuda::synchronize();
  return h.item<float>();
}

//===-- No race -------------------------------------------------------------===//

// On the host already.
float hostSource() {
  auto x = torch::ones({4});
  return x.to(torch::kCPU, true).sum().item<float>();
}

// Into pageable memory the copy is done when the call returns.
float pageable(const Tensor &x) {
  auto host = torch::empty({4});
  host.copy_(x, true);
  return host.sum().item<float>();
}

float blocking(const Tensor &x, bool flag) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  pinned.copy_(x);
  auto h = x.to(torch::kCPU, /*non_blocking=*/false);
  auto g = x.to(torch::kCPU, flag);
  return pinned.sum().item<float>() + h.item<float>() + g.item<float>();
}

// Looks at no value.
bool metadata(const Tensor &x, std::vector<Tensor> &out) {
  auto h = x.to(torch::kCPU, true);
  out.push_back(h);
  auto same = torch::zeros_like(h);
  std::pair<const float *, int64_t> span(h.data_ptr<float>(), h.numel());
  return span.second == 4 && h.dim() == same.dim() && h.is_pinned() &&
         h.data_ptr() != nullptr;
}

// Up again, behind the copy down on the same stream.
Tensor upAgain(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  return h.to(torch::kCUDA, true);
}

// The host may read what is copied to the device.
float readsSource() {
  auto pinned = torch::ones({4}, torch::TensorOptions().pinned_memory(true));
  auto dev = pinned.to(torch::kCUDA, true);
  use(dev.size(0));
  return pinned.sum().item<float>() + first(pinned);
}

// A new buffer each time.
void fresh(const std::vector<Tensor> &batches) {
  auto dev = torch::empty({4}, torch::kCUDA);
  for (const auto &batch : batches) {
    auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
    pinned.copy_(batch);
    dev.copy_(pinned, true);
  }
}

// The variable holds something else by then.
float replaced(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  h = torch::zeros({4});
  return h.item<float>();
}

float suppressed(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  return h.item<float>(); // NOLINT(torchsync-non-blocking-read)
}
