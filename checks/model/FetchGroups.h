//===- FetchGroups.h - Fetches that one transfer would serve --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which values, fetched one after the other in one iteration, could be
// stacked on the device and fetched at once. Must not word or rewrite anything.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_FETCHGROUPS_H
#define TORCHSYNC_CHECKS_MODEL_FETCHGROUPS_H

#include "SyncPoints.h"

namespace torchsync {

/// One fetch of a group: an `item`, or the call of a function in sight that
/// does nothing but return its argument's `item`.
struct GroupedFetch {
  const clang::Expr *Call;
  /// The tensor, or the argument that it is computed from.
  const clang::Expr *Subject;
  const SyncPoint *Point; ///< The `item`.
  const HotReason *Reason;
};

/// Two or more fetches that run together, in order of evaluation. No fetched
/// tensor depends on what happens between the first and its own fetch.
using FetchGroup = llvm::SmallVector<GroupedFetch, 4>;

std::vector<FetchGroup> fetchGroups(const SyncFindings &Findings);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_FETCHGROUPS_H
