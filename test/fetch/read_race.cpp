//===- read_race.cpp - What the host sees of copies in flight -------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind a busy stream it starts a copy, runs one statement, and then reads the
// host's tensor (or, for an upload, overwrites it), fifty times each: how often
// was the value not the one copied? The statement is what may or may not wait,
// or is the read itself. The evidence of torchsync-non-blocking-read. Started
// by test/fetch/run gpu.
//
// usage: read_race RESULTS.tsv
//
//===----------------------------------------------------------------------===//

#include "Testing.h"

#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

using namespace testing;
using torch::Tensor;

namespace {

constexpr int Turns = 50;
constexpr int64_t Size = 1024;

/// A number of the host's tensor, in one of many ways.
using Read = std::function<float(const Tensor &)>;

class Race {
public:
  Race(TestDevice &D, std::ostream &Out) : D(D), Out(Out) {}

  /// Copies from the device and then reads with \p R; \p Between is what may
  /// wait.
  void download(
      const std::string &What, bool Pinned, const Read &R,
      const std::function<void()> &Between = [] {}) {
    auto Host =
        torch::empty({Size}, torch::TensorOptions().pinned_memory(Pinned));
    int Wrong = 0;
    for (int I = 1; I <= Turns; ++I) {
      Host.fill_(-1);
      auto X = torch::full({Size}, I, D.options());
      D.synchronize();
      D.keepBusy(2);
      Host.copy_(X, /*non_blocking=*/true);
      Between();
      Wrong += R(Host) != static_cast<float>(I);
      cudaDeviceSynchronize();
    }
    write(What, Wrong);
  }

  /// The same for the tensor that `to` makes.
  void downloadTo(const std::string &What, const Read &R) {
    int Wrong = 0;
    for (int I = 1; I <= Turns; ++I) {
      auto X = torch::full({Size}, I, D.options());
      D.synchronize();
      D.keepBusy(2);
      auto Host = X.to(torch::kCPU, /*non_blocking=*/true);
      Wrong += R(Host) != static_cast<float>(I);
      cudaDeviceSynchronize();
    }
    write(What, Wrong);
  }

  /// Copies to the device and then overwrites the source.
  void upload(
      const std::string &What, bool Pinned, int64_t Elements,
      const std::function<void()> &Between = [] {}) {
    auto Host =
        torch::empty({Elements}, torch::TensorOptions().pinned_memory(Pinned));
    auto X = torch::empty({Elements}, D.options());
    int Wrong = 0;
    for (int I = 1; I <= Turns; ++I) {
      Host.fill_(I);
      D.synchronize();
      D.keepBusy(2);
      X.copy_(Host, /*non_blocking=*/true);
      Between();
      Host.fill_(-1);
      cudaDeviceSynchronize();
      Wrong += !X.eq(I).all().item<bool>();
    }
    write(What, Wrong);
  }

private:
  void write(const std::string &What, int Wrong) {
    Out << What << '\t' << Wrong << '\t' << Turns << '\n';
    std::printf("  %s: %d of %d wrong\n", What.c_str(), Wrong, Turns);
  }

  TestDevice &D;
  std::ostream &Out;
};

} // namespace

#define READ(...)                                                              \
  "read: " #__VA_ARGS__, true, [&](const Tensor &host) -> float { __VA_ARGS__; }
#define WAIT(...) "wait: " #__VA_ARGS__, true, First, [&] { __VA_ARGS__; }
#define UPLOAD_WAIT(...)                                                       \
  "upload, wait: " #__VA_ARGS__, true, Size, [&] { __VA_ARGS__; }

int main(int Argc, char **Argv) {
  if (Argc != 2 || !torch::cuda::is_available()) {
    std::fprintf(stderr, "usage: read_race RESULTS.tsv, with a GPU\n");
    return 2;
  }
  TestDevice D("cuda");
  std::ofstream Out(Argv[1]);
  Out << "what\twrong\tof\n";
  Race R(D, Out);
  const Read First = [](const Tensor &Host) {
    return Host.data_ptr<float>()[0];
  };
  float buffer[Size] = {};
  auto y = torch::ones({4}, D.options());
  auto mask = y > 0;
  auto stream = c10::cuda::getCurrentCUDAStream();
  at::cuda::CUDAEvent event;
  cudaEvent_t raw = nullptr;
  cudaEventCreate(&raw);
  // The first run of a kernel loads it, which waits.
  y.add(1).sum().item<float>();
  y.nonzero();
  y.index({mask});
  torch::full({Size}, 1, D.options()).eq(1).all().item<bool>();

  R.download(READ(return host.data_ptr<float>()[0]));
  R.download(READ(return host.accessor<float, 1>()[0]));
  R.download(READ(return host[0].item<float>()));
  R.download(READ(return host.max().item<float>()));
  R.download(READ(return (host + 0).data_ptr<float>()[0]));
  R.download(READ(return host.clone().data_ptr<float>()[0]));
  R.download(READ(std::memcpy(buffer, host.data_ptr(), sizeof(buffer));
                  return buffer[0]));
  R.download(READ(std::copy_n(host.data_ptr<float>(), Size, buffer);
                  return buffer[0]));
  R.download(READ(std::ostringstream text; text << host.slice(0, 0, 1);
                  return std::stof(text.str())));
  R.downloadTo("read: to(torch::kCPU, true), data_ptr", First);
  R.downloadTo("read: to(torch::kCPU, true), item",
               [](const Tensor &Host) { return Host[0].item<float>(); });

  R.download(WAIT(y.add_(1)));
  R.download(WAIT(event.record()));
  R.download(WAIT(event.record(); event.query()));
  R.download(WAIT(stream.query()));
  R.download(WAIT(event.record(); event.block(stream)));
  R.download(WAIT(c10::cuda::getStreamFromPool().synchronize()));

  R.download(WAIT(stream.synchronize()));
  R.download(WAIT(torch::cuda::synchronize()));
  R.download(WAIT(cudaDeviceSynchronize()));
  R.download(WAIT(cudaStreamSynchronize(stream)));
  R.download(WAIT(event.record(); event.synchronize()));
  R.download(WAIT(cudaEventRecord(raw, stream); cudaEventSynchronize(raw)));
  R.download(WAIT(event.record(); while (!event.query()){}));
  R.download(WAIT(while (!stream.query()){}));
  R.download(WAIT(y[0].item<float>()));
  R.download(WAIT(y.cpu()));
  R.download(WAIT(y.nonzero()));
  R.download(WAIT(y.index({mask})));
  R.download(WAIT(torch::tensor({1.0F, 2.0F}, D.options())));
  R.download("to pageable memory, no wait", false, First);

  R.upload("upload of pinned memory, no wait", true, Size);
  R.upload("upload of pinned memory, no wait, 64 MiB", true, 1 << 24);
  R.upload(UPLOAD_WAIT(event.record()));
  R.upload(UPLOAD_WAIT(stream.synchronize()));
  R.upload(UPLOAD_WAIT(event.record(); event.synchronize()));
  R.upload(UPLOAD_WAIT(y[0].item<float>()));
  R.upload("upload of pageable memory, no wait", false, Size);
  R.upload("upload of pageable memory, no wait, 64 KiB", false, 1 << 14);
  R.upload("upload of pageable memory, no wait, 64 MiB", false, 1 << 24);

  int access = -1;
  int tables = -1;
  cudaDeviceGetAttribute(&access, cudaDevAttrPageableMemoryAccess, 0);
  cudaDeviceGetAttribute(&tables,
                         cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0);
  std::printf("cudaDevAttrPageableMemoryAccess %d, with the host's page tables "
              "%d\n",
              access, tables);
  return Out ? 0 : 1;
}
