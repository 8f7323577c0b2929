//===- MaskIndexCheck.cpp - Selections by a mask --------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskIndexCheck.h"

#include "Rewriting.h"
#include "catalogue/Conditions.h"
#include "model/CallRoles.h"
#include "model/Refetch.h"
#include "model/TensorTypes.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace torchsync {

namespace {
/// The tensor, the mask and the value of a call, as written.
struct Masked {
  const Expr *Tensor = nullptr;
  const Expr *Mask = nullptr;
  const Expr *Value = nullptr;
};
} // namespace

/// True for what is of its operand's shape and says something of each element.
static bool comparesElements(const FunctionDecl &Callee) {
  switch (Callee.getOverloadedOperator()) {
  case OO_Less:
  case OO_Greater:
  case OO_LessEqual:
  case OO_GreaterEqual:
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Amp:
  case OO_Pipe:
  case OO_Tilde:
    return true;
  default:
    return isOneOf(simpleName(Callee),
                   {"lt", "gt", "le", "ge", "eq", "ne", "isnan", "isfinite",
                    "isinf", "logical_and", "logical_or", "logical_not"});
  }
}

/// True if \p Mask is made of comparisons of \p Tensor with numbers, in place
/// or as the value of a variable that is never changed.
static bool isMadeOf(const Expr &Mask, const Expr &Tensor,
                     const FunctionGraph &Graph, const ASTContext &Context) {
  const Expr *Made = ignoreWrappers(&Mask);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Made))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->getInit() && keepsValue(*Var, Graph))
      Made = ignoreWrappers(Var->getInit());
  const FunctionDecl *Callee = calleeOf(Made);
  if (!Callee || !isLibTorch(*Callee) || !comparesElements(*Callee))
    return false;
  llvm::SmallVector<const Expr *, 4> Operands = argumentsOf(Made);
  if (const Expr *Object = objectOf(Made))
    Operands.push_back(Object);
  bool Any = false;
  for (const Expr *Operand : Operands) {
    if (!isTensor(Operand->getType()))
      continue;
    Any = true;
    if (!(onlyReads(*Operand) && textOf(*Operand, Context) &&
          textOf(*Operand, Context) == textOf(Tensor, Context)) &&
        !isMadeOf(*Operand, Tensor, Graph, Context))
      return false;
  }
  return Any;
}

/// True if nothing shows that \p M's mask has another shape than its tensor,
/// and something that it has the same number of dimensions.
static bool haveOneShape(const Masked &M, const SyncPoint &Point,
                         const ASTContext &Context) {
  const std::optional<unsigned> Rank = Point.Facts->at(M.Mask).Rank;
  return (Rank && Rank == Point.Facts->at(M.Tensor).Rank) ||
         isMadeOf(*M.Mask, *M.Tensor, Point.Body->graph(), Context);
}

/// The object or first argument, and the arguments after it.
static Masked operands(const CallExpr &Call) {
  llvm::SmallVector<const Expr *, 4> All;
  if (const Expr *Object = objectOf(&Call))
    All.push_back(Object);
  All.append(Call.arg_begin(), Call.arg_end());
  return {All[0], All.size() > 1 ? All[1] : nullptr,
          All.size() > 2 ? All[2] : nullptr};
}

/// The one mask of an index list with nothing else in it, or null.
static const Expr *onlyMask(const Expr *List) {
  std::optional<llvm::SmallVector<IndexElement, 4>> Elements =
      List ? indexElements(List) : std::nullopt;
  return Elements && Elements->size() == 1 &&
                 Elements->front().What == IndexElement::Tensor
             ? Elements->front().Value
             : nullptr;
}

/// `torch::where(mask, a, b)`, or nothing where a part is not plain text.
static std::optional<std::string> where(const Expr &Mask, const Expr *A,
                                        const Expr *B,
                                        const ASTContext &Context) {
  std::string Text = constantSpace(Context).str() + "::where(";
  for (const Expr *Part : {&Mask, A, B}) {
    std::optional<llvm::StringRef> Written =
        Part ? textOf(*Part, Context) : std::optional<llvm::StringRef>("0");
    if (!Written)
      return std::nullopt;
    Text += (Part == &Mask ? "" : ", ") + Written->str();
  }
  return Text + ")";
}

static bool isArrow(const CallExpr &Call) {
  const auto *Member = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  return Member && Member->isArrow();
}

/// `x.masked_fill_(m, v)`, `x.index_put_({m}, v)` with one value on the device.
std::optional<ReviewFix>
MaskIndexCheck::fillReview(const SyncPoint &Point) const {
  const auto *Call = cast<CallExpr>(Point.Call);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  Masked M = operands(*Call);
  llvm::StringRef Name = simpleName(*Call->getDirectCallee());
  const bool InPlace = Name.ends_with("_");
  if (Name == "index_put_") {
    M.Mask = onlyMask(M.Mask);
    // A value for each selected element is another thing.
    if (!M.Mask || !M.Value || !haveOneShape(M, Point, context()) ||
        Point.Facts->at(M.Value).Scalar != Tri::Yes)
      return std::nullopt;
  }
  // LibTorch's where wants bools.
  if (!M.Mask || !M.Value || Point.Facts->at(M.Mask).Dtype == DtypeFact::Byte)
    return std::nullopt;
  ReviewFix Review;
  Review.Text =
      "needs review: 'where' takes the value on the device; it must have the "
      "dtype of the tensor";
  Review.Text += Name == "index_put_" ? ", and the mask its shape" : "";
  const DtypeFact Kept = Point.Facts->at(M.Tensor).Dtype;
  const DtypeFact Given = Point.Facts->at(M.Value).Dtype;
  if (isUnsafeToRewrite(*Call, Point, context()) || isArrow(*Call) ||
      (Kept != DtypeFact::Unknown && Given != DtypeFact::Unknown &&
       Kept != Given))
    return Review;
  std::optional<std::string> New = where(*M.Mask, M.Value, M.Tensor, context());
  if (!New)
    return Review;
  if (!InPlace)
    Review.Fix = FixItHint::CreateReplacement(Call->getSourceRange(), *New);
  else if (Member && isWholeStatement(*Call, Point.Body->graph()) &&
           onlyReads(*M.Tensor))
    Review.Fix = replaceMember(*Member, "copy_(" + *New + ")", context());
  return Review;
}

/// `x.index({m}).sum()`, `x.masked_select(m).mean()`.
std::optional<ReviewFix>
MaskIndexCheck::sumReview(const SyncPoint &Point) const {
  const auto *Call = cast<CallExpr>(Point.Call);
  const CXXMemberCallExpr *Outer = calledOnResult(*Call, Point.Body->graph());
  const CXXMethodDecl *Reduction = Outer ? Outer->getMethodDecl() : nullptr;
  if (!Reduction || !isLibTorch(*Reduction) || writtenArguments(*Outer) != 0 ||
      !isOneOf(simpleName(*Reduction), {"sum", "mean"}) ||
      !isOneOf(simpleName(*Call->getDirectCallee()),
               {"index", "masked_select"}))
    return std::nullopt;
  Masked M = operands(*Call);
  const bool Selects = Point.Operation->Id == "masked-select";
  if (!Selects)
    M.Mask = onlyMask(M.Mask);
  if (!M.Mask || Point.Facts->at(M.Mask).Dtype == DtypeFact::Byte)
    return std::nullopt;
  const bool Mean = simpleName(*Reduction) == "mean";
  ReviewFix Review;
  Review.Text =
      ("needs review: a sum over " + constantSpace(context()) +
       "::where(mask, x, 0) does not wait; its last bits may differ, and the "
       "mask must have the shape of the tensor")
          .str();
  // masked_select and where broadcast alike, but the mask is counted as it is.
  if (isUnsafeToRewrite(*Outer, Point, context()) || isArrow(*Call) ||
      isArrow(*Outer) ||
      ((!Selects || Mean) && !haveOneShape(M, Point, context())))
    return Review;
  std::optional<std::string> New = where(*M.Mask, M.Tensor, nullptr, context());
  if (!New)
    return Review;
  if (!Mean) {
    Review.Fix = FixItHint::CreateReplacement(Call->getSourceRange(), *New);
    return Review;
  }
  std::optional<llvm::StringRef> Mask = textOf(*M.Mask, context());
  if (Mask && onlyReads(*M.Mask) && textOf(*Outer, context()))
    Review.Fix = FixItHint::CreateReplacement(Outer->getSourceRange(),
                                              "(" + *New + ".sum() / (" +
                                                  Mask->str() + ").sum())");
  return Review;
}

std::optional<ReviewFix>
MaskIndexCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || (Call->getNumArgs() == 0))
    return std::nullopt;
  llvm::StringRef Id = Point.Operation->Id;
  if (Id == "masked-fill-tensor" || Id == "index-put-mask")
    return fillReview(Point);
  if (Id == "index-mask" || Id == "masked-select")
    return sumReview(Point);
  return std::nullopt;
}

} // namespace torchsync
