//===- DeviceToHostCheck.cpp - Tensors copied to the host -----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceToHostCheck.h"

#include "ItemCheck.h"
#include "model/Refetch.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// The `item` of `x.cpu().item<float>()`, if that is how the copy is used.
static const CXXMemberCallExpr *itemOnResult(const SyncPoint &Point) {
  const CXXMemberCallExpr *Outer =
      calledOnResult(*Point.Call, Point.Body->graph());
  const CXXMethodDecl *Callee = Outer ? Outer->getMethodDecl() : nullptr;
  return Callee && isNamed(Callee, "::at::Tensor::item") ? Outer : nullptr;
}

static unsigned writtenArguments(const CallExpr &Call) {
  unsigned Count = 0;
  for (const Expr *Argument : Call.arguments())
    Count += !isa<CXXDefaultArgExpr>(Argument);
  return Count;
}

/// True if the transfer changes nothing but the device: cpu(), to(kCPU).
static bool onlyMoves(const SyncPoint &Point) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  if (Callee->getName() == "cpu")
    return true;
  if (Callee->getName() != "to" || writtenArguments(*Call) != 1)
    return false;
  // Options and other tensors may carry a dtype.
  const Expr *Target = ignoreWrappers(Call->getArg(0));
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(Target)) {
    if (Construct->getNumArgs() == 0)
      return false;
    Target = ignoreWrappers(Construct->getArg(0));
  }
  TypeKind Kind = classify(Target->getType());
  return Kind == TypeKind::Device || Kind == TypeKind::DeviceType ||
         isa<StringLiteral>(Target);
}

/// True if the device that \p Transfer, a cpu() or a to() with one argument,
/// names is a constant or a variable, so that nothing is lost without it.
static bool namesHostPlainly(const CXXMemberCallExpr &Transfer) {
  return llvm::all_of(Transfer.arguments(), [](const Expr *Argument) {
    return onlyReads(*Argument) && !anyPart(Argument, [](const Stmt &Part) {
             const auto *Text = dyn_cast<StringLiteral>(&Part);
             return isa<CallExpr, IntegerLiteral>(Part) ||
                    (Text && Text->getString() != "cpu");
           });
  });
}

/// The copy is asked for one element, through a variable or a view, or the same
/// tensor was copied before.
static std::string redundancy(const SyncPoint &Point) {
  const FunctionDecl *Other =
      calleeOf(dyn_cast_or_null<Expr>(Point.Use.Consumer));
  if (Other && isNamed(Other, "::at::Tensor::item"))
    return "the transfer is redundant: 'item' alone fetches the value";
  return "the transfer is redundant: reuse the copy that was made before";
}

std::string DeviceToHostCheck::clause(const SyncPoint &Point) const {
  if (itemOnResult(Point))
    return "the transfer is redundant: 'item' alone fetches the value";
  if (Point.Use.Use == HostUse::Redundant)
    return redundancy(Point);
  if (Point.Use.Use == HostUse::Discarded)
    return "the result is discarded: remove the call";
  return SyncCheck::clause(Point);
}

/// The `item` of `x.cpu()[i][j].item<float>()`, where the copy is only asked
/// for one element by integers, or null.
static const CXXMemberCallExpr *itemOfElement(const SyncPoint &Point) {
  const FunctionGraph &Graph = Point.Body->graph();
  const Expr *Element = Point.Call;
  while (true) {
    const Stmt *Parent = Graph.parentOf(Element);
    while (isa_and_nonnull<ImplicitCastExpr, MaterializeTemporaryExpr,
                           CXXBindTemporaryExpr>(Parent))
      Parent = Graph.parentOf(Parent);
    const auto *Subscript = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
    if (!Subscript || Subscript->getOperator() != OO_Subscript ||
        !isTensor(Subscript->getArg(0)->getType()) ||
        !Subscript->getArg(1)->getType()->isIntegerType() ||
        !onlyReads(*Subscript->getArg(1)))
      break;
    Element = Subscript;
  }
  const CXXMemberCallExpr *Outer =
      Element == Point.Call ? nullptr : calledOnResult(*Element, Graph);
  const CXXMethodDecl *Callee = Outer ? Outer->getMethodDecl() : nullptr;
  return Callee && isNamed(Callee, "::at::Tensor::item") ? Outer : nullptr;
}

std::optional<SafeFix>
DeviceToHostCheck::safeFix(const SyncPoint &Point) const {
  const CXXMemberCallExpr *Outer = itemOnResult(Point);
  const bool OfElement = !Outer;
  if (OfElement)
    Outer = itemOfElement(Point);
  if (!Outer || !onlyMoves(Point) ||
      isUnsafeToRewrite(*Outer, Point, context()))
    return std::nullopt;
  const auto &Call = *cast<CXXMemberCallExpr>(Point.Call);
  const auto *Item = cast<MemberExpr>(Outer->getCallee()->IgnoreParens());
  const auto *Transfer = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (!Transfer || Item->isArrow() || !isMemberOfTensor(*Transfer) ||
      !namesHostPlainly(Call))
    return std::nullopt;
  if (OfElement) {
    // `.cpu()` goes and leaves `x[i]`; `p->` would need another form.
    CharSourceRange Range = CharSourceRange::getTokenRange(
        Transfer->getOperatorLoc(), Call.getEndLoc());
    if (Transfer->isArrow() || Transfer->isImplicitAccess() ||
        isa<ParenExpr>(Call.getCallee()) || !plainText(Range, context()))
      return std::nullopt;
    return SafeFix{Rewrite::DropTransfer, FixItHint::CreateRemoval(Range)};
  }
  // Where the host has the value, nothing is fetched.
  if (std::optional<SafeFix> Reuse = reuseFix(*Outer, Point, context()))
    return Reuse;
  // From `cpu` up to `item` (or the `template` before it): what is left reads
  // `x.item<float>()`, or `p->item<float>()`.
  SourceLocation Begin = Transfer->getMemberLoc();
  SourceLocation End = Item->getTemplateKeywordLoc().isValid()
                           ? Item->getTemplateKeywordLoc()
                           : Item->getMemberLoc();
  CharSourceRange Range = CharSourceRange::getCharRange(Begin, End);
  // A parenthesis around the transfer stays.
  std::optional<llvm::StringRef> Text = plainText(Range, context());
  if (!Text || Text->count('(') != Text->count(')'))
    return std::nullopt;
  return SafeFix{Rewrite::DropTransfer, FixItHint::CreateRemoval(Range)};
}

std::optional<ReviewFix>
DeviceToHostCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  // A value that is read at once cannot wait for later.
  if (!Callee || !Callee->getIdentifier() || !onlyMoves(Point) ||
      calledOnResult(*Point.Call, Point.Body->graph()))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: with non_blocking the copy does not wait, but "
                "the result must not be read before the stream is synchronized";
  if (isUnsafeToRewrite(*Call, Point, context()))
    return Review;
  const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  if (!Member)
    return Review;
  if (Callee->getName() == "cpu")
    Review.Fix = FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(Member->getMemberLoc(),
                                       Call->getRParenLoc()),
        "to(torch::kCPU, /*non_blocking=*/true)");
  else
    Review.Fix = FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(Call->getRParenLoc(),
                                       Call->getRParenLoc()),
        ", /*non_blocking=*/true)");
  return Review;
}

} // namespace torchsync
