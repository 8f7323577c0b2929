//===- HiddenSyncCheck.h - Operations that wait inside -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds operations that check or read something on the host inside.
// See docs/checks/hidden-sync.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_HIDDENSYNCCHECK_H
#define TORCHSYNC_CHECKS_HIDDENSYNCCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class HiddenSyncCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_HIDDENSYNCCHECK_H
