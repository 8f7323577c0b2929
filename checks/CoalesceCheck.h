//===- CoalesceCheck.h - Several fetches where one would do ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds values that are fetched one by one though one transfer would serve.
// See docs/checks/coalesce.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_COALESCECHECK_H
#define TORCHSYNC_CHECKS_COALESCECHECK_H

#include "SyncCheck.h"
#include "model/FetchGroups.h"

namespace torchsync {

class CoalesceCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  void reportMore(const SyncFindings &Findings) override;

private:
  std::optional<clang::FixItHint> stackedFix(const FetchGroup &Group) const;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_COALESCECHECK_H
