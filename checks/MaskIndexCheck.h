//===- MaskIndexCheck.h - Indexing with a mask ---------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds selections by a mask, whose size the host must know.
// See docs/checks/mask-index.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MASKINDEXCHECK_H
#define TORCHSYNC_CHECKS_MASKINDEXCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class MaskIndexCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;

private:
  std::optional<ReviewFix> fillReview(const SyncPoint &Point) const;
  std::optional<ReviewFix> sumReview(const SyncPoint &Point) const;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MASKINDEXCHECK_H
