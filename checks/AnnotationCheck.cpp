//===- AnnotationCheck.cpp - Annotations that cannot mean what they say ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotationCheck.h"

namespace torchsync {

void AnnotationCheck::reportMore(const SyncFindings &Findings) {
  for (const AnnotationProblem &Problem : Findings.Regions->problems())
    diag(Problem.Loc,
         Problem.What == AnnotationProblem::EmptyReason
             ? "TORCHSYNC_ALLOW_SYNC needs a reason: say why the wait is wanted"
             : "TORCHSYNC_HOT marks nothing here: put it before a loop, a "
               "block or a function, or in a block as a statement");
}

} // namespace torchsync
