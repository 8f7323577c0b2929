//===- GraphCaptureCheck.h - What fails while a graph is captured --------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds waits, allocations and pageable copies while a CUDA graph is captured.
// See docs/checks/graph-capture.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_GRAPHCAPTURECHECK_H
#define TORCHSYNC_CHECKS_GRAPHCAPTURECHECK_H

#include "SyncCheck.h"

namespace torchsync {

class GraphCaptureCheck : public SyncCheck {
public:
  GraphCaptureCheck(llvm::StringRef Name,
                    clang::tidy::ClangTidyContext *Context,
                    std::shared_ptr<SyncModel> Model);

protected:
  bool owns(const SyncPoint &Point) const override;
  std::string effect(const SyncPoint &Point) const override;
  std::string clause(const SyncPoint &Point) const override;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_GRAPHCAPTURECHECK_H
