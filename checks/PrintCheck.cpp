//===- PrintCheck.cpp - Printing a tensor's values ------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintCheck.h"

using namespace clang;

namespace torchsync {

std::optional<ReviewFix> PrintCheck::reviewFix(const SyncPoint &Point) const {
  if (Point.Reason->Kind != RegionKind::Loop)
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: torchsync::AsyncFetch<torch::Tensor> hands the "
                "values out when they are on the host, some iterations later, "
                "without a wait";
  return Review;
}

} // namespace torchsync
