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
    return "select with torch::where on the device "
           "(recipes.md#decisions-on-the-device)";
  case UsePattern::MinMax:
    return "compare on the device with torch::maximum or torch::minimum and "
           "fetch once (recipes.md#decisions-on-the-device)";
  case UsePattern::UntilConverged:
    return "test for convergence every N iterations "
           "(recipes.md#loop-until-converged)";
  case UsePattern::ExitOnNan:
    return "test every N iterations, or check on the device with "
           "torch::_assert_async (recipes.md#stop-on-nan-without-stopping)";
  case UsePattern::EagerDefault:
  case UsePattern::None:
    break;
  }
  return "decide on the device with torch::where, or test every N iterations "
         "(recipes.md#decisions-on-the-device)";
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
    return "the value is only logged: log it every N iterations "
           "(recipes.md#log-without-stopping)";
  case HostUse::Accumulated:
    if (Point.Use.Pattern == UsePattern::MinMax)
      return "the value is only accumulated: keep the extreme on the device "
             "with torch::maximum or torch::minimum and fetch once after the "
             "loop (recipes.md#log-without-stopping)";
    return "the value is only accumulated: sum on the device and fetch once "
           "after the loop (recipes.md#log-without-stopping)";
  case HostUse::Operand:
    return "the value is only an operand: keep it on the device as a 0-dim "
           "tensor (recipes.md#decisions-on-the-device)";
  case HostUse::Branch:
    return "the value decides a branch: " +
           branchAdvice(Point.Use.Pattern).str();
  case HostUse::Size:
    return "the value decides a size: pass a size that the host knows, or pad "
           "to a fixed one (recipes.md#sizes-known-beforehand)";
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

/// True if \p Call, with a number given by value, does the same given a
/// variable: no overload can take its place.
static bool takesVariableAlike(const Expr &Call) {
  const FunctionDecl *Callee = calleeOf(&Call);
  if (!Callee)
    return false;
  if (isStandard(*Callee) || isLibTorch(*Callee))
    return true;
  const auto *Function = dyn_cast<CallExpr>(&Call);
  const Expr *Name =
      Function ? Function->getCallee()->IgnoreParenImpCasts() : nullptr;
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Name))
    return !isa<CXXOperatorCallExpr>(Call) && !Ref->hadMultipleCandidates();
  const auto *Member = dyn_cast_or_null<MemberExpr>(Name);
  return Member && !Member->hadMultipleCandidates();
}

/// True if the calls that \p Item is an argument of, conversions included, take
/// a variable in its place.
static bool isGivenAlike(const Expr &Item, const FunctionGraph &Graph) {
  for (const Stmt *S = Graph.parentOf(&Item); S; S = Graph.parentOf(S)) {
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return takesVariableAlike(*Call);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      if (!takesVariableAlike(*Construct))
        return false;
    } else if (!isa<ParenExpr, ImplicitCastExpr, MaterializeTemporaryExpr,
                    CXXBindTemporaryExpr, FullExpr>(S)) {
      break;
    }
  }
  return true;
}

/// decltype(auto) tells a variable from a value.
static bool isDecltypeAuto(QualType Type) {
  const AutoType *Auto = Type->getContainedAutoType();
  return Auto && Auto->isDecltypeAuto();
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
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Parent)) {
    const auto *Var = Declaration->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                          : nullptr;
    return Var && !Var->getType()->isReferenceType() &&
           !isDecltypeAuto(Var->getType());
  }
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(Parent))
    return Cast->getCastKind() != CK_ToVoid;
  if (isa_and_nonnull<ReturnStmt>(Parent))
    return !isDecltypeAuto(Graph.function().getDeclaredReturnType());
  return isa_and_nonnull<CallExpr, CXXConstructExpr, UnaryOperator>(Parent);
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

std::optional<SafeFix> reuseFix(const CXXMemberCallExpr &Item,
                                const SyncPoint &Point,
                                const ASTContext &Context) {
  if (isUnsafeToRewrite(Item, Point, Context))
    return std::nullopt;
  const FunctionGraph &Graph = Point.Body->graph();
  const VarDecl *Kept = keptValue(Item, Graph);
  if (!Kept || Kept->getIdentifier()->hadMacroDefinition() ||
      !isReadAsValue(Item, Graph) || !isGivenAlike(Item, Graph) ||
      isComparedWith(*Kept, Item, Graph))
    return std::nullopt;
  CharSourceRange Range = CharSourceRange::getTokenRange(Item.getSourceRange());
  if (isHidden(*Kept, Graph.function()) || !plainText(Range, Context))
    return std::nullopt;
  return SafeFix{Rewrite::ReuseValue,
                 FixItHint::CreateReplacement(Range, Kept->getName())};
}

std::optional<SafeFix> ItemCheck::safeFix(const SyncPoint &Point) const {
  const auto *Item = dyn_cast<CXXMemberCallExpr>(Point.Call);
  return Item && Point.Use.Use == HostUse::Redundant
             ? reuseFix(*Item, Point, context())
             : std::nullopt;
}

std::optional<ReviewFix> ItemCheck::reviewFix(const SyncPoint &Point) const {
  return reviewOfItem(Point, context());
}

} // namespace torchsync
