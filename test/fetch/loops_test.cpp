//===- loops_test.cpp - The loops of docs/benefit.md agree ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each loop computes as it is written, after -fix and as advised. The fix
// changes nothing; what is advised may sum in another order.
//
// usage: loops_test cpu|cuda
//
//===----------------------------------------------------------------------===//

#include "Loops.h"

using namespace testing;

template <class Written, class Fixed>
static void compare(Checks &Check, const TestDevice &D, const char *Name) {
  auto Run = [&](auto Loop) {
    torch::manual_seed(1);
    return Loop();
  };
  const auto Before =
      Run([&] { return Written({32, 16, 0}, D.Device).asWritten(50); });
  const auto After =
      Run([&] { return Fixed({32, 16, 0}, D.Device).asWritten(50); });
  const auto Advised =
      Run([&] { return Written({32, 16, 0}, D.Device).asAdvised(50); });
  Check.that(Before == After, std::string(Name) + ": -fix changes nothing");
  bool Near = Before.size() == Advised.size();
  for (std::size_t I = 0; Near && I < Before.size(); ++I)
    Near = std::abs(Before[I] - Advised[I]) <= 1e-4 * std::abs(Before[I]);
  Check.that(Near && Before[0] != 0, std::string(Name) + ": the advice agrees");
}

int main(int Argc, char **Argv) {
  const std::string Name = Argc == 2 ? Argv[1] : "";
  if (Name != "cpu" && Name != "cuda") {
    std::fprintf(stderr, "usage: loops_test cpu|cuda\n");
    return 2;
  }
  Checks Check;
  const TestDevice D(Name);
  compare<written::Training, fixed::Training>(Check, D, "training");
  compare<written::Rollout, fixed::Rollout>(Check, D, "rollout");
  compare<written::Inference, fixed::Inference>(Check, D, "inference");
  return Check.finish();
}
