//===- Oracle.h - Whether the host waits in a statement -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file of statements sees of the oracle. Must not include LibTorch: the
// statements that nvcc compiles do not.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_GPU_ORACLE_H
#define TORCHSYNC_TEST_GPU_ORACLE_H

#include <functional>

/// Runs statements behind a long kernel and writes down what the host did.
class Probe {
public:
  virtual void measure(const char *Name, const char *Text,
                       const std::function<void()> &Statement) = 0;

protected:
  ~Probe() = default;
};

/// A function that makes the fixture and measures one statement with it.
struct Statement {
  const char *Name;
  void (*Run)(Probe &);
};

#endif // TORCHSYNC_TEST_GPU_ORACLE_H
