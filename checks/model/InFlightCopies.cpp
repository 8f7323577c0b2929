//===- InFlightCopies.cpp - Memory used while a copy may be under way -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a program point says of a place which copies are in flight in
// its memory. Where ways meet, a way on which the place has no copy of this
// body (an undefined tensor, an empty list, another value) does not count; a
// way on which anything waited, or on which it does not show what the place
// holds, decides against all others. So where the analysis cannot know, it is
// silent.
//
//===----------------------------------------------------------------------===//

#include "InFlightCopies.h"

#include "../catalogue/Conditions.h"
#include "TensorOperations.h"
#include "TensorPlaces.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace clang;

namespace torchsync {

/// Loops nested deeper than this are given up on.
static constexpr unsigned MaxSweeps = 64;
/// Bodies of more blocks are not looked at.
static constexpr unsigned MaxBlocks = 4096;

//===----------------------------------------------------------------------===//
// Which bodies copy
//===----------------------------------------------------------------------===//

/// x.to(..., non_blocking) and x.copy_(y, non_blocking), with the flag given.
static bool isNonBlocking(const Expr &E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() ||
      !isOneOf(Method->getName(), {"to", "copy_"}) ||
      !isTensor(Method->getFunctionObjectParameterType()))
    return false;
  for (const ParmVarDecl *P : Method->parameters())
    if (P->getIdentifier() && P->getName() == "non_blocking" &&
        P->getFunctionScopeIndex() < Call->getNumArgs())
      return truthOf(Call->getArg(P->getFunctionScopeIndex()),
                     Method->getASTContext()) == Tri::Yes;
  return false;
}

/// The functions among \p Definitions, and the lambdas in them, with an
/// expression of which \p Is holds.
static std::vector<const FunctionDecl *>
bodiesWith(llvm::ArrayRef<const FunctionDecl *> Definitions,
           llvm::function_ref<bool(const Expr &)> Is) {
  std::vector<const FunctionDecl *> Found;
  llvm::SmallVector<std::pair<const Stmt *, const FunctionDecl *>, 64> Todo;
  for (const FunctionDecl *F : llvm::reverse(Definitions))
    Todo.push_back({F->getBody(), F});
  while (!Todo.empty()) {
    auto [S, F] = Todo.pop_back_val();
    const auto *E = dyn_cast<Expr>(S);
    if (E && !llvm::is_contained(Found, F) && Is(*E))
      Found.push_back(F);
    const auto *Lambda = dyn_cast<LambdaExpr>(S);
    for (const Stmt *Child : S->children())
      if (Child)
        Todo.push_back({Child, Lambda && Child == Lambda->getBody()
                                   ? Lambda->getCallOperator()
                                   : F});
  }
  return Found;
}

std::vector<const FunctionDecl *>
bodiesWithCopies(llvm::ArrayRef<const FunctionDecl *> Definitions) {
  std::vector<const FunctionDecl *> Copying =
      bodiesWith(Definitions, isNonBlocking);
  if (Copying.empty())
    return Copying;
  // Those to which one returns its copy, too.
  return bodiesWith(Definitions, [&](const Expr &E) {
    const FunctionDecl *Callee = calleeOf(&E);
    return isNonBlocking(E) ||
           (Callee && isTensor(Callee->getReturnType()) &&
            llvm::is_contained(Copying, Callee->getDefinition()));
  });
}

namespace {

//===----------------------------------------------------------------------===//
// What may wait
//===----------------------------------------------------------------------===//

/// Answers whether a call may wait for the device, or lead to code out of sight
/// that may.
class Waits {
public:
  Waits(TensorTypes &Types, const Catalogue &Operations)
      : Types(Types), Operations(Operations) {}

  /// \p Facts of the body that the call stands in; without them every call that
  /// can wait may.
  bool mayWait(const Expr &Call, const TensorFacts *Facts) {
    if (Call.containsErrors())
      return true;
    const FunctionDecl *Callee = calleeOf(&Call);
    if (!Callee)
      return !isa<CXXPseudoDestructorExpr>(
          cast<CallExpr>(Call).getCallee()->IgnoreParens());
    OperationCall Op = OperationCall::of(Call, *Callee);
    // Without facts: into pageable memory copy_ waits all the same.
    if (!Facts && Op.Name == "to" && isNonBlocking(Call))
      return false;
    for (const Expr *Argument : Op.Arguments)
      if (lambdaMayWait(Argument->getType()))
        return true;
    switch (Types.originOf(*Callee)) {
    case FunctionOrigin::User:
      return bodyMayWait(*Callee, 0);
    case FunctionOrigin::Standard:
      return standardMayWait(Op);
    case FunctionOrigin::LibTorch:
      if (Op.Callee.getOverloadedOperator() == OO_Call ||
          (Op.Name == "forward" && !isLayer(Op.Callee)))
        return true;
      break;
    case FunctionOrigin::Aten:
    case FunctionOrigin::Cuda:
      break;
    }
    if (Op.Name.contains("ynchronize") || Op.Name.contains_insensitive("query"))
      return true;
    return llvm::any_of(Operations.rowsOf(*Callee), [&](const Row *R) {
      return !Facts || CallFacts(Call, *Callee, *Facts, true).holds(R->When);
    });
  }

  bool destructorMayWait(QualType T) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    const CXXDestructorDecl *D =
        Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
    return D && Types.originOf(*D) == FunctionOrigin::User &&
           bodyMayWait(*D, 0);
  }

private:
  bool lambdaMayWait(QualType T) {
    const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
    if (!Class || !Class->isLambda())
      return false;
    const CXXMethodDecl *Operator = Class->getLambdaCallOperator();
    return !Operator || bodyMayWait(*Operator, 0);
  }

  /// True for the forward of a module of LibTorch's own that holds nobody
  /// else's code.
  static bool isLayer(const FunctionDecl &Forward) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Forward);
    if (!Method || !Method->getParent()->getIdentifier())
      return false;
    llvm::StringRef Class = Method->getParent()->getName();
    const auto *Space =
        dyn_cast<NamespaceDecl>(Method->getParent()->getDeclContext());
    return Space && isNamed(Space, "::torch::nn") && Class.ends_with("Impl") &&
           Class != "SequentialImpl";
  }

  static bool standardMayWait(const OperationCall &Op) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
    if (Op.Callee.getOverloadedOperator() == OO_Call)
      return true;
    llvm::StringRef Class = Method && Method->getParent()->getIdentifier()
                                ? Method->getParent()->getName()
                                : llvm::StringRef();
    if (Class.ends_with("future"))
      return true;
    return Op.Name.contains("wait") || Op.Name.contains("sleep") ||
           isOneOf(Op.Name, {"join", "invoke", "apply", "async", "call_once"});
  }

  bool bodyMayWait(const FunctionDecl &Callee, unsigned Depth) {
    constexpr unsigned MaxDepth = 8;
    const FunctionDecl *Definition = nullptr;
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    if (Callee.isImplicit() || Callee.isDefaulted())
      return false;
    // A variable's destructor is the one of its class.
    if (Depth > MaxDepth ||
        (Method && Method->isVirtual() && !isa<CXXDestructorDecl>(Method)) ||
        !Callee.hasBody(Definition) || Definition->isDependentContext())
      return true;
    auto [Slot, IsNew] = Bodies.try_emplace(Definition, false);
    if (!IsNew) // Recursion adds nothing.
      return Slot->second;
    bool Result = anyWaits(Definition->getBody(), Depth);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        Result = Result || anyWaits(Init->getInit(), Depth);
    return Bodies[Definition] = Result;
  }

  bool anyWaits(const Stmt *Root, unsigned Depth) {
    return anyPart(Root, [&](const Stmt &S) {
      if (!isa<CallExpr, CXXConstructExpr>(S))
        return false;
      const auto &Call = cast<Expr>(S);
      const FunctionDecl *Callee = calleeOf(&Call);
      bool IsUser = Callee && Types.originOf(*Callee) == FunctionOrigin::User;
      return IsUser ? bodyMayWait(*Callee, Depth + 1) : mayWait(Call, nullptr);
    });
  }

  TensorTypes &Types;
  const Catalogue &Operations;
  llvm::DenseMap<const FunctionDecl *, bool> Bodies;
};

//===----------------------------------------------------------------------===//
// One body
//===----------------------------------------------------------------------===//

/// What the analyses of all bodies share.
struct Shared {
  TensorTypes Types;
  TensorOperations Operations;
  FactSummaries Summaries;
  Waits Waiting;
  /// Those that may copy themselves or call such a one.
  llvm::ArrayRef<const FunctionDecl *> Bodies;
  bool AssumeDevice;
  /// Whether they return what a copy may still be writing.
  llvm::DenseMap<const FunctionDecl *, bool> ReturnsCopy;
  /// By what bodies are given: where they use it before anything waits.
  std::map<std::tuple<const FunctionDecl *, const ValueDecl *, bool>,
           const Expr *>
      Uses;

  Shared(const ASTContext &Context, const Catalogue &Rows,
         llvm::ArrayRef<const FunctionDecl *> Bodies, bool AssumeDevice)
      : Types(Context), Operations(Types), Summaries(Context),
        Waiting(Types, Rows), Bodies(Bodies), AssumeDevice(AssumeDevice) {}
};

class CopyFlow {
public:
  CopyFlow(const FunctionGraph &Graph, Shared &Common,
           const EntryFacts &Entry = EntryFacts())
      : Graph(Graph), Common(Common), Types(Common.Types),
        Facts(Graph, Common.Summaries, Entry), Places(Types) {}

  std::vector<EarlyAccess> run();
  /// Where the body uses the memory of \p Given, a parameter or captured
  /// variable with a copy in flight, before anything waits; or null.
  static const Expr *useIn(const FunctionDecl &Body, const ValueDecl &Given,
                           bool Upload, Shared &Common);
  /// True if \p Callee returns what a copy to the host may still be writing.
  static bool returnsCopy(const FunctionDecl &Callee, Shared &Common);

private:
  /// A place, or a call whose result no place holds yet.
  using Key = uintptr_t;
  static constexpr Key None = 0;
  /// A set of copies, by number; or Waited alone.
  using Copies = uint64_t;
  /// On some way the copies may be done, or the value is not known.
  static constexpr Copies Waited = Copies(1) << 63;
  static constexpr unsigned MaxCopies = 63;
  /// The copies of each place that has any.
  using State = std::map<Key, Copies>;

  struct Site {
    const Expr *Call;
    /// From pinned memory to the device.
    bool Upload;
    /// What the host must leave alone; null for the result of `to`.
    const Expr *Memory;
  };

  /// Whose memory an expression is in.
  struct Memory {
    Key Of = None;
    const ValueDecl *Name = nullptr;
    /// Only part of it, or one element of many.
    bool Part = false;
    explicit operator bool() const { return Of != None; }
  };

  // Before the flow.
  void findCopies();
  std::optional<Site> copyAt(const Expr &E);
  void findWrites(const Stmt *Root);
  void writes(const Expr *E);

  // Whose memory.
  Memory memoryOf(const Expr *E, unsigned Depth = 0);
  Memory memoryOfCall(const Expr &Call, unsigned Depth);
  Memory memoryOfVariable(const ValueDecl &D, unsigned Depth);
  Memory placeOf(Denotation D) const;
  bool holdsMemory(QualType T);
  Copies copiesIn(const Memory &M) const;
  Copies copiesOf(const Expr *Init);

  // The flow.
  static Copies join(Copies A, Copies B) {
    return (A | B) & Waited ? Waited : A | B;
  }
  static bool join(std::optional<State> &To, const State &From);
  void visit(const CFGBlock &Block, State S,
             llvm::function_ref<void(const CFGBlock &, const State &)> Then);
  bool reachFixpoint();
  void findLoops();
  bool isWayBack(const CFGBlock &From, const CFGBlock &To) const {
    return Numbered[To.getBlockID()] <= Numbered[From.getBlockID()];
  }
  bool leavesLoop(const CFGBlock &From, const CFGBlock &To) const;
  void collect();
  void transfer(const Stmt &S);
  void declare(const VarDecl &Var);
  void assign(const Expr *To, const Expr *From);
  void put(const Memory &To, Copies Value);
  void forget(const Expr *E);
  void putTree(PlaceId Place, Copies Value);
  void waited();
  void call(const Expr &E);
  void library(const OperationCall &Op);
  void tensorOperation(const OperationCall &Op);
  bool changesList(const OperationCall &Op);
  void copied(const OperationCall &Op);
  void forgetChanged(const OperationCall &Op);
  void start(const Site &Copy, unsigned Number);
  void reads(const Expr *Of, const Expr &By) { access(Of, By, false); }
  void changes(const Expr *Of, const Expr &By) { access(Of, By, true); }
  void access(const Expr *Of, const Expr &By, bool Writes) {
    access(memoryOf(Of), By, Writes, nullptr);
  }
  void access(const Memory &M, const Expr &By, bool Writes, const Expr *Inside);
  void report(Copies Which, const Memory &M, const Expr &By,
              const Expr *Inside);
  void passedOn(const OperationCall &Op);
  void passedOn(const Memory &M, const FunctionDecl &To, const ValueDecl &As,
                const Expr &Call);
  Copies uploads() const;

  const FunctionGraph &Graph;
  Shared &Common;
  TensorTypes &Types;
  TensorFacts Facts;
  TensorPlaces Places;
  std::vector<Site> Sites;
  llvm::DenseMap<const Expr *, unsigned> Numbers;
  /// Assigned after their declaration, or by somebody else at any time.
  llvm::SmallPtrSet<const ValueDecl *, 16> Reassigned;
  /// Assigned in a lambda: nothing is known of them at any point.
  llvm::SmallPtrSet<const ValueDecl *, 4> Hidden;
  bool InLambda = false;

  /// Reverse post-order, and each block's position in it.
  std::vector<const CFGBlock *> Order;
  std::vector<unsigned> Numbered;
  std::vector<std::optional<State>> In;
  std::vector<llvm::BitVector> Loops;
  State *Now = nullptr;
  /// The query that is the condition of the block being visited.
  const Expr *Query = nullptr;
  /// Set when the states are final.
  std::vector<EarlyAccess> *Found = nullptr;
  Copies Told = 0;
  /// What the caller has a copy in flight in, and the first use of it.
  const ValueDecl *Given = nullptr;
  const Expr *GivenUse = nullptr;
  Copies Returned = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// The copies and what is written
//===----------------------------------------------------------------------===//

std::optional<CopyFlow::Site> CopyFlow::copyAt(const Expr &E) {
  if (E.containsErrors())
    return std::nullopt;
  if (!isNonBlocking(E)) {
    const auto *Call = dyn_cast<CallExpr>(&E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && isTensor(Callee->getReturnType()) &&
        returnsCopy(*Callee, Common))
      return Site{&E, /*Upload=*/false, nullptr};
    return std::nullopt;
  }
  OperationCall Op = OperationCall::of(E, *calleeOf(&E));
  TensorFact Object = Facts.at(Op.Object);
  auto OnDevice = [&](const TensorFact &F) {
    return F.Device == DeviceFact::Cuda ||
           (F.Device == DeviceFact::Unknown && Common.AssumeDevice);
  };
  auto IsPinned = [](const TensorFact &F) {
    return F.Device == DeviceFact::Cpu && F.Pinned == Tri::Yes;
  };
  if (Op.Name == "copy_") {
    TensorFact Source = Facts.at(Op.Arguments[0]);
    // With pageable memory the driver copies before the call returns.
    if (IsPinned(Object) && OnDevice(Source))
      return Site{&E, /*Upload=*/false, Op.Object};
    if (OnDevice(Object) && IsPinned(Source))
      return Site{&E, /*Upload=*/true, Op.Arguments[0]};
    return std::nullopt;
  }
  DeviceFact Target =
      isTensor(Op.Arguments[0]->getType())
          ? Facts.at(Op.Arguments[0]).Device
          : Common.Operations
                .targetOf(Op, [&](const Expr *A) { return Value(Facts.at(A)); })
                .Device;
  // _to_copy makes the destination pinned.
  if (Target == DeviceFact::Cpu && OnDevice(Object))
    return Site{&E, /*Upload=*/false, nullptr};
  if (Target == DeviceFact::Cuda && IsPinned(Object))
    return Site{&E, /*Upload=*/true, Op.Object};
  return std::nullopt;
}

void CopyFlow::findCopies() {
  for (const CFGBlock *Block : Graph.cfg())
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        if (const auto *E = dyn_cast<Expr>(S->getStmt()))
          if (std::optional<Site> Copy = copyAt(*E))
            if (Sites.size() < MaxCopies &&
                Numbers.try_emplace(E, Sites.size()).second)
              Sites.push_back(*Copy);
}

/// The variable or field that an assignment to \p E changes.
void CopyFlow::writes(const Expr *E) {
  const ValueDecl *Written = namedBy(E);
  if (!Written)
    return;
  Reassigned.insert(cast<ValueDecl>(Written->getCanonicalDecl()));
  if (InLambda)
    Hidden.insert(cast<ValueDecl>(Written->getCanonicalDecl()));
}

void CopyFlow::findWrites(const Stmt *Root) {
  if (!Root)
    return;
  bool Outer = InLambda;
  for (const Stmt *Child : Root->children()) {
    const auto *Lambda = dyn_cast<LambdaExpr>(Root);
    InLambda = Outer || (Lambda && Child == Lambda->getBody());
    findWrites(Child);
  }
  InLambda = Outer;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Root)) {
    if (Binary->isAssignmentOp())
      writes(Binary->getLHS());
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(Root)) {
    if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)
      writes(Unary->getSubExpr());
  } else if (isa<CallExpr, CXXConstructExpr>(Root)) {
    const auto &Call = *cast<Expr>(Root);
    const FunctionDecl *Callee = calleeOf(&Call);
    if (!Callee)
      return;
    OperationCall Op = OperationCall::of(Call, *Callee);
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (Op.Object && Callee->getOverloadedOperator() == OO_Equal &&
        Method->getRefQualifier() != RQ_RValue)
      writes(Op.Object);
    if (Types.originOf(*Callee) == FunctionOrigin::Aten)
      return;
    for (unsigned I = 0; I < Op.Arguments.size(); ++I)
      if (const ParmVarDecl *P = Op.parameter(I))
        if (P->getType()->isReferenceType() &&
            !P->getType()->getPointeeType().isConstQualified())
          writes(Op.Arguments[I]);
  }
}

//===----------------------------------------------------------------------===//
// Whose memory
//===----------------------------------------------------------------------===//

/// Tensors, pointers into them and accessors.
bool CopyFlow::holdsMemory(QualType T) {
  T = T.getNonReferenceType();
  TrackedType Type = Types(T);
  if (Type.Kind == TypeKind::Tensor || Type.Shape == TypeShape::Product)
    return true;
  if (T->isPointerType())
    return !T->getPointeeType()->isRecordType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName().contains("Accessor");
}

CopyFlow::Memory CopyFlow::placeOf(Denotation D) const {
  Memory M;
  if (!D)
    return M;
  const TensorPlaces::Place &Place = Places[D.Place];
  const ValueDecl *Name = Place.Field ? Place.Field : Place.Root;
  if (!Name || Hidden.contains(Name))
    return M;
  M.Of = (static_cast<Key>(D.Place) << 1) | 1;
  M.Name = Name;
  M.Part = D.Element;
  return M;
}

CopyFlow::Memory CopyFlow::memoryOfVariable(const ValueDecl &D,
                                            unsigned Depth) {
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (!Var || !holdsMemory(Var->getType()))
    return placeOf(Places.of(D));
  Var = cast<VarDecl>(Var->getCanonicalDecl());
  // A second name for the same memory.
  if (!isa<ParmVarDecl>(Var) && Var->isLocalVarDecl() && Var->getInit() &&
      !Reassigned.contains(Var))
    if (Memory Same = memoryOf(Var->getInit(), Depth + 1))
      if (!Same.Part && Same.Name && !Reassigned.contains(Same.Name))
        return Same;
  if (Denotation Place = Places.of(D))
    return placeOf(Place);
  return placeOf({Places.variable(*Var), false});
}

/// Operations that give part of their object.
static bool givesPart(llvm::StringRef Name) {
  return isOneOf(Name, {"[]", "index", "select", "narrow", "slice", "diagonal",
                        "unbind", "split", "chunk", "split_with_sizes",
                        "tensor_split", "hsplit", "vsplit", "dsplit", "unfold",
                        "as_strided"});
}

/// True if \p Op, an index(), only slices.
static bool onlySlices(const OperationCall &Op) {
  if (Op.Arguments.size() != 1)
    return false;
  auto Elements = indexElements(Op.Arguments[0]);
  return Elements && llvm::none_of(*Elements, [](const IndexElement &E) {
           return E.What == IndexElement::Tensor;
         });
}

static bool givesAccess(llvm::StringRef Name) {
  return Name.ends_with("data_ptr") || Name.contains("accessor") ||
         Name == "data";
}

CopyFlow::Memory CopyFlow::memoryOfCall(const Expr &Call, unsigned Depth) {
  const FunctionDecl *Callee = calleeOf(&Call);
  if (!Callee)
    return {};
  OperationCall Op = OperationCall::of(Call, *Callee);
  const Expr *Of = Op.Object;
  if (Of && !isTensor(Of->getType()) &&
      !isTensor(Of->getType()->getPointeeType())) {
    // accessor[i], optional.value(), vector.front()
    if (!holdsMemory(Of->getType()))
      return {};
    Memory M = memoryOf(Of, Depth + 1);
    M.Part = true;
    return Op.Name == "[]" ? M : Memory();
  }
  if (Types.originOf(*Callee) != FunctionOrigin::Aten)
    return {};
  if (!Of)
    Of = Op.Arguments.empty() ? nullptr : Op.Arguments[0];
  if (!Of)
    return {};
  MemoryRule Rule = Common.Operations.memoryOf(Op);
  bool Shares = Rule == MemoryRule::View || Rule == MemoryRule::Maybe ||
                givesAccess(Op.Name) || Op.Name == "[]" || Op.inPlace() ||
                isOneOf(Op.Name, {"cpu", "toType", "type_as", "from_blob"}) ||
                (Op.Name == "index" && onlySlices(Op));
  if (Op.Name == "to")
    Shares = Facts.at(&Call).Device != DeviceFact::Cuda;
  if (!Shares)
    return {};
  Memory M = memoryOf(Of, Depth + 1);
  M.Part |= givesPart(Op.Name);
  return M;
}

CopyFlow::Memory CopyFlow::memoryOf(const Expr *E, unsigned Depth) {
  constexpr unsigned MaxDepth = 24;
  if (!E || Depth > MaxDepth || E->containsErrors())
    return {};
  E = ignoreWrappers(E);
  auto Copy = Numbers.find(E);
  if (Copy != Numbers.end() && !Sites[Copy->second].Upload &&
      !Sites[Copy->second].Memory) {
    Memory M;
    M.Of = reinterpret_cast<Key>(E);
    return M;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return memoryOfVariable(*Ref->getDecl(), Depth);
  if (Memory M = placeOf(Places.of(E)))
    return M;
  if (isa<CallExpr>(E))
    return memoryOfCall(*E, Depth);
  auto PartOf = [&](const Expr *Whole) {
    Memory M = memoryOf(Whole, Depth + 1);
    M.Part = true;
    return M;
  };
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getType()->isPointerType() || Cast->isLValue()
               ? memoryOf(Cast->getSubExpr(), Depth + 1)
               : Memory();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return PartOf(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf ||
                   (Unary->isIncrementDecrementOp() &&
                    Unary->getType()->isPointerType())
               ? PartOf(Unary->getSubExpr())
               : Memory();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    if (Binary->isAdditiveOp() && Binary->getType()->isPointerType())
      return PartOf(Binary->getLHS()->getType()->isPointerType()
                        ? Binary->getLHS()
                        : Binary->getRHS());
  return {};
}

CopyFlow::Copies CopyFlow::copiesIn(const Memory &M) const {
  auto Known = M ? Now->find(M.Of) : Now->end();
  return Known == Now->end() ? 0 : Known->second;
}

/// The copies in flight in the value of \p Init.
CopyFlow::Copies CopyFlow::copiesOf(const Expr *Init) {
  if (!Init)
    return 0;
  if (Init->containsErrors())
    return Waited;
  const Expr *E = ignoreWrappers(Init);
  if (Memory M = memoryOf(E))
    return copiesIn(M);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return join(copiesOf(Choice->getTrueExpr()),
                copiesOf(Choice->getFalseExpr()));
  // optional<Tensor>(h), {h, g}
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return copiesOf(List->getSubExpr());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    if (Construct->getNumArgs() >= 1 && Types(Construct->getType()).hasFact())
      return copiesOf(Construct->getArg(0));
  Copies All = 0;
  const auto *List = dyn_cast<InitListExpr>(E);
  if (List && List->getType()->isArrayType())
    for (const Expr *Element : List->inits())
      All = join(All, copiesOf(Element));
  return All;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

CopyFlow::Copies CopyFlow::uploads() const {
  Copies All = 0;
  for (unsigned I = 0; I < Sites.size(); ++I)
    All |= Copies(Sites[I].Upload) << I;
  return All;
}

void CopyFlow::access(const Memory &M, const Expr &By, bool Writes,
                      const Expr *Inside) {
  Copies Which = copiesIn(M);
  // To read the source of a copy is fine.
  if (Which == 0 || Which == Waited || (!Writes && (Which & uploads())))
    return;
  // One access for each copy: when that one waits, so do the next.
  if (!Found || (Which & ~Told) == 0)
    return;
  report(Which & ~Told, M, By, Inside);
  Told |= Which;
}

void CopyFlow::report(Copies Which, const Memory &M, const Expr &By,
                      const Expr *Inside) {
  const SourceManager &Manager =
      Graph.function().getASTContext().getSourceManager();
  auto IsBefore = [&](const Expr &A, const Expr &B) {
    return Manager.isBeforeInTranslationUnit(A.getExprLoc(), B.getExprLoc());
  };
  // The nearest one above, or of an earlier iteration the last below.
  const Site *Copy = nullptr;
  bool Above = false;
  for (unsigned I = 0; I < Sites.size(); ++I) {
    if (!(Which >> I & 1))
      continue;
    if (!Sites[I].Call) { // A caller's.
      GivenUse = GivenUse ? GivenUse : &By;
      continue;
    }
    bool IsAbove = !IsBefore(By, *Sites[I].Call);
    if (!Copy || (IsAbove && !Above) ||
        (IsAbove == Above && IsBefore(*Copy->Call, *Sites[I].Call)))
      Copy = &Sites[I];
    Above |= IsAbove;
  }
  if (Copy)
    Found->push_back({&By, Copy->Call, Copy->Upload, !Above, M.Name, Inside});
}

/// Changes of metadata alone.
static bool changesNoValues(llvm::StringRef Name) {
  return isOneOf(Name, {"requires_grad_", "detach_", "squeeze_", "unsqueeze_",
                        "transpose_", "t_", "swapaxes_", "swapdims_", "rename_",
                        "as_strided_", "resize_", "resize_as_", "set_"});
}

/// Operations that look at no value of their operands.
static bool readsNoValues(const OperationCall &Op) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  if (Method && isNamed(Method->getParent(), "::at::TensorBase"))
    return true;
  if (Op.Name.ends_with("_like") || Op.Name.starts_with("new_") ||
      Op.Name.starts_with("sym_"))
    return true;
  if (Op.Name.starts_with("is_") || Op.Name.starts_with("has_"))
    return Op.Name != "is_nonzero";
  return isOneOf(Op.Name,
                 {"size",          "sizes",         "stride",   "numel",
                  "options",       "type",          "backward", "retain_grad",
                  "register_hook", "record_stream", "grad",     "mutable_grad",
                  "pin_memory",    "_version",      "names",    "output_nr",
                  "grad_fn",       "set_data",      "name",     "result_type",
                  "can_cast"});
}

/// copy_ and x[i] = y.
void CopyFlow::copied(const OperationCall &Op) {
  const Expr *From = Op.Arguments[0];
  auto Copy = Numbers.find(Op.Call);
  TensorFact To = Facts.at(Op.Object), Source = Facts.at(From);
  if (To.Device == DeviceFact::Cpu)
    reads(From, *Op.Call);
  bool OnStream = Copy != Numbers.end() || Source.Device == DeviceFact::Cuda;
  if (OnStream || To.Device == DeviceFact::Cuda)
    return;
  // What goes into a buffer for uploads comes from the host.
  Copies Which = copiesIn(memoryOf(Op.Object));
  if (isTensor(From->getType()) && Source.Device != DeviceFact::Cpu &&
      (Which & ~uploads()))
    return;
  changes(Op.Object, *Op.Call);
}

void CopyFlow::tensorOperation(const OperationCall &Op) {
  if (isa<CXXConstructorDecl>(Op.Callee))
    return;
  if ((Op.Name == "copy_" || Op.Name == "=") && Op.Object &&
      !Op.Arguments.empty())
    return copied(Op);
  const Expr *First = Op.Object;
  llvm::SmallVector<const Expr *, 8> Others;
  // The tensors of x, {x, y} and optional(x).
  llvm::SmallVector<const Expr *, 8> Todo(Op.Arguments.rbegin(),
                                          Op.Arguments.rend());
  while (!Todo.empty()) {
    const Expr *E = ignoreWrappers(Todo.pop_back_val());
    if (isa<CXXDefaultArgExpr>(E))
      continue;
    if (Types(E->getType()).Kind == TypeKind::Tensor && memoryOf(E)) {
      (First ? Others.emplace_back() : First) = E;
    } else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E)) {
      Todo.push_back(List->getSubExpr());
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
      for (const Expr *Init : llvm::reverse(List->inits()))
        Todo.push_back(Init);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() > 0)
        Todo.push_back(Construct->getArg(0));
    } else if (!First && isTensor(E->getType())) {
      First = E;
    }
  }
  if (!First)
    return;
  if (Op.inPlace() || Op.Name.ends_with("_out")) {
    if (!changesNoValues(Op.Name))
      changes(First, *Op.Call);
  } else if (!readsNoValues(Op) && !memoryOfCall(*Op.Call, 0) &&
             Op.Name != "to" && Op.Name != "cuda") {
    reads(First, *Op.Call);
  }
  // What is mixed with a tensor of the host is read there; so is the 0-dim
  // index of x[i].
  if (Op.Name == "[]" || Facts.at(First).Device == DeviceFact::Cpu)
    for (const Expr *Other : Others)
      reads(Other, *Op.Call);
}

void CopyFlow::library(const OperationCall &Op) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Op.Callee);
  auto Argument = [&](unsigned I) {
    return I < Op.Arguments.size() ? Op.Arguments[I] : nullptr;
  };
  if (isOneOf(Op.Name,
              {"memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"})) {
    changes(Argument(0), *Op.Call);
    reads(Argument(1), *Op.Call);
  } else if (isOneOf(Op.Name, {"memset", "fill", "fill_n", "iota", "generate",
                               "generate_n"})) {
    changes(Argument(0), *Op.Call);
  } else if (isOneOf(Op.Name, {"copy", "copy_n", "copy_if"})) {
    reads(Argument(0), *Op.Call);
    changes(Argument(2), *Op.Call);
  } else if (Constructor
                 ? isOneOf(Constructor->getParent()->getName(),
                           {"vector", "basic_string", "deque", "valarray"})
                 : isOneOf(Op.Name, {"memcmp",
                                     "fwrite",
                                     "write",
                                     "accumulate",
                                     "reduce",
                                     "transform",
                                     "transform_reduce",
                                     "inner_product",
                                     "max_element",
                                     "min_element",
                                     "minmax_element",
                                     "equal",
                                     "count",
                                     "count_if",
                                     "find",
                                     "find_if",
                                     "all_of",
                                     "any_of",
                                     "none_of",
                                     "for_each",
                                     "sort",
                                     "nth_element",
                                     "partial_sum",
                                     "assign",
                                     "insert"})) {
    for (const Expr *E : Op.Arguments)
      if (E->getType()->isPointerType())
        reads(E, *Op.Call);
  }
}

//===----------------------------------------------------------------------===//
// The flow
//===----------------------------------------------------------------------===//

void CopyFlow::put(const Memory &To, Copies Value) {
  if (To)
    (*Now)[To.Of] = To.Part ? join(copiesIn(To), Value) : Value;
}

/// For a place and all its members.
void CopyFlow::putTree(PlaceId Place, Copies Value) {
  put(placeOf({Place, false}), Value);
  for (PlaceId Child : Places[Place].Children)
    putTree(Child, Value);
}

void CopyFlow::forget(const Expr *E) {
  if (Denotation D = Places.of(E))
    putTree(D.Place, Waited);
  else
    put(memoryOf(E), Waited);
}

/// Something waited, for whichever copy.
void CopyFlow::waited() {
  for (auto &Place : *Now)
    if (Place.second)
      Place.second = Waited;
}

void CopyFlow::declare(const VarDecl &Var) {
  Denotation D = Places.of(Var);
  if (D && Places[D.Place].Root != Var.getCanonicalDecl())
    return; // A reference.
  if (!holdsMemory(Var.getType())) {
    if (D)
      putTree(D.Place, 0);
    return;
  }
  Memory M = memoryOfVariable(Var, 0);
  if (M.Name != Var.getCanonicalDecl())
    return; // A second name.
  Copies Value = copiesOf(Var.getInit());
  if (D)
    putTree(D.Place, 0);
  put(M, Value);
}

void CopyFlow::assign(const Expr *To, const Expr *From) {
  To = ignoreWrappers(To);
  // std::tie(a, b) = ...
  if (const auto *Tie = dyn_cast<CallExpr>(To)) {
    const FunctionDecl *Callee = Tie->getDirectCallee();
    if (Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
        Callee->getName() == "tie")
      for (const Expr *Element : Tie->arguments())
        forget(Element);
  }
  Memory M = memoryOf(To);
  Copies Value = copiesOf(From);
  if (!M.Part)
    forget(To);
  put(M, Value);
}

/// push_back and its like. True if \p Op is a method of a list of tensors.
bool CopyFlow::changesList(const OperationCall &Op) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  TrackedType Type = Op.Object ? Types(Op.Object->getType()) : TrackedType();
  if (!Method ||
      (Type.Shape != TypeShape::Container && Type.Shape != TypeShape::Holder))
    return false;
  if (Method->isConst() || Method->getOverloadedOperator() != OO_None ||
      isOneOf(Op.Name, {"begin", "end", "rbegin", "rend", "front", "back", "at",
                        "value", "get", "reserve", "pop_back", "pop_front",
                        "pop", "erase", "top"}))
    return true;
  Memory M = memoryOf(Op.Object);
  if (isOneOf(Op.Name, {"clear", "reset"}) && Op.Arguments.empty()) {
    put(M, 0);
  } else if (isOneOf(Op.Name, {"push_back", "emplace_back", "push_front",
                               "emplace_front", "push", "emplace"}) &&
             Op.Arguments.size() == 1) {
    M.Part = Type.Shape == TypeShape::Container;
    put(M, copiesOf(Op.Arguments[0]));
  } else if (Op.Name != "resize" || Op.Arguments.size() != 1) {
    put(M, Waited);
  }
  return true;
}

/// What code in sight, which does not wait, may have assigned.
void CopyFlow::forgetChanged(const OperationCall &Op) {
  for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
    const ParmVarDecl *P = Op.parameter(I);
    QualType T = P ? P->getType() : QualType();
    if (P && (T->isLValueReferenceType() || T->isPointerType()) &&
        !T->getPointeeType().isConstQualified() && holdsMemory(T))
      forget(Op.Arguments[I]);
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  if (!Method || Method->isConst() || !Op.Object)
    return;
  if (Denotation D = Places.of(Op.Object))
    putTree(D.Place, Waited);
}

const Expr *CopyFlow::useIn(const FunctionDecl &Body, const ValueDecl &Given,
                            bool Upload, Shared &Common) {
  auto [Slot, IsNew] =
      Common.Uses.try_emplace({&Body, &Given, Upload}, nullptr);
  if (!IsNew) // Recursion finds nothing.
    return Slot->second;
  std::unique_ptr<FunctionGraph> Graph =
      FunctionGraph::build(Body, /*Destructors=*/true);
  if (!Graph)
    return nullptr;
  TensorFact Fact;
  Fact.Device = DeviceFact::Cpu;
  Fact.Pinned = Tri::Yes;
  CopyFlow Flow(*Graph, Common, EntryFacts{{&Given, Fact}});
  Flow.Given = &Given;
  Flow.Sites.push_back({nullptr, Upload, nullptr});
  Flow.run();
  return Slot->second = Flow.GivenUse;
}

bool CopyFlow::returnsCopy(const FunctionDecl &Callee, Shared &Common) {
  const FunctionDecl *Body = Callee.getDefinition();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Body || (Method && Method->isVirtual()) ||
      !llvm::is_contained(Common.Bodies, Body))
    return false;
  auto [Slot, IsNew] = Common.ReturnsCopy.try_emplace(Body, false);
  if (!IsNew)
    return Slot->second;
  std::unique_ptr<FunctionGraph> Graph =
      FunctionGraph::build(*Body, /*Destructors=*/true);
  if (!Graph)
    return false;
  CopyFlow Flow(*Graph, Common);
  Flow.run();
  bool Result = Flow.Returned != 0 && Flow.Returned != Waited &&
                (Flow.Returned & Flow.uploads()) == 0;
  return Common.ReturnsCopy[Body] = Result;
}

void CopyFlow::passedOn(const Memory &M, const FunctionDecl &To,
                        const ValueDecl &As, const Expr &Call) {
  Copies Which = copiesIn(M);
  if (Which == 0 || Which == Waited)
    return;
  bool Upload = (Which & ~uploads()) == 0;
  if (const Expr *Use = useIn(To, As, Upload, Common))
    access(M, Call, Upload, Use);
}

/// True for functions that call what they are given before they return.
static bool callsAtOnce(const FunctionDecl &F) {
  if (isa<CXXMethodDecl>(F) || !F.getIdentifier())
    return false;
  if (!F.isInStdNamespace())
    return isOneOf(F.getName(), {"parallel_for", "parallel_reduce"});
  return isOneOf(
      F.getName(),
      {"for_each",    "for_each_n",  "transform",   "transform_reduce",
       "accumulate",  "reduce",      "generate",    "generate_n",
       "sort",        "stable_sort", "nth_element", "partial_sort",
       "max_element", "min_element", "find_if",     "count_if",
       "copy_if",     "remove_if",   "any_of",      "all_of",
       "none_of",     "invoke",      "apply",       "visit"});
}

/// What code in sight is given as an argument or has captured.
void CopyFlow::passedOn(const OperationCall &Op) {
  auto Captured = [&](const CXXRecordDecl *Class) {
    const CXXMethodDecl *Operator =
        Class && Class->isLambda() ? Class->getLambdaCallOperator() : nullptr;
    if (!Operator || Operator->isDependentContext())
      return;
    for (const LambdaCapture &Capture : Class->captures())
      if (Capture.capturesVariable())
        if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          if (holdsMemory(Var->getType()))
            passedOn(memoryOfVariable(*Var, 0), *Operator, *Var, *Op.Call);
  };
  if (callsAtOnce(Op.Callee))
    for (const Expr *Argument : Op.Arguments)
      Captured(Argument->getType().getNonReferenceType()->getAsCXXRecordDecl());
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  const FunctionDecl *Body = nullptr;
  if (Types.originOf(Op.Callee) != FunctionOrigin::User ||
      (Method && Method->isVirtual()) || isa<CXXConstructorDecl>(Op.Callee) ||
      !Op.Callee.hasBody(Body))
    return;
  if (Method)
    Captured(Method->getParent());
  for (unsigned I = 0; I < Op.Arguments.size(); ++I)
    if (I < Body->getNumParams() && holdsMemory(Op.Arguments[I]->getType()))
      passedOn(memoryOf(Op.Arguments[I]), *Body, *Body->getParamDecl(I),
               *Op.Call);
}

void CopyFlow::start(const Site &Copy, unsigned Number) {
  Copies Bit = Copies(1) << Number;
  if (Copy.Upload || Copy.Memory) {
    Memory M = memoryOf(Copy.Memory);
    // Which part of a whole, which of many buffers, is not known.
    if (M && !M.Part)
      (*Now)[M.Of] = (copiesIn(M) & ~Waited) | Bit;
  } else {
    (*Now)[reinterpret_cast<Key>(Copy.Call)] = Bit;
  }
}

void CopyFlow::call(const Expr &E) {
  const FunctionDecl *Callee = calleeOf(&E);
  if (!Callee) {
    if (Common.Waiting.mayWait(E, &Facts))
      waited();
    return;
  }
  auto Copy = Numbers.find(&E);
  OperationCall Op = OperationCall::of(E, *Callee);
  FunctionOrigin Origin = Types.originOf(*Callee);
  // A value bound to a reference is read by whoever takes it.
  for (unsigned I = 0; I < Op.Arguments.size(); ++I)
    if (const ParmVarDecl *P = Op.parameter(I))
      if (P->getType()->isReferenceType() &&
          P->getType()->getPointeeType().isConstQualified() &&
          Op.Arguments[I]->isLValue() &&
          Op.Arguments[I]->getType()->isArithmeticType())
        reads(Op.Arguments[I], *Op.Arguments[I]);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Callee->getOverloadedOperator() == OO_Equal && Op.Object &&
      Op.Arguments.size() == 1 && Method->getRefQualifier() != RQ_RValue &&
      (holdsMemory(Op.Object->getType()) || Origin == FunctionOrigin::Standard))
    return assign(Op.Object, Op.Arguments[0]);
  if (changesList(Op))
    return;
  if (Origin == FunctionOrigin::Aten)
    tensorOperation(Op);
  else if (Origin == FunctionOrigin::Standard)
    library(Op);
  if (Copy != Numbers.end()) {
    if (Origin == FunctionOrigin::User && Common.Waiting.mayWait(E, &Facts))
      waited();
    return start(Sites[Copy->second], Copy->second);
  }
  if (&E == Query)
    return;
  if (Now->empty())
    return;
  passedOn(Op);
  if (Common.Waiting.mayWait(E, &Facts))
    waited();
  else if (Origin == FunctionOrigin::User || Origin == FunctionOrigin::Standard)
    forgetChanged(Op);
}

void CopyFlow::transfer(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  // What did not compile may be a wait.
  if (E && E->containsErrors())
    return waited();
  if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    if (Found && Return->getRetValue())
      Returned = join(Returned, copiesOf(Return->getRetValue()));
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declare(*Var);
  } else if (isa<CallExpr, CXXConstructExpr>(S)) {
    call(cast<Expr>(S));
  } else if (isa<CXXDeleteExpr>(S)) {
    waited(); // In a destructor.
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(&S)) {
    if (!Binary->isAssignmentOp())
      return;
    if (Binary->getLHS()->getType()->isArithmeticType())
      changes(Binary->getLHS(), *Binary);
    else if (Binary->getOpcode() == BO_Assign &&
             holdsMemory(Binary->getLHS()->getType()))
      assign(Binary->getLHS(), Binary->getRHS());
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(&S)) {
    if (Unary->isIncrementDecrementOp() && Unary->getType()->isArithmeticType())
      changes(Unary->getSubExpr(), *Unary);
  } else if (const auto *Load = dyn_cast<ImplicitCastExpr>(&S)) {
    if (Load->getCastKind() == CK_LValueToRValue &&
        Load->getType()->isArithmeticType() && !Now->empty())
      reads(Load->getSubExpr(), *Load);
  }
}

/// The query of an event or stream that \p Block branches on, and whether
/// \p Negated.
static const CallExpr *queryOf(const CFGBlock &Block, bool &Negated) {
  const Expr *E = Block.succ_size() == 2 ? Block.getLastCondition() : nullptr;
  while (E) {
    E = ignoreWrappers(E);
    const auto *Not = dyn_cast<UnaryOperator>(E);
    if (!Not || Not->getOpcode() != UO_LNot)
      break;
    Negated = !Negated;
    E = Not->getSubExpr();
  }
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  return Method && Method->getIdentifier() && Method->getName() == "query"
             ? Call
             : nullptr;
}

bool CopyFlow::join(std::optional<State> &To, const State &From) {
  if (!To) {
    To = From;
    return true;
  }
  bool Changed = false;
  for (const auto &[Place, Here] : From) {
    Copies &There = (*To)[Place];
    Copies Both = join(There, Here);
    Changed |= Both != There;
    There = Both;
  }
  return Changed;
}

/// Takes \p S through \p Block and to each of its successors.
void CopyFlow::visit(
    const CFGBlock &Block, State S,
    llvm::function_ref<void(const CFGBlock &, const State &)> Then) {
  Now = &S;
  bool Negated = false;
  Query = queryOf(Block, Negated);
  for (const CFGElement &Element : Block)
    if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
      transfer(*Statement->getStmt());
    else if (auto Destroyed = Element.getAs<CFGAutomaticObjDtor>())
      if (Common.Waiting.destructorMayWait(Destroyed->getVarDecl()->getType()))
        waited();
  bool Truth = true;
  for (const CFGBlock *Successor : Block.succs()) {
    if (Successor) {
      State Out = S;
      Now = &Out;
      if (Query && Truth != Negated)
        waited();
      Then(*Successor, Out);
    }
    Truth = false;
  }
}

bool CopyFlow::reachFixpoint() {
  In.resize(Graph.cfg().getNumBlockIDs());
  State &Start = In[Graph.cfg().getEntry().getBlockID()].emplace();
  Now = &Start;
  if (Given)
    put(memoryOfVariable(*Given, 0), 1);
  for (unsigned Sweep = 0; Sweep < MaxSweeps; ++Sweep) {
    bool Changed = false;
    for (const CFGBlock *Block : Order)
      if (In[Block->getBlockID()])
        visit(*Block, *In[Block->getBlockID()],
              [&](const CFGBlock &To, const State &S) {
                Changed |= join(In[To.getBlockID()], S);
              });
    if (!Changed)
      return true;
  }
  return false;
}

/// For each way back in a loop the blocks of the loop.
void CopyFlow::findLoops() {
  for (const CFGBlock *Tail : Order)
    for (const CFGBlock *Head : Tail->succs()) {
      if (!Head || !isWayBack(*Tail, *Head))
        continue;
      llvm::BitVector Loop(Graph.cfg().getNumBlockIDs());
      Loop.set(Head->getBlockID());
      llvm::SmallVector<const CFGBlock *, 16> Todo{Tail};
      while (!Todo.empty()) {
        const CFGBlock *Block = Todo.pop_back_val();
        if (Loop.test(Block->getBlockID()))
          continue;
        Loop.set(Block->getBlockID());
        for (const CFGBlock *Before : Block->preds())
          if (Before)
            Todo.push_back(Before);
      }
      Loops.push_back(std::move(Loop));
    }
}

bool CopyFlow::leavesLoop(const CFGBlock &From, const CFGBlock &To) const {
  return llvm::any_of(Loops, [&](const llvm::BitVector &Loop) {
    return Loop.test(From.getBlockID()) && !Loop.test(To.getBlockID());
  });
}

/// With the states known, looks at each block as it runs when its loops have
/// just been entered, and as it runs at any time. In a loop's first iteration
/// nothing has waited that only later ones find done; but what follows the loop
/// has seen as many iterations as there may be.
void CopyFlow::collect() {
  findLoops();
  std::vector<std::optional<State>> First(In.size());
  unsigned Entry = Graph.cfg().getEntry().getBlockID();
  First[Entry] = In[Entry];
  for (const CFGBlock *Block : Order) {
    unsigned Id = Block->getBlockID();
    if (!In[Id])
      continue;
    if (First[Id])
      visit(*Block, *First[Id], [&](const CFGBlock &To, const State &S) {
        if (!isWayBack(*Block, To) && !leavesLoop(*Block, To))
          join(First[To.getBlockID()], S);
      });
    visit(*Block, *In[Id], [&](const CFGBlock &To, const State &S) {
      if (leavesLoop(*Block, To))
        join(First[To.getBlockID()], S);
    });
  }
}

std::vector<EarlyAccess> CopyFlow::run() {
  const CFG &Cfg = Graph.cfg();
  if (Cfg.getNumBlockIDs() > MaxBlocks || Facts.bounded())
    return {};
  findCopies();
  if (Sites.empty())
    return {};
  findWrites(&Graph.body());
  Numbered.resize(Cfg.getNumBlockIDs());
  PostOrderCFGView View(&Cfg);
  for (const CFGBlock *Block : View) {
    Numbered[Block->getBlockID()] = Order.size();
    Order.push_back(Block);
  }
  std::vector<EarlyAccess> Result;
  if (!reachFixpoint())
    return Result;
  Found = &Result;
  collect();
  return Result;
}

std::vector<EarlyAccess>
earlyAccesses(llvm::ArrayRef<const FunctionDecl *> Bodies,
              const ASTContext &Context, const Catalogue &Operations,
              bool AssumeDevice) {
  std::vector<EarlyAccess> All;
  llvm::DenseSet<SourceLocation> Seen; // Instantiations share their text.
  Shared Common(Context, Operations, Bodies, AssumeDevice);
  for (const FunctionDecl *F : Bodies)
    if (std::unique_ptr<FunctionGraph> Graph =
            FunctionGraph::build(*F, /*Destructors=*/true))
      for (const EarlyAccess &Access : CopyFlow(*Graph, Common).run())
        if (Seen.insert(Access.Access->getExprLoc()).second)
          All.push_back(Access);
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(All, [&](const EarlyAccess &A, const EarlyAccess &B) {
    return Sources.isBeforeInTranslationUnit(A.Access->getExprLoc(),
                                             B.Access->getExprLoc());
  });
  return All;
}

} // namespace torchsync
