//===- TensorIndexCheck.cpp - A 0-dim tensor as an index ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorIndexCheck.h"

#include "Rewriting.h"
#include "catalogue/Conditions.h"
#include "model/CallRoles.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace torchsync {

/// The index of `x[k]` or `x.index({k})`, or null.
static const Expr *onlyIndex(const CallExpr &Call) {
  if (const auto *Subscript = dyn_cast<CXXOperatorCallExpr>(&Call))
    return Subscript->getOperator() == OO_Subscript ? Subscript->getArg(1)
                                                    : nullptr;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  if (!Member || !Member->getMethodDecl() ||
      simpleName(*Member->getMethodDecl()) != "index" ||
      Member->getNumArgs() != 1)
    return nullptr;
  std::optional<llvm::SmallVector<IndexElement, 4>> Elements =
      indexElements(Member->getArg(0));
  return Elements && Elements->size() == 1 &&
                 Elements->front().What == IndexElement::Tensor
             ? Elements->front().Value
             : nullptr;
}

/// True if something is written to the element in the same expression:
/// `x[k] = y`, `x[k].add_(y)`.
static bool isWrittenTo(const CallExpr &Element, const FunctionGraph &Graph) {
  const Stmt *User = Graph.parentOf(&Element);
  while (isa_and_nonnull<ImplicitCastExpr, MaterializeTemporaryExpr,
                         CXXBindTemporaryExpr, ParenExpr>(User))
    User = Graph.parentOf(User);
  if (const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(User))
    return Operator->isAssignmentOp() ||
           Operator->getOperator() == OO_Subscript;
  const CXXMemberCallExpr *Outer = calledOnResult(Element, Graph);
  return Outer && (!Outer->getMethodDecl() ||
                   simpleName(*Outer->getMethodDecl()).ends_with("_"));
}

std::optional<ReviewFix>
TensorIndexCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  const Expr *Index = Call ? onlyIndex(*Call) : nullptr;
  // A bool selects, and adds a dimension.
  if (!Index || Point.Facts->at(Index).Dtype != DtypeFact::Integral ||
      isWrittenTo(*Call, Point.Body->graph()))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: an int64 index of shape {1} stays on the "
                "device; the result is a copy, not a view, and an index out of "
                "range is a failed assertion on the device";
  const Expr *Base = objectOf(Call);
  const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  std::optional<llvm::StringRef> Text = textOf(*Index, context());
  if (isUnsafeToRewrite(*Call, Point, context()) || !Base || !Text)
    return Review;
  std::string New = Text->str();
  const Expr *Written = ignoreWrappers(Index);
  if (!isa<DeclRefExpr, MemberExpr, CallExpr>(Written) ||
      isa<CXXOperatorCallExpr>(Written))
    New = "(" + New + ")";
  New = "index({" + New + ".reshape({1})}).squeeze(0)";
  if (Member) {
    Review.Fix = replaceMember(*cast<CXXMemberCallExpr>(Call), New, context());
    return Review;
  }
  CharSourceRange Range = CharSourceRange::getCharRange(
      Lexer::getLocForEndOfToken(Base->getEndLoc(), 0,
                                 context().getSourceManager(),
                                 context().getLangOpts()),
      Call->getEndLoc().getLocWithOffset(1));
  std::optional<llvm::StringRef> Old = plainText(Range, context());
  if (Old && Old->trim().starts_with("[") && Old->ends_with("]"))
    Review.Fix = FixItHint::CreateReplacement(Range, "." + New);
  return Review;
}

} // namespace torchsync
