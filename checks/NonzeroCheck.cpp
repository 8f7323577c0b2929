//===- NonzeroCheck.cpp - Positions of nonzero elements -------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NonzeroCheck.h"

#include "Rewriting.h"
#include "model/CallRoles.h"
#include "model/TensorTypes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// The first LibTorch whose nonzero_static runs on CUDA tensors.
static constexpr LibTorchVersion FirstStatic{2, 7};

std::optional<ReviewFix> NonzeroCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  const std::string Name = spelledName(Point);
  if (!Call ||
      !isOneOf(Name, {"nonzero", "argwhere", "nonzero_numpy", "where"}) ||
      (libTorch().known() && libTorch() < FirstStatic))
    return std::nullopt;
  // With the bound there is no count in the shape.
  const CXXMemberCallExpr *Outer = calledOnResult(*Call, Point.Body->graph());
  if (Outer && Outer->getMethodDecl() &&
      isOneOf(simpleName(*Outer->getMethodDecl()), {"size", "sizes", "numel"}))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: 'nonzero_static' with an upper bound of the "
                "count does not wait; rows past the count hold its fill_value";
  const std::optional<std::string> Size = placeholder("size", context());
  if (!Size || isUnsafeToRewrite(*Call, Point, context()))
    return Review;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    if (Call->getNumArgs() == 0)
      Review.Fix =
          replaceMember(*Member, "nonzero_static(" + *Size + ")", context());
  } else if (const auto *Callee =
                 dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
             Callee && writtenArguments(*Call) == 1) {
    Review.Fix =
        FixItHint::CreateReplacement(Callee->getLocation(), "nonzero_static");
    Review.Others = {appendArgument(*Call, *Size)};
  }
  // These give a tensor for each dimension.
  if (Review.Fix && (Name == "nonzero_numpy" || Name == "where"))
    Review.Others.push_back(FixItHint::CreateInsertion(
        Call->getRParenLoc().getLocWithOffset(1), ".unbind(1)"));
  return Review;
}

} // namespace torchsync
