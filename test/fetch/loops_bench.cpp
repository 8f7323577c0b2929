//===- loops_bench.cpp - What whole loops gain on a GPU -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times an iteration of each loop of Loops.inc and counts its waits, as it is
// written and after -fix, as it is written and as advised; in sizes in which
// the host is the slower one, and the device. Started by test/fetch/run gpu.
//
// usage: loops_bench RESULTS.tsv
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Loops.h"

using namespace testing;

template <class Written, class Fixed, class Size>
static void compare(Bench &B, const TestDevice &D, const std::string &Name,
                    const char *Label, Size S, int Steps) {
  Written Before(S, D.Device);
  Fixed After({S.Width, S.Batch, S.HostMilliseconds}, D.Device);
  Loop AsWritten = [&](int N) { Before.asWritten(N); };
  B.compare(Name + ": -fix", Label, Steps, AsWritten,
            [&](int N) { After.asWritten(N); });
  B.compare(Name + ": the advice", Label, Steps, AsWritten,
            [&](int N) { Before.asAdvised(N); });
}

int main(int Argc, char **Argv) {
  if (Argc != 2 || !torch::cuda::is_available()) {
    std::fprintf(stderr, "usage: loops_bench RESULTS.tsv, with a GPU\n");
    return 2;
  }
  TestDevice D("cuda");
  Bench B(D);
  for (bool Counting : {false, true}) {
    if (Counting)
      B.countWaits();
    for (auto [Label, Width, HostMilliseconds, Steps] :
         {std::tuple("64 x 64", 64, 0.0, 300),
          std::tuple("1024 x 1024", 1024, 0.0, 100),
          std::tuple("1024 x 1024, 1 ms of host work", 1024, 1.0, 100),
          std::tuple("4096 x 4096", 4096, 0.0, 30)}) {
      const written::Sizes S{Width, Width, HostMilliseconds};
      compare<written::Training, fixed::Training>(B, D, "Training", Label, S,
                                                  Steps);
      compare<written::Rollout, fixed::Rollout>(B, D, "Rollout", Label, S,
                                                Steps);
      compare<written::Inference, fixed::Inference>(B, D, "Inference", Label, S,
                                                    Steps);
    }
  }
  B.write(Argv[1]);
  return 0;
}
