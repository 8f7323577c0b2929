//===- HotAnnotationCheck.cpp - Loops that nobody marked hot --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HotAnnotationCheck.h"
#include "model/UnmarkedLoops.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace torchsync {

static constexpr llvm::StringLiteral Header = "torchsync/annotations.h";

HotAnnotationCheck::HotAnnotationCheck(llvm::StringRef Name,
                                       tidy::ClangTidyContext *Context,
                                       std::shared_ptr<SyncModel> Model)
    : SyncCheck(Name, Context, std::move(Model)),
      Inserter(tidy::utils::IncludeSorter::IS_LLVM, areDiagsSelfContained()) {}

void HotAnnotationCheck::registerPPCallbacks(const SourceManager &SM,
                                             Preprocessor *NewPP,
                                             Preprocessor *ModuleExpanderPP) {
  SyncCheck::registerPPCallbacks(SM, NewPP, ModuleExpanderPP);
  PP = NewPP;
  Inserter.registerPreprocessor(PP);
}

bool HotAnnotationCheck::headerIsFound() const {
  return PP && PP->getHeaderSearchInfo()
                   .LookupFile(Header, SourceLocation(), /*isAngled=*/true,
                               nullptr, nullptr, {}, nullptr, nullptr, nullptr,
                               nullptr, nullptr, nullptr)
                   .has_value();
}

llvm::SmallVector<FixItHint, 2>
HotAnnotationCheck::markingFixes(SourceLocation Loc) {
  llvm::SmallVector<FixItHint, 2> Fixes;
  // Without the header the marked code would not compile.
  if (Loc.isMacroID() || !headerIsFound())
    return Fixes;
  const SourceManager &Sources = context().getSourceManager();
  // A replacement, since bulk tools may repeat insertions.
  CharSourceRange Keyword = CharSourceRange::getTokenRange(Loc, Loc);
  Fixes.push_back(FixItHint::CreateReplacement(
      Keyword, ("TORCHSYNC_HOT " +
                Lexer::getSourceText(Keyword, Sources, context().getLangOpts()))
                   .str()));
  if (std::optional<FixItHint> Include = Inserter.createIncludeInsertion(
          Sources.getFileID(Loc), ("<" + Header + ">").str()))
    Fixes.push_back(std::move(*Include));
  return Fixes;
}

void HotAnnotationCheck::reportMore(const SyncFindings &Findings) {
  // A survey of all loops needs no marks.
  if (Findings.Options.Regions.AllLoops)
    return;
  llvm::DenseSet<SourceLocation> Seen; // Instantiations share their text.
  for (const UnmarkedLoop &Loop :
       unmarkedLoops(*Findings.Regions, LibTorchHeaders(context()))) {
    SourceLocation Loc = Loop.Loop->getBeginLoc();
    if (Loc.isInvalid() || !Seen.insert(Loc).second)
      continue;
    // Made before the warning: looking for the header must not find another
    // diagnostic under way.
    llvm::SmallVector<FixItHint, 2> Fixes = markingFixes(Loc);
    {
      DiagnosticBuilder Warning =
          diag(Loc, "this loop %select{runs a model|trains}0 on every "
                    "iteration and is not marked: put TORCHSYNC_HOT before it "
                    "to find what makes the host wait")
          << Loop.Trains;
      for (const FixItHint &Fix : Fixes)
        Warning << Fix;
    }
    note(Loop.Evidence->getExprLoc(),
         "%select{the model is called|the gradients are computed}0 here")
        << Loop.Trains;
  }
}

} // namespace torchsync
