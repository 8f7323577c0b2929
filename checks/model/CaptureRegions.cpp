//===- CaptureRegions.cpp - Where a CUDA graph is being captured ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureRegions.h"
#include "RareBranches.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace torchsync {

//===-- What begins and ends a capture ------------------------------------===//

static bool isBegin(const FunctionDecl &F) {
  return isNamed(&F, "::at::cuda::CUDAGraph::capture_begin") ||
         isNamed(&F, "::cudaStreamBeginCapture") ||
         isNamed(&F, "::cudaStreamBeginCaptureToGraph");
}

static bool isEnd(const FunctionDecl &F) {
  return isNamed(&F, "::at::cuda::CUDAGraph::capture_end") ||
         isNamed(&F, "::at::cuda::CUDAGraph::capture_end_pre") ||
         isNamed(&F, "::cudaStreamEndCapture");
}

static bool isModeChange(const FunctionDecl &F) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    return isNamed(Constructor->getParent(),
                   "::c10::cuda::CUDAStreamCaptureModeGuard");
  return isNamed(&F, "::cudaThreadExchangeStreamCaptureMode");
}

/// True if \p Call names the mode in which nothing is forbidden.
static bool isRelaxed(const Expr &Call) {
  return llvm::any_of(argumentsOf(&Call), [](const Expr *Argument) {
    const auto *Ref = dyn_cast<DeclRefExpr>(ignoreWrappers(Argument));
    const auto *Mode =
        Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
    return Mode && Mode->getName() == "cudaStreamCaptureModeRelaxed";
  });
}

bool CaptureRegions::mayCapture(ASTContext &Context) {
  auto Members = [&](const DeclContext *Scope, llvm::StringRef Name) {
    return Scope->lookup(&Context.Idents.get(Name));
  };
  auto IsCalled = [](DeclContext::lookup_result Found) {
    return llvm::any_of(Found,
                        [](const NamedDecl *D) { return D->isReferenced(); });
  };
  const TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  if (IsCalled(Members(Unit, "cudaStreamBeginCapture")) ||
      IsCalled(Members(Unit, "cudaStreamBeginCaptureToGraph")))
    return true;
  for (const NamedDecl *At : Members(Unit, "at"))
    if (const auto *AtSpace = dyn_cast<NamespaceDecl>(At))
      for (const NamedDecl *Cuda : Members(AtSpace, "cuda"))
        if (const auto *CudaSpace = dyn_cast<NamespaceDecl>(Cuda))
          for (const NamedDecl *Graph : Members(CudaSpace, "CUDAGraph"))
            if (const auto *Class = dyn_cast<CXXRecordDecl>(Graph))
              if (const CXXRecordDecl *Definition = Class->getDefinition())
                if (IsCalled(Members(Definition, "capture_begin")))
                  return true;
  return false;
}

CaptureRegions::Effect CaptureRegions::effectOf(const FunctionDecl &Callee) {
  if (isBegin(Callee))
    return Effect::Begins;
  if (isEnd(Callee))
    return Effect::Ends;
  const FunctionDecl *Definition = nullptr;
  if (!Callee.hasBody(Definition) || Definition->isDependentContext() ||
      Headers.isForeign(Definition->getLocation()))
    return Effect::None;
  return summaryOf(*Definition).What;
}

CaptureRegions::Effect CaptureRegions::effectOf(const Expr &E) {
  const FunctionDecl *Callee =
      isa<CallExpr, CXXConstructExpr>(E) ? calleeOf(&E) : nullptr;
  if (!Callee || (isBegin(*Callee) && isRelaxed(E)))
    return Effect::None;
  return effectOf(*Callee);
}

const CaptureRegions::Summary &
CaptureRegions::summaryOf(const FunctionDecl &Definition) {
  auto [Slot, IsNew] = Summaries.try_emplace(&Definition);
  if (!IsNew)
    return Slot->second; // Of a recursion, nothing yet.
  Summary Result;
  summarise(*Definition.getBody(), Result);
  return Summaries[&Definition] = Result;
}

void CaptureRegions::summarise(const Stmt &Body, Summary &Result) {
  bool Begins = false, Ends = false;
  llvm::SmallVector<const Stmt *, 32> Todo{&Body};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    // A lambda's body runs when it is called.
    if (!S || isa<LambdaExpr>(S))
      continue;
    if (const auto *E = dyn_cast<Expr>(S)) {
      const FunctionDecl *Callee =
          isa<CallExpr, CXXConstructExpr>(E) ? calleeOf(E) : nullptr;
      Result.ChangesMode |= Callee && isModeChange(*Callee);
      const auto *Constructor = dyn_cast_or_null<CXXConstructorDecl>(Callee);
      Effect What = effectOf(*E);
      // What a guard begins has ended when the function returns.
      bool Guards = Constructor && isGuard(*Constructor->getParent());
      Begins |= What == Effect::Begins || What == Effect::Both || Guards;
      Ends |= What == Effect::Ends || What == Effect::Both || Guards;
    }
    Todo.append(S->child_begin(), S->child_end());
  }
  Result.What = Begins ? (Ends ? Effect::Both : Effect::Begins)
                       : (Ends ? Effect::Ends : Effect::None);
}

bool CaptureRegions::isGuard(const CXXRecordDecl &Class) {
  const CXXRecordDecl *Definition = Class.getDefinition();
  const CXXDestructorDecl *Destructor =
      Definition ? Definition->getDestructor() : nullptr;
  if (!Destructor || Destructor->isImplicit() ||
      effectOf(*Destructor) != Effect::Ends)
    return false;
  return llvm::any_of(Definition->ctors(), [&](const CXXConstructorDecl *C) {
    return effectOf(*C) == Effect::Begins;
  });
}

bool CaptureRegions::touchesCapture(const FunctionDecl &F) {
  return effectOf(F) != Effect::None;
}

bool CaptureRegions::changesMode(const FunctionDecl &F) {
  const FunctionDecl *Definition = nullptr;
  return F.hasBody(Definition) && !Definition->isDependentContext() &&
         summaryOf(*Definition).ChangesMode;
}

//===-- Branches that ask whether a capture is under way ------------------===//

/// True if \p D, a variable, a function or an enumerator, speaks of the state
/// of a capture. What begins and ends one returns an error and does not.
static bool speaksOfCapture(const ValueDecl &D) {
  if (!D.getIdentifier() || !(D.getName().contains_insensitive("captur") ||
                              D.getName().contains_insensitive("graph")))
    return false;
  QualType Type = D.getType();
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    Type = Function->getReturnType();
  Type = Type.getNonReferenceType();
  if (const auto *Enum = Type->getAs<EnumType>())
    return Enum->getDecl()->getName().contains_insensitive("capturestatus");
  return Type->isBooleanType();
}

static bool mentionsCapture(const Expr *E) {
  return anyPart(E, [](const Stmt &S) {
    const ValueDecl *D = namedBy(dyn_cast<Expr>(&S));
    return D && speaksOfCapture(*D);
  });
}

/// What \p Condition is while a capture is under way, as far as its words tell:
/// `status == cudaStreamCaptureStatusNone`, `is_capturing()`.
static std::optional<bool> valueInCapture(const Expr &Condition) {
  const Expr *E = Condition.IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    std::optional<bool> Value = valueInCapture(*Not->getSubExpr());
    return Value ? std::optional<bool>(!*Value) : std::nullopt;
  }
  if (const auto *Compare = dyn_cast<BinaryOperator>(E);
      Compare && Compare->isEqualityOp()) {
    for (const Expr *Side : {Compare->getLHS(), Compare->getRHS()})
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Side->IgnoreParenImpCasts()))
        if (const auto *Status = dyn_cast<EnumConstantDecl>(Ref->getDecl())) {
          const bool None = Status->getName().ends_with("None");
          if (!None && !Status->getName().ends_with("Active"))
            return std::nullopt;
          return (Compare->getOpcode() == BO_EQ) != None;
        }
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    E = Call->getCallee()->IgnoreParenImpCasts();
  const ValueDecl *D = namedBy(E);
  if (!D || !D->getIdentifier() ||
      !D->getName().contains_insensitive("capturing") ||
      D->getName().contains_insensitive("not"))
    return std::nullopt;
  return true;
}

/// True if \p Condition only compares what somebody set: a bool, or a member,
/// parameter or global, with constants.
static bool isSwitch(const Expr &Condition) {
  bool Reads = false;
  llvm::SmallVector<const Stmt *, 8> Todo{&Condition};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && isa<VarDecl>(Ref->getDecl())) {
      const auto *Var = cast<VarDecl>(Ref->getDecl());
      const bool IsSet = Ref->getType()->isBooleanType() ||
                         isa<ParmVarDecl>(Var) || Var->hasGlobalStorage();
      if (!IsSet || !Ref->getType().getNonReferenceType()->isScalarType())
        return false;
      Reads = true;
    } else if (isa<MemberExpr>(S)) {
      if (!cast<Expr>(S)->getType()->isScalarType())
        return false;
      Reads = true;
      continue;
    } else if (!isa<DeclRefExpr, ParenExpr, CastExpr, UnaryOperator,
                    BinaryOperator, IntegerLiteral, FloatingLiteral,
                    CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, ConstantExpr>(
                   S)) {
      return false;
    }
    for (const Stmt *Child : S->children())
      if (Child)
        Todo.push_back(Child);
  }
  return Reads;
}

/// True if a switch that is not \p IsKnown has a part in \p Condition.
static bool hasUnknownSwitch(const Expr &Condition,
                             llvm::function_ref<bool(const Expr &)> IsKnown) {
  const Expr *E = Condition.IgnoreParenImpCasts();
  if (const auto *Logic = dyn_cast<BinaryOperator>(E);
      Logic && Logic->isLogicalOp())
    return hasUnknownSwitch(*Logic->getLHS(), IsKnown) ||
           hasUnknownSwitch(*Logic->getRHS(), IsKnown);
  return isSwitch(*E) && !IsKnown(*E);
}

/// True if \p S stands in an arm whose condition is a switch and not \p
/// IsKnown.
static bool isSwitchedUnless(const FunctionGraph &Graph, const Stmt &S,
                             llvm::function_ref<bool(const Expr &)> IsKnown) {
  const Stmt *Child = &S;
  for (const Stmt *Parent = Graph.parentOf(Child); Parent;
       Child = Parent, Parent = Graph.parentOf(Parent)) {
    const Expr *Condition = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      Condition = If->getElse() ? nullptr : If->getCond();
    else if (const auto *Logic = dyn_cast<BinaryOperator>(Parent);
             Logic && Logic->isLogicalOp() && Child == Logic->getRHS())
      Condition = Logic->getLHS();
    if (Condition && Condition != Child &&
        hasUnknownSwitch(*Condition, IsKnown))
      return true;
  }
  return false;
}

bool CaptureRegions::isSwitched(const FunctionGraph &Graph, const Stmt &S) {
  return isSwitchedUnless(Graph, S, [](const Expr &Condition) {
    return valueInCapture(Condition).has_value();
  });
}

bool CaptureRegions::leavesCapture(const CFGBlock &From, unsigned Index) {
  const Expr *Condition =
      From.succ_size() == 2 ? From.getLastCondition() : nullptr;
  if (!Condition || !mentionsCapture(Condition))
    return false;
  std::optional<bool> Value = valueInCapture(*Condition);
  return !Value || *Value != (Index == 0);
}

//===-- Regions -----------------------------------------------------------===//

/// What a call that begins or ends a capture names: the graph or the stream,
/// as far as it is a variable or a member.
static const ValueDecl *captureKey(const Expr &Call) {
  const Expr *E = objectOf(&Call);
  if (!E && !isa<CXXConstructExpr>(Call))
    if (auto Arguments = argumentsOf(&Call); !Arguments.empty())
      E = Arguments.front();
  for (unsigned Step = 0; E && Step != 8; ++Step) {
    E = ignoreWrappers(E);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return isa<VarDecl>(Ref->getDecl()) ? Ref->getDecl() : nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->getMemberDecl();
    if (const Expr *Object = objectOf(E)) // graph->, stream.stream()
      E = Object;
    else if (const auto *Operator = dyn_cast<UnaryOperator>(E))
      E = Operator->getSubExpr();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else
      return nullptr;
  }
  return nullptr;
}

/// Walks the control flow from one begin to its ends and back.
class CaptureRegions::Walk {
public:
  Walk(CaptureRegions &Captures, const FunctionGraph &Graph)
      : Captures(Captures), Graph(Graph), Rare(Graph, /*Region=*/nullptr) {
    for (const CFGBlock *Block : Graph.cfg()) {
      for (unsigned I = 0; I != Block->size(); ++I)
        if (std::optional<CFGStmt> S = (*Block)[I].getAs<CFGStmt>())
          collect(*S->getStmt(), {Block, I});
      unsigned Index = 0;
      for (const CFGBlock *Next : Block->succs()) {
        if (Next)
          Preds[Next].push_back({Block, Index});
        ++Index;
      }
    }
  }

  std::vector<CaptureRegion> regions() {
    std::vector<CaptureRegion> Regions;
    for (const Site &Begin : Begins) {
      CaptureRegion Region = regionOf(Begin);
      if (!Region.Statements.empty())
        Regions.push_back(std::move(Region));
    }
    return Regions;
  }

private:
  struct Place {
    const CFGBlock *Block;
    unsigned Index;
    bool operator==(const Place &O) const {
      return Block == O.Block && Index == O.Index;
    }
  };
  struct Site {
    Place At;
    const Expr *Call;
    const ValueDecl *Key;
    /// Of a guard, the block at whose end the capture ends.
    const Stmt *Scope = nullptr;
  };
  /// A condition under which the capture begins, and its value then.
  struct Assumption {
    llvm::FoldingSetNodeID Condition;
    bool Value;
  };

  void collect(const Stmt &S, Place At) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
      return collectGuard(*Declaration, At);
    const auto *E = dyn_cast<Expr>(&S);
    if (!E)
      return;
    switch (Captures.effectOf(*E)) {
    case Effect::Begins:
      if (!isGuardConstruction(*E))
        Begins.push_back({At, E, captureKey(*E)});
      break;
    case Effect::Ends:
      Ends.push_back({At, E, captureKey(*E)});
      break;
    case Effect::None:
    case Effect::Both:
      break;
    }
  }

  bool isGuardConstruction(const Expr &E) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(&E);
    return Construct &&
           Captures.isGuard(*Construct->getConstructor()->getParent());
  }

  void collectGuard(const DeclStmt &Declaration, Place At) {
    const auto *Var = Declaration.isSingleDecl()
                          ? dyn_cast<VarDecl>(Declaration.getSingleDecl())
                          : nullptr;
    const Expr *Init = Var ? Var->getInit() : nullptr;
    if (!Init || !Var->isLocalVarDecl() || Var->isStaticLocal())
      return;
    const Expr *Made = ignoreWrappers(Init);
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Made))
      Made = ignoreWrappers(Cast->getSubExpr()); // auto Guard = Capture(Graph);
    if (!isGuardConstruction(*Made) ||
        Captures.effectOf(*Made) != Effect::Begins)
      return;
    const Stmt *Scope = Graph.parentOf(Init);
    while (Scope && !isa<CompoundStmt>(Scope))
      Scope = Graph.parentOf(Scope);
    if (Scope)
      Begins.push_back({At, Made, Var, Scope});
  }

  //===-- One region ------------------------------------------------------===//

  static bool isSame(const Site &Begin, const Site &End) {
    return !Begin.Key || !End.Key || Begin.Key == End.Key;
  }

  /// True if \p Begin's capture ends at \p At. A loop that ends the captures of
  /// several streams ends this one, too, though for all that the graph tells it
  /// may run no time.
  bool endsAt(const Site &Begin, Place At) const {
    for (const Site &End : Ends)
      if (End.At == At && isSame(Begin, End))
        return true;
    std::optional<CFGStmt> S = (*At.Block)[At.Index].getAs<CFGStmt>();
    return S && llvm::any_of(EndLoops, [&](const Stmt *Loop) {
             return Graph.isWithin(S->getStmt(), Loop);
           });
  }

  /// The outermost loops that end \p Begin's capture and do not hold its begin.
  void findEndLoops(const Site &Begin) {
    EndLoops.clear();
    for (const Site &End : Ends) {
      const Stmt *Loop = nullptr;
      for (const Stmt *S = End.Call; S && !Graph.isWithin(Begin.Call, S);
           S = Graph.parentOf(S))
        if (isa<ForStmt, WhileStmt, CXXForRangeStmt>(S))
          Loop = S;
      if (Loop && isSame(Begin, End))
        EndLoops.push_back(Loop);
    }
  }

  CaptureRegion regionOf(const Site &Begin) {
    CaptureRegion Region;
    Region.Begin = Begin.Call->getExprLoc();
    Assumptions.clear();
    assumeGuardsOf(*Begin.Call);
    findEndLoops(Begin);
    std::vector<const Stmt *> Forth;
    llvm::SmallVector<Place, 2> Reached;
    walkForth(Begin, Forth, Reached);
    if (Begin.Scope) {
      dropSwitched(Forth);
      Region.Statements = std::move(Forth);
      return Region;
    }
    llvm::SmallPtrSet<const Stmt *, 32> Back = walkBack(Begin, Reached);
    for (const Stmt *S : Forth)
      if (Back.count(S))
        Region.Statements.push_back(S);
    dropSwitched(Region.Statements);
    return Region;
  }

  void dropSwitched(std::vector<const Stmt *> &Statements) const {
    llvm::erase_if(Statements, [&](const Stmt *S) {
      return isSwitchedUnless(Graph, *S, [&](const Expr &Condition) {
        return assumed(Condition) || valueInCapture(Condition);
      });
    });
  }

  void walkForth(const Site &Begin, std::vector<const Stmt *> &Statements,
                 llvm::SmallVectorImpl<Place> &Reached) {
    llvm::BitVector Seen(Graph.cfg().getNumBlockIDs());
    llvm::SmallVector<Place, 16> Todo{{Begin.At.Block, Begin.At.Index + 1}};
    while (!Todo.empty()) {
      auto [Block, I] = Todo.pop_back_val();
      bool Through = true;
      for (; Through && I != Block->size(); ++I) {
        Place At{Block, I};
        if (endsAt(Begin, At)) {
          Reached.push_back(At);
          Through = false;
          break;
        }
        std::optional<CFGStmt> S = (*Block)[I].getAs<CFGStmt>();
        if (At == Begin.At || (S && isPastScope(*S->getStmt(), Begin)))
          Through = false;
        else if (S)
          Statements.push_back(S->getStmt());
      }
      if (!Through)
        continue;
      unsigned Index = 0;
      for (const CFGBlock *Next : Block->succs()) {
        if (Next && isTaken(*Block, Index) && !Seen.test(Next->getBlockID())) {
          Seen.set(Next->getBlockID());
          Todo.push_back({Next, 0});
        }
        ++Index;
      }
    }
  }

  bool isPastScope(const Stmt &S, const Site &Begin) const {
    // The graph makes declarations of its own, which have no parent.
    return Begin.Scope && Graph.parentOf(&S) &&
           !Graph.isWithin(&S, Begin.Scope);
  }

  llvm::SmallPtrSet<const Stmt *, 32> walkBack(const Site &Begin,
                                               llvm::ArrayRef<Place> From) {
    llvm::SmallPtrSet<const Stmt *, 32> Statements;
    llvm::BitVector Seen(Graph.cfg().getNumBlockIDs());
    llvm::SmallVector<Place, 16> Todo(From);
    while (!Todo.empty()) {
      auto [Block, I] = Todo.pop_back_val();
      bool Through = true;
      while (Through && I != 0) {
        Place At{Block, --I};
        Through = !(At == Begin.At) && !endsAt(Begin, At);
        if (std::optional<CFGStmt> S = (*Block)[I].getAs<CFGStmt>();
            S && Through)
          Statements.insert(S->getStmt());
      }
      if (!Through)
        continue;
      for (auto [Pred, Index] : Preds.lookup(Block))
        if (isTaken(*Pred, Index) && !Seen.test(Pred->getBlockID())) {
          Seen.set(Pred->getBlockID());
          Todo.push_back({Pred, Pred->size()});
        }
    }
    return Statements;
  }

  //===-- Branches --------------------------------------------------------===//

  llvm::FoldingSetNodeID profile(const Expr &E) const {
    llvm::FoldingSetNodeID Id;
    E.Profile(Id, Graph.function().getASTContext(), /*Canonical=*/true);
    return Id;
  }

  void assume(const Expr *Condition, bool Value) {
    Condition = Condition->IgnoreParenImpCasts();
    if (const auto *Not = dyn_cast<UnaryOperator>(Condition);
        Not && Not->getOpcode() == UO_LNot)
      return assume(Not->getSubExpr(), !Value);
    if (const auto *Logic = dyn_cast<BinaryOperator>(Condition);
        Logic && Logic->isLogicalOp()) {
      if (Value == (Logic->getOpcode() == BO_LAnd)) {
        assume(Logic->getLHS(), Value);
        assume(Logic->getRHS(), Value);
      }
      return;
    }
    Assumptions.push_back({profile(*Condition), Value});
  }

  /// What holds where \p E runs, by the conditions around it.
  void assumeGuardsOf(const Expr &E) {
    const Stmt *Child = &E;
    for (const Stmt *S = Graph.parentOf(Child); S;
         Child = S, S = Graph.parentOf(S))
      if (const auto *If = dyn_cast<IfStmt>(S))
        if (If->getCond() && Child != If->getCond())
          assume(If->getCond(), Child == If->getThen());
  }

  std::optional<bool> assumed(const Expr &Condition) const {
    const Expr *E = Condition.IgnoreParenImpCasts();
    if (const auto *Not = dyn_cast<UnaryOperator>(E);
        Not && Not->getOpcode() == UO_LNot) {
      std::optional<bool> Value = assumed(*Not->getSubExpr());
      return Value ? std::optional<bool>(!*Value) : std::nullopt;
    }
    if (Assumptions.empty())
      return std::nullopt;
    llvm::FoldingSetNodeID Id = profile(*E);
    for (const Assumption &A : Assumptions)
      if (A.Condition == Id)
        return A.Value;
    return std::nullopt;
  }

  /// False for an edge that is not taken while this capture is under way, and
  /// for one that is taken only now and then: a failure, work done once.
  bool isTaken(const CFGBlock &From, unsigned Index) const {
    if (const Expr *Condition =
            From.succ_size() == 2 ? From.getLastCondition() : nullptr)
      if (std::optional<bool> Value = assumed(*Condition))
        return *Value == (Index == 0);
    return !leavesCapture(From, Index) && !Rare.isRare(From, Index);
  }

  CaptureRegions &Captures;
  const FunctionGraph &Graph;
  RareBranches Rare;
  std::vector<Site> Begins, Ends;
  llvm::DenseMap<const CFGBlock *,
                 llvm::SmallVector<std::pair<const CFGBlock *, unsigned>, 2>>
      Preds;
  llvm::SmallVector<Assumption, 4> Assumptions;
  llvm::SmallVector<const Stmt *, 1> EndLoops;
};

std::vector<CaptureRegion>
CaptureRegions::regionsIn(const FunctionGraph &Graph) {
  if (changesMode(Graph.function()))
    return {};
  return Walk(*this, Graph).regions();
}

} // namespace torchsync
