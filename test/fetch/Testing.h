//===- Testing.h - What the tests of include/torchsync share --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts checks, knows the device under test, and gives it long work to do.
// Reaches CUDA only through c10, so that the tests link with any LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_FETCH_TESTING_H
#define TORCHSYNC_TEST_FETCH_TESTING_H

#include <torch/torch.h>

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace testing {

/// Counts what holds, and prints what does not.
class Checks {
public:
  void that(bool Holds, const std::string &What) {
    ++(Holds ? Passed : Failed);
    if (!Holds)
      std::printf("FAILED: %s\n", What.c_str());
  }
  template <class Function> void throws(Function &&F, const std::string &What) {
    bool Threw = false;
    try {
      F();
    } catch (const std::exception &) {
      Threw = true;
    }
    that(Threw, What + " throws");
  }
  /// Prints the count that tools/test adds up; the exit status.
  int finish() const {
    std::printf("%d passed, %d failed\n", Passed, Failed);
    return Failed != 0 || Passed == 0;
  }

private:
  int Passed = 0, Failed = 0;
};

using Clock = std::chrono::steady_clock;

inline double millisecondsSince(Clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - Start)
      .count();
}

/// Keeps the host busy, as reading a batch would.
inline void hostWork(double Milliseconds) {
  auto Start = Clock::now();
  while (millisecondsSince(Start) < Milliseconds) {
  }
}

/// The device under test, and its streams.
class TestDevice {
public:
  /// "cpu", "cuda" or "sanitizer": CUDA with next to nothing to do, since
  /// compute-sanitizer makes every kernel slow.
  explicit TestDevice(const std::string &Name)
      : Device(Name == "cpu" ? at::Device(at::kCPU) : at::Device(at::kCUDA, 0)),
        IsSanitized(Name == "sanitizer") {}

  bool isCuda() const { return Device.is_cuda(); }
  at::TensorOptions options(at::ScalarType Type = at::kFloat) const {
    return at::TensorOptions().dtype(Type).device(Device);
  }
  c10::Stream newStream() const {
    return guard().getStreamFromGlobalPool(Device);
  }
  c10::Stream currentStream() const { return guard().getStream(Device); }
  void synchronize(c10::Stream Stream) const {
    guard().synchronizeStream(Stream);
  }
  void synchronize() const {
    if (isCuda())
      synchronize(currentStream());
  }

  /// Queues work of about 2 ms a turn on the current stream.
  void keepBusy(int Turns) {
    if (!Load.defined())
      Load = at::zeros({int64_t(1) << (IsSanitized ? 10 : 30)}, options());
    // In place: the same memory on every stream, and nobody reads it.
    for (int I = 0; I < Turns; ++I)
      Load.add_(1);
  }

  const at::Device Device;
  const bool IsSanitized;

private:
  c10::impl::VirtualGuardImpl guard() const {
    return c10::impl::VirtualGuardImpl(Device.type());
  }
  at::Tensor Load;
};

} // namespace testing

#endif // TORCHSYNC_TEST_FETCH_TESTING_H
