//===- PrintCheck.h - Printing tensors -----------------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds tensors whose values are printed.
// See docs/checks/print.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_PRINTCHECK_H
#define TORCHSYNC_CHECKS_PRINTCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class PrintCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_PRINTCHECK_H
