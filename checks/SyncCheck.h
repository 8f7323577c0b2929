//===- SyncCheck.h - What all checks share: options, wording, notes -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base class of the checks: reads the common options, asks the shared model
// for the findings of its own check and reports them. Holds no analysis.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_SYNCCHECK_H
#define TORCHSYNC_CHECKS_SYNCCHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "model/SyncPoints.h"
#include <memory>
#include <optional>

namespace torchsync {

/// A rewrite that someone must look at: it moves when a value is read, changes
/// a shape or leaves a copy in flight.
struct ReviewFix {
  /// What it changes and what to watch, as the text of a note.
  std::string Text;
  /// The rewrite; only shown where it is offered and never applied in bulk.
  std::optional<clang::FixItHint> Fix;
  /// What else the rewrite replaces: it is applied as a whole or not at all.
  llvm::SmallVector<clang::FixItHint, 0> Others;
};

/// The rewrites that keep behaviour for every input. Each has a proof in
/// test/fixes/, a test in test/checks/fix-*.cpp and a row in docs/fix-its.md;
/// test/fixes/run compares all of them with this list.
enum class Rewrite {
  DropTransfer,
  EqualConstants,
  FactoryOptions,
  FillElement,
  ReuseValue,
};

/// A rewrite that -fix applies without anybody looking.
struct SafeFix {
  Rewrite Which;
  clang::FixItHint Fix;
};

class SyncCheck : public clang::tidy::ClangTidyCheck {
public:
  SyncCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context,
            std::shared_ptr<SyncModel> Model);

  bool isLanguageVersionSupported(
      const clang::LangOptions &LangOpts) const override {
    return LangOpts.CPlusPlus;
  }
  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// Looks at the captures of CUDA graphs instead of hot regions.
  void lookAtCaptures() { Options.Regions.Captures = true; }
  /// True if \p Point is this check's to report.
  virtual bool owns(const SyncPoint &Point) const;
  /// What stands before the semicolon, after the operation's name: what the
  /// call does and where.
  virtual std::string effect(const SyncPoint &Point) const;
  /// What stands behind the semicolon of the warning: what the wait is for and
  /// what to write instead.
  virtual std::string clause(const SyncPoint &Point) const;
  /// A rewrite that keeps behaviour for every input; it goes on the warning.
  virtual std::optional<SafeFix> safeFix(const SyncPoint &) const {
    return std::nullopt;
  }
  /// A rewrite that needs review; it goes on a note.
  virtual std::optional<ReviewFix> reviewFix(const SyncPoint &) const {
    return std::nullopt;
  }
  /// Findings of another kind than sync points.
  virtual void reportMore(const SyncFindings &) {}

  /// A note at \p Loc, or where the macro that \p Loc is in was written.
  clang::DiagnosticBuilder note(clang::SourceLocation Loc,
                                llvm::StringRef Text);
  /// Notes from the annotation down the chain of calls.
  void noteReason(const HotReason &Reason);
  /// A note that carries its fix-it only where it is offered.
  void noteReview(clang::SourceLocation Loc, const ReviewFix &Review);

  const clang::ASTContext &context() const { return *AST; }
  LibTorchVersion libTorch() const { return Version; }

private:
  void readOptions();
  void rejectOption(llvm::StringRef Option, llvm::StringRef Value,
                    llvm::StringRef Allowed);
  void reportCatalogueErrors();
  void report(const SyncPoint &Point);

  std::shared_ptr<SyncModel> Model;
  ModelOptions Options;
  std::string HotFunctions, HotRegionsText, AssumeDeviceText, Disabled,
      ReportText, DeferrableText;
  bool OfferReviewFixes = false;
  bool ExplainDevice = false;
  llvm::SmallVector<HostUse, 4> Reported; ///< Empty: all uses.
  clang::ASTContext *AST = nullptr;
  LibTorchVersion Version;
};

/// The simple name under which \p Point's operation is called: "item", "<<".
std::string spelledName(const SyncPoint &Point);

/// "on every iteration of this hot loop" and its variants.
std::string whereHot(const HotReason &Reason);

/// True where a rewrite of \p E would touch a macro, or text that several
/// template instantiations share.
bool isUnsafeToRewrite(const clang::Expr &E, const SyncPoint &Point,
                       const clang::ASTContext &Context);

/// The text of \p Range as written, or nothing where it is not plain text of
/// one file: it has a comment or a line of the preprocessor in it, or a macro
/// at an end.
std::optional<llvm::StringRef> plainText(clang::CharSourceRange Range,
                                         const clang::ASTContext &Context);

/// True if \p E is a statement of its own in a block: nobody takes its value.
bool isWholeStatement(const clang::Expr &E, const FunctionGraph &Graph);

/// The call that \p E, a temporary, is the object of: `item` for the `x.cpu()`
/// of `x.cpu().item()`. Null if there is none.
const clang::CXXMemberCallExpr *calledOnResult(const clang::Expr &E,
                                               const FunctionGraph &Graph);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_SYNCCHECK_H
