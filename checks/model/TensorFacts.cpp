//===- TensorFacts.cpp - Where each tensor lives, at each expression ------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flow analysis runs on clang's CFG alone, without its dataflow framework.
// That framework models values, locations and path conditions with a SAT
// solver; the questions here need a small finite lattice per variable and a few
// kinds of branch condition. On the CFG alone the state of a program point is
// an array of numbers, copied with memcpy, and the analysis is a few sweeps
// over the blocks in reverse post-order.
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace torchsync {

/// Blocks times places; about 64 MB of states.
static constexpr size_t Budget = 16u << 20;
/// Loops nested deeper than this are given up on.
static constexpr unsigned MaxSweeps = 32;

//===----------------------------------------------------------------------===//
// The public face
//===----------------------------------------------------------------------===//

TensorFacts::TensorFacts(const FunctionGraph &Graph, FactSummaries &Summaries,
                         const EntryFacts &Entry)
    : Self(std::make_unique<Impl>(Graph, *Summaries.Self, Entry)) {
  Self->run();
}

TensorFacts::~TensorFacts() = default;
TensorFacts::TensorFacts(TensorFacts &&) noexcept = default;

TensorFact TensorFacts::at(const Expr *E) const { return Self->at(E); }

TensorFact TensorFacts::variableAt(const ValueDecl &Var,
                                   const Expr *Call) const {
  return Self->variableAt(Var, Call);
}

TensorFact TensorFacts::returned() const { return Self->returned(); }

bool TensorFacts::bounded() const { return Self->bounded(); }

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TensorFacts::Impl::Impl(const FunctionGraph &Graph,
                        FactSummaries::Impl &Summaries, const EntryFacts &Entry)
    : Graph(Graph), Summaries(Summaries), Types(Summaries.types()),
      Operations(Summaries.operations()), Entry(Entry), Places(Types) {}

/// Reverse post-order from the entry, then from each try's handlers, to which
/// clang draws no edges from the calls that may throw.
void TensorFacts::Impl::orderBlocks() {
  const CFG &Cfg = Graph.cfg();
  enum Colour : uint8_t { White, Grey, Black };
  std::vector<Colour> Colours(Cfg.getNumBlockIDs(), White);
  std::vector<std::pair<const CFGBlock *, CFGBlock::const_succ_iterator>> Stack;
  auto Walk = [&](const CFGBlock &Root) {
    std::vector<const CFGBlock *> Post;
    auto Enter = [&](const CFGBlock *Block) {
      Colours[Block->getBlockID()] = Grey;
      Stack.emplace_back(Block, Block->succ_begin());
    };
    if (Colours[Root.getBlockID()] == White)
      Enter(&Root);
    while (!Stack.empty()) {
      auto &[Block, Next] = Stack.back();
      if (Next == Block->succ_end()) {
        Colours[Block->getBlockID()] = Black;
        Post.push_back(Block);
        Stack.pop_back();
        continue;
      }
      const CFGBlock *Successor = *Next++;
      if (!Successor)
        continue;
      Colour &C = Colours[Successor->getBlockID()];
      Cyclic |= C == Grey;
      if (C == White)
        Enter(Successor);
    }
    Order.insert(Order.end(), Post.rbegin(), Post.rend());
  };
  Walk(Cfg.getEntry());
  for (const CFGBlock *Try : Cfg.try_blocks()) {
    // What follows the handlers comes before them in this order.
    Cyclic = true;
    Walk(*Try);
  }
}

void TensorFacts::Impl::prepareTryBlocks() {
  for (const CFGBlock *Dispatch : Graph.cfg().try_blocks()) {
    const auto *Try =
        dyn_cast_or_null<CXXTryStmt>(Dispatch->getTerminatorStmt());
    if (!Try)
      continue;
    llvm::SmallPtrSet<const Stmt *, 32> Inside;
    llvm::SmallPtrSet<const CFGBlock *, 8> Blocks;
    llvm::SmallVector<const Stmt *, 32> Work{Try->getTryBlock()};
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      Inside.insert(S);
      if (const CFGBlock *Block = Graph.blockOf(S))
        Blocks.insert(Block);
      for (const Stmt *Child : S->children())
        if (Child)
          Work.push_back(Child);
    }
    // Clang starts no new block where a try starts.
    for (const CFGBlock *Block : Blocks) {
      unsigned First = 0;
      for (const CFGElement &Element : *Block) {
        std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
        if (S && Inside.contains(S->getStmt()))
          break;
        ++First;
      }
      Throws[Block->getBlockID()].push_back({Dispatch, First});
    }
  }
}

void TensorFacts::Impl::collectWrites() {
  Dry = true;
  State Scratch;
  for (const CFGBlock *Block : Graph.cfg())
    visit(*Block, Scratch);
  Dry = false;
}

/// True if no way leads on from the end of \p Block: a throw, or a call that
/// does not return.
static bool endsInFailure(const CFGBlock &Block) {
  if (Block.hasNoReturnElement())
    return true;
  if (Block.empty())
    return false;
  std::optional<CFGStmt> Last = Block.back().getAs<CFGStmt>();
  return Last && isa<CXXThrowExpr>(Last->getStmt());
}

void TensorFacts::Impl::run() {
  collectWrites();
  const CFG &Cfg = Graph.cfg();
  if (Places.size() * Cfg.getNumBlockIDs() > Budget) {
    Bounded = true;
    return;
  }
  orderBlocks();
  prepareTryBlocks();
  settle();
  if (learnAtExit())
    settle();
}

/// From what is known at the entry to the fixpoint.
void TensorFacts::Impl::settle() {
  const CFG &Cfg = Graph.cfg();
  In.assign(Cfg.getNumBlockIDs(), State());
  Dirty.clear();
  Dirty.resize(Cfg.getNumBlockIDs());
  Facts.clear();
  Initials.clear();
  State &EntryState = In[Cfg.getEntry().getBlockID()];
  EntryState.Reached = true;
  for (PlaceId Place = 0; Place < Places.size(); ++Place)
    EntryState.Ids.push_back(initial(Place));

  // The last sweep visits every block, for an operand that another block
  // evaluates (an arm of ?:) is no part of any state.
  bool All = true;
  for (unsigned Sweep = 0; Sweep < MaxSweeps; ++Sweep) {
    bool Changed = sweep(All);
    if (!Changed && (All || !Cyclic))
      return;
    if (!Cyclic)
      return;
    All = !Changed;
  }
  Bounded = true;
  Facts.clear();
}

/// A parameter that shows itself to be on the CPU on every way to the end of
/// the body was there from the start. True if there is one.
bool TensorFacts::Impl::learnAtExit() {
  llvm::SmallVector<PlaceId, 4> Open;
  for (PlaceId Place = 0; Place < Places.size(); ++Place) {
    const TensorPlaces::Place &P = Places[Place];
    if (P.Parent == Denotation::None && P.Root && isa<ParmVarDecl>(P.Root) &&
        isTensor(P.Root->getType()) && !Modified.contains(P.Root) &&
        !isHidden(Place) &&
        Values[initial(Place)].Fact.Device == DeviceFact::Unknown)
      Open.push_back(Place);
  }
  if (Bounded || Open.empty())
    return false;
  llvm::DenseMap<PlaceId, const Expr *> Evidence;
  bool Any = false;
  for (const CFGBlock *End : Graph.cfg().getExit().preds()) {
    if (!End || !In[End->getBlockID()].Reached || endsInFailure(*End))
      continue;
    State S = In[End->getBlockID()];
    visit(*End, S);
    Any = true;
    llvm::erase_if(Open, [&](PlaceId Place) {
      const TensorFact &Fact = Values[S.Ids[Place]].Fact;
      Evidence[Place] = Fact.Evidence;
      return Fact.Device != DeviceFact::Cpu;
    });
  }
  if (!Any)
    return false;
  for (PlaceId Place : Open) {
    TensorFact Fact = Values[initial(Place)].Fact;
    setDevice(Fact, DeviceFact::Cpu, Evidence[Place]);
    Entry[Places[Place].Root] = Fact;
  }
  return !Open.empty();
}

bool TensorFacts::Impl::sweep(bool All) {
  bool Again = false;
  State S;
  if (All)
    Dirty.set();
  llvm::BitVector Done(Dirty.size());
  for (const CFGBlock *Block : Order) {
    unsigned Id = Block->getBlockID();
    if (!Dirty[Id] || !In[Id].Reached)
      continue;
    Dirty.reset(Id);
    S = In[Id];
    visit(*Block, S);
    propagate(*Block, S);
  }
  for (const CFGBlock *Block : Order)
    Again |= Dirty[Block->getBlockID()] && In[Block->getBlockID()].Reached;
  return Again;
}

void TensorFacts::Impl::visit(const CFGBlock &Block, State &S) {
  Now = &S;
  auto Thrown = Throws.find(Block.getBlockID());
  unsigned Index = 0;
  for (const CFGElement &Element : Block) {
    if (Thrown != Throws.end())
      for (const Throw &T : Thrown->second)
        if (T.First == Index) {
          join(*T.Dispatch, S);
          Handlers.push_back(T.Dispatch);
        }
    visit(Element);
    ++Index;
  }
  Handlers.clear();
  Now = nullptr;
}

void TensorFacts::Impl::visit(const CFGElement &Element) {
  if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>()) {
    transfer(*S->getStmt());
  } else if (std::optional<CFGInitializer> I =
                 Element.getAs<CFGInitializer>()) {
    const CXXCtorInitializer *Init = I->getInitializer();
    const FieldDecl *Field = Init->getMember();
    if (Field && Init->getInit() && Types(Field->getType()).tracked())
      assign({Places.field(TensorPlaces::This, *Field), false},
             Init->getInit());
  }
}

bool TensorFacts::Impl::join(const CFGBlock &Into, const State &From) {
  unsigned Id = Into.getBlockID();
  State &To = In[Id];
  if (!To.Reached) {
    To = From;
    Dirty.set(Id);
    return true;
  }
  bool Changed = false;
  if (To.NoCuda && !From.NoCuda) {
    To.NoCuda = nullptr;
    Changed = true;
  }
  for (PlaceId Place = To.Ids.size(); Place < From.Ids.size(); ++Place)
    To.Ids.push_back(initial(Place));
  for (PlaceId Place = 0; Place < To.Ids.size(); ++Place) {
    ValueId Other = Place < From.Ids.size() ? From.Ids[Place] : initial(Place);
    if (To.Ids[Place] == Other)
      continue;
    ValueId Both = Values.join(To.Ids[Place], Other);
    Changed |= Both != To.Ids[Place];
    To.Ids[Place] = Both;
  }
  if (Changed)
    Dirty.set(Id);
  return Changed;
}

void TensorFacts::Impl::propagate(const CFGBlock &Block, State &S) {
  const Expr *Condition = nullptr;
  if (Block.succ_size() == 2 && Block.getTerminatorStmt() &&
      !isa<SwitchStmt, DeclStmt, CXXTryStmt>(Block.getTerminatorStmt()))
    Condition = dyn_cast_or_null<Expr>(Block.getTerminatorCondition());
  bool Truth = true;
  for (const CFGBlock *Successor : Block.succs()) {
    if (Successor) {
      if (Condition) {
        State Refined = S;
        refine(Refined, Condition, Truth, 0);
        join(*Successor, Refined);
      } else {
        join(*Successor, S);
      }
    }
    Truth = false;
  }
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// True if \p Var, the place's own or a captured one, holds one value when the
/// body is entered.
bool TensorFacts::Impl::isFixedAtEntry(const ValueDecl &Var) const {
  return isa<ParmVarDecl>(Var) || Var.getDeclContext() != &Graph.function();
}

/// The words of `sample_cpu`, `RasterizeCpu_worker`, in lower case.
static llvm::SmallVector<std::string, 6> wordsOf(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 6> Words(1);
  for (size_t I = 0; I < Name.size(); ++I) {
    bool Upper = llvm::isUpper(Name[I]);
    bool Starts = Upper && I > 0 &&
                  (!llvm::isUpper(Name[I - 1]) ||
                   (I + 1 < Name.size() && llvm::isLower(Name[I + 1])));
    if ((Starts || Name[I] == '_') && !Words.back().empty())
      Words.emplace_back();
    if (Name[I] != '_')
      Words.back() += llvm::toLower(Name[I]);
  }
  if (Words.back().empty())
    Words.pop_back();
  return Words;
}

/// True for a name with the word cpu in it, but not as its first
/// (`sample_cpu`, `RasterizeCpu_worker`), and not for `to_cpu`,
/// `sum_cpu_to_gpu` and the like, whose argument is elsewhere.
static bool isNamedForCpu(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 6> Words = wordsOf(Name);
  const auto *Cpu = llvm::find(Words, "cpu");
  if (Cpu == Words.begin() || Cpu == Words.end() ||
      llvm::is_contained(Words, "gpu") || llvm::is_contained(Words, "cuda"))
    return false;
  return !isOneOf(Cpu[-1], {"to", "copy", "move"}) &&
         (Cpu + 1 == Words.end() || Cpu[1] != "to");
}

/// True for parameters that nobody gives a CUDA tensor: those of the CPU's twin
/// of a kernel and of what a dataset calls, and samples as a dataset returns
/// them.
bool TensorFacts::Impl::isHostParameter(const ParmVarDecl &Parameter) {
  if (Types.isSampleList(Parameter.getType()))
    return true;
  const auto *F = dyn_cast<FunctionDecl>(Parameter.getDeclContext());
  return F && F->getIdentifier() &&
         Types(Parameter.getType()).Kind == TypeKind::Tensor &&
         (isNamedForCpu(F->getName()) || Summaries.servesDataset(*F));
}

/// What a place holds before anything in this body assigned it.
ValueId TensorFacts::Impl::initial(PlaceId Place) {
  if (Initials.size() < Places.size())
    Initials.resize(Places.size());
  if (Initials[Place])
    return *Initials[Place];
  // Recursion ends here: a global's initialiser may name the global.
  Initials[Place] = 0;
  const TensorPlaces::Place &P = Places[Place];
  Value V;
  if (P.Parent == TensorPlaces::This && P.Field) {
    auto Given = Entry.find(P.Field);
    if (Given != Entry.end())
      V = Given->second;
  } else if (P.Parent == Denotation::None && P.Root) {
    const auto *Var = dyn_cast<VarDecl>(P.Root);
    auto Given = Entry.find(P.Root);
    if (Given != Entry.end())
      V = Given->second;
    else if (Var && Var->isStaticLocal() && !Modified.contains(P.Root))
      // The guard's other edge brings what the initialiser left.
      V = Value::empty();
    else if (Var && Var->hasGlobalStorage() && Var->getInit() &&
             Var->getType().isConstQualified())
      V = valueOf(Var->getInit());
    const auto *Parameter = dyn_cast<ParmVarDecl>(P.Root);
    if (Parameter && V.Fact.Device == DeviceFact::Unknown && !V.Empty &&
        isHostParameter(*Parameter))
      setDevice(V.Fact, DeviceFact::Cpu, nullptr);
  }
  const ValueDecl *Name = P.Parent == Denotation::None ? P.Root : P.Field;
  if (Name && V.Fact.Device == DeviceFact::Unknown && !V.Empty &&
      !V.Fact.LivesWith && Types(Name->getType()).Shape == TypeShape::Plain &&
      (P.Parent == TensorPlaces::This || isFixedAtEntry(*Name)))
    V.Fact.LivesWith = Name;
  Initials.resize(Places.size());
  return *(Initials[Place] = Values.idOf(V));
}

bool TensorFacts::Impl::isHidden(PlaceId Place) const {
  for (; Place != Denotation::None; Place = Places[Place].Parent)
    if (Hidden.contains(Place))
      return true;
  return false;
}

Value TensorFacts::Impl::get(PlaceId Place) {
  if (Dry || (!Hidden.empty() && isHidden(Place)))
    return {};
  if (Now && Place < Now->Ids.size())
    return Values[Now->Ids[Place]];
  return Values[initial(Place)];
}

void TensorFacts::Impl::set(PlaceId Place, const Value &V) {
  if (Dry || !Now)
    return;
  for (PlaceId New = Now->Ids.size(); New <= Place; ++New)
    Now->Ids.push_back(initial(New));
  Now->Ids[Place] = Values.idOf(V);
  if (Observer && Places[Place].Field) {
    Value &Seen = Observer->try_emplace(Places[Place].Field, Value::empty())
                      .first->second;
    Seen = Seen.join(V);
    Seen.Fact.LivesWith = nullptr;
  }
  // A handler may start with any value that the try block stored.
  for (const CFGBlock *Handler : Handlers) {
    State &To = In[Handler->getBlockID()];
    if (Place >= To.Ids.size())
      continue;
    ValueId Both = Values.join(To.Ids[Place], Now->Ids[Place]);
    if (Both != To.Ids[Place])
      Dirty.set(Handler->getBlockID());
    To.Ids[Place] = Both;
  }
}

Value TensorFacts::Impl::read(Denotation D) {
  if (Dry)
    return {};
  Value V = get(D.Place);
  const TensorPlaces::Place &P = Places[D.Place];
  if (V.Empty)
    return V;
  // An element of a tuple that was assigned as a whole.
  if (V.Fact == TensorFact() && P.Parent != Denotation::None && (P.Key & 1))
    V = get(P.Parent);
  if (V.Fact.Device != DeviceFact::Unknown || isHidden(D.Place))
    return V;
  if (const FieldDecl *Field = Places[D.Place].Field) {
    Value Always = Summaries.member(*Field);
    TensorFact Bare = V.Fact;
    Bare.LivesWith = nullptr;
    bool Knows = Always.Fact.Device != DeviceFact::Unknown;
    if (Always.Empty || (Knows && Bare == TensorFact()))
      return Always;
    if (Knows)
      setDeviceOf(V.Fact, Always.Fact);
    if (V.Fact.Dtype == DtypeFact::Unknown)
      V.Fact.Dtype = Always.Fact.Dtype;
  }
  return V;
}

void TensorFacts::Impl::markWritten(PlaceId Place) {
  Written.insert(Place);
  if (const ValueDecl *Root = Places[Place].Root) {
    Modified.insert(Root);
    const auto *Var = dyn_cast<VarDecl>(Root);
    WritesGlobals |= Var && Var->hasGlobalStorage();
  }
  if (InLambda)
    Hidden.insert(Place);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

TensorFact TensorFacts::Impl::at(const Expr *E) {
  if (!E || Bounded)
    return {};
  return valueOf(E).Fact;
}

TensorFact TensorFacts::Impl::variableAt(const ValueDecl &Var,
                                         const Expr *Call) {
  const CFGBlock *Block = Call && !Bounded ? Graph.blockOf(Call) : nullptr;
  if (!Block || !In[Block->getBlockID()].Reached)
    return {};
  Denotation D;
  if (const auto *Field = dyn_cast<FieldDecl>(&Var))
    D = {Places.field(TensorPlaces::This, *Field), false};
  else
    D = Places.of(Var);
  if (!D)
    return {};

  // Runs the block up to the call; the next question mostly is about a later
  // call of the same block.
  unsigned Target = 0;
  for (const CFGElement &Element : *Block) {
    std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
    if (S && S->getStmt() == Call)
      break;
    ++Target;
  }
  if (Replay.Block != Block || Replay.Index > Target) {
    Replay.Block = Block;
    Replay.Index = 0;
    Replay.S = In[Block->getBlockID()];
  }
  Now = &Replay.S;
  for (; Replay.Index < Target; ++Replay.Index)
    visit((*Block)[Replay.Index]);
  Value V = read(D);
  Now = nullptr;
  return V.Fact;
}

TensorFact TensorFacts::Impl::returned() {
  Value All = Value::empty();
  if (Bounded)
    return {};
  for (const CFGBlock *Block : Order) {
    if (!In[Block->getBlockID()].Reached)
      continue;
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        if (const auto *Return = dyn_cast<ReturnStmt>(S->getStmt()))
          if (const Expr *E = Return->getRetValue())
            All = All.join(valueOf(E));
  }
  return All.Fact;
}

void TensorFacts::Impl::observeExit(FieldValues &Seen) {
  State &Exit = In[Graph.cfg().getExit().getBlockID()];
  if (Bounded || !Exit.Reached)
    return;
  Now = &Exit;
  for (PlaceId Child : Places[TensorPlaces::This].Children)
    if (const FieldDecl *Field = Places[Child].Field) {
      Value &Held = Seen.try_emplace(Field, Value::empty()).first->second;
      Held = Held.join(get(Child));
      Held.Fact.LivesWith = nullptr;
    }
  Now = nullptr;
}

bool TensorFacts::Impl::returnsHostRecords() {
  bool Any = false;
  if (Bounded)
    return false;
  for (const CFGBlock *Block : Order) {
    if (!In[Block->getBlockID()].Reached)
      continue;
    for (const CFGElement &Element : *Block) {
      std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
      const auto *Return = S ? dyn_cast<ReturnStmt>(S->getStmt()) : nullptr;
      if (!Return || !Return->getRetValue())
        continue;
      const Expr *Made = ignoreWrappers(Return->getRetValue());
      llvm::SmallVector<const Expr *, 4> Parts;
      if (const auto *List = dyn_cast<InitListExpr>(Made))
        Parts.append(List->inits().begin(), List->inits().end());
      else if (isa<CXXConstructExpr>(Made))
        Parts = argumentsOf(Made);
      for (const Expr *Part : Parts)
        if (!isTensor(Part->getType()) ||
            valueOf(Part).Fact.Device != DeviceFact::Cpu)
          return false;
      if (Parts.empty())
        return false;
      Any = true;
    }
  }
  return Any;
}

WriteSummary TensorFacts::Impl::writeSummary() const {
  WriteSummary Summary;
  Summary.Known = true;
  Summary.Globals = WritesGlobals;
  for (PlaceId Place : Written) {
    PlaceId Top = Place;
    const FieldDecl *Member = nullptr;
    while (Top != Denotation::None && Places[Top].Parent != Denotation::None) {
      Member = Places[Top].Field;
      Top = Places[Top].Parent;
    }
    if (Top == TensorPlaces::This && Member)
      Summary.Members.insert(Member);
    else if (Top == TensorPlaces::This)
      Summary.AllMembers = true;
    else if (const ValueDecl *Root = Places[Top].Root)
      Summary.Parameters.insert(Root);
  }
  return Summary;
}

} // namespace torchsync
