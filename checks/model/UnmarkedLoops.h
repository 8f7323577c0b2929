//===- UnmarkedLoops.h - Loops that should be marked hot ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which loops train or infer on every iteration though nobody marked
// them. Must not know which calls wait.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_UNMARKEDLOOPS_H
#define TORCHSYNC_CHECKS_MODEL_UNMARKEDLOOPS_H

#include "HotRegions.h"

namespace torchsync {

struct UnmarkedLoop {
  const clang::Stmt *Loop;
  /// backward() of a training loop, forward() of an inference loop.
  const clang::Expr *Evidence;
  bool Trains;
};

/// The innermost loops that call both backward() and an optimizer's step(), or
/// a module's forward(), themselves or through visible bodies. None in code
/// that is marked already, in COLD code, or in a module's own methods, where a
/// loop goes over layers.
std::vector<UnmarkedLoop> unmarkedLoops(const HotRegions &Regions,
                                        const LibTorchHeaders &Headers);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_UNMARKEDLOOPS_H
