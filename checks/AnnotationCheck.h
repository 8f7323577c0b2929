//===- AnnotationCheck.h - Annotations that cannot mean what they say -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds TORCHSYNC_ALLOW_SYNC without a reason and TORCHSYNC_HOT where it marks
// nothing. See docs/checks/annotation.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_ANNOTATIONCHECK_H
#define TORCHSYNC_CHECKS_ANNOTATIONCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class AnnotationCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  void reportMore(const SyncFindings &Findings) override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_ANNOTATIONCHECK_H
