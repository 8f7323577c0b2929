//===- ItemReview.h - Rewrites of a fetched value that need review -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be written in place of a fetch whose value is logged, summed up,
// compared or decides a branch, so that the host waits more rarely or not at
// all. Each changes when or how a value is computed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_ITEMREVIEW_H
#define TORCHSYNC_CHECKS_ITEMREVIEW_H

#include "SyncCheck.h"

namespace torchsync {

/// The rewrite for \p Point, a fetch of one value, with a fix-it where the code
/// has a form in which it is right. Nothing where no more is to be said.
std::optional<ReviewFix> reviewOfItem(const SyncPoint &Point,
                                      const clang::ASTContext &Context);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_ITEMREVIEW_H
