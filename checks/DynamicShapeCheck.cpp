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

/// Writes the argument for the programmer to fill in.
static std::optional<FixItHint> withPlaceholder(const CallExpr &Call,
                                                llvm::StringRef Id,
                                                const ASTContext &Context) {
  const unsigned Written = writtenArguments(Call);
  if (Id == "bincount") {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    const auto Bins = placeholder("bins", Context);
    const auto Max = placeholder("max", Context);
    const std::string To = ("to(" + constantSpace(Context) + "::k").str();
    if (!Member || Written != 0 || !Bins || !Max)
      return std::nullopt;
    return replaceMember(*Member,
                         To + "Double).histc(" + *Bins + ", 0, " + *Max + ")." +
                             To + "Long)",
                         Context);
  }
  if (Id == "histc") {
    const std::optional<unsigned> Bins = parameterNamed(Call, "bins");
    const auto Min = placeholder("min", Context);
    const auto Max = placeholder("max", Context);
    if (!Bins || Written != *Bins + 1 || !Min || !Max)
      return std::nullopt;
    return appendArgument(Call, *Min + ", " + *Max);
  }
  const llvm::StringRef Name = Id == "one-hot" ? "num_classes" : "output_size";
  const std::optional<unsigned> Position = parameterNamed(Call, Name);
  const std::optional<unsigned> Dim = parameterNamed(Call, "dim");
  const auto Text = placeholder(Name, Context);
  // With a number, repeat_interleave(repeats) is another overload, which takes
  // the number for the repeats.
  if (!Position || !Text || (Id != "one-hot" && !Dim))
    return std::nullopt;
  if (Written == *Position)
    return appendArgument(Call, *Text);
  // The default, written out.
  if (Written == *Position + 1 && Id == "one-hot")
    return FixItHint::CreateReplacement(
        Call.getArg(*Position)->getSourceRange(), *Text);
  if (Dim && Written == *Dim && Written + 1 == *Position)
    return appendArgument(Call, "{}, " + *Text);
  return std::nullopt;
}

std::optional<ReviewFix>
DynamicShapeCheck::reviewFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  ReviewFix Review;
  Review.Text = toSupply(Point);
  if (!Call || Review.Text.empty())
    return std::nullopt;
  if (!isUnsafeToRewrite(*Call, Point, context()) &&
      Call->getRParenLoc().isFileID())
    Review.Fix = withPlaceholder(*Call, Point.Operation->Id, context());
  return Review;
}

} // namespace torchsync
