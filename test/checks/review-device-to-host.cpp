// Copies to the host that are waited for where they are read first.
// RUN: %check --review --checks=torchsync-device-to-host %s %t
// RUN: %check --review --checks=torchsync-device-to-host %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
void prepare(int);
void read(const Tensor &);

// The host has something else to do before it reads.
void between(const Tensor &x, Tensor *p, int n) {
  const torch::Device cpu(torch::kCPU);
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto a = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:16: note: needs review: with non_blocking the host waits only where 'a' is read first; before that wait it holds no values
    // CHECK-FIXES: auto a = x.to(torch::kCPU, /*non_blocking=*/true);
    prepare(i);
    read(a);
    // CHECK-FIXES: if (torch::cuda::is_available()) torch::cuda::synchronize();
    read(a + 1);
    const Tensor b = p->to(cpu, torch::kFloat);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:25: note: needs review: with non_blocking the host waits only where 'b' is read first; before that wait it holds no values
    // CHECK-FIXES: const Tensor b = p->to(cpu, torch::kFloat, /*non_blocking=*/true);
    for (int j = 0; j < n; ++j)
      ++n;
    if (n)
    // CHECK-FIXES: if (torch::cuda::is_available()) torch::cuda::synchronize();
      read(b);
    auto c = (x + 1).to(torch::kCPU, /*non_blocking=*/false);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:22: note: needs review: with non_blocking the host waits only where 'c' is read first; before that wait it holds no values
    // CHECK-FIXES: auto c = (x + 1).to(torch::kCPU, /*non_blocking=*/true);
    prepare(i);
    auto later = [&] { read(c); };
    // CHECK-FIXES: if (torch::cuda::is_available()) torch::cuda::synchronize();
    later();
  }
}

// Certainly on the device: there is one.
void known(const Tensor &x, int n) {
  TORCH_CHECK(x.is_cuda());
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto d = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-FIXES: auto d = x.to(torch::kCPU, /*non_blocking=*/true);
    prepare(i);
    read(d);
    // CHECK-FIXES: torch::cuda::synchronize();
  }
}

// A pinned buffer that nobody else knows.
void into(const Tensor &x, int n) {
  auto pinned = torch::empty({3}).pin_memory();
  auto pageable = torch::empty({3});
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    pinned.copy_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'copy_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:12: note: needs review: with non_blocking the host waits only where 'pinned' is read first; before that wait it holds no values
    // CHECK-FIXES: pinned.copy_(x, /*non_blocking=*/true);
    prepare(i);
    read(pinned);
    // CHECK-FIXES: if (torch::cuda::is_available()) torch::cuda::synchronize();
    pageable.copy_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'copy_' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    prepare(i);
    read(pageable);
  }
}

// Read at once, or after nothing that takes time.
void atOnce(const Tensor &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto a = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    read(a);
    auto b = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    int j = i + 1;
    read(b + j);
    auto d = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    auto e = (x + 1).cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    read(d + e);
    read(x.cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    b = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    auto c = x.cpu().contiguous();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    prepare(j);
    read(c);
  }
}

struct Log {
  Tensor Last;
  std::vector<Tensor> All;
};

// Code that is not seen here has to wait: text alone.
Tensor elsewhere(const Tensor &x, Log &log, int n) {
  auto pinned = torch::empty({3}).pin_memory();
  const float *numbers = pinned.data_ptr<float>();
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    pinned.copy_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'copy_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:12: note: needs review: with non_blocking the copy does not wait, but the result must not be read before the stream is synchronized
    prepare(static_cast<int>(numbers[0]));
    read(pinned);
    log.Last = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:18: note: needs review: with non_blocking the copy does not wait, but the result must not be read before the stream is synchronized
    log.All.push_back(x.cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:25: note: needs review: with non_blocking the copy does not wait, but the result must not be read before the stream is synchronized
  }
  TORCHSYNC_HOT {
    return x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:14: note: needs review: with non_blocking the copy does not wait, but the result must not be read before the stream is synchronized
  }
}

// Where nothing may be written: a macro, several variables, a label, a line
// with more on it.
#define COPY(T) T.cpu()
void refused(const Tensor &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto a = COPY(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'cpu' makes {{.*}}
    prepare(i);
    read(a);
    auto b = x.cpu(), c = x;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    prepare(i);
    read(b + c);
    auto d = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    prepare(i); read(d);
  }
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto e = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    if (n == 3)
      goto reading;
    prepare(i);
  reading:
    read(e);
  }
}
template <typename T> void pattern(const T &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto f = x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
    prepare(i);
    read(f);
  }
}
template void pattern(const Tensor &, int);

// One number of a whole tensor: the device computes it.
void reduced(const Tensor &x, const Tensor &y, const Tensor &z,
             const Tensor &w, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    prepare(x.cpu().max().item<int>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:15: note: needs review: without the transfer the device computes 'max', and only its result is copied
    // CHECK-FIXES: prepare(x.max().item<int>());
    prepare(y.to(torch::kCPU).any().item<bool>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes {{.*}}
    // CHECK-FIXES: prepare(y.any().item<bool>());
    prepare(z.cpu().sum().item<int>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:15: note: needs review: without the transfer the device computes 'sum', and only its result is copied; the last bits may differ
    prepare(w.to(torch::kCPU, torch::kHalf).max().item<int>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
  }
}
