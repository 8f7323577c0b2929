//===- SyncPoints.cpp - The findings of a translation unit ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncPoints.h"
#include "../catalogue/Conditions.h"
#include "DeviceMentions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace torchsync {

const Manifest &BuiltinRows::get() {
  std::call_once(Once, [this] {
    Rows = readManifest(llvm::MemoryBufferRef(builtinManifest(), "catalogue"));
  });
  return Rows;
}

SyncModel::SyncModel(std::shared_ptr<BuiltinRows> Builtin)
    : Builtin(std::move(Builtin)) {}
SyncModel::~SyncModel() = default;

void SyncModel::startTranslationUnit(const Preprocessor *NewPP) {
  PP = NewPP;
  Computed.clear();
}

SyncModel::UserRows &SyncModel::userRows(llvm::StringRef File) {
  for (const std::unique_ptr<UserRows> &U : User)
    if (U->File == File)
      return *U;
  User.push_back(std::make_unique<UserRows>());
  UserRows &Rows = *User.back();
  Rows.File = File.str();
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Text =
      llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (Text)
    Rows.Rows = readManifest(**Text, Builtin->get().Checks);
  else
    Rows.Rows.Errors.push_back(
        {0, "cannot be read: " + Text.getError().message()});
  Rows.Untold = Rows.Rows.Errors;
  return Rows;
}

std::vector<ManifestError>
SyncModel::takeCatalogueErrors(llvm::StringRef File) {
  if (File.empty())
    return {};
  return std::exchange(userRows(File).Untold, {});
}

std::vector<const Row *> SyncModel::rowsFor(const ModelOptions &Options) {
  std::vector<const Row *> Rows;
  auto Add = [&](const std::vector<Row> &From) {
    for (const Row &R : From)
      if (!llvm::is_contained(Options.DisabledOperations, R.Id))
        Rows.push_back(&R);
  };
  // A user's row for an operation speaks before ours.
  if (!Options.CatalogueFile.empty())
    Add(userRows(Options.CatalogueFile).Rows.Operations);
  Add(Builtin->get().Operations);
  return Rows;
}

/// The number that macro \p Name stands for, 0 if it is none.
static unsigned macroNumber(const Preprocessor &PP, llvm::StringRef Name) {
  IdentifierInfo *Identifier = PP.getIdentifierInfo(Name);
  const MacroInfo *Macro = Identifier ? PP.getMacroInfo(Identifier) : nullptr;
  unsigned Value = 0;
  if (Macro && Macro->getNumTokens() == 1 &&
      Macro->getReplacementToken(0).is(tok::numeric_constant))
    if (PP.getSpelling(Macro->getReplacementToken(0)).empty() ||
        llvm::StringRef(PP.getSpelling(Macro->getReplacementToken(0)))
            .getAsInteger(10, Value))
      return 0;
  return Value;
}

LibTorchVersion SyncModel::libTorchVersion() const {
  LibTorchVersion Version;
  if (PP) {
    Version.Major = macroNumber(*PP, "TORCH_VERSION_MAJOR");
    Version.Minor = macroNumber(*PP, "TORCH_VERSION_MINOR");
  }
  return Version;
}

const SyncFindings &SyncModel::findings(ASTContext &Context,
                                        const ModelOptions &Options) {
  for (const std::unique_ptr<SyncFindings> &F : Computed)
    if (F->Options == Options)
      return *F;
  Computed.push_back(std::make_unique<SyncFindings>());
  SyncFindings &Findings = *Computed.back();
  Findings.Options = Options;
  compute(Context, Findings);
  return Findings;
}

/// What the callers of \p Body pass to it: the join over the hot calls whose
/// own facts are known already.
static EntryFacts
entryFacts(const HotBody &Body,
           const llvm::DenseMap<const HotBody *, std::unique_ptr<TensorFacts>>
               &Known) {
  EntryFacts Entry;
  const FunctionDecl &F = Body.graph().function();
  // Others may call a body that is hot by itself.
  if (Body.isRoot())
    return Entry;
  for (const HotBody::Caller &Caller : Body.callers()) {
    auto Facts = Known.find(Caller.Body);
    // Recursion, or a call that lends a lambda to somebody else.
    if (Facts == Known.end() || !Facts->second)
      return EntryFacts();
    llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(Caller.Call);
    const FunctionDecl *Callee = calleeOf(Caller.Call);
    bool Direct = Callee && Callee->getDefinition() == F.getDefinition();
    for (const ParmVarDecl *Parameter : F.parameters()) {
      unsigned Index = Parameter->getFunctionScopeIndex();
      TensorFact Fact;
      if (Direct && Index < Arguments.size())
        Fact = Facts->second->at(Arguments[Index]);
      auto [Slot, IsNew] = Entry.try_emplace(Parameter, Fact);
      if (!IsNew)
        Slot->second = Slot->second.join(Fact);
    }
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    if (Method && Method->getParent()->isLambda())
      for (const LambdaCapture &Capture : Method->getParent()->captures())
        if (Capture.capturesVariable()) {
          const ValueDecl *Var = Capture.getCapturedVar();
          TensorFact Fact = Facts->second->variableAt(*Var, Caller.Call);
          auto [Slot, IsNew] = Entry.try_emplace(Var, Fact);
          if (!IsNew)
            Slot->second = Slot->second.join(Fact);
        }
  }
  return Entry;
}

/// Who called whom on the way down to \p Body's code, innermost first.
static llvm::SmallVector<UseCaller, 4> useCallers(const HotBody &Body,
                                                  const HotReason &Reason) {
  llvm::SmallVector<UseCaller, 4> Callers;
  const HotBody *Inner = &Body;
  for (const CallStep &Step : llvm::reverse(Reason.Chain)) {
    const auto *Found =
        llvm::find_if(Inner->callers(), [&](const HotBody::Caller &C) {
          return C.Call == Step.Call;
        });
    if (Found == Inner->callers().end())
      break;
    Callers.push_back({&Found->Body->graph(), Step.Call});
    Inner = Found->Body;
  }
  return Callers;
}

namespace {
/// A hot call that the catalogue knows.
struct Candidate {
  const HotCall *Hot;
  const FunctionDecl *Callee;
  llvm::SmallVector<const Row *, 2> Rows;
};
using Candidates = llvm::DenseMap<const HotBody *, std::vector<Candidate>>;
} // namespace

static Candidates findCandidates(const HotRegions &Regions,
                                 const Catalogue &Operations) {
  Candidates Found;
  for (const HotBody *Body : Regions.bodies())
    for (const HotCall &Hot : Body->calls())
      if (const FunctionDecl *Callee = calleeOf(Hot.Call)) {
        auto Rows = Operations.rowsOf(*Callee);
        if (!Rows.empty())
          Found[Body].push_back({&Hot, Callee, std::move(Rows)});
      }
  return Found;
}

/// The bodies whose dataflow somebody asks for: those with a candidate, and
/// those that pass arguments down to them.
static llvm::DenseSet<const HotBody *> bodiesInNeed(const Candidates &Found) {
  llvm::DenseSet<const HotBody *> Needed;
  llvm::SmallVector<const HotBody *, 16> Todo;
  for (const auto &Entry : Found)
    Todo.push_back(Entry.first);
  while (!Todo.empty()) {
    const HotBody *Body = Todo.pop_back_val();
    if (Needed.insert(Body).second)
      for (const HotBody::Caller &Caller : Body->callers())
        Todo.push_back(Caller.Body);
  }
  return Needed;
}

/// A helper's value is for what all of its hot callers do with it.
static UseFact useOf(const SyncPoint &Point, HostUses &Uses) {
  constexpr unsigned MaxCallers = 16;
  const HotBody &Body = *Point.Body;
  UseFact Use =
      Uses.of(*Point.Call, Body.graph(), useCallers(Body, *Point.Reason));
  if (Body.callers().size() < 2)
    return Use;
  for (const HotBody::Caller &Caller : Body.callers().take_front(MaxCallers))
    if (Caller.Body)
      Use = moreBinding(Use,
                        Uses.of(*Point.Call, Body.graph(),
                                UseCaller{&Caller.Body->graph(), Caller.Call}));
  return Use;
}

static SyncPoint makePoint(const HotBody &Body, const Candidate &C,
                           const Row &Operation, const CallFacts &Call,
                           const TensorFacts &Facts, HostUses &Uses) {
  SyncPoint Point{C.Hot->Call, &Operation, &Body, C.Hot->Reason,
                  {},          {},         {},    &Facts};
  if (const Expr *Subject = Call.self()) {
    Point.Subject = Subject;
    Point.SubjectFact = Facts.at(Subject);
  }
  if (Operation.Result != ResultKind::None)
    Point.Use = useOf(Point, Uses);
  return Point;
}

/// In a capture the rows count that are known to fail there, elsewhere those
/// that wait.
static bool speaksIn(const Row &Operation, RegionKind Kind) {
  return Kind == RegionKind::Capture ? !Operation.Capture.empty()
                                     : Operation.Check != GraphCaptureCheckName;
}

/// True if \p Call's result is moved to a device in the same expression,
/// `x.index({i}).view({-1, 3}).to(device)`: x is on the host before that.
static bool movesUpAfterwards(const Expr &Call, const FunctionGraph &Graph,
                              const TensorFacts &Facts) {
  const Expr *Link = &Call;
  for (const Stmt *S = Graph.parentOf(Link); S; S = Graph.parentOf(S)) {
    const auto *Outer = dyn_cast<Expr>(S);
    if (!Outer)
      return false;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Outer);
    if (!Member)
      continue; // What is no link of the chain has no object that is one.
    const Expr *Object = Member->getImplicitObjectArgument();
    const CXXMethodDecl *Method = Member->getMethodDecl();
    if (!Object || !Method || !isTensor(Member->getType()) ||
        ignoreWrappers(Object) != Link)
      return false;
    Link = Member;
    if (CallFacts(*Member, *Method, Facts, /*AssumeDevice=*/true).movesUp())
      return true;
  }
  return false;
}

void SyncModel::compute(ASTContext &Context, SyncFindings &Findings) {
  LibTorchHeaders Headers(Context);
  Findings.Version = libTorchVersion();
  Findings.Regions =
      std::make_unique<HotRegions>(Context, Headers, Findings.Options.Regions);
  // Of captures only what runs in them is asked.
  std::vector<const FunctionDecl *> Copying;
  if (!Findings.Options.Regions.Captures)
    Copying = bodiesWithCopies(Findings.Regions->definitions());
  // No hot region and no copy, no catalogue; no known call, no dataflow.
  if (Findings.Regions->bodies().empty() && Copying.empty())
    return;
  Catalogue Operations(Context, rowsFor(Findings.Options), Findings.Version);
  if (!Copying.empty())
    Findings.EarlyAccesses = earlyAccesses(Copying, Context, Operations,
                                           Findings.Options.AssumeDevice);
  findPoints(Context, Findings, Headers, Operations);
}

void SyncModel::findPoints(ASTContext &Context, SyncFindings &Findings,
                           const LibTorchHeaders &Headers,
                           const Catalogue &Operations) {
  Candidates Found = findCandidates(*Findings.Regions, Operations);
  if (Found.empty())
    return;

  llvm::DenseSet<const HotBody *> Needed = bodiesInNeed(Found);
  FactSummaries Summaries(Context);
  HostUses Uses;
  // Marking a region, or naming its function, is evidence that its tensors are
  // on the device. A loop that only counts because all loops do has none, so a
  // program that never speaks of devices is taken to use the CPU.
  auto IsSurveyed = [](const HotReason &Reason) {
    return !Reason.Marked && Reason.Kind == RegionKind::Loop;
  };
  std::optional<bool> OnHost;
  auto Assume = [&](const HotReason &Reason) {
    if (!Findings.Options.AssumeDevice || !IsSurveyed(Reason))
      return Findings.Options.AssumeDevice;
    if (!OnHost)
      OnHost = isHostProgram(Context, Headers);
    return !*OnHost;
  };
  // One finding for a place, however many instantiations reach it.
  llvm::DenseSet<std::pair<unsigned, const Row *>> Places;
  for (const HotBody *Body : Findings.Regions->bodies()) {
    if (!Needed.count(Body))
      continue;
    std::unique_ptr<TensorFacts> &Facts = Findings.Facts[Body];
    Facts = std::make_unique<TensorFacts>(Body->graph(), Summaries,
                                          entryFacts(*Body, Findings.Facts));
    for (const Candidate &C : Found.lookup(Body)) {
      CallFacts Call(
          *C.Hot->Call, *C.Callee, *Facts,
          Assume(*C.Hot->Reason) &&
              !movesUpAfterwards(*C.Hot->Call, Body->graph(), *Facts));
      const auto *Holds = llvm::find_if(C.Rows, [&](const Row *R) {
        return speaksIn(*R, C.Hot->Reason->Kind) && Call.holds(R->When) &&
               !(R->Startup && IsSurveyed(*C.Hot->Reason));
      });
      unsigned Place = C.Hot->Call->getExprLoc().getRawEncoding();
      if (Holds != C.Rows.end() && Places.insert({Place, *Holds}).second)
        Findings.Points.push_back(
            makePoint(*Body, C, **Holds, Call, *Facts, Uses));
    }
  }
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(Findings.Points, [&](const SyncPoint &A, const SyncPoint &B) {
    return Sources.isBeforeInTranslationUnit(A.Call->getExprLoc(),
                                             B.Call->getExprLoc());
  });
}

} // namespace torchsync
