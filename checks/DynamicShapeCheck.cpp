//===- DynamicShapeCheck.cpp - Shapes that depend on values ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DynamicShapeCheck.h"

#include "Rewriting.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace torchsync {

/// What to give the call, and what a wrong one leads to.
static std::string toSupply(const SyncPoint &Point) {
  llvm::StringRef Id = Point.Operation->Id;
  if (Id == "repeat-interleave")
    return "needs review: with output_size, the sum of the counts, "
           "'repeat_interleave' does not wait; any other size is a failed "
           "assertion on the device";
  if (Id == "one-hot")
    return "needs review: with num_classes 'one_hot' does not wait; a label "
           "past it is a failed assertion on the device";
  if (Id == "histc")
    return "needs review: with min and max 'histc' does not wait; values "
           "outside are not counted";
  if (Id == "bincount")
    return "needs review: with the number n of classes, "
           "'to(kDouble).histc(n, 0, n).to(kLong)' counts without a wait; it "
           "has n elements, and no value may be n or more";
  return {};
}

/// Writes the argument, without a value: only the programmer knows it, and
/// what does not compile cannot be forgotten.
static std::optional<FixItHint> placeholder(const CallExpr &Call,
                                            llvm::StringRef Id) {
  const unsigned Written = writtenArguments(Call);
  if (Id == "histc") {
    std::optional<unsigned> Bins = parameterNamed(Call, "bins");
    return Bins && Written == *Bins + 1
               ? std::optional(appendArgument(Call, "/*min=*/, /*max=*/"))
               : std::nullopt;
  }
  llvm::StringRef Name =
      Id == "repeat-interleave" ? "output_size" : "num_classes";
  std::optional<unsigned> Position = parameterNamed(Call, Name);
  std::string Text = ("/*" + Name + "=*/").str();
  if (!Position)
    return std::nullopt;
  if (Written == *Position)
    return appendArgument(Call, Text);
  // The default, written out.
  if (Written == *Position + 1 && Id == "one-hot")
    return FixItHint::CreateReplacement(
        Call.getArg(*Position)->getSourceRange(), Text);
  std::optional<unsigned> Dim = parameterNamed(Call, "dim");
  if (Dim && Written == *Dim && Written + 1 == *Position)
    return appendArgument(Call, "{}, " + Text);
  return std::nullopt;
}

std::optional<ReviewFix>
DynamicShapeCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  ReviewFix Review;
  Review.Text = toSupply(Point);
  if (!Call || Review.Text.empty())
    return std::nullopt;
  if (isUnsafeToRewrite(*Call, Point, context()) ||
      Call->getRParenLoc().isMacroID())
    return Review;
  if (Point.Operation->Id != "bincount")
    Review.Fix = placeholder(*Call, Point.Operation->Id);
  else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    if (writtenArguments(*Call) == 0) {
      std::string Space = constantSpace(context()).str();
      Review.Fix = replaceMember(*Member,
                                 "to(" + Space +
                                     "::kDouble).histc(/*bins=*/, 0, /*max=*/)"
                                     ".to(" +
                                     Space + "::kLong)",
                                 context());
    }
  return Review;
}

} // namespace torchsync
