//===- NonzeroCheck.cpp - Positions of nonzero elements -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NonzeroCheck.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// The first LibTorch whose nonzero_static runs on CUDA tensors.
static constexpr LibTorchVersion FirstStatic{2, 7};

std::optional<ReviewFix> NonzeroCheck::reviewFix(const SyncPoint &Point) const {
  if (spelledName(Point) != "nonzero" ||
      (libTorch().known() && libTorch() < FirstStatic))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: 'nonzero_static' with an upper bound of the "
                "count does not wait; rows past the count hold its fill_value";
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  if (!Call || Call->getNumArgs() != 0 ||
      isUnsafeToRewrite(*Call, Point, context()))
    return Review;
  // Only the programmer knows the bound; without one this must not compile.
  if (const auto *Member =
          dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens()))
    Review.Fix = FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(Member->getMemberLoc(),
                                       Call->getRParenLoc()),
        "nonzero_static(/*size=*/)");
  return Review;
}

} // namespace torchsync
