//===- NonBlockingReadCheck.h - Memory used while it is copied ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds data races of the host with non_blocking copies. See
// docs/checks/non-blocking-read.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_NONBLOCKINGREADCHECK_H
#define TORCHSYNC_CHECKS_NONBLOCKINGREADCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class NonBlockingReadCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  void reportMore(const SyncFindings &Findings) override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_NONBLOCKINGREADCHECK_H
