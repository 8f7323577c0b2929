//===- capture.cpp - What may stand in the capture of a CUDA graph --------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one statement between capture_begin and capture_end and prints the
// statement, whether it threw, and whether the capture ended and the graph
// replays. Without a number it prints how many statements there are. Started by
// test/fetch/run gpu.
//
// usage: capture [NUMBER]
//
//===----------------------------------------------------------------------===//

#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>
#include <torch/torch.h>
#include <torchsync/async_fetch.h>

#include <functional>
#include <iostream>
#include <sstream>

using torch::Tensor;

#define S(...) {#__VA_ARGS__, [&] { __VA_ARGS__; }}

/// The first line of what an error says.
static std::string firstLine(const std::exception &E) {
  const std::string Text = E.what();
  return Text.substr(0, std::min(Text.find('\n'), size_t(140)));
}

int main(int Argc, char **Argv) {
  auto x = torch::rand({64}, torch::kCUDA),
       m = torch::rand({64, 64}, torch::kCUDA) + torch::eye(64, torch::kCUDA);
  auto mask = x > 0.5;
  auto k = torch::tensor(3, torch::kCUDA).to(torch::kLong);
  auto labels = torch::arange(64, torch::kCUDA);
  auto reps = torch::ones(
      {64}, torch::TensorOptions().device(torch::kCUDA).dtype(torch::kLong));
  auto xc = torch::rand({64});
  auto pin = torch::TensorOptions().pinned_memory(true);
  auto xp = torch::rand({64}, pin);
  auto big = torch::rand({1 << 20});
  auto bigp = torch::rand({1 << 20}, pin),
       bigg = torch::rand({1 << 20}, torch::kCUDA);
  auto idxc = torch::tensor({1, 2, 3}, torch::kLong), idx = idxc.cuda();
  std::vector<Tensor> ps{torch::rand({4}, torch::kCUDA).requires_grad_()};
  ps[0].mutable_grad() = torch::ones({4}, torch::kCUDA);
  at::cuda::CUDAEvent before;
  before.record();
  at::cuda::CUDAEvent inside;
  auto other = c10::cuda::getStreamFromPool();
  torchsync::AsyncFetch<float> f, g;
  f.push(x[0]);
  g.push(x[0]);
  g.latest(0);
  std::ostringstream out;
  void *q = nullptr;
  float host[64] = {};
  bool b = false;
  // The first run of a kernel loads it, which is another matter.
  torch::mm(m, m);
  torch::linalg_inv(m);
  at::linalg_inv_ex(m);
  torch::_unique2(labels);
  torch::masked_select(x, mask);
  x.sort();
  torch::multinomial(x, 4);
  std::vector<std::pair<std::string, std::function<void()>>> L {
    S(x.add_(1)), S(x[0].item<float>()), S(x.cpu()), S(x.to(torch::kCPU)),
        S(x.to(torch::kCPU, true)), S(xp.copy_(x, true)), S(xp.copy_(x)),
        S(xc.copy_(x, true)), S(xc.copy_(x)), S(xc.to(torch::kCUDA)),
        S(xc.to(torch::kCUDA, true)), S(xp.to(torch::kCUDA)),
        S(xp.to(torch::kCUDA, true)), S(x.copy_(xc)), S(x.copy_(xc, true)),
        S(x.copy_(xp, true)), S(bigg.copy_(big, true)),
        S(bigg.copy_(bigp, true)), S(torch::nonzero(x)),
        S(torch::nonzero_static(x, 64)), S(torch::masked_select(x, mask)),
        S(x.index({mask})), S(x.index_put_({mask}, x.index({mask}))),
        S(x.index_put_({mask}, 0.f)), S(x.masked_fill_(mask, 0)),
        S(x.masked_fill_(mask, x[0])), S(torch::where(mask, x, x)),
        S(x.index({k})), S(x[k]), S(x.index_select(0, idx)), S(x.index({idxc})),
        S(x.index({idx})), S(torch::_unique2(labels)),
        S(torch::bincount(labels)), S(torch::one_hot(labels)),
        S(torch::one_hot(labels, 64)), S(m.repeat_interleave(reps, 0)),
        S(m.repeat_interleave(reps, 0, 64)), S(out << x),
        S(b = torch::equal(x, x + 1)), S(b = torch::allclose(x, x)),
        S(torch::linalg_inv(m)), S(at::linalg_inv_ex(m)), S(torch::mm(m, m)),
        S(torch::randn({64}, torch::kCUDA)), S(torch::multinomial(x, 4)),
        S(x.sort()), S(torch::tensor(0.5, torch::kCUDA)),
        S(torch::tensor({0.5, 0.25}, torch::kCUDA)),
        S(torch::full({64}, 1, torch::kCUDA)),
        S(torch::empty({1 << 26}, torch::kCUDA)),
        S(torch::empty({1 << 22}, pin)),
        S(torch::nn::utils::clip_grad_norm_(ps, 1.0)),
        S(torch::cuda::synchronize()),
        S(c10::cuda::getCurrentCUDAStream().synchronize()),
        S(other.synchronize()), S(c10::cuda::getCurrentCUDAStream().query()),
        S(other.query()), S(before.synchronize()), S(before.query()),
        S(inside.record()), S(inside.record(); inside.query()),
        S(inside.record(); inside.synchronize()),
        S(C10_CUDA_CHECK(cudaMalloc(&q, 1 << 20))),
        S(void *r = nullptr; C10_CUDA_CHECK(
              cudaMallocAsync(&r, 1024, c10::cuda::getCurrentCUDAStream()))),
        S(C10_CUDA_CHECK(cudaHostAlloc(&q, 1 << 20, 0))),
        S(C10_CUDA_CHECK(
            cudaMemcpy(host, x.data_ptr(), 256, cudaMemcpyDeviceToHost))),
        S(C10_CUDA_CHECK(cudaMemcpyAsync(host, x.data_ptr(), 256,
                                         cudaMemcpyDeviceToHost,
                                         c10::cuda::getCurrentCUDAStream()))),
        S(C10_CUDA_CHECK(cudaMemcpyAsync(x.data_ptr(), host, 256,
                                         cudaMemcpyHostToDevice,
                                         c10::cuda::getCurrentCUDAStream()))),
        S(C10_CUDA_CHECK(cudaMemsetAsync(x.data_ptr(), 0, 256,
                                         c10::cuda::getCurrentCUDAStream()))),
        S(C10_CUDA_CHECK(cudaDeviceSynchronize())),
        S(c10::cuda::CUDACachingAllocator::emptyCache()), S(f.push(x[0])),
        S(f.poll()), S(g.push(x[0])), S(g.poll()),
        S(x.requires_grad_(); x.sum().backward())
  };
  if (Argc < 2) {
    std::cout << L.size() << '\n';
    return 0;
  }
  const auto &[Name, Run] = L.at(std::stoul(Argv[1]));
  torch::cuda::synchronize();
  std::string What = "captured", End = "ended";
  at::cuda::CUDAGraph Graph;
  c10::cuda::CUDAStreamGuard Guard(c10::cuda::getStreamFromPool());
  Graph.capture_begin();
  x.mul_(1);
  try {
    Run();
  } catch (const std::exception &E) {
    What = "THROWS " + firstLine(E);
  }
  try {
    Graph.capture_end();
  } catch (const std::exception &E) {
    End = "END THROWS " + firstLine(E);
  }
  if (What == "captured" && End == "ended") {
    try {
      Graph.replay();
      torch::cuda::synchronize();
      End = "replays";
    } catch (const std::exception &E) {
      End = "REPLAY THROWS " + firstLine(E);
    }
  }
  std::cout << Name << '\t' << What << '\t' << End << std::endl;
  // Past the destructors, which a failed capture makes throw.
  std::_Exit(0);
}
