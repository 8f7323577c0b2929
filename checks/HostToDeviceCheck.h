//===- HostToDeviceCheck.h - Tensors copied to the device ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds blocking transfers from the host to the device.
// See docs/checks/host-to-device.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_HOSTTODEVICECHECK_H
#define TORCHSYNC_CHECKS_HOSTTODEVICECHECK_H

#include "SyncCheck.h"

namespace torchsync {

class HostToDeviceCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::optional<SafeFix> safeFix(const SyncPoint &Point) const override;
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;

private:
  std::optional<ReviewFix> beforeTheLoop(const SyncPoint &Point) const;
  std::optional<SafeFix> constantsFix(const SyncPoint &Point) const;
  std::optional<SafeFix> elementFix(const SyncPoint &Point) const;
  std::optional<SafeFix> factoryFix(const SyncPoint &Point) const;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_HOSTTODEVICECHECK_H
