//===- RareBranches.cpp - Which arm of a branch runs only now and then ----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RareBranches.h"
#include "CallRoles.h"
#include "LibTorch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace torchsync {

/// A share of iterations at or under 1/3 is a throttle: every second iteration
/// is not.
static constexpr uint64_t ThrottleFactor = 3;
/// `if (step < 10)` is over after ten of them; `step < 15000` is a phase of the
/// program.
static constexpr uint64_t WarmUpLimit = 100;

static std::optional<uint64_t> constant(const Expr *E, const ASTContext &C) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, C) || Result.Val.getInt().isNegative())
    return std::nullopt;
  return Result.Val.getInt().getLimitedValue();
}

RareBranches::RareBranches(const FunctionGraph &Graph, const Stmt *Region)
    : Graph(Graph), Region(Region) {
  collectWrites(&Graph.body());
  // A lambda steps the counters of the function around it.
  const auto *Method = dyn_cast<CXXMethodDecl>(&Graph.function());
  if (Method && Method->getParent()->isLambda()) {
    const DeclContext *Outer = Method->getParent()->getDeclContext();
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(Outer))
      if (F->hasBody() && !F->isDependentContext())
        collectWrites(F->getBody());
  }
}

void RareBranches::collectWrites(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 32> Pending{S};
  while (!Pending.empty()) {
    const Stmt *Current = Pending.pop_back_val();
    if (!Current)
      continue;
    Pending.append(Current->child_begin(), Current->child_end());
    const ValueDecl *Target = nullptr;
    bool Step = false;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Current)) {
      if (Unary->isIncrementDecrementOp()) {
        Target = namedBy(Unary->getSubExpr());
        Step = true;
      }
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(Current)) {
      if (Binary->isAssignmentOp()) {
        Target = namedBy(Binary->getLHS());
        Step = Binary->getOpcode() == BO_AddAssign ||
               Binary->getOpcode() == BO_SubAssign;
        if (Binary->getOpcode() == BO_Assign) {
          const auto *Sum =
              dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
          Step = Sum && Sum->isAdditiveOp() &&
                 (namedBy(Sum->getLHS()) == Target ||
                  namedBy(Sum->getRHS()) == Target);
        }
      }
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Current)) {
      if (Call->isAssignmentOp() && Call->getNumArgs() == 2) {
        Target = namedBy(Call->getArg(0));
        Step = Call->getOperator() != OO_Equal;
      } else if (Call->getOperator() == OO_PlusPlus) {
        // An atomic counter.
        Target = namedBy(Call->getArg(0));
        Step = true;
      }
    }
    if (Target)
      Writes[Target].push_back({Current, Step});
  }
}

bool RareBranches::isInRegion(const Stmt *S) const {
  return !Region || Graph.isWithin(S, Region);
}

RareBranches::Arm RareBranches::flip(Arm A) {
  switch (A) {
  case Arm::True:
    return Arm::False;
  case Arm::False:
    return Arm::True;
  case Arm::Neither:
    return Arm::Neither;
  }
  return Arm::Neither;
}

bool RareBranches::isPerRun(const VarDecl &Var) const {
  if (!Var.isLocalVarDeclOrParm() || Var.isStaticLocal())
    return false;
  if (!Region)
    return true;
  // The variable of the loop itself is made once, before it.
  if (const auto *For = dyn_cast<ForStmt>(Region))
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit()))
      if (llvm::is_contained(Init->decls(), &Var))
        return false;
  const SourceManager &Sources =
      Graph.function().getASTContext().getSourceManager();
  SourceRange Range = Region->getSourceRange();
  SourceLocation At = Var.getLocation();
  return !Sources.isBeforeInTranslationUnit(At, Range.getBegin()) &&
         !Sources.isBeforeInTranslationUnit(Range.getEnd(), At);
}

const ValueDecl *RareBranches::counterOf(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  // i + 1, ++i and i++ count as i does.
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->isIncrementDecrementOp())
      return counterOf(Unary->getSubExpr());
  if (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
    if (!Sum->isAdditiveOp())
      return nullptr;
    if (const ValueDecl *Left = counterOf(Sum->getLHS()))
      return Left;
    return counterOf(Sum->getRHS());
  }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return counterOf(Cast->getSubExpr());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    if (Call->getOperator() == OO_PlusPlus && Call->getNumArgs() > 0)
      E = Call->getArg(0);
  const ValueDecl *Counter = namedBy(E);
  if (!Counter)
    return nullptr;
  auto Found = Writes.find(Counter);
  if (Found == Writes.end())
    return nullptr;
  bool Steps = false;
  for (const Write &W : Found->second) {
    Steps |= W.Step;
    // Set anew on every run: it counts something inside one iteration.
    if (!W.Step && Region && isInRegion(W.At))
      return nullptr;
  }
  const auto *Var = dyn_cast<VarDecl>(Counter);
  if (Var && isPerRun(*Var))
    return nullptr;
  return Steps ? Counter : nullptr;
}

bool RareBranches::dependsOnCounter(const Expr *E) const {
  return anyPart(E, [&](const Stmt &S) {
    const ValueDecl *D = namedBy(dyn_cast<Expr>(&S));
    auto Found = D ? Writes.find(D) : Writes.end();
    return Found != Writes.end() &&
           llvm::any_of(Found->second,
                        [&](const Write &W) { return isInRegion(W.At); });
  });
}

namespace {
/// `step % Modulus`, or `step & (Modulus - 1)`.
struct Remainder {
  std::optional<uint64_t> Modulus; ///< Unset where it is not a constant.
};
} // namespace

static std::optional<Remainder> remainder(const Expr *E, const ASTContext &C) {
  E = E->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !Op->getType()->isIntegerType())
    return std::nullopt;
  if (Op->getOpcode() == BO_Rem)
    return Remainder{constant(Op->getRHS(), C)};
  if (Op->getOpcode() == BO_And)
    for (const Expr *Side : {Op->getLHS(), Op->getRHS()})
      if (std::optional<uint64_t> Bits = constant(Side, C))
        if (*Bits != 0 && (*Bits & (*Bits + 1)) == 0)
          return Remainder{*Bits + 1};
  return std::nullopt;
}

/// How many of \p Modulus remainders satisfy `remainder Kind Bound`.
static uint64_t satisfying(BinaryOperatorKind Kind, uint64_t Bound,
                           uint64_t Modulus) {
  uint64_t Less = std::min(Bound, Modulus);
  uint64_t AtMost = Bound < Modulus ? Bound + 1 : Modulus;
  switch (Kind) {
  case BO_LT:
    return Less;
  case BO_LE:
    return AtMost;
  case BO_GE:
    return Modulus - Less;
  default:
    return Modulus - AtMost;
  }
}

/// step % 100 == 0, step % 100 < 2.
RareBranches::Arm RareBranches::modulus(const BinaryOperator &Op) const {
  const ASTContext &Context = Graph.function().getASTContext();
  const Expr *Left = Op.getLHS(), *Right = Op.getRHS();
  BinaryOperatorKind Kind = Op.getOpcode();
  std::optional<Remainder> Rest = remainder(Left, Context);
  if (!Rest) {
    std::swap(Left, Right);
    Rest = remainder(Left, Context);
    if (BinaryOperator::isRelationalOp(Kind))
      Kind = BinaryOperator::reverseComparisonOp(Kind);
  }
  if (!Rest)
    return Arm::Neither;
  if (Kind == BO_EQ || Kind == BO_NE) {
    if (Rest->Modulus && *Rest->Modulus < ThrottleFactor)
      return Arm::Neither;
    return Kind == BO_EQ ? Arm::True : Arm::False;
  }
  std::optional<uint64_t> Bound = constant(Right, Context);
  if (!Rest->Modulus || !Bound || *Rest->Modulus == 0)
    return Arm::Neither;
  uint64_t Modulus = *Rest->Modulus;
  uint64_t Taken = satisfying(Kind, *Bound, Modulus);
  if (Taken * ThrottleFactor <= Modulus)
    return Arm::True;
  if ((Modulus - Taken) * ThrottleFactor <= Modulus)
    return Arm::False;
  return Arm::Neither;
}

/// if (++pending >= n) { pending = 0; ... }: counted, and reset in the arm.
bool RareBranches::isResetIn(const Expr *Side, const Stmt *Then) const {
  Side = Side->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Side))
    if (Unary->isIncrementDecrementOp())
      Side = Unary->getSubExpr();
  const ValueDecl *Counter = namedBy(Side);
  auto Found = Counter ? Writes.find(Counter) : Writes.end();
  if (Found == Writes.end() || !Counter->getType()->isIntegerType())
    return false;
  bool Steps = false, Reset = false;
  for (const Write &W : Found->second) {
    bool Inside = Graph.isWithin(W.At, Then);
    Steps |= W.Step;
    Reset |= !W.Step && Inside;
    if (!W.Step && !Inside && Region && isInRegion(W.At))
      return false;
  }
  return Steps && Reset;
}

RareBranches::Arm RareBranches::comparison(const BinaryOperator &Op,
                                           const Stmt *Then) const {
  if (Arm Rare = modulus(Op); Rare != Arm::Neither)
    return Rare;
  if (Then && Op.getOpcode() != BO_NE &&
      (isResetIn(Op.getLHS(), Then) || isResetIn(Op.getRHS(), Then)))
    return Arm::True;

  // step == first, step < 10.
  const Expr *Left = Op.getLHS(), *Right = Op.getRHS();
  BinaryOperatorKind Kind = Op.getOpcode();
  if (!counterOf(Left)) {
    std::swap(Left, Right);
    if (BinaryOperator::isRelationalOp(Kind))
      Kind = BinaryOperator::reverseComparisonOp(Kind);
  }
  if (!counterOf(Left) || !Left->getType()->isIntegerType() ||
      dependsOnCounter(Right))
    return Arm::Neither;
  if (Kind == BO_EQ || Kind == BO_NE)
    return Kind == BO_EQ ? Arm::True : Arm::False;
  std::optional<uint64_t> Bound =
      constant(Right, Graph.function().getASTContext());
  if (!Bound || *Bound > WarmUpLimit)
    return Arm::Neither;
  return Kind == BO_LT || Kind == BO_LE ? Arm::True : Arm::False;
}

/// The variable or field whose state decides whether lazy work was done: the
/// object of `x.defined()`, of `!x`, `x == nullptr`, `x.device() != ...`.
static const ValueDecl *guardedPlace(const Expr *E,
                                     const FunctionGraph &Graph) {
  E = ignoreWrappers(E);
  if (!E)
    return nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot
               ? guardedPlace(Unary->getSubExpr(), Graph)
               : nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (!Op->isEqualityOp())
      return nullptr;
    const ValueDecl *Left = guardedPlace(Op->getLHS(), Graph);
    return Left ? Left : guardedPlace(Op->getRHS(), Graph);
  }
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (Op->getNumArgs() != 2 || (Op->getOperator() != OO_EqualEqual &&
                                  Op->getOperator() != OO_ExclaimEqual))
      return nullptr;
    return guardedPlace(Op->getArg(0), Graph);
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Member->getNumArgs() != 0)
      return nullptr;
    const Expr *Object = Member->getImplicitObjectArgument();
    return Object ? guardedPlace(Object, Graph) : nullptr;
  }
  return namedBy(E);
}

RareBranches::Arm RareBranches::onceFlag(const Expr *Condition,
                                         const Stmt *Then) const {
  const ValueDecl *Place = guardedPlace(Condition, Graph);
  if (!Place || !Then)
    return Arm::Neither;
  const auto *Var = dyn_cast<VarDecl>(Place);
  if (Var && isPerRun(*Var))
    return Arm::Neither;
  auto Found = Writes.find(Place);
  if (Found == Writes.end())
    return Arm::Neither;
  bool InArm = false;
  for (const Write &W : Found->second) {
    bool Inside = Graph.isWithin(W.At, Then);
    InArm |= Inside && !W.Step;
    if (!Inside && isInRegion(W.At))
      return Arm::Neither;
  }
  return InArm ? Arm::True : Arm::Neither;
}

/// A function whose body is one return statement answers with its expression.
RareBranches::Arm RareBranches::helper(const CallExpr &Call,
                                       unsigned Depth) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) ||
      Definition->isDependentContext())
    return Arm::Neither;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 1)
    return Arm::Neither;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  if (!Return || !Return->getRetValue())
    return Arm::Neither;
  return rareArm(Return->getRetValue(), nullptr, Depth + 1);
}

RareBranches::Arm RareBranches::rareArm(const Expr *Condition, const Stmt *Then,
                                        unsigned Depth) const {
  if (!Condition || Depth > 4 || Condition->containsErrors())
    return Arm::Neither;
  const ASTContext &Context = Graph.function().getASTContext();
  const Expr *E = ignoreWrappers(Condition);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return rareArm(Cast->getSubExpr(), Then, Depth + 1);
  if (Arm Once = onceFlag(E, Then); Once != Arm::Neither)
    return Once;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot
               ? flip(rareArm(Unary->getSubExpr(), nullptr, Depth + 1))
               : Arm::Neither;
  if (std::optional<Remainder> Rest = remainder(E, Context))
    return Rest->Modulus && *Rest->Modulus < ThrottleFactor ? Arm::Neither
                                                            : Arm::False;
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isComparisonOp())
      return comparison(*Op, Then);
    if (!Op->isLogicalOp())
      return Arm::Neither;
    Arm Left = rareArm(Op->getLHS(), Then, Depth + 1);
    Arm Right = rareArm(Op->getRHS(), Then, Depth + 1);
    Arm Either = Op->getOpcode() == BO_LAnd ? Arm::True : Arm::False;
    if (Left == Either || Right == Either)
      return Either;
    return Left == Right ? Left : Arm::Neither;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (Call->getBuiltinCallee() == Builtin::BI__builtin_expect &&
        Call->getNumArgs() == 2) {
      if (std::optional<uint64_t> Expected = constant(Call->getArg(1), Context))
        return *Expected ? Arm::False : Arm::True;
      return Arm::Neither;
    }
    return helper(*Call, Depth);
  }
  // bool log = step % 100 == 0; ... if (log)
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->getType()->isBooleanType() && Var->isLocalVarDecl() &&
        Var->getInit() && !Writes.count(Var))
      return rareArm(Var->getInit(), nullptr, Depth + 1);
  }
  return Arm::Neither;
}

/// The statement that a short-circuit operator or branch decides in the end.
static const Stmt *deciderOf(const Stmt *S, const FunctionGraph &Graph) {
  while (S) {
    const Stmt *Parent = Graph.parentOf(S);
    if (!Parent || !isa<Expr>(Parent) ||
        isa<AbstractConditionalOperator>(Parent))
      return Parent;
    S = Parent;
  }
  return nullptr;
}

static bool throwsOrFails(const CFGBlock &Block) {
  if (Block.hasNoReturnElement())
    return true;
  for (const CFGElement &Element : Block)
    if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
      if (isa<CXXThrowExpr>(S->getStmt()))
        return true;
  return false;
}

/// True if whatever enters \p Block runs straight into a failure.
static bool endsInFailure(const CFGBlock *Block) {
  for (unsigned Step = 0; Block && Step != 8; ++Step) {
    if (throwsOrFails(*Block))
      return true;
    if (Block->succ_size() != 1)
      return false;
    Block = *Block->succ_begin();
  }
  return false;
}

/// The statements of an arm.
static llvm::ArrayRef<const Stmt *> statementsOf(const Stmt *const &Arm) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Arm))
    return {Block->body_begin(), Block->size()};
  return Arm;
}

/// `if (inside) work(); else std::cerr << ...;` and `{ print; continue; }`: an
/// arm that only reports what went wrong, in place of the iteration's work.
static bool reportsFailure(const IfStmt &If, const Stmt *Arm) {
  llvm::ArrayRef<const Stmt *> Body = statementsOf(Arm);
  bool Skips = !Body.empty() && isa<ContinueStmt>(Body.back());
  if (Skips)
    Body = Body.drop_back();
  if (Body.empty() ||
      !llvm::all_of(Body, [](const Stmt *S) { return onlyReports(*S); }))
    return false;
  const Stmt *Works = If.getThen();
  return Skips || (Arm == If.getElse() &&
                   llvm::any_of(statementsOf(Works), [](const Stmt *S) {
                     return !onlyReports(*S);
                   }));
}

bool RareBranches::isRare(const CFGBlock &From, unsigned Index) const {
  if (throwsOrFails(From))
    return true;
  const CFGBlock *To = *(From.succ_begin() + Index);
  if (const Stmt *Label = To ? To->getLabel() : nullptr) {
    if (isa<CXXCatchStmt>(Label))
      return true;
    if (isa<SwitchCase>(Label))
      if (const auto *A =
              dyn_cast_or_null<AttributedStmt>(Graph.parentOf(Label)))
        if (hasSpecificAttr<UnlikelyAttr>(A->getAttrs()))
          return true;
  }

  const Stmt *Terminator = From.getTerminatorStmt();
  if (!Terminator || From.succ_size() != 2)
    return false;
  // A static local is initialised once; the second successor does it.
  if (isa<DeclStmt>(Terminator))
    return Index == 1;

  // Where the CFG splits && and ||, an arm has several ways into it.
  const auto *Decided = dyn_cast_or_null<IfStmt>(
      isa<IfStmt>(Terminator) ? Terminator : deciderOf(Terminator, Graph));
  if (Decided && To && !To->empty())
    if (std::optional<CFGStmt> First = To->front().getAs<CFGStmt>())
      for (const Stmt *Arm : {Decided->getThen(), Decided->getElse()})
        if (Arm && Graph.isWithin(First->getStmt(), Arm) &&
            reportsFailure(*Decided, Arm))
          return true;

  const Stmt *Then = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(Terminator)) {
    Then = If->getThen();
    Stmt::Likelihood L = Stmt::getLikelihood(If->getThen(), If->getElse());
    if (L == Stmt::LH_Unlikely && Index == 0)
      return true;
    if (L == Stmt::LH_Likely && Index == 1)
      return true;
  } else if (const auto *Op = dyn_cast<BinaryOperator>(Terminator)) {
    // The condition of a loop says how often it runs, not how rarely its body.
    const Stmt *Decider = deciderOf(Op, Graph);
    if (!Op->isLogicalOp() || !Decider || isa<ForStmt>(Decider) ||
        isa<WhileStmt>(Decider) || isa<DoStmt>(Decider))
      return false;
    if (const auto *If = dyn_cast<IfStmt>(Decider))
      Then = Op->getOpcode() == BO_LAnd ? If->getThen() : nullptr;
  } else if (!isa<AbstractConditionalOperator>(Terminator)) {
    return false;
  }

  // if (size % groups != 0) throw: who goes on does so every time.
  if (endsInFailure(*(From.succ_begin() + (1 - Index))))
    return false;
  const Expr *Condition = From.getLastCondition();
  Arm Rare = rareArm(Condition, Then);
  return Rare == (Index == 0 ? Arm::True : Arm::False);
}

} // namespace torchsync
