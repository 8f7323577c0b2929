//===- recipes_bench.cpp - What the recipes save on a GPU -----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the code of docs/recipes.md and the code that it replaces, each small
// (the host is the slower one) and large (the device is), and prints for both
// the time of an iteration and the times that the driver made the host wait in
// it. Also checks the recipes that need CUDA. Started by test/fetch/run gpu.
//
// usage: recipes_bench RESULTS.tsv
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Recipes.inc"
#include "RecipesCuda.inc"

#include <memory>

using namespace testing;
using torch::Tensor;

Tensor solveKepler(const Tensor &Mean, const Tensor &Eccentricity);

/// A network of two layers and its training.
struct Training {
  Training(TestDevice &D, int64_t Width, int64_t Batch)
      : Net(torch::nn::Linear(Width, Width), torch::nn::ReLU(),
            torch::nn::Linear(Width, 1)),
        Input(torch::randn({Batch, Width}, D.options())) {
    Net->to(D.Device);
    Parameters = Net->parameters();
    Optimizer = std::make_unique<torch::optim::SGD>(Parameters, 1e-4);
  }
  Tensor backward() {
    Optimizer->zero_grad();
    auto Loss = Net->forward(Input).square().mean();
    Loss.backward();
    return Loss;
  }
  Tensor step() {
    auto Loss = backward();
    Optimizer->step();
    return Loss;
  }
  torch::nn::Sequential Net;
  Tensor Input;
  std::vector<Tensor> Parameters;
  std::unique_ptr<torch::optim::SGD> Optimizer;
};

static void benchAsyncFetch(Bench &B, TestDevice &D) {
  auto X = torch::ones({}, D.options());
  auto Row = torch::ones({64}, D.options());
  auto Large = torch::ones({int64_t(1) << 29}, D.options());
  B.compare(
      "AsyncFetch: nothing but a fetch", "1 float", 2000,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          X.item<float>();
      },
      [&](int N) {
        torchsync::AsyncFetch<float> Fetch;
        for (int I = 0; I < N; ++I) {
          Fetch.push(X);
          Fetch.poll();
        }
      });
  B.compare(
      "AsyncFetch: nothing but a fetch", "64 floats", 2000,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          Row.cpu();
      },
      [&](int N) {
        torchsync::AsyncFetch<Tensor> Fetch;
        for (int I = 0; I < N; ++I) {
          Fetch.push(Row);
          Fetch.poll();
        }
      });
  B.compare(
      "AsyncFetch: ten small kernels, one fetch", "1 float", 1000,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          for (int J = 0; J < 10; ++J)
            X.mul_(1);
          X.item<float>();
        }
      },
      [&](int N) {
        torchsync::AsyncFetch<float> Fetch;
        for (int I = 0; I < N; ++I) {
          for (int J = 0; J < 10; ++J)
            X.mul_(1);
          Fetch.push(X);
          Fetch.poll();
        }
      });
  for (double HostMilliseconds : {0.0, 0.8})
    B.compare(
        HostMilliseconds == 0
            ? "AsyncFetch: 1 ms of the device, one fetch"
            : "AsyncFetch: 1 ms of the device, 0.8 ms of the host, one fetch",
        "1 float", 200,
        [&](int N) {
          for (int I = 0; I < N; ++I) {
            Large.mul_(1);
            Large[0].item<float>();
            hostWork(HostMilliseconds);
          }
        },
        [&](int N) {
          torchsync::AsyncFetch<float> Fetch;
          for (int I = 0; I < N; ++I) {
            Large.mul_(1);
            Fetch.push(Large[0]);
            Fetch.poll();
            hostWork(HostMilliseconds);
          }
        });
}

static void benchTraining(Bench &B, TestDevice &D, const char *Size,
                          int64_t Width, int64_t Batch, int Steps,
                          double HostMilliseconds) {
  Training T(D, Width, Batch);
  auto Step = [&] {
    hostWork(HostMilliseconds);
    return T.step();
  };
  Loop Log = [&](int N) { trainAndLog(Step, N); };
  B.compare(
      "Log without stopping", Size, Steps,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          auto Loss = Step().item<float>();
          if (I % 10 == 9)
            std::cout << "step " << I << ": loss " << Loss << '\n';
        }
      },
      Log);
  Loop Sum = [&](int N) {
    double Total = 0;
    for (int I = 0; I < N; ++I)
      Total += Step().item<double>();
    std::cout << Total / N;
  };
  B.compare("Log without stopping: the mean", Size, Steps, Sum,
            [&](int N) { std::cout << meanLoss(Step, N); });
  B.compare(
      "Stop on NaN without stopping", Size, Steps,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          if (!torch::isfinite(Step()).all().item<bool>())
            return;
      },
      [&](int N) { trainWhileFinite(Step, N); });
  B.compare(
      "One transfer for many values", Size, Steps,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          auto Loss = Step();
          std::cout << Loss.item<double>() << Loss.sqrt().item<double>()
                    << Loss.square().item<double>();
        }
      },
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          auto Loss = Step();
          auto M = fetch(Loss, Loss.sqrt(), Loss.square());
          std::cout << M.Loss << M.Accuracy << M.Norm;
        }
      });
  B.compare(
      "Gradient clipping without a wait", Size, Steps,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          hostWork(HostMilliseconds);
          T.backward();
          torch::nn::utils::clip_grad_norm_(T.Parameters, 1.0);
          T.Optimizer->step();
        }
      },
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          hostWork(HostMilliseconds);
          T.backward();
          clipGradNorm(T.Parameters, 1.0);
          T.Optimizer->step();
        }
      });
  B.compare(
      "Decisions on the device: bad gradients", Size, Steps,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          hostWork(HostMilliseconds);
          T.backward();
          bool Finite = true;
          for (const auto &P : T.Parameters)
            Finite = Finite && torch::isfinite(P.grad()).all().item<bool>();
          if (Finite)
            T.Optimizer->step();
        }
      },
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          hostWork(HostMilliseconds);
          T.backward();
          dropBadGradients(T.Parameters);
          T.Optimizer->step();
        }
      });
  B.compare("Where a wait is right: every 100th step", Size, Steps, Sum,
            [&](int N) {
              for (int I = 0; I < N; ++I) {
                auto Loss = Step();
                if (I % 100 == 99)
                  std::cout << Loss.item<double>();
              }
            });
}

static void benchValues(Bench &B, TestDevice &D, const char *Size, int64_t Rows,
                        int Iterations) {
  auto X = torch::rand({Rows, 16}, D.options());
  auto Mask = torch::rand({Rows}, D.options()) > 0.5;
  B.compare(
      "Padding and masks", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          X.index({Mask}).mean(0);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          maskedMean(X, Mask);
      });
  auto Counts = torch::randint(0, 3, {Rows}, D.options(torch::kLong));
  const auto Samples = Counts.sum().item<int64_t>();
  B.compare(
      "Sizes known beforehand: repeat_interleave", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          X.repeat_interleave(Counts, 0);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          spread(X, Counts, Samples);
      });
  auto Labels = torch::randint(0, 16, {Rows}, D.options(torch::kLong));
  B.compare(
      "Sizes known beforehand: one_hot", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          torch::one_hot(Labels);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          encode(Labels, 16);
      });
  B.compare(
      "Sizes known beforehand: bincount", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          torch::bincount(Labels, {}, 16);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          countLabels(Labels, 16);
      });
  B.compare(
      "Sizes known beforehand: nonzero", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          torch::nonzero(Mask);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          firstOnes(Mask, Rows);
      });
  auto Improve = [&] { return X.mul_(0.999).square().mean(); };
  B.compare(
      "Loop until converged", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N && Improve().item<double>() >= 0; ++I) {
        }
      },
      [&](int N) { iterate(Improve, -1, N); });
  Best Kept{torch::zeros({}, D.options()), X};
  auto Score = torch::zeros({}, D.options());
  B.compare(
      "Decisions on the device: the better of two", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          if (Score.add_(0.5).item<float>() > Kept.Score.item<float>())
            Kept = {Score.clone(), X + 1};
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          keepBetter(Kept, Score.add_(0.5), X + 1);
      });
}

static void benchUploads(Bench &B, Checks &Check, const char *Size,
                         int64_t Rows, int Iterations) {
  // The batch lies in memory already; the network reads it once.
  auto Batch = torch::rand({Rows, 1024});
  auto Weights = torch::rand({1024, 4096}, torch::kCUDA);
  Uploader Upload({Rows, 1024}, torch::kFloat);
  auto Fill = [&](Tensor &Host) { Host.copy_(Batch); };
  B.compare(
      "Double-buffered uploads", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          Batch.to(torch::kCUDA).mm(Weights);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          Upload.upload(Fill).mm(Weights);
      });
  bool Right = true;
  for (int I = 0; I < 50; ++I) {
    Weights.mm(Weights.t());
    auto First = Upload.upload([&](Tensor &Host) { Host.fill_(I); });
    auto Second = Upload.upload([&](Tensor &Host) { Host.fill_(-I); });
    auto Third = Upload.upload([&](Tensor &Host) { Host.fill_(7); });
    Right &= (First.eq(I).all() & Second.eq(-I).all() & Third.eq(7).all())
                 .item<bool>();
  }
  Check.that(Right, "a buffer is not overwritten before it was read");
}

static void benchGraph(Bench &B, Checks &Check, TestDevice &D, const char *Size,
                       int64_t Elements, int Iterations) {
  auto Work = [](const Tensor &In) {
    auto X = In;
    for (int I = 0; I < 20; ++I)
      X = X * 0.5 + 1;
    return X;
  };
  auto X = torch::rand({Elements}, D.options());
  Replayed Graph(X, Work);
  B.compare(
      "Graph capture: 40 kernels", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          Work(X);
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          Graph.run(X);
      });
  auto Y = torch::rand({Elements}, D.options());
  Check.that(Graph.run(Y).equal(Work(Y)), "a replayed graph");
}

static void benchKernel(Bench &B, Checks &Check, TestDevice &D,
                        const char *Size, int64_t Elements, int Iterations) {
  auto M = torch::rand({Elements}, D.options(torch::kDouble)) * 3;
  auto E = torch::rand({Elements}, D.options(torch::kDouble)) * 0.9;
  auto WithTensors = [&] {
    auto A = M.clone();
    for (int Turn = 0; Turn < 50; ++Turn) {
      auto Step = (A - E * A.sin() - M) / (1 - E * A.cos());
      A -= Step;
      if (Step.abs().max().item<double>() < 1e-12)
        break;
    }
    return A;
  };
  B.compare(
      "A small fused kernel", Size, Iterations,
      [&](int N) {
        for (int I = 0; I < N; ++I)
          WithTensors();
      },
      [&](int N) {
        for (int I = 0; I < N; ++I)
          solveKepler(M, E);
      });
  Check.that(torch::allclose(solveKepler(M, E), WithTensors(), 1e-9, 1e-9),
             "the kernel solves Kepler's equation");
}

static void benchMailbox(Bench &B, Checks &Check, TestDevice &D) {
  auto X = torch::ones({1}, D.options());
  Mailbox Box;
  B.compare(
      "Unified memory: a value written to the host's memory", "1 float", 1000,
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          for (int J = 0; J < 10; ++J)
            X.mul_(1);
          X.item<float>();
        }
      },
      [&](int N) {
        for (int I = 0; I < N; ++I) {
          for (int J = 0; J < 10; ++J)
            X.mul_(1);
          Box.send(X);
          Box.receive();
        }
      });
  D.synchronize();
  D.keepBusy(20);
  Box.send(X + 4);
  Check.that(!Box.receive(), "a value on its way is not handed out");
  D.synchronize();
  Check.that(Box.receive() == 5.0F, "a value written to the host's memory");
}

int main(int Argc, char **Argv) {
  if (Argc != 2 || !torch::cuda::is_available()) {
    std::fprintf(stderr, "usage: recipes_bench RESULTS.tsv, with a GPU\n");
    return 2;
  }
  TestDevice D("cuda");
  Checks Check;
  Bench B(D);
  // Everything is timed before anything is counted.
  for (bool Counting : {false, true}) {
    if (Counting)
      B.countWaits();
    benchAsyncFetch(B, D);
    benchTraining(B, D, "small", 64, 64, 300, 0);
    benchTraining(B, D, "large", 2048, 4096, 100, 0);
    benchTraining(B, D, "large, 1 ms of host work", 2048, 4096, 100, 1);
    benchValues(B, D, "small", 1000, 300);
    benchValues(B, D, "large", 1 << 22, 50);
    benchUploads(B, Check, "small: 64 KiB", 16, 300);
    benchUploads(B, Check, "large: 64 MiB", 16384, 20);
    benchGraph(B, Check, D, "small", 1000, 300);
    benchGraph(B, Check, D, "large", 1 << 24, 20);
    benchKernel(B, Check, D, "small", 1000, 100);
    benchKernel(B, Check, D, "large", 1 << 22, 20);
    benchMailbox(B, Check, D);
  }
  B.write(Argv[1]);
  for (const char *Size : {"1 float", "64 floats"})
    Check.that(B.waitsAfter("AsyncFetch: nothing but a fetch", Size) == 0,
               std::string("push and poll do not wait, ") + Size);
  return Check.finish();
}
