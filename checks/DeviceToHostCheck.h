//===- DeviceToHostCheck.h - Tensors copied to the host ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds transfers of whole tensors from the device to the host.
// See docs/checks/device-to-host.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_DEVICETOHOSTCHECK_H
#define TORCHSYNC_CHECKS_DEVICETOHOSTCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class DeviceToHostCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::string clause(const SyncPoint &Point) const override;
  std::optional<SafeFix> safeFix(const SyncPoint &Point) const override;
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;

private:
  std::optional<ReviewFix> reduceThere(const SyncPoint &Point) const;
  std::optional<ReviewFix> waitLater(const SyncPoint &Point) const;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_DEVICETOHOSTCHECK_H
