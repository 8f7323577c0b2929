//===- NonzeroCheck.h - Positions of nonzero elements --------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds nonzero() and its kin, whose size the host must know.
// See docs/checks/nonzero.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_NONZEROCHECK_H
#define TORCHSYNC_CHECKS_NONZEROCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class NonzeroCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_NONZEROCHECK_H
