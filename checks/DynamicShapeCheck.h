//===- DynamicShapeCheck.h - Shapes that depend on values ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds operations whose result size is read from the device.
// See docs/checks/dynamic-shape.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_DYNAMICSHAPECHECK_H
#define TORCHSYNC_CHECKS_DYNAMICSHAPECHECK_H

#include "SyncCheck.h"

namespace torchsync {

class DynamicShapeCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_DYNAMICSHAPECHECK_H
