//===- NonBlockingReadCheck.cpp - Memory used while it is copied ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NonBlockingReadCheck.h"

using namespace clang;

namespace torchsync {

void NonBlockingReadCheck::reportMore(const SyncFindings &Findings) {
  for (const EarlyAccess &Early : Findings.EarlyAccesses) {
    std::string Memory = Early.Memory && Early.Memory->getIdentifier()
                             ? "'" + Early.Memory->getNameAsString() + "'"
                         : Early.OfSource ? "pinned memory"
                                          : "a tensor";
    diag(Early.Access->getExprLoc(),
         Early.OfSource
             ? "the host overwrites %0 while a non_blocking copy to the device "
               "may still read it; first wait for an event recorded behind the "
               "copy, or fill another buffer meanwhile "
               "(recipes.md#double-buffered-uploads)"
             : "the host uses %0 while a non_blocking copy may still write it; "
               "first wait for an event recorded behind the copy, or fetch "
               "with torchsync::AsyncFetch (recipes.md#log-without-stopping)")
        << Memory;
    note(Early.Copy->getExprLoc(),
         "the copy starts here%select{|, in an earlier iteration}0")
        << Early.Earlier;
    if (Early.Inside)
      note(Early.Inside->getExprLoc(), "it is used here");
  }
}

} // namespace torchsync
