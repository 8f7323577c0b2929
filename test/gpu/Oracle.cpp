//===- Oracle.cpp - Which statements make the host wait, by measurement ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every statement of the manifest behind a kernel that holds the device
// for 16 ms, and writes one line of a TSV for each: whether the host waited for
// that kernel, the driver calls it made, in which it spent the time, and what
// PyTorch's sync debug mode said. Built and started by test/gpu/run.
//
// Statements that the TSV has already are left out, so that a run goes on after
// a crash: the statement that crashed is named in the TSV's .current.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include "Includes.h"

#include <ATen/cuda/Sleep.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#if WITH_CUPTI
#include <cupti.h>
#endif

#define SHARDS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define DECLARE(N) extern const Statement Table##N[];
SHARDS(DECLARE)
#if WITH_NVCC
extern const Statement CudaTable[];
#endif

using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - Start)
      .count();
}

namespace {

/// Counts the driver calls that can block, and times each.
class DriverCalls {
public:
  struct Call {
    unsigned Count = 0;
    double Milliseconds = 0;
  };

  DriverCalls() {
#if WITH_CUPTI
    cuptiSubscribe(&Subscriber, reinterpret_cast<CUpti_CallbackFunc>(onCall),
                   this);
    cuptiEnableDomain(1, Subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
#endif
  }

  void start() {
    std::lock_guard<std::mutex> Guard(Lock);
    Calls.clear();
    Counting = true;
  }
  std::map<std::string, Call> stop() {
    std::lock_guard<std::mutex> Guard(Lock);
    Counting = false;
    return Calls;
  }

private:
#if WITH_CUPTI
  static bool canBlock(const std::string &Name) {
    for (const char *Part :
         {"Synchronize", "Memcpy", "MemAlloc", "MemFree", "HostAlloc",
          "AllocHost", "HostRegister", "HostUnregister", "MemMap", "MemUnmap"})
      if (Name.find(Part) != std::string::npos)
        return true;
    return false;
  }

  static void CUPTIAPI onCall(void *Self, CUpti_CallbackDomain,
                              CUpti_CallbackId, const CUpti_CallbackData *D) {
    auto &Calls = *static_cast<DriverCalls *>(Self);
    if (!canBlock(D->functionName))
      return;
    // One nanosecond count a call, kept by CUPTI between its two callbacks.
    if (D->callbackSite == CUPTI_API_ENTER) {
      *D->correlationData = Clock::now().time_since_epoch().count();
      return;
    }
    Clock::time_point Start{
        Clock::duration(static_cast<Clock::rep>(*D->correlationData))};
    std::lock_guard<std::mutex> Guard(Calls.Lock);
    if (!Calls.Counting)
      return;
    Call &C = Calls.Calls[D->functionName];
    ++C.Count;
    C.Milliseconds += millisecondsSince(Start);
  }

  CUpti_SubscriberHandle Subscriber;
#endif
  std::mutex Lock;
  std::map<std::string, Call> Calls;
  bool Counting = false;
};

/// Counts what PyTorch's sync debug mode says.
class DebugMode : public c10::WarningHandler {
public:
  void process(const c10::Warning &W) override {
    if (W.msg().find("synchroniz") != std::string::npos)
      ++Warnings;
  }
  unsigned Warnings = 0;
};

struct Observation {
  bool Waited = false;
  double Milliseconds = 0;
  unsigned Warnings = 0;
  std::map<std::string, DriverCalls::Call> Calls;
};

class Oracle final : public Probe {
public:
  explicit Oracle(const std::string &Path) : Path(Path) {
    readDone();
    Out.open(Path, std::ios::app);
    if (Out.tellp() == 0)
      Out << "name\tstatement\thost\tsync_debug_warnings\tms_behind_16ms_kernel"
             "\tblocking_driver_calls\twaits_in\n"
          << std::flush;
    c10::WarningUtils::set_warnAlways(true);
    calibrate();
  }

  void run(const Statement *Table) {
    for (; Table->Name; ++Table) {
      if (Done.count(Table->Name))
        continue;
      std::ofstream(Path + ".current") << Table->Name << std::endl;
      try {
        Table->Run(*this);
      } catch (const std::exception &E) {
        std::string What = E.what();
        write(Table->Name, "", "ERROR " + What.substr(0, What.find('\n')),
              Observation());
      }
      // An error of the device stays: only a new process gets rid of it.
      if (cudaDeviceSynchronize() != cudaSuccess)
        _exit(3);
    }
  }

  void measure(const char *Name, const char *Text,
               const std::function<void()> &Statement) override {
    // The first run loads kernels and warms allocators.
    Statement();
    Observation Best;
    for (unsigned Repeat = 0; Repeat != 3; ++Repeat) {
      Observation O = observe(Statement);
      if (Repeat == 0 || O.Milliseconds < Best.Milliseconds)
        Best = O;
    }
    // Long in the driver without waiting for the kernel: page-locking memory.
    bool Stalls =
        std::any_of(Best.Calls.begin(), Best.Calls.end(), [](const auto &C) {
          return C.second.Milliseconds > StallMilliseconds;
        });
    write(Name, Text,
          Best.Waited ? "BLOCKS"
          : Stalls    ? "stalls"
                      : "free",
          Best);
  }

private:
  static constexpr double HoldMilliseconds = 16;
  static constexpr double StallMilliseconds = 1;

  void calibrate() {
    auto Time = [](int64_t Cycles) {
      cudaDeviceSynchronize();
      auto Start = Clock::now();
      at::cuda::sleep(Cycles);
      cudaDeviceSynchronize();
      return millisecondsSince(Start);
    };
    // The clock rises with the first work.
    Time(200'000'000);
    int64_t Probe = 20'000'000;
    HoldCycles = static_cast<int64_t>(Probe * HoldMilliseconds / Time(Probe));
  }

  Observation observe(const std::function<void()> &Statement) {
    Observation O;
    cudaDeviceSynchronize();
    DebugMode Debug;
    c10::WarningUtils::WarningHandlerGuard Guard(&Debug);
    c10::cuda::warning_state().set_sync_debug_mode(
        c10::cuda::SyncDebugMode::L_WARN);
    at::cuda::sleep(HoldCycles);
    Held.record();
    Driver.start();
    auto Start = Clock::now();
    Statement();
    O.Milliseconds = millisecondsSince(Start);
    O.Calls = Driver.stop();
    // The kernel is done although it began before the statement: it was waited
    // for. A statement that only takes long is told apart by `waits_in`.
    O.Waited = Held.query();
    c10::cuda::warning_state().set_sync_debug_mode(
        c10::cuda::SyncDebugMode::L_DISABLED);
    cudaDeviceSynchronize();
    O.Warnings = Debug.Warnings;
    return O;
  }

  void write(const std::string &Name, const std::string &Text,
             const std::string &Host, const Observation &O) {
    std::string Counts, WaitsIn;
    double Longest = StallMilliseconds;
    for (const auto &[Function, C] : O.Calls) {
      Counts += (Counts.empty() ? "" : " ") + Function + "=" +
                std::to_string(C.Count);
      if (C.Milliseconds > Longest) {
        Longest = C.Milliseconds;
        WaitsIn = Function;
      }
    }
    Out << Name << '\t' << Text << '\t' << Host << '\t' << O.Warnings << '\t'
        << O.Milliseconds << '\t' << Counts << '\t' << WaitsIn << '\n'
        << std::flush;
  }

  /// Reads the statements that are done; one that crashed is done too.
  void readDone() {
    std::ifstream In(Path);
    for (std::string Line; std::getline(In, Line);)
      Done.insert(Line.substr(0, Line.find('\t')));
    std::string Current;
    std::ifstream Last(Path + ".current");
    if (!std::getline(Last, Current) || Done.count(Current))
      return;
    Done.insert(Current);
    std::ofstream(Path, std::ios::app)
        << Current << "\t\tERROR crashed\t0\t0\t\t\n";
  }

  std::string Path;
  std::ofstream Out;
  std::set<std::string> Done;
  DriverCalls Driver;
  at::cuda::CUDAEvent Held;
  int64_t HoldCycles = 0;
};

} // namespace

/// Exits with 0 when the TSV is complete, 2 when there is nothing to measure
/// on, 3 when a new process has to go on.
int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::fprintf(stderr, "usage: oracle RESULTS.tsv\n");
    return 2;
  }
  if (!torch::cuda::is_available()) {
    std::fprintf(stderr, "oracle: LibTorch finds no CUDA device\n");
    return 2;
  }
  torch::zeros({1}, torch::kCUDA);
  Oracle TheOracle(Argv[1]);
#define RUN(N) TheOracle.run(Table##N);
  SHARDS(RUN)
#if WITH_NVCC
  TheOracle.run(CudaTable);
#endif
  // Nothing is left to write, and the device's libraries may hang at the end.
  _exit(0);
}
