//===- CoalesceCheck.cpp - Several fetches where one would do -------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoalesceCheck.h"

#include "model/StatementShapes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace torchsync {

void CoalesceCheck::reportMore(const SyncFindings &Findings) {
  for (const FetchGroup &Group : fetchGroups(Findings)) {
    const GroupedFetch &First = Group.front();
    SourceLocation Loc = First.Call->getExprLoc();
    diag(Loc, "%0 fetches in a row make the host wait for the device %1; one "
              "transfer would do: torch::stack the tensors and fetch once "
              "(recipes.md#one-transfer-for-many-values)")
        << static_cast<unsigned>(Group.size()) << whereHot(*First.Reason);
    for (const GroupedFetch &Next : llvm::drop_begin(Group))
      note(Next.Call->getExprLoc(), "another value is fetched here");
    noteReason(*First.Reason);
    ReviewFix Review;
    Review.Fix = stackedFix(Group);
    if (Review.Fix) {
      Review.Text = "needs review: the values are fetched together, where the "
                    "first one is fetched now";
      noteReview(Loc, Review);
    }
  }
}

/// torch::stack keeps every value only if all are floating point (the wider
/// type holds the narrower one's values) and 0-dim. What a helper computes is
/// its own.
static bool stackKeepsValues(const FetchGroup &Group) {
  return llvm::all_of(Group, [](const GroupedFetch &Fetch) {
    return Fetch.Call == Fetch.Point->Call &&
           Fetch.Point->SubjectFact.Dtype == DtypeFact::Floating &&
           Fetch.Point->SubjectFact.Scalar == Tri::Yes;
  });
}

std::optional<FixItHint>
CoalesceCheck::stackedFix(const FetchGroup &Group) const {
  const SourceManager &Sources = context().getSourceManager();
  const LangOptions &Lang = context().getLangOpts();
  const FunctionGraph &Graph = Group.front().Point->Body->graph();
  if (!stackKeepsValues(Group))
    return std::nullopt;
  auto [First, Block] = statementOf(Group.front().Call, Graph);
  auto [Last, LastBlock] = statementOf(Group.back().Call, Graph);
  if (!First || Block != LastBlock)
    return std::nullopt;

  // The name must be new in the function.
  llvm::StringRef Whole = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Graph.function().getSourceRange()),
      Sources, Lang);
  if (Whole.empty() || Whole.contains("fetched"))
    return std::nullopt;

  SourceLocation Begin = First->getBeginLoc();
  CharSourceRange Range =
      CharSourceRange::getTokenRange(Begin, Group.back().Call->getEndLoc());
  bool Invalid = false;
  std::string Text = Lexer::getSourceText(Range, Sources, Lang, &Invalid).str();
  if (Invalid || Text.empty() || Text.find('#') != std::string::npos)
    return std::nullopt;
  unsigned Start = Sources.getFileOffset(Begin);

  std::string Stacked;
  // From the back, so that the offsets in front stay true.
  for (unsigned Index = Group.size(); Index-- != 0;) {
    const SyncPoint &Point = *Group[Index].Point;
    const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
    const auto *Member =
        Call ? dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens())
             : nullptr;
    if (!Member || Member->isArrow() ||
        isUnsafeToRewrite(*Call, Point, context()))
      return std::nullopt;
    SourceRange Object = Member->getBase()->getSourceRange();
    llvm::StringRef Tensor = Lexer::getSourceText(
        CharSourceRange::getTokenRange(Object), Sources, Lang, &Invalid);
    if (Invalid || Tensor.empty() || Object.getBegin().isMacroID())
      return std::nullopt;
    Stacked.insert(0, Tensor.str() + (Stacked.empty() ? "" : ", "));
    unsigned At = Sources.getFileOffset(Object.getBegin()) - Start;
    if (At + Tensor.size() > Text.size())
      return std::nullopt;
    Text.replace(At, Tensor.size(), "fetched[" + std::to_string(Index) + "]");
  }
  llvm::StringRef Indent = Lexer::getIndentationForLine(Begin, Sources);
  return FixItHint::CreateReplacement(Range, "auto fetched = torch::stack({" +
                                                 Stacked + "}).cpu();\n" +
                                                 Indent.str() + Text);
}

} // namespace torchsync
