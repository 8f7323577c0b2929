// The usual right ways to use non_blocking are silent.
// RUN: %check --silent --checks=torchsync-non-blocking-read %s %t
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <torch/torch.h>
#include <vector>

using torch::Tensor;

void use(float);

// A queue of values on their way, each with its event.
struct Arrival {
  Tensor Host;
  std::unique_ptr<at::cuda::CUDAEvent> Event;
};

class Logger {
public:
  void push(const Tensor &x) {
    Arrival New;
    New.Host = x.to(torch::kCPU, true);
    New.Event = std::make_unique<at::cuda::CUDAEvent>();
    New.Event->record();
    Queue.push_back(std::move(New));
    while (!Queue.empty() && Queue.front().Event->query()) {
      use(Queue.front().Host.item<float>());
      Queue.pop_front();
    }
  }
  void flush() {
    for (auto &One : Queue) {
      One.Event->synchronize();
      use(One.Host.item<float>());
    }
    Queue.clear();
  }

private:
  std::deque<Arrival> Queue;
};

float atMostFour(const std::vector<Tensor> &xs) {
  std::deque<Arrival> queue;
  float sum = 0;
  for (const auto &x : xs) {
    queue.push_back(
        {x.to(torch::kCPU, true), std::make_unique<at::cuda::CUDAEvent>()});
    queue.back().Event->record();
    if (queue.size() > 4) {
      queue.front().Event->synchronize();
      sum += queue.front().Host.item<float>();
      queue.pop_front();
    }
  }
  while (!queue.empty()) {
    queue.front().Event->synchronize();
    sum += queue.front().Host.item<float>();
    queue.pop_front();
  }
  return sum;
}

// Buffers that live longer than a call.
class Buffers {
public:
  Tensor upload(const Tensor &x) {
    Uploaded.synchronize();
    Staging.copy_(x);
    auto dev = Staging.to(torch::kCUDA, true);
    Uploaded.record();
    return dev;
  }
  void download(const Tensor &x) {
    Events[Turn].synchronize();
    if (Hosts[Turn].defined())
      use(Hosts[Turn].item<float>());
    Hosts[Turn] = x.to(torch::kCPU, true);
    Events[Turn].record();
    Turn ^= 1;
  }
  void outOfSight(const Tensor &x) {
    Last = x.to(torch::kCPU, true);
    finish();
    use(Last.item<float>());
  }

private:
  void finish();
  Tensor Staging =
      torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  Tensor Last, Hosts[2];
  at::cuda::CUDAEvent Uploaded, Events[2];
  int Turn = 0;
};

// One wait for all.
float allAtOnce(const std::vector<Tensor> &xs) {
  std::vector<Tensor> hosts(xs.size());
  for (size_t i = 0; i < xs.size(); ++i)
    hosts[i] = xs[i].to(torch::kCPU, true);
  cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream());
  float sum = 0;
  for (const auto &h : hosts)
    sum += h.item<float>();
  return sum;
}

// The copy and the wait hang on the same condition.
float onlyThen(const Tensor &x, bool async) {
  auto h = async ? x.to(torch::kCPU, true) : x.cpu();
  if (async)
    torch::cuda::synchronize();
  return h.item<float>();
}

float orNotAtAll(const Tensor &x, bool wanted) {
  auto h = x.to(torch::kCPU, true);
  if (!wanted)
    return 0;
  torch::cuda::synchronize();
  return h.item<float>();
}

// A helper tells that its result must be waited for.
Tensor startCopy(const Tensor &x, bool &started) {
  if (!x.is_cuda())
    return x;
  auto host =
      torch::empty(x.sizes(), torch::TensorOptions().pinned_memory(true));
  host.copy_(x, true);
  started = true;
  return host;
}
void finishCopies(bool started) {
  if (started)
    c10::cuda::getCurrentCUDAStream().synchronize();
}
float inTwoSteps(const Tensor &x, const Tensor &y) {
  bool started = false;
  auto a = startCopy(x, started);
  auto b = startCopy(y, started);
  finishCopies(started);
  return a.item<float>() + b.item<float>();
}

float elsewhere(const Tensor &x) {
  auto h = x.to(torch::kCPU, true);
  auto waited = std::async([] { torch::cuda::synchronize(); });
  waited.get();
  return h.item<float>();
}

void optional(const Tensor &x) {
  std::optional<Tensor> h;
  if (x.is_cuda())
    h = x.to(torch::kCPU, true);
  c10::cuda::device_synchronize();
  if (h)
    use(h->item<float>());
}

// A pinned copy for each upload.
void uploads(const Tensor &dev, const std::vector<Tensor> &xs) {
  std::vector<Tensor> pinned;
  for (const auto &x : xs)
    pinned.push_back(x.pin_memory());
  for (const auto &p : pinned) {
    dev.copy_(p, true);
    dev.add_(1);
  }
  for (const auto &x : xs) {
    auto one = x.pin_memory();
    dev.copy_(one, true);
    one = torch::zeros({3}, torch::TensorOptions().pinned_memory(true));
    one.fill_(3);
  }
}

// The destructor waits.
struct WaitsAtTheEnd {
  ~WaitsAtTheEnd() { torch::cuda::synchronize(); }
};
struct OutOfSight {
  ~OutOfSight();
};
float scopes(const Tensor &x) {
  Tensor h, g;
  {
    WaitsAtTheEnd guard;
    h = x.to(torch::kCPU, true);
  }
  float sum = h.item<float>();
  {
    OutOfSight guard;
    g = x.to(torch::kCPU, true);
  }
  return sum + g.item<float>();
}
