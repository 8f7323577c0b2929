//===- Loops.h - Three hot loops before and after torchsync ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops.inc twice: as written, and as test/fetch/run makes it with -fix.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_FETCH_LOOPS_H
#define TORCHSYNC_TEST_FETCH_LOOPS_H

#include "Testing.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <torchsync/async_fetch.h>
#include <vector>

namespace written {
#include "LoopsWritten.inc"
} // namespace written
namespace fixed {
#include "LoopsFixed.inc"
} // namespace fixed

#endif // TORCHSYNC_TEST_FETCH_LOOPS_H
