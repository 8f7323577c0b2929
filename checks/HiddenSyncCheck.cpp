//===- HiddenSyncCheck.cpp - Operations that wait inside ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenSyncCheck.h"

#include "Rewriting.h"
#include "model/CallRoles.h"
#include "model/TensorTypes.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace torchsync {

/// The form of \p Callee, a function of linear algebra, that leaves its error
/// code on the device and gives (result, code); or "". Factorisations give more
/// than one result, and ATen's old cholesky computes in another way.
static llvm::StringRef withErrorCode(const FunctionDecl &Callee) {
  llvm::StringRef Name = simpleName(Callee);
  if (isOneOf(Name, {"inv", "linalg_inv", "inverse"}))
    return "linalg_inv_ex";
  if (isOneOf(Name, {"solve", "linalg_solve"}))
    return "linalg_solve_ex";
  if (Name == "linalg_cholesky" ||
      isNamed(&Callee, "::torch::linalg::cholesky"))
    return "linalg_cholesky_ex";
  return "";
}

std::optional<ReviewFix>
HiddenSyncCheck::reviewFix(const SyncPoint &Point) const {
  if (!isOneOf(Point.Operation->Id,
               {"linalg-inv", "linalg-solve", "linalg-cholesky"}))
    return std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  llvm::StringRef New = Callee ? withErrorCode(*Callee) : llvm::StringRef();
  if (New.empty())
    return std::nullopt;
  ReviewFix Review;
  Review.Text =
      ("needs review: '" + New +
       "' throws for no matrix and does not wait; its second result is 0 where "
       "it succeeded, and the rewrite drops it")
          .str();
  if (isUnsafeToRewrite(*Call, Point, context()))
    return Review;
  std::string Begin = ("std::get<0>(at::" + New + "(").str();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const auto *Name = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
    if (!Name || Name->isArrow() || writtenArguments(*Call) != 0)
      return Review;
    CharSourceRange Range = CharSourceRange::getTokenRange(
        Name->getOperatorLoc(), Call->getRParenLoc());
    if (!plainText(Range, context()))
      return Review;
    Review.Fix = FixItHint::CreateInsertion(Member->getBeginLoc(), Begin);
    Review.Others = {FixItHint::CreateReplacement(Range, "))")};
    return Review;
  }
  const auto *Name = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
  const SourceLocation First =
      Call->getNumArgs() ? Call->getArg(0)->getBeginLoc() : SourceLocation();
  if (!Name || First.isInvalid() || First.isMacroID())
    return Review;
  CharSourceRange Range =
      CharSourceRange::getCharRange(Name->getBeginLoc(), First);
  if (!plainText(Range, context()))
    return Review;
  Review.Fix = FixItHint::CreateReplacement(Range, Begin);
  Review.Others = {FixItHint::CreateInsertion(Call->getRParenLoc(), ")")};
  return Review;
}

} // namespace torchsync
