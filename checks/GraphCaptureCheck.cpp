//===- GraphCaptureCheck.cpp - What fails while a graph is captured -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphCaptureCheck.h"
#include "model/CallRoles.h"

using namespace clang;

namespace torchsync {

GraphCaptureCheck::GraphCaptureCheck(llvm::StringRef Name,
                                     tidy::ClangTidyContext *Context,
                                     std::shared_ptr<SyncModel> Model)
    : SyncCheck(Name, Context, std::move(Model)) {
  lookAtCaptures();
}

bool GraphCaptureCheck::owns(const SyncPoint &Point) const {
  return Point.Reason->Kind == RegionKind::Capture;
}

std::string GraphCaptureCheck::effect(const SyncPoint &Point) const {
  // The CUDA runtime returns an error; whether it is thrown is up to the
  // caller.
  const FunctionDecl *Callee = calleeOf(Point.Call);
  const bool Throws = Callee && !outermostNamespace(*Callee).empty();
  return std::string(Throws ? "throws" : "fails") +
         " while a CUDA graph is captured, and spoils the capture";
}

std::string GraphCaptureCheck::clause(const SyncPoint &Point) const {
  // What to write instead in a loop may be a wait just as well.
  return Point.Operation->Why +
         ": do it before the capture begins, or after a replay "
         "(recipes.md#graph-capture)";
}

} // namespace torchsync
