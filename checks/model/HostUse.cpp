//===- HostUse.cpp - What the host does with a fetched value -------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostUse.h"

#include "BodyIndex.h"
#include "CallRoles.h"
#include "LibTorch.h"
#include "Refetch.h"
#include "StatementShapes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

using namespace clang;

namespace torchsync {

/// The most expressions that one value is followed through. Past it the answer
/// is Unknown, or whatever more binding was found: a body whose every line
/// reads the same variable still costs time linear in its lines.
static constexpr unsigned MaxSteps = 512;
/// How many calls deep a value is followed into visible bodies.
static constexpr unsigned MaxDepth = 4;

llvm::StringRef spelling(HostUse Use) {
  switch (Use) {
  case HostUse::Unknown:
    return "unknown";
  case HostUse::Discarded:
    return "discarded";
  case HostUse::Redundant:
    return "redundant";
  case HostUse::Logged:
    return "logged";
  case HostUse::Accumulated:
    return "accumulated";
  case HostUse::Operand:
    return "operand";
  case HostUse::Branch:
    return "branch";
  case HostUse::Size:
    return "size";
  case HostUse::Returned:
    return "returned";
  }
  llvm_unreachable("a HostUse");
}

/// How binding a use is. What says "only" (logged, accumulated, operand) yields
/// to Unknown, which may be anything; what is certain does not.
static unsigned weightOf(HostUse Use) {
  switch (Use) {
  case HostUse::Discarded:
    return 0;
  case HostUse::Logged:
    return 1;
  case HostUse::Accumulated:
    return 2;
  case HostUse::Operand:
    return 3;
  case HostUse::Unknown:
    return 4;
  case HostUse::Returned:
    return 5;
  case HostUse::Branch:
    return 6;
  case HostUse::Size:
    return 7;
  case HostUse::Redundant:
    return 8;
  }
  llvm_unreachable("a HostUse");
}

UseFact moreBinding(const UseFact &A, const UseFact &B) {
  unsigned OfA = weightOf(A.Use), OfB = weightOf(B.Use);
  if (OfA == OfB)
    return A.Pattern == UsePattern::None ? B : A;
  return OfA > OfB ? A : B;
}

//===----------------------------------------------------------------------===//
// Shapes of statements
//===----------------------------------------------------------------------===//

/// The variable, binding or field that \p E names, or null.
static const ValueDecl *named(const Expr *E) {
  const ValueDecl *D = namedBy(E);
  if (!D || !isa<VarDecl, BindingDecl, FieldDecl>(D))
    return nullptr;
  return cast<ValueDecl>(D->getCanonicalDecl());
}

/// True if both arms do nothing but assign to the same tensor.
static bool selectsTensor(const IfStmt &If) {
  const Expr *Then = assignment(onlyStatement(If.getThen())).first;
  const Expr *Else = assignment(onlyStatement(If.getElse())).first;
  return Then && Else && isTensor(Then->getType()) && named(Then) &&
         named(Then) == named(Else);
}

/// True if \p Root has a part that \p Is accepts. Gives up, saying no, on what
/// is larger than a person writes in one expression.
static bool hasPart(const Stmt *Root,
                    llvm::function_ref<bool(const Stmt &)> Is) {
  return anyPart(Root, Is, /*Limit=*/256);
}

static bool isMentioned(const Expr *Root, const ValueDecl *D) {
  return D && hasPart(Root, [&](const Stmt &S) {
           const auto *E = dyn_cast<Expr>(&S);
           return E && isa<DeclRefExpr, MemberExpr>(E) && named(E) == D;
         });
}

static bool calls(const Expr *Root) {
  return hasPart(Root, [](const Stmt &S) {
    return isa<CallExpr, CXXThrowExpr, CXXNewExpr>(S);
  });
}

static bool isFetchCall(const Stmt &S) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isFetch(*Callee);
}

/// True if \p Call compares two or more values that were fetched.
static bool comparesFetches(const Expr &Call) {
  unsigned Count = 0;
  return hasPart(&Call, [&](const Stmt &S) {
    if (isFetchCall(S)) {
      ++Count;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (Var && Var->hasLocalStorage() && Var->getInit() &&
          hasPart(Var->getInit(), isFetchCall))
        ++Count;
    }
    return Count >= 2;
  });
}

//===----------------------------------------------------------------------===//
// Following one value
//===----------------------------------------------------------------------===//

namespace {

/// One body on the way: \p Function was called at \p Call in \p Caller's body.
struct Frame {
  const BodyIndex *Index;
  const FunctionDecl *Function;
  const Expr *Call;
  const Frame *Caller;
  /// Where the value comes into this body by itself: the fetch, or the call
  /// that returns it. Null in a body that it is handed to.
  const Expr *Origin;
  unsigned Depth;
};

/// An expression that carries the fetched value.
struct Value {
  const Expr *E;
  const Frame *At;
  /// E is an object whose member Field carries it.
  const FieldDecl *Field = nullptr;
  /// What the value went through; ExitOnNan means a test for NaN.
  UsePattern Hint = UsePattern::None;
  /// The comparison that it went through last.
  const BinaryOperator *Comparison = nullptr;
  /// The std::max or std::min that it went through last.
  const Expr *Extreme = nullptr;
};

class Follower {
public:
  explicit Follower(BodyIndices &Indices) : Indices(Indices) {}

  const Frame *frame(const Expr &Origin, const FunctionGraph &Graph,
                     llvm::ArrayRef<UseCaller> Callers);
  UseFact follow(const Expr &Fetch, const Frame &At);

private:
  void add(HostUse Use, const Stmt *Consumer,
           UsePattern Pattern = UsePattern::None);
  void push(Value V) { Pending.push_back(V); }
  llvm::ArrayRef<const Expr *> mentions(const BodyIndex &Index,
                                        const ValueDecl &D, const Stmt *Site);
  void climb(Value V);
  const Expr *through(const Stmt &Parent, Value &V);
  const Expr *throughExpression(const Expr &Parent, Value &V);
  void throughStatement(const Stmt &Parent, Value &V);
  const Expr *binary(const BinaryOperator &Parent, Value &V);
  const Expr *conditional(const ConditionalOperator &Parent, Value &V);
  const Expr *member(const MemberExpr &Parent, Value &V);
  const Expr *aggregate(const Expr &Parent, unsigned Index, Value &V);
  const Expr *call(const Expr &Call, Value &V);
  const Expr *object(const Expr &Call, const CXXMethodDecl &Method, Value &V);
  const Expr *argument(const Expr &Call, const FunctionDecl &Callee,
                       unsigned Position, Value &V);
  const Expr *tensorAssignment(const Expr &Call, const FunctionDecl &Callee,
                               Value &V);
  void enter(const Expr &Call, const FunctionDecl &Callee, unsigned Position,
             const Value &V);
  const Frame *enterable(const Expr &Call, const FunctionDecl &Callee,
                         const Frame *At);
  void enterObject(const Expr &Call, const CXXMethodDecl &Method,
                   const Value &V);
  void condition(const IfStmt &If, const Value &V);
  void loopCondition(const Stmt &Loop, const Value &V);
  void returned(const Stmt &Return, const Value &V);
  void declared(const VarDecl &Var, const Value &V, const Stmt *Site);
  void store(const Expr *Target, Value V, bool Sums, const Stmt *Site);
  void storeThroughCall(const Expr *Target, Value V, bool Sums,
                        const Stmt *Site);
  void storeMemory(const Expr *Handle, Value V, const Stmt *Site);
  void storeField(const MemberExpr &Target, Value V, bool Sums,
                  const Stmt *Site);
  bool readersElsewhere(const FieldDecl &Field, const Value &V);
  void stored(const ValueDecl &D, const Value &V, bool Sums, const Stmt *Site,
              bool ReadElsewhere = false);
  bool isRead(const BodyIndex &Index, const Expr *Mention) const;
  bool isCounter(const Expr *E, const Stmt &Loop, const BodyIndex &Index) const;
  const Stmt *iteration(const Frame *At) const;
  const Frame *make(Frame F) { return &Frames.emplace_back(F); }

  BodyIndices &Indices;
  std::deque<Frame> Frames; ///< Stable addresses.
  llvm::SmallVector<Value, 16> Pending;
  llvm::DenseSet<std::pair<const void *, const void *>> Visited;
  unsigned Steps = 0;
  bool Any = false;
  /// Something that describes what carries the value is read: a copy's shape, a
  /// container's length. The fetch itself cannot just go.
  bool Described = false;
  /// The value is in something that others may read later.
  bool Kept = false;
  UseFact Best;
};

} // namespace

const Frame *Follower::frame(const Expr &Origin, const FunctionGraph &Graph,
                             llvm::ArrayRef<UseCaller> Callers) {
  const BodyIndex *Index = Indices.of(Graph.function());
  if (!Index || !Index->contains(&Origin))
    return nullptr;
  const Expr *Call = nullptr;
  const Frame *Caller = nullptr;
  if (!Callers.empty()) {
    Call = Callers.front().Call;
    Caller = frame(*Call, *Callers.front().Caller, Callers.drop_front());
  }
  return make(
      {Index, &Graph.function(), Caller ? Call : nullptr, Caller, &Origin, 0});
}

UseFact Follower::follow(const Expr &Fetch, const Frame &At) {
  Value First{&Fetch, &At};
  // torch::isnan(loss).any().item<bool>() tests on the device.
  if (hasPart(&Fetch, [](const Stmt &S) {
        const auto *Call = dyn_cast<CallExpr>(&S);
        const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
        return Callee && testsForNan(*Callee);
      }))
    First.Hint = UsePattern::ExitOnNan;
  push(First);
  while (!Pending.empty() && !(Any && Best.Use == HostUse::Size))
    climb(Pending.pop_back_val());
  if (!Any && !Described)
    Best.Use = Kept ? HostUse::Unknown : HostUse::Discarded;
  return Best;
}

void Follower::add(HostUse Use, const Stmt *Consumer, UsePattern Pattern) {
  UseFact Fact{Use, Pattern, Consumer};
  Best = Any ? moreBinding(Best, Fact) : Fact;
  Any = true;
}

void Follower::climb(Value V) {
  while (true) {
    if (++Steps > MaxSteps) {
      add(HostUse::Unknown, V.E);
      Pending.clear();
      return;
    }
    const Stmt *Parent = V.At->Index->parentOf(V.E);
    if (!Parent) {
      const FieldDecl *Field = V.At->Index->initialisedField(V.E);
      if (!Field || !V.At->Caller) {
        add(HostUse::Unknown, V.E);
        return;
      }
      // A constructor's initialiser: the constructed object carries it.
      if (!V.Field)
        V.Field = Field;
      V.E = V.At->Call;
      V.At = V.At->Caller;
      continue;
    }
    const Expr *Next = through(*Parent, V);
    if (!Next)
      return;
    V.E = Next;
  }
}

const Expr *Follower::through(const Stmt &Parent, Value &V) {
  if (const auto *E = dyn_cast<Expr>(&Parent))
    return throughExpression(*E, V);
  if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
    // ({ ...; value; })
    const auto *Whole =
        dyn_cast_or_null<StmtExpr>(V.At->Index->parentOf(Block));
    return Whole && Block->body_back() == V.E ? Whole : nullptr;
  }
  throughStatement(Parent, V);
  return nullptr;
}

const Expr *Follower::throughExpression(const Expr &Parent, Value &V) {
  if (const auto *Cast = dyn_cast<CastExpr>(&Parent))
    return Cast->getType()->isVoidType() ? nullptr : Cast;
  if (isa<ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
          CXXStdInitializerListExpr, CXXRewrittenBinaryOperator,
          SubstNonTypeTemplateParmExpr, UnaryOperator>(Parent))
    return &Parent;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&Parent))
    return binary(*Binary, V);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(&Parent))
    return conditional(*Conditional, V);
  if (const auto *Member = dyn_cast<MemberExpr>(&Parent))
    return member(*Member, V);
  if (isa<CallExpr, CXXConstructExpr>(Parent))
    return call(Parent, V);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&Parent)) {
    if (V.E != Subscript->getIdx())
      return Subscript;
    add(HostUse::Size, Subscript, V.Hint);
    return nullptr;
  }
  if (const auto *List = dyn_cast<InitListExpr>(&Parent)) {
    for (unsigned I = 0; I < List->getNumInits(); ++I)
      if (List->getInit(I) == V.E)
        return aggregate(Parent, I, V);
    return &Parent;
  }
  if (const auto *List = dyn_cast<CXXParenListInitExpr>(&Parent)) {
    llvm::ArrayRef<const Expr *> Inits(List->getInitExprs().data(),
                                       List->getInitExprs().size());
    return aggregate(Parent, llvm::find(Inits, V.E) - Inits.begin(), V);
  }
  if (const auto *New = dyn_cast<CXXNewExpr>(&Parent)) {
    if (New->isArray() && New->getArraySize() && *New->getArraySize() == V.E) {
      add(HostUse::Size, New, V.Hint);
      return nullptr;
    }
    return New;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(&Parent)) {
    // Reads of what is captured are counted where the body makes them.
    if (const VarDecl *Var = V.At->Index->initialised(V.E))
      declared(*Var, V, Lambda);
    return nullptr;
  }
  if (isa<CXXThrowExpr>(Parent)) {
    add(HostUse::Logged, &Parent);
    return nullptr;
  }
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr,
          CXXDeleteExpr>(Parent))
    return nullptr;
  add(HostUse::Unknown, &Parent);
  return nullptr;
}

void Follower::throughStatement(const Stmt &Parent, Value &V) {
  if (isa<DeclStmt>(Parent)) {
    if (const VarDecl *Var = V.At->Index->initialised(V.E))
      declared(*Var, V, &Parent);
    else
      add(HostUse::Size, &Parent); // T array[n]
  } else if (const auto *If = dyn_cast<IfStmt>(&Parent)) {
    if (V.E == If->getCond())
      condition(*If, V);
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(&Parent)) {
    if (V.E == Switch->getCond())
      add(HostUse::Branch, Switch, V.Hint);
  } else if (const auto *While = dyn_cast<WhileStmt>(&Parent)) {
    if (V.E == While->getCond())
      loopCondition(*While, V);
  } else if (const auto *Do = dyn_cast<DoStmt>(&Parent)) {
    if (V.E == Do->getCond())
      loopCondition(*Do, V);
  } else if (const auto *For = dyn_cast<ForStmt>(&Parent)) {
    if (V.E == For->getCond())
      loopCondition(*For, V);
  } else if (isa<ReturnStmt, CoreturnStmt>(Parent)) {
    returned(Parent, V);
  } else if (isa<AsmStmt>(Parent)) {
    add(HostUse::Unknown, &Parent);
  }
  // Anything else holds the expression as a statement: nobody reads the value.
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// `v != v`, which only a NaN is.
static bool comparesWithItself(const BinaryOperator &B) {
  return (B.getOpcode() == BO_NE || B.getOpcode() == BO_EQ) &&
         named(B.getLHS()) && named(B.getLHS()) == named(B.getRHS());
}

const Expr *Follower::binary(const BinaryOperator &Parent, Value &V) {
  bool Left = V.E == Parent.getLHS();
  if (Parent.isAssignmentOp()) {
    if (Left)
      return Parent.isCompoundAssignmentOp() ? &Parent : nullptr;
    const ValueDecl *Target = named(Parent.getLHS());
    bool Sums =
        Parent.isCompoundAssignmentOp() || isMentioned(Parent.getRHS(), Target);
    // best = std::max(best, v)
    Value Kept = V;
    if (!V.Extreme || !isMentioned(V.Extreme, Target))
      Kept.Extreme = nullptr;
    store(Parent.getLHS(), Kept, Sums, &Parent);
    return &Parent;
  }
  if (Parent.getOpcode() == BO_Comma)
    return Left ? nullptr : &Parent;
  // Whether the right side runs at all.
  if (Parent.isLogicalOp() && Left && calls(Parent.getRHS()))
    add(HostUse::Branch, &Parent, V.Hint);
  if (Parent.isComparisonOp()) {
    V.Comparison = &Parent;
    if (comparesWithItself(Parent))
      V.Hint = UsePattern::ExitOnNan;
  }
  return &Parent;
}

const Expr *Follower::conditional(const ConditionalOperator &Parent, Value &V) {
  if (V.E != Parent.getCond())
    return &Parent;
  if (isTensor(Parent.getType())) {
    add(HostUse::Branch, &Parent, UsePattern::SelectBranch);
    return nullptr;
  }
  // `ok ? 1 : 0` only names the value anew; assert's arms call something.
  if (!calls(Parent.getTrueExpr()) && !calls(Parent.getFalseExpr()))
    return &Parent;
  add(HostUse::Branch, &Parent, V.Hint);
  return nullptr;
}

const Expr *Follower::member(const MemberExpr &Parent, Value &V) {
  const ValueDecl *Member = Parent.getMemberDecl();
  if (isa<CXXMethodDecl>(Member)) {
    const Stmt *Call = V.At->Index->parentOf(&Parent);
    while (isa_and_nonnull<ParenExpr>(Call))
      Call = V.At->Index->parentOf(Call);
    if (const auto *MethodCall = dyn_cast_or_null<CXXMemberCallExpr>(Call))
      return object(*MethodCall, *cast<CXXMethodDecl>(Member), V);
    add(HostUse::Unknown, &Parent);
    return nullptr;
  }
  const auto *Field = dyn_cast<FieldDecl>(Member);
  if (!Field)
    return nullptr;
  if (!V.Field)
    return &Parent;
  if (V.Field->getCanonicalDecl() == Field->getCanonicalDecl()) {
    V.Field = nullptr;
    return &Parent;
  }
  // Another member of the same class is another value.
  return V.Field->getParent() == Field->getParent() ? nullptr : &Parent;
}

/// \p V.E is initialiser number \p Index of a braced list.
const Expr *Follower::aggregate(const Expr &Parent, unsigned Index, Value &V) {
  const auto *Record = Parent.getType()->getAsCXXRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || V.Field)
    return &Parent;
  unsigned Bases = Record->getNumBases();
  if (Index < Bases)
    return &Parent;
  for (const FieldDecl *Field : Record->fields())
    if (Field->getFieldIndex() == Index - Bases)
      V.Field = Field;
  return &Parent;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// `if (v > best) best = v;`
static bool keepsExtreme(const IfStmt &If, const Value &V) {
  if (!V.Comparison || If.getElse())
    return false;
  const ValueDecl *Kept = named(assignment(onlyStatement(If.getThen())).first);
  return Kept && (named(V.Comparison->getLHS()) == Kept ||
                  named(V.Comparison->getRHS()) == Kept);
}

void Follower::condition(const IfStmt &If, const Value &V) {
  if (keepsExtreme(If, V)) {
    add(HostUse::Accumulated, &If, UsePattern::MinMax);
    return;
  }
  Leaving Then = leaves(If.getThen()), Else = leaves(If.getElse());
  UsePattern Pattern = V.Hint;
  if (Pattern == UsePattern::ExitOnNan) {
    if (Then == Leaving::No && Else == Leaving::No)
      Pattern = UsePattern::None;
  } else if (selectsTensor(If)) {
    Pattern = UsePattern::SelectBranch;
  } else if (V.At->Index->loopOf(&If)) {
    for (Leaving Arm : {Then, Else})
      if (Arm == Leaving::Break || Arm == Leaving::Return)
        Pattern = UsePattern::UntilConverged;
  }
  add(HostUse::Branch, &If, Pattern);
}

bool Follower::isCounter(const Expr *E, const Stmt &Loop,
                         const BodyIndex &Index) const {
  const ValueDecl *D = named(E);
  if (!D || !D->getType().getNonReferenceType()->isIntegerType())
    return false;
  for (const Expr *Mention : Index.mentions(D).take_front(64)) {
    if (!Index.repeats(&Loop, Mention))
      continue;
    const Stmt *Parent = Index.parentOf(Mention);
    if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent))
      if (Unary->isIncrementDecrementOp())
        return true;
    if (const auto *Step = dyn_cast_or_null<CompoundAssignOperator>(Parent))
      if (Step->getLHS() == Mention)
        return true;
  }
  return false;
}

void Follower::loopCondition(const Stmt &Loop, const Value &V) {
  const BodyIndex &Index = *V.At->Index;
  if (V.Comparison && (isCounter(V.Comparison->getLHS(), Loop, Index) ||
                       isCounter(V.Comparison->getRHS(), Loop, Index)))
    add(HostUse::Size, &Loop, V.Hint); // how often it runs
  else
    add(HostUse::Branch, &Loop,
        V.Hint == UsePattern::ExitOnNan ? V.Hint : UsePattern::UntilConverged);
}

void Follower::returned(const Stmt &Return, const Value &V) {
  const FunctionDecl &From = V.At->Index->functionOf(&Return);
  const FunctionDecl *Canonical = From.getCanonicalDecl();
  for (const Frame *F = V.At; F; F = F->Caller) {
    if (F->Function->getCanonicalDecl() != Canonical)
      continue;
    if (F->Caller) {
      Value Outer = V;
      Outer.E = F->Call;
      Outer.At = F->Caller;
      push(Outer);
    } else {
      add(HostUse::Returned, &Return, V.Hint);
    }
    return;
  }
  // Another lambda of the body: where it is called is not known.
  const auto *Method = dyn_cast<CXXMethodDecl>(&From);
  add(Method && Method->getParent()->isLambda() ? HostUse::Unknown
                                                : HostUse::Returned,
      &Return, V.Hint);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

const Expr *Follower::call(const Expr &Call, Value &V) {
  const FunctionDecl *Callee = calleeOf(&Call);
  if (!Callee) {
    add(HostUse::Unknown, &Call);
    return nullptr;
  }
  if (objectOf(&Call) == V.E && !isa<CXXMemberCallExpr>(Call))
    return object(Call, *cast<CXXMethodDecl>(Callee), V);
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(&Call);
  unsigned Position = llvm::find(Arguments, V.E) - Arguments.begin();
  if (Position == Arguments.size())
    return nullptr; // the callee itself
  return argument(Call, *Callee, Position, V);
}

static bool isCompoundAssignment(const FunctionDecl &Callee) {
  switch (Callee.getOverloadedOperator()) {
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
    return true;
  default:
    return false;
  }
}

const Expr *Follower::object(const Expr &Call, const CXXMethodDecl &Method,
                             Value &V) {
  if (Method.getOverloadedOperator() == OO_Equal)
    return nullptr; // it is overwritten
  if (isCompoundAssignment(Method))
    return &Call;
  switch (objectRole(Call, Method, *V.E)) {
  case CallRole::Passes:
    return Call.getType()->isVoidType() ? nullptr : &Call;
  case CallRole::Ignores:
    Described = true;
    return nullptr;
  case CallRole::Operates:
    add(HostUse::Operand, &Call, V.Hint);
    return nullptr;
  case CallRole::Body:
    enterObject(Call, Method, V);
    return nullptr;
  default:
    add(HostUse::Unknown, &Call);
    return nullptr;
  }
}

/// Tensor's assignment operators: of a lvalue it is renamed, of an rvalue
/// (`x[0] = v`) its memory is written.
const Expr *Follower::tensorAssignment(const Expr &Call,
                                       const FunctionDecl &Callee, Value &V) {
  const auto &Method = cast<CXXMethodDecl>(Callee);
  const Expr *Target = objectOf(&Call);
  if (isTensor(V.E->getType()) &&
      (isCompoundAssignment(Callee) || Method.getRefQualifier() != RQ_RValue)) {
    bool Sums = isCompoundAssignment(Callee) ||
                isMentioned(argumentsOf(&Call)[0], named(Target));
    store(Target, V, Sums, &Call);
    return &Call;
  }
  add(HostUse::Operand, &Call, V.Hint);
  return nullptr;
}

const Expr *Follower::argument(const Expr &Call, const FunctionDecl &Callee,
                               unsigned Position, Value &V) {
  const Expr *Object = objectOf(&Call);
  bool Assigns = Callee.getOverloadedOperator() == OO_Equal ||
                 isCompoundAssignment(Callee);
  if (Object && Assigns && isTensor(Object->getType()) && isLibTorch(Callee))
    return tensorAssignment(Call, Callee, V);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (Object && Method &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator())) {
    store(Object, V, isMentioned(V.E, named(Object)), &Call);
    return &Call;
  }

  switch (argumentRole(Callee, Position, *V.E)) {
  case CallRole::Passes:
    if (testsForNan(Callee))
      V.Hint = UsePattern::ExitOnNan;
    if (isValueOr(Callee))
      V.Hint = UsePattern::EagerDefault;
    if (isMinOrMax(Callee)) {
      V.Extreme = &Call;
      if (comparesFetches(Call))
        V.Hint = UsePattern::MinMax;
    }
    return &Call;
  case CallRole::Ignores:
    return nullptr;
  case CallRole::Logs:
    add(HostUse::Logged, &Call, V.Hint);
    return nullptr;
  case CallRole::Operates:
    add(HostUse::Operand, &Call, V.Hint);
    return nullptr;
  case CallRole::Sizes:
    add(HostUse::Size, &Call, V.Hint);
    return nullptr;
  case CallRole::Stores:
    V.Extreme = nullptr;
    if (Object)
      store(Object, V, /*Sums=*/Callee.getOverloadedOperator() != OO_Equal,
            &Call);
    return Callee.getOverloadedOperator() ? &Call : nullptr;
  case CallRole::Copies:
    store(argumentsOf(&Call)[0], V, /*Sums=*/true, &Call);
    return nullptr;
  case CallRole::Body:
    enter(Call, Callee, Position, V);
    return nullptr;
  case CallRole::Unknown:
    add(HostUse::Unknown, &Call);
    return nullptr;
  }
  llvm_unreachable("a CallRole");
}

/// The frame of \p Callee's body when it is called as \p Call, or null when the
/// body is not the one that will run, does not show, or is too deep.
const Frame *Follower::enterable(const Expr &Call, const FunctionDecl &Callee,
                                 const Frame *At) {
  const FunctionDecl *Target = &Callee;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    if (Method->isVirtual() && !isa<CXXConstructorDecl>(Method)) {
      const Expr *Object = objectOf(&Call);
      const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
      const auto *Named =
          Member ? dyn_cast<MemberExpr>(Member->getCallee()->IgnoreParens())
                 : nullptr;
      Target = Named && Named->hasQualifier()
                   ? Method
                   : Method->getDevirtualizedMethod(Object, false);
      if (!Target)
        return nullptr;
    }
  const FunctionDecl *Definition = nullptr;
  if (At->Depth >= MaxDepth || !Target->hasBody(Definition))
    return nullptr;
  const SourceManager &Sources = Definition->getASTContext().getSourceManager();
  if (Sources.isInSystemHeader(
          Sources.getExpansionLoc(Definition->getLocation())))
    return nullptr;
  for (const Frame *F = At; F; F = F->Caller)
    if (F->Function->getCanonicalDecl() == Definition->getCanonicalDecl())
      return nullptr; // recursion
  const BodyIndex *Index = Indices.of(*Definition);
  return Index ? make({Index, Definition, &Call, At, nullptr, At->Depth + 1})
               : nullptr;
}

void Follower::enter(const Expr &Call, const FunctionDecl &Callee,
                     unsigned Position, const Value &V) {
  const Frame *Into = enterable(Call, Callee, V.At);
  if (!Into || Position >= Into->Function->getNumParams()) {
    add(HostUse::Unknown, &Call);
    return;
  }
  const ParmVarDecl *Parameter = Into->Function->getParamDecl(Position);
  if (!Visited.insert({Parameter, &Call}).second)
    return;
  for (const Expr *Mention : mentions(*Into->Index, *Parameter, &Call)) {
    Value Inner = V;
    Inner.E = Mention;
    Inner.At = Into;
    push(Inner);
  }
}

/// The object of a user's class carries the value in a member: its method reads
/// it or not.
void Follower::enterObject(const Expr &Call, const CXXMethodDecl &Method,
                           const Value &V) {
  const Frame *Into = V.Field ? enterable(Call, Method, V.At) : nullptr;
  if (!Into) {
    add(HostUse::Unknown, &Call);
    return;
  }
  if (!Visited.insert({V.Field, &Call}).second)
    return;
  for (const Expr *Mention : mentions(*Into->Index, *V.Field, &Call)) {
    Value Inner = V;
    Inner.E = Mention;
    Inner.At = Into;
    Inner.Field = nullptr;
    push(Inner);
  }
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void Follower::declared(const VarDecl &Var, const Value &V, const Stmt *Site) {
  if (const CXXForRangeStmt *Loop = V.At->Index->rangeLoop(&Var)) {
    // Each element of the container in turn.
    if (const VarDecl *Element = Loop->getLoopVariable())
      declared(*Element, V, Loop->getLoopVarStmt());
    return;
  }
  if (const auto *Bound = dyn_cast<DecompositionDecl>(&Var)) {
    for (const BindingDecl *Binding : Bound->bindings()) {
      Value Part = V;
      const auto *Member = dyn_cast_or_null<MemberExpr>(
          Binding->getBinding() ? Binding->getBinding()->IgnoreParenImpCasts()
                                : nullptr);
      if (V.Field && Member) {
        if (Member->getMemberDecl() != V.Field)
          continue;
        Part.Field = nullptr;
      }
      stored(*Binding, Part, /*Sums=*/false, Site);
    }
    return;
  }
  stored(Var, V, /*Sums=*/false, Site);
}

/// True if \p Mention reads the variable: it is not the target of a plain
/// assignment, a capture or cast to void.
bool Follower::isRead(const BodyIndex &Index, const Expr *Mention) const {
  const Stmt *Child = Mention;
  for (const Stmt *Parent = Index.parentOf(Child); Parent;
       Child = Parent, Parent = Index.parentOf(Child)) {
    if (isa<LambdaExpr>(Parent))
      return false;
    if (const auto *Cast = dyn_cast<CastExpr>(Parent)) {
      if (Cast->getType()->isVoidType())
        return false;
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Parent)) {
      if (!Construct->getConstructor()->isCopyOrMoveConstructor())
        return true;
    } else if (const Expr *Target = assignment(Parent).first) {
      return Target != Child;
    } else if (!isa<ParenExpr>(Parent)) {
      return true;
    }
  }
  return true;
}

/// The innermost loop of \p At's body that brings a value each time around. A
/// lambda's body runs in the loop that calls it.
const Stmt *Follower::iteration(const Frame *At) const {
  const BodyIndex &Index = *At->Index;
  bool Shares = At->Caller && At->Caller->Index == At->Index;
  if (!At->Origin)
    return Shares ? iteration(At->Caller) : nullptr;
  const Stmt *Loop = Index.loopOf(At->Origin);
  // Loops around the lambda repeat its definition only.
  const FunctionDecl &Here = Index.functionOf(At->Origin);
  if (!Shares || (Loop && &Index.functionOf(Loop) == &Here))
    return Loop;
  return iteration(At->Caller);
}

void Follower::stored(const ValueDecl &D, const Value &V, bool Sums,
                      const Stmt *Site, bool ReadElsewhere) {
  if (!Visited.insert({D.getCanonicalDecl(), V.At->Call}).second)
    return;
  const BodyIndex &Index = *V.At->Index;
  const auto *Var = dyn_cast<VarDecl>(&D);
  bool Local = isa<BindingDecl>(D) || (Var && Var->hasLocalStorage());
  const Stmt *Loop = iteration(V.At);
  const Stmt *Declaration = Local ? Index.declaration(&D) : nullptr;
  // A local of the loop's body starts anew on every iteration.
  bool Carried = Loop && !isa<BindingDecl>(D) &&
                 !(Declaration && Index.repeats(Loop, Declaration));
  bool Read = ReadElsewhere;
  for (const Expr *Mention : mentions(Index, D, Site)) {
    if (!isRead(Index, Mention))
      continue;
    Read = true;
    if (Carried && !Index.repeats(Loop, Mention)) {
      add(HostUse::Accumulated, Site);
      continue;
    }
    Value Reader = V;
    Reader.E = Mention;
    push(Reader);
  }

  // What a reference or pointer parameter leads to outlives the call.
  const auto *Parameter = dyn_cast<ParmVarDecl>(&D);
  bool Leads = Parameter &&
               (D.getType()->isReferenceType() || D.getType()->isPointerType());
  bool Outlives = !Local || Leads;
  Kept |= Outlives;
  UsePattern Pattern = V.Extreme ? UsePattern::MinMax : UsePattern::None;
  if (Sums && (Carried || Outlives))
    add(HostUse::Accumulated, Site, Pattern);
  // What is assigned through a local reference is what it was bound to.
  bool Declares = isa<DeclStmt, LambdaExpr>(Site);
  if (!Declares && Var && !Parameter && Var->getType()->isReferenceType() &&
      Var->getInit()) {
    store(Var->getInit(), V, Sums, Site);
    return;
  }
  if (!Declares && !Read && isa<BindingDecl>(D)) {
    add(HostUse::Unknown, Site);
    return;
  }
  if (Leads && V.At->Caller && !Parameter->isImplicit()) {
    llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(V.At->Call);
    unsigned Position = Parameter->getFunctionScopeIndex();
    if (Position < Arguments.size() &&
        Parameter->getDeclContext() == V.At->Function) {
      Value Outer = V;
      Outer.At = V.At->Caller;
      store(Arguments[Position], Outer, Sums, V.At->Call);
      return;
    }
  }
  if (!Sums && Outlives && !Read)
    add(HostUse::Unknown, Site);
}

/// Where \p D is mentioned. A variable of more places than may be followed is
/// not followed at all, so that many fetches into it cost no square.
llvm::ArrayRef<const Expr *> Follower::mentions(const BodyIndex &Index,
                                                const ValueDecl &D,
                                                const Stmt *Site) {
  llvm::ArrayRef<const Expr *> All = Index.mentions(&D);
  if (All.size() <= MaxSteps)
    return All;
  add(HostUse::Unknown, Site);
  return {};
}

static const Expr *ignoreCasts(const Expr *E) {
  E = ignoreWrappers(E);
  while (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    E = ignoreWrappers(Cast->getSubExpr());
  return E;
}

void Follower::store(const Expr *Target, Value V, bool Sums, const Stmt *Site) {
  Target = ignoreCasts(Target);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
    if (isa<VarDecl, BindingDecl>(Ref->getDecl()))
      stored(*Ref->getDecl(), V, Sums, Site);
  } else if (const auto *Member = dyn_cast<MemberExpr>(Target)) {
    storeField(*Member, V, Sums, Site);
  } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Target)) {
    storeMemory(Subscript->getBase(), V, Site);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(Target)) {
    if (Unary->getOpcode() == UO_Deref)
      storeMemory(Unary->getSubExpr(), V, Site);
    else
      store(Unary->getSubExpr(), V, Sums, Site);
  } else if (const auto *Either = dyn_cast<ConditionalOperator>(Target)) {
    store(Either->getTrueExpr(), V, Sums, Site);
    store(Either->getFalseExpr(), V, Sums, Site);
  } else if (isa<CallExpr>(Target)) {
    storeThroughCall(Target, V, Sums, Site);
  } else {
    add(HostUse::Unknown, Site);
  }
}

static bool isTensorAccessor(QualType T) {
  const auto *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && simpleName(*Record).contains("TensorAccessor") &&
         isLibTorch(*Record);
}

/// One of the elements that \p Handle leads to is written: those of an array, a
/// container or, through a pointer, iterator or accessor, of what it was made
/// from.
void Follower::storeMemory(const Expr *Handle, Value V, const Stmt *Site) {
  Handle = ignoreCasts(Handle);
  if (const auto *Sum = dyn_cast<BinaryOperator>(Handle)) {
    const Expr *Left = Sum->getLHS();
    storeMemory(Left->getType()->isPointerType() ? Left : Sum->getRHS(), V,
                Site);
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Handle)) {
    storeMemory(Unary->getSubExpr(), V, Site);
    return;
  }
  // data_ptr, accessor, data, begin: the object has the memory.
  if (isa<CallExpr>(Handle)) {
    const Expr *Object = objectOf(Handle);
    if (Object && isTensorAccessor(Object->getType()))
      storeMemory(Object, V, Site);
    else if (Object)
      store(Object, V, /*Sums=*/true, Site);
    else
      add(HostUse::Unknown, Site);
    return;
  }
  store(Handle, V, /*Sums=*/true, Site);
  const auto *Ref = dyn_cast<DeclRefExpr>(Handle);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || isa<ParmVarDecl>(Var))
    return;
  QualType T = Var->getType();
  const auto *Record = T->getAsCXXRecordDecl();
  bool Leads = T->isPointerType() || isTensorAccessor(T) ||
               (Record && simpleName(*Record).contains("iterator"));
  if (!Leads || !Visited.insert({Var, Var}).second)
    return;
  if (!Var->getInit())
    add(HostUse::Unknown, Site);
  else if (!isa<CXXNewExpr>(ignoreCasts(Var->getInit())))
    storeMemory(Var->getInit(), V, Site);
}

/// `v[i] = ...`, `map.at(k) = ...`, `std::tie(a, b) = ...`.
void Follower::storeThroughCall(const Expr *Target, Value V, bool Sums,
                                const Stmt *Site) {
  const FunctionDecl *Callee = calleeOf(Target);
  const Expr *Object = Callee ? objectOf(Target) : nullptr;
  if (Object && isTensor(Object->getType())) {
    add(HostUse::Operand, Site); // x[0] = v
    return;
  }
  bool Standard = Callee && isStandard(*Callee);
  if (Object && (Standard || isLibTorch(*Callee))) {
    storeMemory(Object, V, Site);
    return;
  }
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(Target);
  if (Standard && simpleName(*Callee) == "tie") {
    for (const Expr *Argument : Arguments)
      store(Argument, V, Sums, Site);
  } else if (Standard && Arguments.size() == 1) {
    store(Arguments[0], V, Sums, Site); // std::get<0>(t)
  } else {
    add(HostUse::Unknown, Site);
  }
}

void Follower::storeField(const MemberExpr &Target, Value V, bool Sums,
                          const Stmt *Site) {
  const auto *Field = dyn_cast<FieldDecl>(Target.getMemberDecl());
  if (!Field) {
    if (const auto *Static = dyn_cast<VarDecl>(Target.getMemberDecl()))
      stored(*Static, V, Sums, Site);
    return;
  }
  const Expr *Base = ignoreWrappers(Target.getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var && Var->hasLocalStorage() && !Target.isArrow() &&
      !Var->getType()->isReferenceType()) {
    if (!V.Field)
      V.Field = Field;
    stored(*Var, V, Sums, Site);
    return;
  }
  // A constructor's own member: the object that it makes carries the value.
  if (isa<CXXThisExpr>(Base) && isa<CXXConstructorDecl>(V.At->Function) &&
      V.At->Caller) {
    Value Made = V;
    if (!Made.Field)
      Made.Field = Field;
    Made.E = V.At->Call;
    Made.At = V.At->Caller;
    push(Made);
    return;
  }
  V.Field = nullptr;
  bool Read = !Sums && readersElsewhere(*Field, V);
  // The loop that decides whether a read is later is the caller's when this
  // body has none.
  if (!iteration(V.At))
    for (const Frame *F = V.At; F->Caller; F = F->Caller) {
      const BodyIndex &Outer = *F->Caller->Index;
      for (const Expr *Mention : mentions(Outer, *Field, Site))
        if (isRead(Outer, Mention) &&
            Outer.repeats(Outer.loopOf(F->Call), Mention)) {
          Value Reader = V;
          Reader.E = Mention;
          Reader.At = F->Caller;
          push(Reader);
          Read = true;
        }
    }
  stored(*Field, V, Sums, Site, Read);
}

/// A member that keeps the latest value is read by the class's other methods.
/// True if one of them, as far as their bodies show, does.
bool Follower::readersElsewhere(const FieldDecl &Field, const Value &V) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || !Visited.insert({&Field, Class}).second)
    return false;
  bool Any = false;
  for (const CXXMethodDecl *Method : Class->methods()) {
    const FunctionDecl *Definition = nullptr;
    if (!Method->hasBody(Definition))
      continue;
    const BodyIndex *Index = Indices.of(*Definition);
    if (!Index || Index == V.At->Index)
      continue;
    const Frame *There = nullptr;
    for (const Expr *Mention : mentions(*Index, Field, nullptr)) {
      if (!isRead(*Index, Mention))
        continue;
      if (!There)
        There = make({Index, Definition, nullptr, nullptr, nullptr, MaxDepth});
      Value Reader = V;
      Reader.E = Mention;
      Reader.At = There;
      push(Reader);
      Any = true;
    }
  }
  return Any;
}

//===----------------------------------------------------------------------===//
// The public face
//===----------------------------------------------------------------------===//

/// A transfer of which only one element is asked for: the call that asks.
/// `x.to(kCPU)[i].item()`, with views between, alone or through one variable.
static const Expr *fetchOfCopy(const Expr &Copy, const BodyIndex &Index) {
  const Stmt *Child = &Copy;
  for (unsigned Up = 0; Up < 64; ++Up) {
    const Stmt *Parent = Index.parentOf(Child);
    if (!Parent)
      return nullptr;
    const FunctionDecl *Callee = nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(Parent)) {
      Callee = dyn_cast<FunctionDecl>(Member->getMemberDecl());
      Parent = Index.parentOf(Member);
      if (!Callee || !isa_and_nonnull<CXXMemberCallExpr>(Parent))
        return nullptr;
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Parent)) {
      if (Call->getOperator() != OO_Subscript || objectOf(Call) != Child)
        return nullptr;
    } else if (isa<DeclStmt>(Parent)) {
      const VarDecl *Var =
          isa<Expr>(Child) ? Index.initialised(cast<Expr>(Child)) : nullptr;
      llvm::ArrayRef<const Expr *> Mentions =
          Var ? Index.mentions(Var) : llvm::ArrayRef<const Expr *>();
      if (Mentions.size() != 1 ||
          Index.loopOf(Mentions[0]) != Index.loopOf(Parent) ||
          &Index.functionOf(Mentions[0]) != &Index.functionOf(Parent))
        return nullptr;
      Parent = Mentions[0];
    } else if (!isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr,
                    CXXBindTemporaryExpr>(Parent)) {
      return nullptr;
    }
    if (Callee && isFetch(*Callee) && simpleName(*Callee) == "item")
      return cast<Expr>(Parent);
    static constexpr llvm::StringLiteral Views[] = {
        "detach",  "contiguous", "view",   "reshape",
        "squeeze", "flatten",    "select", "index_select"};
    if (Callee && !llvm::is_contained(Views, simpleName(*Callee)))
      return nullptr;
    Child = Parent;
  }
  return nullptr;
}

class HostUses::Impl {
public:
  BodyIndices Indices;
  llvm::DenseMap<const FunctionGraph *, std::unique_ptr<Refetches>> Fetches;

  Refetches &fetchesOf(const FunctionGraph &Graph, const BodyIndex &Index) {
    std::unique_ptr<Refetches> &Slot = Fetches[&Graph];
    if (!Slot)
      Slot = std::make_unique<Refetches>(Graph, Index);
    return *Slot;
  }
};

HostUses::HostUses() : Self(std::make_unique<Impl>()) {}
HostUses::~HostUses() = default;

UseFact HostUses::of(const Expr &Fetch, const FunctionGraph &Graph,
                     llvm::ArrayRef<UseCaller> Callers) {
  Follower Path(Self->Indices);
  const Frame *At = Path.frame(Fetch, Graph, Callers);
  if (!At)
    return {};
  if (isTensor(Fetch.getType()))
    if (const Expr *Item = fetchOfCopy(Fetch, *At->Index))
      return {HostUse::Redundant, UsePattern::None, Item};
  if (const CallExpr *Earlier =
          Self->fetchesOf(Graph, *At->Index).earlier(Fetch))
    return {HostUse::Redundant, UsePattern::None, Earlier};
  return Path.follow(Fetch, *At);
}

} // namespace torchsync
