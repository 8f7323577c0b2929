//===- ExplicitSyncCheck.h - Explicit synchronisation --------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds synchronisation and allocation calls that wait for the device.
// See docs/checks/explicit-sync.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_EXPLICITSYNCCHECK_H
#define TORCHSYNC_CHECKS_EXPLICITSYNCCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class ExplicitSyncCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_EXPLICITSYNCCHECK_H
