//===- SyncCheck.cpp - What all checks share: options, wording, notes -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncCheck.h"

#include "Rewriting.h"
#include "Severity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace torchsync {

static std::vector<std::string> splitList(llvm::StringRef Text) {
  std::vector<std::string> Items;
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts)
    if (!Part.trim().empty())
      Items.push_back(Part.trim().str());
  return Items;
}

SyncCheck::SyncCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context,
                     std::shared_ptr<SyncModel> Model)
    : ClangTidyCheck(Name, Context), Model(std::move(Model)) {
  readOptions();
}

void SyncCheck::rejectOption(llvm::StringRef Option, llvm::StringRef Value,
                             llvm::StringRef Allowed) {
  std::string Text =
      ("option '" + Option + "' of torchsync is '" + Value + "'; " + Allowed)
          .str();
  if (Model->reportOnce(Text))
    configurationDiag("%0", DiagnosticIDs::Error) << Text;
}

void SyncCheck::readOptions() {
  HotFunctions = ClangTidyCheck::Options.getLocalOrGlobal("HotFunctions", "");
  HotRegionsText =
      ClangTidyCheck::Options.getLocalOrGlobal("HotRegions", "Annotated");
  AssumeDeviceText =
      ClangTidyCheck::Options.getLocalOrGlobal("AssumeDevice", "cuda");
  Disabled = ClangTidyCheck::Options.getLocalOrGlobal("DisabledOperations", "");
  ReportText = ClangTidyCheck::Options.getLocalOrGlobal("Report", "");
  Options.CatalogueFile =
      ClangTidyCheck::Options.getLocalOrGlobal("CatalogueFile", "").str();
  std::string Depth =
      ClangTidyCheck::Options.getLocalOrGlobal("CallDepth", "8").str();
  auto Flag = [&](llvm::StringRef Name, bool &Out) {
    llvm::StringRef Text =
        ClangTidyCheck::Options.getLocalOrGlobal(Name, "false");
    if (Text != "true" && Text != "false")
      rejectOption(Name, Text, "the values allowed are true and false");
    Out = Text == "true";
  };
  Flag("OfferReviewFixes", OfferReviewFixes);
  Flag("ExplainDevice", ExplainDevice);

  Options.Regions.HotFunctions = splitList(HotFunctions);
  for (const std::string &Glob : Options.Regions.HotFunctions) {
    llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
    if (!Pattern) {
      llvm::consumeError(Pattern.takeError());
      rejectOption("HotFunctions", Glob,
                   "it takes globs on qualified names, such as "
                   "'mylib::Trainer::*', separated by ';'");
    }
  }
  if (HotRegionsText != "Annotated" && HotRegionsText != "Loops")
    rejectOption("HotRegions", HotRegionsText,
                 "the values allowed are Annotated and Loops");
  Options.Regions.AllLoops = HotRegionsText == "Loops";
  if (AssumeDeviceText != "cuda" && AssumeDeviceText != "unknown")
    rejectOption("AssumeDevice", AssumeDeviceText,
                 "the values allowed are cuda and unknown");
  Options.AssumeDevice = AssumeDeviceText != "unknown";
  if (llvm::StringRef(Depth).getAsInteger(10, Options.Regions.CallDepth) ||
      Options.Regions.CallDepth > 64)
    rejectOption("CallDepth", Depth, "it takes a number from 0 to 64");
  DeferrableText =
      ClangTidyCheck::Options.getLocalOrGlobal("DeferrableSeverity", "Warning");
  if (DeferrableText != "Warning" && DeferrableText != "Information")
    rejectOption("DeferrableSeverity", DeferrableText,
                 "the values allowed are Warning and Information");
  Options.DisabledOperations = splitList(Disabled);

  static constexpr HostUse Uses[] = {
      HostUse::Unknown, HostUse::Discarded,   HostUse::Redundant,
      HostUse::Logged,  HostUse::Accumulated, HostUse::Operand,
      HostUse::Branch,  HostUse::Size,        HostUse::Returned};
  for (const std::string &Word : splitList(ReportText)) {
    const auto *Found =
        llvm::find_if(Uses, [&](HostUse Use) { return spelling(Use) == Word; });
    if (Found != std::end(Uses)) {
      Reported.push_back(*Found);
      continue;
    }
    std::string Allowed = "the uses are";
    for (HostUse Use : Uses)
      Allowed += (Use == Uses[0] ? " " : ", ") + spelling(Use).str();
    rejectOption("Report", Word, Allowed);
  }
}

void SyncCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  ClangTidyCheck::Options.store(Opts, "HotFunctions", HotFunctions);
  ClangTidyCheck::Options.store(Opts, "HotRegions", HotRegionsText);
  ClangTidyCheck::Options.store(Opts, "AssumeDevice", AssumeDeviceText);
  ClangTidyCheck::Options.store(Opts, "CallDepth", Options.Regions.CallDepth);
  ClangTidyCheck::Options.store(Opts, "DisabledOperations", Disabled);
  ClangTidyCheck::Options.store(Opts, "CatalogueFile", Options.CatalogueFile);
  ClangTidyCheck::Options.store(Opts, "Report", ReportText);
  ClangTidyCheck::Options.store(Opts, "DeferrableSeverity", DeferrableText);
  ClangTidyCheck::Options.store(Opts, "OfferReviewFixes",
                                OfferReviewFixes ? "true" : "false");
  ClangTidyCheck::Options.store(Opts, "ExplainDevice",
                                ExplainDevice ? "true" : "false");
}

void SyncCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                    Preprocessor *) {
  Model->startTranslationUnit(PP);
}

void SyncCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl(), this);
}

void SyncCheck::reportCatalogueErrors() {
  for (const ManifestError &E :
       Model->takeCatalogueErrors(Options.CatalogueFile)) {
    std::string Where = Options.CatalogueFile;
    if (E.Line)
      Where += ":" + std::to_string(E.Line);
    configurationDiag("%0: %1", DiagnosticIDs::Error) << Where << E.Text;
  }
}

void SyncCheck::check(const MatchFinder::MatchResult &Result) {
  AST = Result.Context;
  reportCatalogueErrors();
  const SyncFindings &Findings = Model->findings(*AST, Options);
  Version = Findings.Version;
  for (const SyncPoint &Point : Findings.Points)
    if (owns(Point))
      report(Point);
  reportMore(Findings);
}

bool SyncCheck::owns(const SyncPoint &Point) const {
  llvm::StringRef Name = getID();
  Name.consume_front("torchsync-");
  return Point.Operation->Check == Name &&
         (Reported.empty() || llvm::is_contained(Reported, Point.Use.Use));
}

static llvm::StringRef kindName(RegionKind Kind) {
  switch (Kind) {
  case RegionKind::Loop:
    return "loop";
  case RegionKind::Block:
    return "block";
  case RegionKind::Function:
    return "function";
  case RegionKind::Capture:
    return "capture";
  }
  return "loop";
}

std::string whereHot(const HotReason &Reason) {
  llvm::StringRef Which = Reason.Chain.empty() ? "this" : "a";
  std::string What =
      (Reason.Marked || Reason.Kind == RegionKind::Function ? "hot " : "") +
      kindName(Reason.Kind).str();
  if (Reason.Kind == RegionKind::Loop)
    return ("on every iteration of " + Which + " " + What).str();
  return ("each time " + Which + " " + What + " runs").str();
}

std::string SyncCheck::effect(const SyncPoint &Point) const {
  return "makes the host wait for the device " + whereHot(*Point.Reason);
}

std::string SyncCheck::clause(const SyncPoint &Point) const {
  const Row &Operation = *Point.Operation;
  std::string Clause = Operation.Why + ": " + Operation.Instead;
  if (!Operation.Recipe.empty())
    Clause += " (" + Operation.Recipe + ")";
  return Clause;
}

std::string spelledName(const SyncPoint &Point) {
  const FunctionDecl *Callee = calleeOf(Point.Call);
  if (!Callee)
    return {};
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Callee))
    return Constructor->getParent()->getNameAsString();
  if (Callee->getOverloadedOperator() != OO_None)
    return getOperatorSpelling(Callee->getOverloadedOperator());
  return Callee->getNameAsString();
}

/// True if nothing in the iteration needs the value: it is read later, or by
/// people.
static bool isDeferrable(HostUse Use) {
  return Use == HostUse::Logged || Use == HostUse::Accumulated;
}

void SyncCheck::report(const SyncPoint &Point) {
  SourceLocation Loc = Point.Call->getExprLoc();
  const std::optional<SafeFix> Safe = safeFix(Point);
  const bool Information =
      DeferrableText == "Information" && isDeferrable(Point.Use.Use);
  {
    DiagnosticBuilder Warning =
        diag(Loc, "'%0' %1; %2",
             Information && !areDiagsSelfContained() ? DiagnosticIDs::Remark
                                                     : DiagnosticIDs::Warning)
        << spelledName(Point) << effect(Point) << clause(Point);
    if (Safe)
      Warning << Safe->Fix;
  }
  noteReason(*Point.Reason);
  if (Information && areDiagsSelfContained())
    note(Loc, InformationNote);
  if (ExplainDevice && Point.SubjectFact.Evidence)
    note(Point.SubjectFact.Evidence->getExprLoc(),
         "this shows that the tensor is on the device");
  // Where nobody has to look, there is nothing to review.
  if (Safe)
    return;
  if (std::optional<ReviewFix> Review = reviewFix(Point))
    noteReview(Loc, *Review);
}

DiagnosticBuilder SyncCheck::note(SourceLocation Loc, llvm::StringRef Text) {
  // An annotation is a macro's, and clangd drops a note that is in no file.
  return diag(AST->getSourceManager().getFileLoc(Loc), Text,
              DiagnosticIDs::Note);
}

void SyncCheck::noteReason(const HotReason &Reason) {
  if (Reason.Kind == RegionKind::Capture)
    note(Reason.Loc, "the capture begins here");
  else if (Reason.Marked)
    note(Reason.Loc, "the hot %0 is marked here") << kindName(Reason.Kind);
  else
    note(Reason.Loc,
         Reason.Kind == RegionKind::Function
             ? "the function is hot because of the option HotFunctions"
             : "the loop counts as hot because the option HotRegions is Loops");
  for (const CallStep &Step : Reason.Chain) {
    const FunctionDecl *Callee = Step.Callee;
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    std::string Name = Method && Method->getParent()->isLambda()
                           ? "the lambda"
                           : "'" + Callee->getNameAsString() + "'";
    note(Step.Call->getExprLoc(), "%0 is called here") << Name;
  }
}

void SyncCheck::noteReview(SourceLocation Loc, const ReviewFix &Review) {
  // Bulk tools apply the fix-its of notes, too; an editor shows them apart.
  DiagnosticBuilder Note = note(Loc, "%0") << Review.Text;
  if (!Review.Fix || !(OfferReviewFixes || areDiagsSelfContained()))
    return;
  Note << *Review.Fix;
  for (const FixItHint &Other : Review.Others)
    Note << Other;
}

bool isUnsafeToRewrite(const Expr &E, const SyncPoint &Point,
                       const ASTContext &) {
  SourceRange Range = E.getSourceRange();
  if (Range.getBegin().isInvalid() || Range.getBegin().isMacroID() ||
      Range.getEnd().isMacroID() || E.containsErrors())
    return true;
  // The text belongs to the pattern; other instantiations may mean another
  // thing by it.
  for (const DeclContext *Context = &Point.Body->graph().function(); Context;
       Context = Context->getParent()) {
    if (const auto *F = dyn_cast<FunctionDecl>(Context))
      if (F->isTemplateInstantiation())
        return true;
    if (isa<ClassTemplateSpecializationDecl>(Context))
      return true;
  }
  return false;
}

bool isMemberOfTensor(const MemberExpr &Member) {
  QualType Object = Member.getBase()->IgnoreImpCasts()->getType();
  if (Member.isArrow() && Object->isPointerType())
    Object = Object->getPointeeType();
  const CXXRecordDecl *Record = Object->getAsCXXRecordDecl();
  return Record && isNamed(Record, "::at::Tensor");
}

/// True if \p Name is a macro here or was one at some point. What the standard
/// library declares may not be one: of isnan, the header took the macro away.
static bool mayBeMacro(llvm::StringRef Name, const ASTContext &Context) {
  const IdentifierInfo &Id = Context.Idents.get(Name);
  return Id.hasMacroDefinition() ||
         (Id.hadMacroDefinition() && !declares("std", Name, Context));
}

/// True if \p Text, which lies in a file's buffer at \p Begin, has a comment, a
/// line of the preprocessor or the name of a macro in it.
static bool concernsPreprocessor(SourceLocation Begin, llvm::StringRef Text,
                                 const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  FileID File = Sources.getFileID(Begin);
  llvm::StringRef Buffer = Sources.getBufferData(File);
  Lexer Raw(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
            Buffer.begin(), Text.begin(), Buffer.end());
  Raw.SetCommentRetentionState(true);
  for (Token T; !Raw.LexFromRawLexer(T) &&
                Sources.getCharacterData(T.getLocation()) < Text.end();)
    if (T.is(tok::comment) || T.is(tok::hash) ||
        (T.is(tok::raw_identifier) &&
         mayBeMacro(T.getRawIdentifier(), Context)))
      return true;
  return false;
}

std::optional<llvm::StringRef> plainText(CharSourceRange Range,
                                         const ASTContext &Context) {
  if (Range.getBegin().isInvalid() || Range.getEnd().isInvalid() ||
      Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
    return std::nullopt;
  bool Invalid = false;
  llvm::StringRef Text = Lexer::getSourceText(Range, Context.getSourceManager(),
                                              Context.getLangOpts(), &Invalid);
  if (Invalid || Text.empty() ||
      concernsPreprocessor(Range.getBegin(), Text, Context))
    return std::nullopt;
  return Text;
}

bool isWholeStatement(const Expr &E, const FunctionGraph &Graph) {
  const Stmt *Parent = Graph.parentOf(&E);
  while (isa_and_nonnull<FullExpr>(Parent))
    Parent = Graph.parentOf(Parent);
  return isa_and_nonnull<CompoundStmt>(Parent);
}

const CXXMemberCallExpr *calledOnResult(const Expr &E,
                                        const FunctionGraph &Graph) {
  const Stmt *S = &E;
  while (const Stmt *Parent = Graph.parentOf(S)) {
    if (const auto *Member = dyn_cast<MemberExpr>(Parent))
      return dyn_cast_or_null<CXXMemberCallExpr>(Graph.parentOf(Member));
    if (!isa<ImplicitCastExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
             ParenExpr>(Parent))
      return nullptr;
    S = Parent;
  }
  return nullptr;
}

} // namespace torchsync
