//===- TensorIndexCheck.h - Indexing with a 0-dim tensor -----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a 0-dim tensor used as an index: an item() in disguise.
// See docs/checks/tensor-index.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_TENSORINDEXCHECK_H
#define TORCHSYNC_CHECKS_TENSORINDEXCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class TensorIndexCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_TENSORINDEXCHECK_H
