//===- ItemCheck.cpp - Values fetched one at a time -----------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemCheck.h"

#include "ItemReview.h"
#include "model/CallRoles.h"
#include "model/Refetch.h"
#include "model/StatementShapes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// What to do about a branch, by the shape that it has.
static llvm::StringRef branchAdvice(UsePattern Pattern) {
  switch (Pattern) {
  case UsePattern::SelectBranch:
    return "select with torch::where on the device";
  case UsePattern::MinMax:
    return "compare on the device with torch::maximum or torch::minimum and "
           "fetch once";
  case UsePattern::UntilConverged:
    return "test for convergence every N iterations";
  case UsePattern::ExitOnNan:
    return "test every N iterations, or check on the device with "
           "torch::_assert_async";
  case UsePattern::EagerDefault:
  case UsePattern::None:
    break;
  }
  return "decide on the device with torch::where, or test every N iterations";
}

std::string ItemCheck::clause(const SyncPoint &Point) const {
  if (Point.Operation->Result != ResultKind::HostValue)
    return SyncCheck::clause(Point);
  // value_or evaluates its argument also when the optional has a value.
  if (Point.Use.Pattern == UsePattern::EagerDefault) {
    std::string Use = Point.Use.Use == HostUse::Size
                          ? "the value decides a size, and "
                          : std::string();
    return Use + "'value_or' fetches it even when the optional has a value: "
                 "test has_value() first";
  }
  switch (Point.Use.Use) {
  case HostUse::Logged:
    return "the value is only logged: log it every N iterations";
  case HostUse::Accumulated:
    if (Point.Use.Pattern == UsePattern::MinMax)
      return "the value is only accumulated: keep the extreme on the device "
             "with torch::maximum or torch::minimum and fetch once after the "
             "loop";
    return "the value is only accumulated: sum on the device and fetch once "
           "after the loop";
  case HostUse::Operand:
    return "the value is only an operand: keep it on the device as a 0-dim "
           "tensor";
  case HostUse::Branch:
    return "the value decides a branch: " +
           branchAdvice(Point.Use.Pattern).str();
  case HostUse::Size:
    return "the value decides a size: pass a size that the host knows, or pad "
           "to a fixed one";
  case HostUse::Redundant:
    return "the fetch is redundant: reuse the value that was fetched before";
  case HostUse::Discarded:
    return "the value is discarded: remove the call";
  case HostUse::Returned:
    return "the value is returned: return the tensor and let the caller decide "
           "when to fetch";
  case HostUse::Unknown:
    break;
  }
  if (Point.Use.Pattern == UsePattern::MinMax)
    return "the host compares two fetched values: " +
           branchAdvice(UsePattern::MinMax).str();
  return SyncCheck::clause(Point);
}

/// True if \p Item is used where a variable of the same type does as well: its
/// value is read, and bound to no reference but a library's const one.
static bool isReadAsValue(const Expr &Item, const FunctionGraph &Graph) {
  const Stmt *Child = &Item;
  const Stmt *Parent = Graph.parentOf(Child);
  auto OnlyQualifies = [](const Stmt *S) {
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(S);
    return isa_and_nonnull<ParenExpr>(S) ||
           (Cast && Cast->getCastKind() == CK_NoOp);
  };
  while (OnlyQualifies(Parent)) {
    Child = Parent;
    Parent = Graph.parentOf(Parent);
  }
  if (const auto *Bound = dyn_cast_or_null<MaterializeTemporaryExpr>(Parent)) {
    const auto *Call = dyn_cast_or_null<CallExpr>(Graph.parentOf(Bound));
    return Call && Call->getDirectCallee() &&
           Bound->getType().isConstQualified() &&
           isStandard(*Call->getDirectCallee());
  }
  if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent))
    return Binary->getOpcode() != BO_Comma;
  if (isa_and_nonnull<FullExpr>(Parent)) {
    Child = Parent;
    Parent = Graph.parentOf(Parent);
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(Parent))
    return If->getCond() == Child;
  // A declaration may name a reference, a cast to void drops the value.
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Parent))
    return Declaration->isSingleDecl() &&
           isa<VarDecl>(Declaration->getSingleDecl()) &&
           !cast<VarDecl>(Declaration->getSingleDecl())
                ->getType()
                ->isReferenceType();
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(Parent))
    return Cast->getCastKind() != CK_ToVoid;
  return isa_and_nonnull<ReturnStmt, CallExpr, CXXConstructExpr, UnaryOperator>(
      Parent);
}

static bool mentions(const Expr &E, const VarDecl &Var) {
  return anyPart(&E, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return Ref && Ref->getDecl() == &Var;
  });
}

/// True if \p Kept in place of \p Item would be compared with itself, which
/// compilers warn about.
static bool isComparedWith(const VarDecl &Kept, const Expr &Item,
                           const FunctionGraph &Graph) {
  for (const Stmt *S = &Item; isa_and_nonnull<Expr>(S); S = Graph.parentOf(S)) {
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    if (Binary && (Binary->isComparisonOp() || Binary->isLogicalOp()) &&
        mentions(*Binary, Kept))
      return true;
  }
  return false;
}

std::optional<SafeFix> ItemCheck::safeFix(const SyncPoint &Point) const {
  const auto *Item = dyn_cast<CXXMemberCallExpr>(Point.Call);
  if (!Item || Point.Use.Use != HostUse::Redundant ||
      isUnsafeToRewrite(*Item, Point, context()))
    return std::nullopt;
  const FunctionGraph &Graph = Point.Body->graph();
  const VarDecl *Kept = keptValue(*Item, Graph);
  if (!Kept || !isReadAsValue(*Item, Graph) ||
      isComparedWith(*Kept, *Item, Graph))
    return std::nullopt;
  CharSourceRange Range =
      CharSourceRange::getTokenRange(Item->getSourceRange());
  if (isHidden(*Kept, Graph.function()) || !plainText(Range, context()))
    return std::nullopt;
  return SafeFix{Rewrite::ReuseValue,
                 FixItHint::CreateReplacement(Range, Kept->getName())};
}

std::optional<ReviewFix> ItemCheck::reviewFix(const SyncPoint &Point) const {
  return reviewOfItem(Point, context());
}

} // namespace torchsync
