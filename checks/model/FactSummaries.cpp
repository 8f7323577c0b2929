//===- FactSummaries.cpp - What the functions of a file do to facts -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace torchsync {

/// Helpers nested deeper, and larger ones, say nothing.
static constexpr unsigned MaxDepth = 6;
static constexpr unsigned MaxBlocks = 256;
static constexpr unsigned MaxAnalysed = 4096;
/// Each round takes away at least one fact of one field; real classes settle in
/// two or three.
static constexpr unsigned MaxRounds = 8;

FactSummaries::FactSummaries(const ASTContext &Context)
    : Self(std::make_unique<Impl>(*this, Context)) {}

FactSummaries::~FactSummaries() = default;

TensorFact FactSummaries::result(const FunctionDecl &Callee) {
  return Self->result(Callee, EntryFacts());
}

TensorFact FactSummaries::member(const FieldDecl &Field) {
  return Self->member(Field).Fact;
}

/// True if the body that runs is the one that shows.
bool FactSummaries::Impl::isAnalysable(const FunctionDecl &Callee) {
  const FunctionDecl *Definition = Callee.getDefinition();
  if (!Definition || !Definition->getBody() ||
      Definition->isDependentContext() || Definition->isInvalidDecl())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  if (Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->hasAttr<FinalAttr>())
    return false;
  return Types.originOf(*Definition) == FunctionOrigin::User &&
         InProgress.size() < MaxDepth && Analysed < MaxAnalysed;
}

TensorFact FactSummaries::Impl::analyse(const FunctionDecl &Callee,
                                        const EntryFacts &Entry) {
  std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(Callee);
  if (!Graph || Graph->cfg().getNumBlockIDs() > MaxBlocks)
    return {};
  ++Analysed;
  // A proof that stands in the caller is the caller's to name.
  EntryFacts Unproved = Entry;
  for (auto &[Var, Fact] : Unproved)
    Fact.Evidence = nullptr, Fact.LivesWith = nullptr;
  return TensorFacts(*Graph, Owner, Unproved).returned();
}

/// What is known of the parameters, as a number.
static uint64_t keyOf(const FunctionDecl &Callee, const EntryFacts &Entry) {
  uint64_t Key = 0;
  for (const ParmVarDecl *P : Callee.parameters()) {
    TensorFact Fact = Entry.lookup(P);
    uint64_t Bits = static_cast<uint64_t>(Fact.Device) |
                    static_cast<uint64_t>(Fact.Dtype) << 2 |
                    static_cast<uint64_t>(Fact.Scalar) << 5 |
                    static_cast<uint64_t>(Fact.Rank.value_or(15) & 15) << 7 |
                    static_cast<uint64_t>(Fact.OwnMemory) << 11 |
                    static_cast<uint64_t>(Fact.Pinned) << 12 |
                    static_cast<uint64_t>(Fact.NamesDevice) << 14 |
                    static_cast<uint64_t>(Fact.NamesDtype) << 16;
    Key = Key * 0x9E3779B97F4A7C15ull + Bits + 1;
  }
  return Key;
}

TensorFact FactSummaries::Impl::result(const FunctionDecl &Callee,
                                       const EntryFacts &Entry) {
  if (!Types(Callee.getReturnType()).hasFact() || !isAnalysable(Callee))
    return {};
  const FunctionDecl *Definition = Callee.getDefinition();
  // A recursive call adds nothing that the other returns do not say; yet
  // saying so of a function whose arguments change would be wrong.
  if (!InProgress.insert(Definition).second)
    return {};
  // The caller spoke of the parameters of the declaration it saw.
  EntryFacts Inside;
  for (const auto &[Var, Fact] : Entry) {
    const auto *P = dyn_cast<ParmVarDecl>(Var);
    if (P && P->getFunctionScopeIndex() < Definition->getNumParams())
      Inside[Definition->getParamDecl(P->getFunctionScopeIndex())] = Fact;
  }
  auto [Slot, IsNew] =
      Results.try_emplace({Definition, keyOf(*Definition, Inside)});
  if (!IsNew) {
    InProgress.erase(Definition);
    return Slot->second;
  }
  auto Key = Slot->first;
  TensorFact Result = analyse(*Definition, Inside);
  InProgress.erase(Definition);
  return Results[Key] = Result;
}

const WriteSummary &FactSummaries::Impl::writes(const FunctionDecl &Callee) {
  const FunctionDecl *Definition = Callee.getDefinition();
  const FunctionDecl *Key = Definition ? Definition : &Callee;
  std::unique_ptr<WriteSummary> &Slot = Writes[Key];
  if (Slot)
    return *Slot;
  // Asked again while it is being computed, it is unknown.
  Slot = std::make_unique<WriteSummary>();
  if (!isAnalysable(Callee))
    return *Slot;
  WriteSummary *Summary = Slot.get();
  std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(*Definition);
  if (!Graph || Graph->cfg().getNumBlockIDs() > MaxBlocks)
    return *Summary;
  ++Analysed;
  InProgress.insert(Definition);
  TensorFacts::Impl Body(*Graph, *this, EntryFacts());
  Body.collectWrites();
  InProgress.erase(Definition);
  *Summary = Body.writeSummary();
  return *Summary;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

namespace {
/// Finds which functions name which classes' fields.
class UserFinder : public RecursiveASTVisitor<UserFinder> {
public:
  using Found = llvm::DenseMap<const RecordDecl *,
                               llvm::SmallSetVector<const FunctionDecl *, 8>>;
  UserFinder(Found &Users, llvm::DenseSet<const FunctionDecl *> &DatasetHelpers)
      : Users(Users), DatasetHelpers(DatasetHelpers) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    const FunctionDecl *Outer = Current;
    if (const auto *Function = dyn_cast_or_null<FunctionDecl>(D))
      Current = Function;
    bool Continue = RecursiveASTVisitor::TraverseDecl(D);
    Current = Outer;
    return Continue;
  }
  bool TraverseLambdaExpr(LambdaExpr *Lambda) {
    const FunctionDecl *Outer = Current;
    Current = Lambda->getCallOperator();
    bool Continue = RecursiveASTVisitor::TraverseLambdaExpr(Lambda);
    Current = Outer;
    return Continue;
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      if (Current)
        Users[cast<RecordDecl>(Field->getParent()->getCanonicalDecl())].insert(
            Current);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Current);
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Method && Method->getIdentifier() &&
        isOneOf(Method->getName(), {"get", "get_batch"}) &&
        isOrDerives(Method->getParent(),
                    "::torch::data::datasets::BatchDataset"))
      DatasetHelpers.insert(Callee->getCanonicalDecl());
    return true;
  }

private:
  Found &Users;
  llvm::DenseSet<const FunctionDecl *> &DatasetHelpers;
  const FunctionDecl *Current = nullptr;
};
} // namespace

void FactSummaries::Impl::indexUsers() {
  if (Indexed)
    return;
  Indexed = true;
  UserFinder Finder(Users, DatasetHelpers);
  // Declarations still asleep in a precompiled header are LibTorch's.
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!Types.headers().isForeign(D->getLocation()))
      Finder.TraverseDecl(D);
}

/// True if \p Method, whose body is not in sight, may assign its class's
/// fields. Of a template's method that is not instantiated here the pattern
/// tells.
bool FactSummaries::Impl::usesFields(const CXXMethodDecl &Method) {
  const FunctionDecl *Pattern = Method.getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->isDefined(Pattern))
    return true;
  indexUsers();
  const auto *Class = cast<CXXMethodDecl>(Pattern)->getParent();
  return Users.lookup(Class->getCanonicalDecl()).contains(Pattern);
}

/// True if all code that can assign \p Class's fields is in sight.
bool FactSummaries::Impl::isClosed(const CXXRecordDecl &Class) {
  if (!Class.isCompleteDefinition() || Class.isDependentContext() ||
      Class.isUnion() || Class.isAggregate() || Class.hasFriends() ||
      Class.isInvalidDecl() || Types.headers().isForeign(Class.getLocation()))
    return false;
  for (const Decl *D : Class.decls()) {
    if (isa<FunctionTemplateDecl>(D))
      return false;
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    if (Method && !Method->isImplicit() && !Method->isDefaulted() &&
        !Method->isDeleted() && !Method->isPureVirtual() &&
        !Method->isDefined() && usesFields(*Method))
      return false;
  }
  return true;
}

/// Finds what each field of \p Class holds: starting from "nothing yet", all
/// bodies that name a field are analysed until what they store changes nothing.
void FactSummaries::Impl::analyseClass(const CXXRecordDecl &Class) {
  indexUsers();
  llvm::SmallSetVector<const FunctionDecl *, 8> Bodies =
      Users.lookup(Class.getCanonicalDecl());
  for (const CXXConstructorDecl *Constructor : Class.ctors())
    if (!Constructor->isImplicit() && !Constructor->isDefaulted() &&
        !Constructor->isDeleted())
      Bodies.insert(Constructor->getDefinition());

  llvm::SmallVector<std::unique_ptr<FunctionGraph>, 8> Graphs;
  for (const FunctionDecl *Body : Bodies) {
    if (!Body || Body->isDependentContext() || !Body->hasBody())
      continue;
    std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(*Body);
    if (!Graph || Graph->cfg().getNumBlockIDs() > MaxBlocks)
      return;
    Graphs.push_back(std::move(Graph));
  }

  bool Implicit = Class.needsImplicitDefaultConstructor() ||
                  llvm::any_of(Class.ctors(), [](const CXXConstructorDecl *C) {
                    return C->isDefaultConstructor() &&
                           (C->isImplicit() || C->isDefaulted());
                  });

  Assuming = &Class;
  Assumed.clear();
  // Summaries made under an assumption are dropped with it.
  auto KnownResults = std::move(Results);
  bool Settled = false;
  for (unsigned Round = 0; Round < MaxRounds && !Settled; ++Round) {
    Results.clear();
    FieldValues Stored;
    for (const std::unique_ptr<FunctionGraph> &Graph : Graphs) {
      ++Analysed;
      TensorFacts::Impl Body(*Graph, *this, EntryFacts());
      // What a constructor leaves counts, not what stood there meanwhile.
      const auto *Constructor =
          dyn_cast<CXXConstructorDecl>(&Graph->function());
      bool Constructs = Constructor && Constructor->getParent() == &Class;
      if (!Constructs)
        Body.observe(Stored);
      Body.run();
      if (Constructs)
        Body.observeExit(Stored);
      if (Body.bounded())
        Round = MaxRounds;
      // A constructor in sight evaluates these itself.
      for (const FieldDecl *Field : Class.fields())
        if (const Expr *Init =
                Implicit ? Field->getInClassInitializer() : nullptr) {
          Value &Seen = Stored.try_emplace(Field, Value::empty()).first->second;
          Seen = Seen.join(Body.detached(*Init));
        }
    }
    Settled = Round < MaxRounds;
    for (const FieldDecl *Field : Class.fields()) {
      Value Before = Assumed.try_emplace(Field, Value::empty()).first->second;
      auto Seen = Stored.find(Field->getCanonicalDecl());
      Value After = Seen == Stored.end() ? Before : Before.join(Seen->second);
      Settled &= Before.Empty == After.Empty && Before.Fact == After.Fact;
      Assumed[Field] = After;
    }
  }
  Assuming = nullptr;
  Results = std::move(KnownResults);
  if (Settled)
    for (const auto &[Field, Held] : Assumed)
      Members[Field] = Held;
}

Value FactSummaries::Impl::member(const FieldDecl &Field) {
  const FieldDecl *Key = Field.getCanonicalDecl();
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || !Types(Field.getType()).hasFact() ||
      Field.getType()->isReferenceType() || Field.getType()->isPointerType())
    return {};
  if (Assuming) {
    // Of another class nothing is known meanwhile, unless it is known already.
    auto Slot = Assuming == Class ? Assumed.find(Key) : Members.find(Key);
    if (Assuming == Class)
      return Slot == Assumed.end() ? Value::empty() : Slot->second;
    return Slot == Members.end() || Slot->second.Empty ? Value() : Slot->second;
  }
  if (Classes.insert(Class).second && Analysed < MaxAnalysed &&
      isClosed(*Class))
    analyseClass(*Class);
  // What others may assign from other files is anyone's guess.
  if (Field.getAccess() != AS_private &&
      !Context.getSourceManager().isInMainFile(
          Context.getSourceManager().getExpansionLoc(Class->getLocation())))
    return {};
  Value Held = Members.lookup(Key);
  return Held.Empty ? Value() : Held;
}

//===----------------------------------------------------------------------===//
// Data loaders
//===----------------------------------------------------------------------===//

static const ClassTemplateSpecializationDecl *instanceOf(QualType T) {
  const CXXRecordDecl *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
}

static QualType typeArgument(const ClassTemplateSpecializationDecl &Instance,
                             unsigned Index) {
  const TemplateArgumentList &Arguments = Instance.getTemplateArgs();
  return Index < Arguments.size() &&
                 Arguments[Index].getKind() == TemplateArgument::Type
             ? Arguments[Index].getAsType()
             : QualType();
}

bool FactSummaries::Impl::loadsOnHost(QualType Loader) {
  const ClassTemplateSpecializationDecl *Instance = instanceOf(Loader);
  if (!Instance || !(isNamed(Instance, "::torch::data::StatelessDataLoader") ||
                     isNamed(Instance, "::torch::data::StatefulDataLoader")))
    return false;
  return datasetOnHost(typeArgument(*Instance, 0));
}

/// True if the examples of \p Dataset are certainly on the CPU: LibTorch's own
/// datasets read files, its transforms stay where the example is, and a user's
/// get() is looked into.
bool FactSummaries::Impl::datasetOnHost(QualType Dataset) {
  if (Dataset.isNull())
    return false;
  const CXXRecordDecl *Record = Dataset->getAsCXXRecordDecl();
  if (!Record)
    return false;
  if (isNamed(Record, "::torch::data::datasets::MNIST"))
    return true;
  if (const ClassTemplateSpecializationDecl *Instance = instanceOf(Dataset)) {
    if (isNamed(Instance, "::torch::data::datasets::SharedBatchDataset"))
      return datasetOnHost(typeArgument(*Instance, 0));
    if (!isNamed(Instance, "::torch::data::datasets::MapDataset"))
      return false;
    QualType Transform = typeArgument(*Instance, 1);
    const CXXRecordDecl *Applied =
        Transform.isNull() ? nullptr : Transform->getAsCXXRecordDecl();
    return Applied &&
           (isNamed(Applied, "::torch::data::transforms::Stack") ||
            isNamed(Applied, "::torch::data::transforms::Normalize")) &&
           datasetOnHost(typeArgument(*Instance, 0));
  }
  for (const CXXMethodDecl *Method : Record->methods()) {
    if (!Method->getIdentifier() || Method->getName() != "get")
      continue;
    const FunctionDecl *Definition = Method->getDefinition();
    if (!Definition || Types.originOf(*Definition) != FunctionOrigin::User ||
        !InProgress.insert(Definition).second)
      return false;
    bool OnHost = false;
    if (std::unique_ptr<FunctionGraph> Graph =
            FunctionGraph::build(*Definition)) {
      ++Analysed;
      TensorFacts::Impl Body(*Graph, *this, EntryFacts());
      Body.run();
      OnHost = Body.returnsHostRecords();
    }
    InProgress.erase(Definition);
    return OnHost;
  }
  return false;
}

} // namespace torchsync
