//===- recipes_test.cpp - The recipes do what docs/recipes.md says --------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Started by test/fetch/run, which takes Recipes.inc out of docs/recipes.md.
// Each recipe gives what the code that waits gives.
//
// usage: recipes_test cpu|cuda
//
//===----------------------------------------------------------------------===//

#include "Recipes.inc"
#include "Testing.h"

#include <cmath>
#include <limits>
#include <sstream>

using namespace testing;
using torch::Tensor;

static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double Infinity = std::numeric_limits<double>::infinity();

/// What a function prints to std::cout.
template <class Function> static std::string printed(Function &&F) {
  std::ostringstream Text;
  auto *Old = std::cout.rdbuf(Text.rdbuf());
  F();
  std::cout.rdbuf(Old);
  return Text.str();
}

/// A step whose loss is the number of the step.
static std::function<Tensor()> counting(TestDevice &D, int &Steps) {
  return [&D, &Steps] {
    return torch::full({}, Steps++, D.options()).requires_grad_();
  };
}

static void testLog(Checks &Check, TestDevice &D) {
  int Steps = 0;
  auto Text = printed([&] { trainAndLog(counting(D, Steps), 25); });
  Check.that(Steps == 25 && Text.find("last losses: 24\n") != std::string::npos,
             "logs the last loss");
  if (!D.isCuda())
    Check.that(Text.rfind("step 9: loss 9\nstep 19: loss 19\nlast losses: 20\n",
                          0) == 0,
               "logs every tenth step");
  Steps = 0;
  Check.that(meanLoss(counting(D, Steps), 25) == 12, "sums on the device");
  Check.that(meanLoss(counting(D, Steps), 0) == 0, "sums nothing");
}

static void testFinite(Checks &Check, TestDevice &D) {
  int Steps = 0;
  auto Fails = [&](int At, double With) {
    Steps = 0;
    return [&D, &Steps, At, With]() -> Tensor {
      return torch::full({}, Steps++ == At ? With : 1.0, D.options());
    };
  };
  Check.that(trainWhileFinite(Fails(-1, 0), 30) && Steps == 30,
             "finite losses go on");
  for (double Bad : {NaN, Infinity, -Infinity}) {
    Check.that(!trainWhileFinite(Fails(5, Bad), 30) && Steps >= 6 &&
                   Steps <= 14,
               "one bad loss is never passed over");
    Check.that(!trainWhileFinite(Fails(29, Bad), 30), "a bad last loss");
  }
}

static void testConverges(Checks &Check, TestDevice &D) {
  auto X = torch::full({}, 1024, D.options());
  auto Halve = [&] { return X.div_(2); };
  const int Turns = iterate(Halve, 1.5, 100);
  Check.that(Turns >= 10 && Turns <= (D.isCuda() ? 14 : 10),
             "stops at most four iterations late");
  Check.that(iterate(Halve, -1, 7) == 7, "stops at the limit");
}

static void testMasks(Checks &Check, TestDevice &D) {
  torch::manual_seed(1);
  for (int64_t Rows : {1, 7, 100}) {
    auto X = torch::rand({Rows, 3}).to(D.Device);
    auto Mask = torch::rand({Rows}).to(D.Device) > 0.4;
    X.index_put_({Mask.logical_not()}, NaN);
    Check.that(torch::allclose(maskedMean(X, Mask), X.index({Mask}).mean(0),
                               1e-5, 1e-6, /*equal_nan=*/true),
               "the mean under a mask");
  }
  auto [Tokens, Mask] = padded({{1, 2, 3, 4, 5}, {}, {6}}, 4);
  auto Expected = torch::zeros({3, 8}, torch::kLong);
  Expected[0].slice(0, 0, 5).copy_(torch::arange(1, 6));
  Expected[2][0] = 6;
  Check.that(Tokens.equal(Expected) && Mask.equal(Expected != 0),
             "padded sequences");
}

static void testSizes(Checks &Check, TestDevice &D) {
  auto Counts = torch::tensor({2, 0, 3, 1}, torch::kLong).to(D.Device);
  auto Scores = torch::rand({4, 2}).to(D.Device);
  Check.that(
      spread(Scores, Counts, 6).equal(Scores.repeat_interleave(Counts, 0)),
      "repeat_interleave");
  auto Labels = torch::tensor({3, 0, 3, 1}, torch::kLong).to(D.Device);
  Check.that(encode(Labels, 4).equal(torch::one_hot(Labels)), "one_hot");
  Check.that(countLabels(Labels, 5).equal(torch::bincount(Labels, {}, 5)),
             "bincount");
  torch::manual_seed(2);
  for (int64_t Size : {0, 1, 9, 50})
    for (int64_t AtMost : {0, 1, 9, 60}) {
      auto Ones = torch::rand({Size}).to(D.Device) > 0.5;
      auto Found = torch::nonzero(Ones).squeeze(1).slice(0, 0, AtMost);
      auto All = torch::cat(
          {Found, torch::full({AtMost - Found.size(0)}, -1, Found.options())});
      Check.that(firstOnes(Ones, AtMost).equal(All),
                 "the first " + std::to_string(AtMost) + " ones of " +
                     std::to_string(Size));
    }
}

static void testMetrics(Checks &Check, TestDevice &D) {
  auto M = fetch(torch::full({}, 0.25, D.options()).requires_grad_(),
                 torch::full({}, 7, D.options(torch::kLong)),
                 torch::full({}, 1e300, D.options(torch::kDouble)));
  Check.that(M.Loss == 0.25 && M.Accuracy == 7 && M.Norm == 1e300,
             "three values in one transfer");
}

static void testDecisions(Checks &Check, TestDevice &D) {
  Best B{torch::full({}, -Infinity, D.options()),
         torch::full({2}, -1.0, D.options())};
  for (double Score : {1.0, 5.0, 3.0, 5.0})
    keepBetter(B, torch::full({}, Score, D.options()),
               torch::full({2}, 10 * Score, D.options()));
  Check.that(B.Score.item<float>() == 5 && B.State.eq(50).all().item<bool>(),
             "the better one is kept");

  for (double Bad : {0.0, NaN, Infinity}) {
    std::vector<Tensor> Parameters;
    for (int I = 0; I < 3; ++I) {
      Parameters.push_back(torch::ones({4}, D.options()).requires_grad_());
      if (I != 2)
        Parameters[I].mutable_grad() = torch::full({4}, 2, D.options());
    }
    Parameters[1].mutable_grad()[3] = Bad;
    dropBadGradients(Parameters);
    auto Sum = (Parameters[0].grad() + Parameters[1].grad()).sum();
    Check.that(Sum.item<float>() == (Bad == 0 ? 14 : 0),
               "bad gradients are dropped, good ones stay");
  }
}

static void testClip(Checks &Check, TestDevice &D) {
  torch::manual_seed(3);
  for (double MaxNorm : {0.01, 1.0, 100.0}) {
    std::vector<Tensor> Ours, Theirs;
    for (int64_t Size : {1, 3, 100}) {
      auto Gradient = torch::randn({Size}).to(D.Device);
      for (auto *Set : {&Ours, &Theirs}) {
        Set->push_back(torch::zeros({Size}, D.options()).requires_grad_());
        Set->back().mutable_grad() = Gradient.clone();
      }
    }
    auto Norm = clipGradNorm(Ours, MaxNorm);
    const double Expected = torch::nn::utils::clip_grad_norm_(Theirs, MaxNorm);
    bool Same = std::abs(Norm.item<double>() - Expected) < 1e-4;
    for (std::size_t I = 0; I < Ours.size(); ++I)
      Same &= torch::allclose(Ours[I].grad(), Theirs[I].grad());
    Check.that(Same, "gradients clipped to " + std::to_string(MaxNorm));
  }
  Check.that(
      clipGradNorm({torch::zeros({2}).requires_grad_()}, 1).item<float>() == 0,
      "no gradients");
}

static void testRollout(Checks &Check, TestDevice &D) {
  int Acts = 0;
  auto Last = rollout([](const Tensor &O) { return O * 2; },
                      [&](const Tensor &Choice) {
                        Acts += Choice.is_cpu() && Choice.numel() == 4;
                        return torch::eye(4, D.options()).roll(Acts, 0);
                      },
                      torch::eye(4, D.options()), 5);
  Check.that(Acts == 5 && Last.equal(torch::eye(4, D.options()).roll(5, 0)),
             "one fetch a step of a rollout");
}

int main(int Argc, char **Argv) {
  const std::string Name = Argc == 2 ? Argv[1] : "";
  if (Name != "cpu" && Name != "cuda") {
    std::fprintf(stderr, "usage: recipes_test cpu|cuda\n");
    return 2;
  }
  Checks Check;
  TestDevice D(Name);
  testLog(Check, D);
  testFinite(Check, D);
  testConverges(Check, D);
  testMasks(Check, D);
  testSizes(Check, D);
  testMetrics(Check, D);
  testDecisions(Check, D);
  testClip(Check, D);
  testRollout(Check, D);
  return Check.finish();
}
