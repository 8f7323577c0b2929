//===- Bench.h - Two versions of one loop, timed and their waits counted --===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For both versions the time of an iteration and how often the driver made the
// host wait in it, as a table.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_FETCH_BENCH_H
#define TORCHSYNC_TEST_FETCH_BENCH_H

#include "Testing.h"
#include "WaitCounter.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace testing {

/// Runs as many iterations as it is told.
using Loop = std::function<void(int)>;

class Bench {
public:
  explicit Bench(TestDevice &D) : D(D) {}

  /// Times both, or counts their waits if countWaits() was called.
  void compare(const std::string &Recipe, const std::string &Size,
               int Iterations, const Loop &Before, const Loop &After) {
    std::ostringstream Nowhere;
    auto *Old = std::cout.rdbuf(Nowhere.rdbuf());
    Row &R = Rows[Recipe + '\t' + Size];
    if (R.Line.empty()) {
      R.Line = Recipe + '\t' + Size;
      R.Number = Rows.size();
    }
    if (Counter) {
      R.BeforeWaits = waits(Iterations, Before);
      R.AfterWaits = waits(Iterations, After);
    } else {
      microseconds(std::min(Iterations, 20), Before);
      microseconds(std::min(Iterations, 20), After);
      // In turn, so that a change of the clocks meets both.
      std::vector<double> BeforeTimes, AfterTimes;
      for (int Repeat = 0; Repeat < 7; ++Repeat) {
        BeforeTimes.push_back(microseconds(Iterations, Before));
        AfterTimes.push_back(microseconds(Iterations, After));
      }
      std::sort(BeforeTimes.begin(), BeforeTimes.end());
      std::sort(AfterTimes.begin(), AfterTimes.end());
      R.BeforeTime = BeforeTimes[3];
      R.AfterTime = AfterTimes[3];
    }
    std::cout.rdbuf(Old);
  }

  /// From now on nothing is timed: counting costs time.
  void countWaits() { Counter = std::make_unique<WaitCounter>(); }

  double waitsAfter(const std::string &Recipe, const std::string &Size) {
    return Rows.at(Recipe + '\t' + Size).AfterWaits;
  }

  void write(const char *Path) {
    std::vector<Row> Ordered;
    for (const auto &[Key, R] : Rows)
      Ordered.push_back(R);
    std::sort(Ordered.begin(), Ordered.end(),
              [](const Row &A, const Row &B) { return A.Number < B.Number; });
    std::ofstream Out(Path);
    Out << "recipe\tsize\tbefore_us\tbefore_waits\tafter_us\tafter_waits\n";
    for (const Row &R : Ordered) {
      char Numbers[100];
      std::snprintf(Numbers, sizeof(Numbers), "\t%.1f\t%.2f\t%.1f\t%.2f\n",
                    R.BeforeTime, R.BeforeWaits, R.AfterTime, R.AfterWaits);
      Out << R.Line << Numbers;
      std::printf("  %s%s", R.Line.c_str(), Numbers);
    }
  }

private:
  struct Row {
    std::string Line;
    std::size_t Number = 0;
    double BeforeTime = 0, BeforeWaits = 0, AfterTime = 0, AfterWaits = 0;
  };

  /// The time of an iteration.
  double microseconds(int Iterations, const Loop &Run) {
    D.synchronize();
    auto Start = Clock::now();
    Run(Iterations);
    D.synchronize();
    return millisecondsSince(Start) * 1000 / Iterations;
  }

  /// The waits in an iteration.
  double waits(int Iterations, const Loop &Run) {
    D.synchronize();
    const int Before = Counter->count();
    Run(Iterations);
    return double(Counter->count() - Before) / Iterations;
  }

  TestDevice &D;
  std::map<std::string, Row> Rows;
  std::unique_ptr<WaitCounter> Counter;
};

} // namespace testing

#endif // TORCHSYNC_TEST_FETCH_BENCH_H
