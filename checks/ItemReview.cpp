//===- ItemReview.cpp - Rewrites of a fetched value that need review ------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemReview.h"

#include "model/CallRoles.h"
#include "model/PureCode.h"
#include "model/StatementShapes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace torchsync {

/// Of how many iterations one logs, and of how many one tests.
static constexpr unsigned LogEvery = 100;
static constexpr unsigned TestEvery = 16;

namespace {

/// The rewrites of one fetch.
class ItemReview {
public:
  ItemReview(const SyncPoint &Point, const ASTContext &Context)
      : Point(Point), Context(Context), Sources(Context.getSourceManager()),
        Lang(Context.getLangOpts()), Graph(Point.Body->graph()) {}

  std::optional<ReviewFix> throttled(unsigned Every) const;
  std::optional<ReviewFix> deferred() const;
  std::optional<ReviewFix> accumulated() const;
  std::optional<ReviewFix> selected() const;
  std::optional<ReviewFix> asserted() const;
  std::optional<ReviewFix> compared() const;
  std::optional<ReviewFix> verdict() const;

private:
  std::optional<llvm::StringRef> text(SourceLocation Begin,
                                      SourceLocation End) const {
    return plainText(CharSourceRange::getTokenRange(Begin, End), Context);
  }
  std::optional<llvm::StringRef> text(const Stmt &S) const {
    return text(S.getBeginLoc(), S.getEndLoc());
  }
  /// As written, whatever it is.
  llvm::StringRef token(SourceRange Range) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(Range), Sources,
                                Lang);
  }
  std::string detached(const Expr &Whole, const Expr &Fetched,
                       const std::string &Behind = {}) const;
  std::string operand(const Expr &E) const;
  std::string function(llvm::StringRef Name) const;
  std::string indent(SourceLocation Loc) const {
    return Lexer::getIndentationForLine(Loc, Sources).str();
  }
  SourceLocation lastToken(const Stmt &S) const;
  bool endsLine(SourceLocation Token) const;
  const Expr *value() const;
  std::optional<FixItHint> onlyEvery(unsigned Every,
                                     llvm::ArrayRef<const Stmt *> Run,
                                     const CompoundStmt &Block,
                                     const Stmt &Loop) const;
  std::string condition(const Expr &Test, bool &Negated) const;
  const Stmt *loopOf(const VarDecl &Var, const Expr &Assignment) const;

  const SyncPoint &Point;
  const ASTContext &Context;
  const SourceManager &Sources;
  const LangOptions &Lang;
  const FunctionGraph &Graph;
};

} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// \p E as an operand of any operator, or "" where it cannot be copied.
std::string ItemReview::operand(const Expr &E) const {
  std::optional<llvm::StringRef> Text = text(E);
  if (!Text)
    return {};
  const Expr *Bare = E.IgnoreImplicit();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Bare);
  bool Binds = Operator ? Operator->getOperator() == OO_Subscript ||
                              Operator->getOperator() == OO_Call
                        : isa<DeclRefExpr, MemberExpr, CallExpr, ParenExpr,
                              ArraySubscriptExpr>(Bare);
  return Binds ? Text->str() : "(" + Text->str() + ")";
}

/// \p Name with the namespace that the headers at hand declare it in.
std::string ItemReview::function(llvm::StringRef Name) const {
  auto Lookup = [&](const DeclContext &Scope, llvm::StringRef Of) {
    return Scope.lookup(DeclarationName(&Context.Idents.get(Of)));
  };
  for (const NamedDecl *D : Lookup(*Context.getTranslationUnitDecl(), "torch"))
    if (const auto *Torch = dyn_cast<NamespaceDecl>(D))
      if (!Lookup(*Torch, "zeros").empty())
        return ("torch::" + Name).str();
  return ("at::" + Name).str();
}

/// The semicolon or brace that \p S ends with.
SourceLocation ItemReview::lastToken(const Stmt &S) const {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(&S))
    return lastToken(*Attributed->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return lastToken(If->getElse() ? *If->getElse() : *If->getThen());
  if (isLoop(&S) && !isa<DoStmt>(S))
    return lastToken(*bodyOf(S));
  SourceLocation End = S.getEndLoc();
  if (End.isInvalid() || End.isMacroID() || isa<CompoundStmt, DeclStmt>(S))
    return End.isMacroID() ? SourceLocation() : End;
  std::optional<Token> Next = Lexer::findNextToken(End, Sources, Lang);
  return Next && Next->is(tok::semi) ? Next->getLocation() : SourceLocation();
}

/// True if nothing, no comment either, stands behind \p Token on its line.
bool ItemReview::endsLine(SourceLocation Token) const {
  SourceLocation End = Lexer::getLocForEndOfToken(Token, 0, Sources, Lang);
  return End.isValid() && llvm::StringRef(Sources.getCharacterData(End))
                              .take_until([](char C) { return C == '\n'; })
                              .trim()
                              .empty();
}

/// The number that the host gets: the fetch, or the `toFloat()` of `item()`.
const Expr *ItemReview::value() const {
  if (classify(Point.Call->getType()) != TypeKind::Scalar)
    return Point.Call;
  const CXXMemberCallExpr *Outer = calledOnResult(*Point.Call, Graph);
  return Outer && Outer->getType()->isArithmeticType() ? Outer : nullptr;
}

static const MemberExpr *memberOf(const Expr *E) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
  return Call ? dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens())
              : nullptr;
}

//===----------------------------------------------------------------------===//
// Every so many iterations
//===----------------------------------------------------------------------===//

/// True if \p Loop ends before \p Every iterations, by a constant.
static bool isShort(const Stmt &Loop, unsigned Every,
                    const ASTContext &Context) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Test =
      For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  Expr::EvalResult Bound;
  return Test && Test->isRelationalOp() &&
         Test->getRHS()->EvaluateAsInt(Bound, Context) &&
         Bound.Val.getInt().getExtValue() <= static_cast<int64_t>(Every);
}

static void addDeclared(const Stmt &S,
                        llvm::SmallPtrSetImpl<const Decl *> &Declared) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
    Declared.insert(Declaration->decl_begin(), Declaration->decl_end());
}

/// The statements of \p Block from \p First to the last one that needs what
/// they declare.
static llvm::ArrayRef<const Stmt *> runFrom(const Stmt &First,
                                            const CompoundStmt &Block) {
  llvm::ArrayRef<const Stmt *> Rest(Block.body_begin(), Block.size());
  Rest = Rest.drop_until([&](const Stmt *S) { return S == &First; });
  llvm::SmallPtrSet<const Decl *, 4> Declared;
  addDeclared(First, Declared);
  size_t Size = 1;
  for (size_t I = 1; I < Rest.size(); ++I) {
    bool Needs = anyPart(Rest[I], [&](const Stmt &S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&S);
      return Ref && Declared.contains(Ref->getDecl());
    });
    for (; Needs && Size <= I; ++Size)
      addDeclared(*Rest[Size], Declared);
  }
  return Rest.take_front(Size);
}

static bool isFetchCall(const Stmt &S) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isFetch(*Callee);
}

/// True if \p E picks out one of several tensors by \p Loop's position: each
/// iteration has another one, and none is a newer value of the last.
static bool isElement(const Expr &E, const Stmt &Loop) {
  const ValueDecl *Counter = counterOf(Loop);
  const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop);
  const VarDecl *Current = Range ? Range->getLoopVariable() : nullptr;
  llvm::SmallVector<const Expr *, 4> Pending = {&E};
  for (unsigned Depth = 0; !Pending.empty() && Depth < 16; ++Depth) {
    llvm::SmallPtrSet<const ValueDecl *, 8> Read;
    if (!collectReads(Pending.pop_back_val(), Read))
      continue;
    for (const ValueDecl *D : Read) {
      if (D == Counter || D == Current)
        return true;
      const auto *Var = dyn_cast<VarDecl>(D);
      if (Var && Var->hasLocalStorage() && Var->getInit())
        Pending.push_back(Var->getInit());
    }
  }
  return false;
}

/// `if (i % 100 == 0) { ... }` around \p Run, the statements of \p Block that
/// the fetch is for, by \p Loop's counter.
std::optional<FixItHint> ItemReview::onlyEvery(unsigned Every,
                                               llvm::ArrayRef<const Stmt *> Run,
                                               const CompoundStmt &Block,
                                               const Stmt &Loop) const {
  const ValueDecl *Counter = counterOf(Loop);
  SourceLocation Begin = Run.front()->getBeginLoc(),
                 End = lastToken(*Run.back());
  std::optional<llvm::StringRef> Text = text(Begin, End);
  if (!Counter || isHidden(*Counter, Loop) || isShort(Loop, Every, Context) ||
      !Text || Text->contains("R\"") ||
      !llvm::all_of(Run, [](const Stmt *S) { return onlyTells(*S); }))
    return std::nullopt;
  std::string Indent = indent(Begin), Outer = indent(Block.getRBracLoc());
  std::string Unit = llvm::StringRef(Indent).starts_with(Outer)
                         ? Indent.substr(Outer.size())
                         : "  ";
  std::string New = "if (" + Counter->getNameAsString() + " % " +
                    std::to_string(Every) + " == 0) {\n" + Indent + Unit;
  for (char C : *Text) {
    New += C;
    if (C == '\n')
      New += Unit;
  }
  return FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(Begin, End), New + "\n" + Indent + "}");
}

/// What is logged or tested on every iteration does on some.
std::optional<ReviewFix> ItemReview::throttled(unsigned Every) const {
  auto [First, Block] = statementOf(Point.Call, Graph);
  if (!First)
    return std::nullopt;
  llvm::ArrayRef<const Stmt *> Run = runFrom(*First, *Block);
  // Of several fetches the first one has the rewrite.
  SourceLocation Here = Point.Call->getExprLoc();
  for (const Stmt *S : Run)
    if (anyPart(S, [&](const Stmt &Part) {
          return isFetchCall(Part) && Sources.isBeforeInTranslationUnit(
                                          cast<Expr>(Part).getExprLoc(), Here);
        }))
      return std::nullopt;
  ReviewFix Review;
  // A loop without braces is a statement of its block.
  const Stmt *Loop = loopAround(First, Graph);
  if (Loop && Point.Subject && isElement(*Point.Subject, *Loop))
    return std::nullopt;
  if (Loop && Loop == loopAround(Point.Call, Graph))
    Review.Fix = onlyEvery(Every, Run, *Block, *Loop);
  if (!Review.Fix)
    Review.Text = "torchsync::AsyncFetch (torchsync/async_fetch.h) brings the "
                  "value some iterations later, without a wait";
  else if (Every == LogEvery)
    Review.Text = "needs review: of " + std::to_string(Every) +
                  " iterations one logs its value";
  else
    Review.Text = "needs review: what the test is for comes up to " +
                  std::to_string(Every - 1) + " iterations later";
  return Review;
}

//===----------------------------------------------------------------------===//
// Where the value is read
//===----------------------------------------------------------------------===//

namespace {
/// The reads of a variable that keeps its value; Other says that there is more.
class ReadsOf : public RecursiveASTVisitor<ReadsOf> {
public:
  ReadsOf(const VarDecl &Var, const FunctionGraph &Graph)
      : Var(Var), Graph(Graph) {}
  llvm::SmallVector<const DeclRefExpr *, 4> Found;
  bool Other = false;

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (Ref->getDecl() != &Var)
      return true;
    // A lambda's body has no parents here.
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Graph.parentOf(Ref));
    Other |= !Cast && !Var.getType().isConstQualified();
    Other |= Cast && Cast->getCastKind() != CK_LValueToRValue &&
             !Cast->getType().isConstQualified();
    Found.push_back(Ref);
    return !Other;
  }

private:
  const VarDecl &Var;
  const FunctionGraph &Graph;
};
} // namespace

/// `float v = x.item<float>(); ... if (i % 100 == 0) log(v);` to a tensor that
/// is fetched in the branch.
std::optional<ReviewFix> ItemReview::deferred() const {
  const Expr *Fetched = value();
  const MemberExpr *Item = memberOf(Point.Call);
  const Stmt *S = Fetched ? Graph.parentOf(Fetched) : nullptr;
  while (isa_and_nonnull<FullExpr>(S))
    S = Graph.parentOf(S);
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  if (!Item || !Var || !Var->hasLocalStorage() ||
      !isSameType(Var->getType(), Fetched->getType()) ||
      !isa_and_nonnull<CompoundStmt>(Graph.parentOf(Declaration)))
    return std::nullopt;
  ReadsOf Reads(*Var, Graph);
  Reads.TraverseStmt(const_cast<Stmt *>(&Graph.body()));
  if (Reads.Other || Reads.Found.empty())
    return std::nullopt;
  std::string Value = detached(*Fetched, *Fetched);
  std::optional<llvm::StringRef> Fetch =
      text(Item->getMemberLoc(), Fetched->getEndLoc());
  SourceLocation Begin = Declaration->getBeginLoc(),
                 End = Declaration->getEndLoc();
  if (Value.empty() || !Fetch || !text(Begin, End))
    return std::nullopt;
  std::string Name = Var->getNameAsString();
  ReviewFix Review;
  Review.Text = "needs review: the tensor is kept and fetched where the value "
                "is read, so nothing may write to it in between";
  Review.Fix = FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(Begin, End),
      (Var->getType().isConstQualified() ? "const auto " : "auto ") + Name +
          " = " + Value + ";");
  for (const DeclRefExpr *Read : Reads.Found) {
    SourceLocation At = Read->getLocation();
    if (At.isMacroID() || !Graph.blockOf(Read) || Point.Body->reasonOf(Read))
      return std::nullopt;
    Review.Others.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(At, At), Name + "." + Fetch->str()));
  }
  return Review;
}

//===----------------------------------------------------------------------===//
// A sum or an extreme that is read after the loop
//===----------------------------------------------------------------------===//

namespace {
/// Judges the mentions of an accumulator around one loop.
class AccumulatorMentions : public RecursiveASTVisitor<AccumulatorMentions> {
public:
  AccumulatorMentions(const VarDecl &Var, const Stmt &Loop,
                      const Expr &Assignment, const FunctionGraph &Graph)
      : Var(Var), Loop(Loop), Assignment(Assignment), Graph(Graph),
        Sources(Graph.function().getASTContext().getSourceManager()) {}
  bool Bad = false;

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (Ref->getDecl() != &Var || Graph.isWithin(Ref, &Assignment))
      return true;
    // After the loop it has its value, whoever reads it.
    if (!Graph.isWithin(Ref, &Loop) &&
        Sources.isBeforeInTranslationUnit(Loop.getEndLoc(), Ref->getLocation()))
      return true;
    const auto *Parent = dyn_cast_or_null<Expr>(Graph.parentOf(Ref));
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Parent);
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent);
    bool Plain = (Cast && Cast->getCastKind() == CK_LValueToRValue) ||
                 (Binary && Binary->isAssignmentOp());
    Bad |= !Plain || Graph.isWithin(Ref, &Loop);
    return !Bad;
  }

private:
  const VarDecl &Var;
  const Stmt &Loop;
  const Expr &Assignment;
  const FunctionGraph &Graph;
  const SourceManager &Sources;
};
} // namespace

/// The outermost loop in which nothing but \p Assignment mentions \p Var, the
/// function's own, and before which nothing else gets hold of it.
const Stmt *ItemReview::loopOf(const VarDecl &Var,
                               const Expr &Assignment) const {
  const Stmt *Best = nullptr;
  for (const Stmt *Loop = loopAround(&Assignment, Graph); Loop;
       Loop = loopAround(Loop, Graph)) {
    if (Loop->getBeginLoc().isMacroID() ||
        (Sources.isBeforeInTranslationUnit(Loop->getBeginLoc(),
                                           Var.getLocation()) &&
         Sources.isBeforeInTranslationUnit(Var.getLocation(),
                                           Loop->getEndLoc())))
      break;
    AccumulatorMentions Mentions(Var, *Loop, Assignment, Graph);
    Mentions.TraverseStmt(const_cast<Stmt *>(&Graph.body()));
    if (Mentions.Bad || anyPart(Loop, [](const Stmt &S) {
          return isa<GotoStmt, IndirectGotoStmt>(S);
        }))
      break;
    Best = Loop;
  }
  return Best;
}

/// A number that LibTorch takes next to a tensor, in every version.
static bool isPlainNumber(QualType T) {
  const auto *Builtin = T->getAs<BuiltinType>();
  return Builtin && (Builtin->getKind() == BuiltinType::Int ||
                     Builtin->getKind() == BuiltinType::Long ||
                     Builtin->getKind() == BuiltinType::Float ||
                     Builtin->getKind() == BuiltinType::Double);
}

namespace {
/// How a host's number is kept on the device, and fetched.
struct Kept {
  llvm::StringRef Dtype; ///< Empty for what is not kept.
  llvm::StringRef Type;
};
} // namespace

static Kept keptAs(QualType T) {
  const auto *Builtin = T->getAs<BuiltinType>();
  switch (Builtin ? Builtin->getKind() : BuiltinType::Void) {
  case BuiltinType::Float:
    return {"kFloat", "float"};
  case BuiltinType::Double:
    return {"kDouble", "double"};
  case BuiltinType::Int:
    return {"kLong", "int"};
  case BuiltinType::Long:
  case BuiltinType::ULong:
    return {"kLong", "int64_t"};
  default:
    return {};
  }
}

/// "loss_on_device", "lossOnDevice": in the style of the name that it is for.
static std::string onDevice(llvm::StringRef Name) {
  bool Camel = !Name.contains('_') &&
               llvm::any_of(Name, [](char C) { return llvm::isUpper(C); });
  return Name.rtrim('_').str() + (Camel ? "OnDevice" : "_on_device");
}

namespace {
/// `total += x.item<float>()`, `most = std::max(most, x.item<float>())`, or
/// `last = x.item<float>()`.
struct Accumulation {
  const BinaryOperator *Assignment = nullptr;
  const VarDecl *Var = nullptr;
  const CallExpr *Extreme = nullptr; ///< The max or min.
};
} // namespace

/// True if nobody takes \p E's value.
static bool isStatement(const Expr &E, const FunctionGraph &Graph) {
  const Stmt *Child = &E;
  const Stmt *Parent = Graph.parentOf(Child);
  for (; isa_and_nonnull<FullExpr>(Parent); Parent = Graph.parentOf(Child))
    Child = Parent;
  if (const auto *If = dyn_cast_or_null<IfStmt>(Parent))
    return If->getThen() == Child || If->getElse() == Child;
  return Parent && (isa<CompoundStmt, SwitchCase>(Parent) ||
                    (isLoop(Parent) && bodyOf(*Parent) == Child));
}

/// What \p Fetched, alone or times a number, is added to or compared with.
static Accumulation accumulationOf(const Expr &Fetched,
                                   const FunctionGraph &Graph) {
  Accumulation Found;
  for (const Expr *E = &Fetched; !Found.Assignment;) {
    const auto *Parent = dyn_cast_or_null<Expr>(Graph.parentOf(E));
    if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent)) {
      bool Left = Binary->getLHS() == E;
      const Expr *Other = Left ? Binary->getRHS() : Binary->getLHS();
      bool Scales = Binary->getOpcode() == BO_Mul ||
                    (Binary->getOpcode() == BO_Div && Left &&
                     Fetched.getType()->isFloatingType());
      if (Binary->isAssignmentOp() && !Left)
        Found.Assignment = Binary;
      else if (Found.Extreme || !Scales || anyPart(Other, isFetchCall) ||
               !isPlainNumber(Other->IgnoreImpCasts()->getType()))
        return {};
    } else if (const auto *Call = dyn_cast_or_null<CallExpr>(Parent)) {
      const FunctionDecl *Callee = calleeOf(Call);
      if (Found.Extreme || !Callee || !isStandard(*Callee) ||
          !isMinOrMax(*Callee) || Call->getNumArgs() != 2)
        return {};
      Found.Extreme = Call;
    } else if (!isa_and_nonnull<ParenExpr, ImplicitCastExpr,
                                MaterializeTemporaryExpr>(Parent)) {
      return {};
    }
    E = Parent;
  }
  const BinaryOperator &Assignment = *Found.Assignment;
  const auto *Ref = dyn_cast<DeclRefExpr>(Assignment.getLHS());
  Found.Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool Sums = Assignment.getOpcode() == BO_AddAssign ||
              Assignment.getOpcode() == BO_SubAssign;
  bool Own = Found.Var && Found.Var->hasLocalStorage() &&
             Found.Var->getDeclContext() == &Graph.function();
  bool Keeps =
      Own && Assignment.getOpcode() == BO_Assign &&
      isSameType(Found.Var->getType(), Fetched.getType()) &&
      (!Found.Extreme || namedBy(Found.Extreme->getArg(0)) == Found.Var ||
       namedBy(Found.Extreme->getArg(1)) == Found.Var);
  // An integer would be rounded each time.
  if (!Own || !isStatement(Assignment, Graph) ||
      !(Keeps || (Sums && !Found.Extreme)) ||
      keptAs(Found.Var->getType()).Dtype.empty() ||
      (Found.Var->getType()->isIntegerType() &&
       !Fetched.getType()->isIntegerType()))
    return {};
  return Found;
}

/// \p Whole, in which `x.item<float>()` becomes `x.detach()` and \p Behind; ""
/// where it cannot be copied.
std::string ItemReview::detached(const Expr &Whole, const Expr &Fetched,
                                 const std::string &Behind) const {
  const MemberExpr *Item = memberOf(Point.Call);
  if (!Item)
    return {};
  SourceLocation From = Item->getTemplateKeywordLoc().isValid()
                            ? Item->getTemplateKeywordLoc()
                            : Item->getMemberLoc();
  std::optional<llvm::StringRef> Text = text(Whole),
                                 Tail = text(From, Fetched.getEndLoc());
  if (!Text || !Tail)
    return {};
  std::string New = Text->str();
  New.replace(Sources.getFileOffset(From) -
                  Sources.getFileOffset(Whole.getBeginLoc()),
              Tail->size(), "detach()" + Behind);
  return New;
}

std::optional<ReviewFix> ItemReview::accumulated() const {
  const Expr *Fetched = value();
  if (!Fetched || !isPlainNumber(Fetched->getType()))
    return std::nullopt;
  auto [Assignment, Var, Extreme] = accumulationOf(*Fetched, Graph);
  const Stmt *Loop = Assignment ? loopOf(*Var, *Assignment) : nullptr;
  if (!Loop)
    return std::nullopt;

  // The statement, with the marks in front of it.
  const Stmt *Whole = Loop;
  while (isa_and_nonnull<AttributedStmt>(Graph.parentOf(Whole)))
    Whole = Graph.parentOf(Whole);
  SourceLocation Begin = Sources.getExpansionLoc(Whole->getBeginLoc());
  SourceLocation End = lastToken(*Loop);
  if (!isa_and_nonnull<CompoundStmt>(Graph.parentOf(Whole)) ||
      End.isInvalid() || !endsLine(End) ||
      isUnsafeToRewrite(*Assignment, Point, Context))
    return std::nullopt;

  std::string Name = Var->getNameAsString(), Sum = onDevice(Name);
  const Kept As = keptAs(Var->getType());
  const std::string Dtype = function(As.Dtype);
  const Expr &Operand = Extreme ? *Fetched : *Assignment->getRHS();
  // A product has the tensor's dtype, and so has a sum if only the tensor has
  // dimensions: a small one overflows.
  const bool Same = Assignment->getOpcode() == BO_Assign && !Extreme;
  const bool Promotes = Operand.IgnoreParenImpCasts() == Fetched &&
                        Point.SubjectFact.Scalar == Tri::Yes;
  std::string Value =
      detached(Operand, *Fetched, Same || Promotes ? "" : ".to(" + Dtype + ")");
  llvm::StringRef Function = token(Graph.function().getSourceRange());
  if (Value.empty() || Function.empty() || Function.contains(Sum))
    return std::nullopt;
  std::string Fetch = Sum + ".item<" + As.Type.str() + ">();";
  std::string Start, Step;
  ReviewFix Review;
  if (Assignment->getOpcode() == BO_Assign) {
    Start = function("full") + "({}, " + Name + ", " + Dtype + ")";
    Step = Value;
    Fetch = Name + " = " + Fetch;
    Review.Text = "needs review: the last value is fetched once after the "
                  "loop, so nothing may write to its tensor";
    if (Extreme) {
      bool Max = simpleName(*Extreme->getDirectCallee()).contains("max");
      Step = function(Max ? "maximum" : "minimum") + "(" + Sum + ", " + Value +
             ")";
      Review.Text = "needs review: the extreme is fetched once after the loop, "
                    "and a NaN stays in it";
    }
  } else {
    Start = function("zeros") + "({}, " + Dtype + ")";
    bool Adds = Assignment->getOpcode() == BO_AddAssign;
    Step = Sum + (Adds ? " + " : " - ") + Value;
    Fetch = Name + " += " + Fetch;
    Review.Text = "needs review: the sum is fetched once after the loop, and "
                  "may be rounded differently";
  }
  auto Replace = [&](SourceRange Range, const std::string &Text) {
    return FixItHint::CreateReplacement(CharSourceRange::getTokenRange(Range),
                                        Text);
  };
  std::string Line = "\n" + indent(Begin);
  Review.Fix = Replace(Assignment->getSourceRange(), Sum + " = " + Step);
  Review.Others = {Replace(Begin, "auto " + Sum + " = " + Start + ";" + Line +
                                      token(Begin).str()),
                   Replace(End, token(End).str() + Line + Fetch)};
  return Review;
}

//===----------------------------------------------------------------------===//
// Decisions on the device
//===----------------------------------------------------------------------===//

/// \p Test, which is this fetch or its negation, as a bool tensor; "" if it is
/// anything else.
std::string ItemReview::condition(const Expr &Test, bool &Negated) const {
  const Expr *E = ignoreWrappers(&Test);
  Negated = false;
  while (const auto *Not = dyn_cast<UnaryOperator>(E)) {
    if (Not->getOpcode() != UO_LNot)
      return {};
    Negated = !Negated;
    E = ignoreWrappers(Not->getSubExpr());
  }
  const FunctionDecl *Callee = calleeOf(Point.Call);
  if (!Callee || E != value())
    return {};
  llvm::StringRef Name = simpleName(*Callee);
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(Point.Call);
  const MemberExpr *Member = memberOf(Point.Call);
  if (Member) {
    if (Member->isArrow())
      return {};
    Arguments.insert(Arguments.begin(), Member->getBase());
  }
  if (Name == "item" || Name == "is_nonzero") {
    std::optional<llvm::StringRef> Bare =
        text(*Arguments[0]->IgnoreParenImpCasts());
    if (Bare && Point.SubjectFact.Dtype == DtypeFact::Bool)
      return Bare->str();
    std::string Tensor = operand(*Arguments[0]);
    return Tensor.empty() ? Tensor : Tensor + ".to(" + function("kBool") + ")";
  }
  if (Name == "equal") {
    std::string Left = operand(*Arguments[0]), Right = operand(*Arguments[1]);
    return Left.empty() || Right.empty()
               ? std::string()
               : "(" + Left + " == " + Right + ").all()";
  }
  if (Name != "allclose")
    return {};
  std::string List;
  for (const Expr *Argument : Arguments) {
    if (isa<CXXDefaultArgExpr>(Argument))
      break;
    std::optional<llvm::StringRef> Text = text(*Argument);
    if (!Text)
      return {};
    List += (List.empty() ? "" : ", ") + Text->str();
  }
  return function("isclose") + "(" + List + ").all()";
}

/// True if a new tensor does for \p Choice as well as the one that it names.
static bool isReadAsTensor(const Expr &Choice, const FunctionGraph &Graph) {
  const Stmt *Child = &Choice;
  for (const Stmt *Parent = Graph.parentOf(Child); Parent;
       Child = Parent, Parent = Graph.parentOf(Child)) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Parent)) {
      const auto *Var = Declaration->isSingleDecl()
                            ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                            : nullptr;
      return Var && !Var->getType()->isReferenceType();
    }
    if (isa<ReturnStmt>(Parent))
      return !Graph.function().getReturnType()->isReferenceType();
    if (const auto *Call = dyn_cast<CallExpr>(Parent)) {
      if (Expr *Target = const_cast<Expr *>(assignment(Call).first))
        return Target != Child && namedBy(Target);
      return Call->getDirectCallee() && isPure(*Call->getDirectCallee());
    }
    if (!isa<ImplicitCastExpr, ParenExpr, FullExpr, CXXConstructExpr,
             MaterializeTemporaryExpr, CXXBindTemporaryExpr, MemberExpr>(
            Parent))
      return false;
  }
  return false;
}

/// `if (c.item<bool>()) y = a; else y = b;`, `c.item<bool>() ? a : b`.
std::optional<ReviewFix> ItemReview::selected() const {
  const Expr *Test = nullptr, *Yes = nullptr, *No = nullptr;
  std::string Target;
  SourceLocation Begin, End;
  if (const auto *If = dyn_cast_or_null<IfStmt>(Point.Use.Consumer)) {
    auto [Left, Then] = assignment(onlyStatement(If->getThen()));
    auto [Other, Else] = assignment(onlyStatement(If->getElse()));
    std::optional<llvm::StringRef> Text = Left ? text(*Left) : std::nullopt;
    if (!Text || !Other || text(*Other) != Text || If->getInit() ||
        If->getConditionVariable())
      return std::nullopt;
    Test = If->getCond();
    Yes = Then;
    No = Else;
    Target = Text->str() + " = ";
    Begin = If->getBeginLoc();
    End = lastToken(*If);
  } else if (const auto *Choice =
                 dyn_cast_or_null<ConditionalOperator>(Point.Use.Consumer)) {
    if (Choice->isGLValue() && !isReadAsTensor(*Choice, Graph))
      return std::nullopt;
    Test = Choice->getCond();
    Yes = Choice->getTrueExpr();
    No = Choice->getFalseExpr();
    Begin = Choice->getBeginLoc();
    End = Choice->getEndLoc();
  }
  llvm::SmallPtrSet<const ValueDecl *, 8> Reads;
  if (!Test || !isTensor(Yes->getType()) || !isTensor(No->getType()) ||
      !collectReads(Yes, Reads) || !collectReads(No, Reads) ||
      anyPart(Yes, isFetchCall) || anyPart(No, isFetchCall))
    return std::nullopt;
  bool Negated;
  std::string Condition = condition(*Test, Negated);
  if (Negated)
    std::swap(Yes, No);
  std::optional<llvm::StringRef> Left = text(*Yes), Right = text(*No);
  if (Condition.empty() || !Left || !Right || !text(Begin, End))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: torch::where computes both sides, broadcasts "
                "them and makes a new tensor";
  Review.Fix = FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(Begin, End),
      Target + function("where") + "(" + Condition + ", " + Left->str() + ", " +
          Right->str() + ")" + (Target.empty() ? "" : ";"));
  return Review;
}

/// `if (bad.item<bool>()) throw ...;`
std::optional<ReviewFix> ItemReview::asserted() const {
  const auto *If = dyn_cast_or_null<IfStmt>(Point.Use.Consumer);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return std::nullopt;
  const auto *Throw = dyn_cast_or_null<Expr>(onlyStatement(If->getThen()));
  bool Negated;
  std::string Condition = condition(*If->getCond(), Negated);
  SourceLocation End = lastToken(*If);
  if (!Throw || !isa<CXXThrowExpr>(ignoreWrappers(Throw)) ||
      Condition.empty() || !text(If->getBeginLoc(), End))
    return std::nullopt;
  if (!Negated)
    Condition = function("logical_not") + "(" + Condition + ")";
  ReviewFix Review;
  Review.Text = "needs review: the device checks it later, and no exception "
                "can be caught: a failure ends its work for good";
  Review.Fix = FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(If->getBeginLoc(), End),
      function("_assert_async") + "(" + Condition + ");");
  return Review;
}

/// `std::max(a.item<float>(), b.item<float>())`
std::optional<ReviewFix> ItemReview::compared() const {
  const Expr *First = value();
  if (!First)
    return std::nullopt;
  const Stmt *Parent = Graph.parentOf(First);
  while (isa_and_nonnull<ImplicitCastExpr, MaterializeTemporaryExpr>(Parent))
    Parent = Graph.parentOf(Parent);
  const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
  const FunctionDecl *Callee = calleeOf(Call);
  if (!Callee || !isStandard(*Callee) || Call->getNumArgs() != 2 ||
      (simpleName(*Callee) != "max" && simpleName(*Callee) != "min") ||
      ignoreWrappers(Call->getArg(0)) != First)
    return std::nullopt;
  const Expr *Second = ignoreWrappers(Call->getArg(1));
  // `.item<float>()`, `.item().toFloat()`
  auto Split = [&](const Expr *E, std::string &Tensor, std::string &Fetch) {
    const MemberExpr *Member = memberOf(E);
    if (Member && E->getType()->isArithmeticType() &&
        classify(Member->getBase()->getType()) == TypeKind::Scalar)
      Member = memberOf(ignoreWrappers(Member->getBase()));
    if (!Member || Member->isArrow() ||
        !isNamed(Member->getMemberDecl(), "::at::Tensor::item"))
      return false;
    std::optional<llvm::StringRef>
        Object = text(*Member->getBase()->IgnoreParenImpCasts()),
        Rest = text(Member->getOperatorLoc(), E->getEndLoc());
    Tensor = Object ? Object->str() : std::string();
    Fetch = Rest ? Rest->str() : std::string();
    return Object && Rest;
  };
  std::string Left, Right, Fetch, Other;
  if (!Split(First, Left, Fetch) || !Split(Second, Right, Other) ||
      Fetch != Other || !text(*Call))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: a NaN in either one is the result";
  Review.Fix = FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(Call->getSourceRange()),
      function(simpleName(*Callee) == "max" ? "maximum" : "minimum") + "(" +
          Left + ", " + Right + ")" + Fetch);
  return Review;
}

/// The verdict of `equal` or `allclose` that a tensor operation takes.
std::optional<ReviewFix> ItemReview::verdict() const {
  const FunctionDecl *Callee = calleeOf(Point.Call);
  bool Negated;
  if (!Callee ||
      (simpleName(*Callee) != "equal" && simpleName(*Callee) != "allclose"))
    return std::nullopt;
  std::string Condition = condition(*Point.Call, Negated);
  if (Condition.empty())
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: '" + Condition +
                "' is the verdict as a tensor, and throws where the shapes "
                "differ";
  return Review;
}

std::optional<ReviewFix> reviewOfItem(const SyncPoint &Point,
                                      const ASTContext &Context) {
  if (isUnsafeToRewrite(*Point.Call, Point, Context))
    return std::nullopt;
  ItemReview Review(Point, Context);
  std::optional<ReviewFix> Found = Review.deferred();
  if (Found)
    return Found;
  switch (Point.Use.Use) {
  case HostUse::Logged:
    if (!isa_and_nonnull<Expr>(Point.Use.Consumer) ||
        !onlyReports(*Point.Use.Consumer))
      break;
    Found = Review.throttled(LogEvery);
    break;
  case HostUse::Accumulated:
    Found = Review.accumulated();
    break;
  case HostUse::Operand:
    return Review.verdict();
  case HostUse::Branch:
    Found = Review.selected();
    if (!Found)
      Found = Review.asserted();
    if (Found)
      return Found;
    if (Point.Use.Pattern == UsePattern::UntilConverged ||
        Point.Use.Pattern == UsePattern::ExitOnNan)
      Found = Review.throttled(TestEvery);
    break;
  default:
    break;
  }
  if (!Found)
    Found = Review.compared();
  return Found;
}

} // namespace torchsync
