//===- StatementShapes.cpp - What form a statement has --------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementShapes.h"

#include "LibTorch.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace torchsync {

const Stmt *onlyStatement(const Stmt *S) {
  while (S) {
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      if (Block->size() != 1)
        return nullptr;
      S = Block->body_front();
    } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
      S = Attributed->getSubStmt();
    } else if (const auto *Cleanups = dyn_cast<FullExpr>(S)) {
      S = Cleanups->getSubExpr();
    } else {
      return S;
    }
  }
  return nullptr;
}

std::pair<const Expr *, const Expr *> assignment(const Stmt *S) {
  if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(S))
    if (Binary->getOpcode() == BO_Assign)
      return {Binary->getLHS(), Binary->getRHS()};
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S))
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

static bool neverReturns(const Expr *E) {
  E = E ? ignoreWrappers(E) : nullptr;
  if (!E)
    return false;
  if (isa<CXXThrowExpr>(E))
    return true;
  const FunctionDecl *Callee = calleeOf(E);
  return Callee && Callee->isNoReturn();
}

Leaving leaves(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    if (Block->body_empty())
      return Leaving::No;
    S = Block->body_back();
  }
  if (!S)
    return Leaving::No;
  if (isa<BreakStmt>(S))
    return Leaving::Break;
  if (isa<ReturnStmt, CoreturnStmt, GotoStmt>(S))
    return Leaving::Return;
  // `do { throw ...; } while (false)`, which the older check macros make.
  if (const auto *Once = dyn_cast<DoStmt>(S))
    return leaves(Once->getBody()) == Leaving::Fatal ? Leaving::Fatal
                                                     : Leaving::No;
  const auto *E = dyn_cast<Expr>(S);
  return E && neverReturns(E) ? Leaving::Fatal : Leaving::No;
}

std::pair<const Stmt *, const CompoundStmt *>
statementOf(const Stmt *S, const FunctionGraph &Graph) {
  while (const Stmt *Parent = Graph.parentOf(S)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Parent))
      return {S, Block};
    S = Parent;
  }
  return {nullptr, nullptr};
}

const Stmt *loopAround(const Stmt *S, const FunctionGraph &Graph) {
  while ((S = Graph.parentOf(S)) && !isLoop(S))
    ;
  return S;
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// The variable, or member of the function's own object, that \p S adds one to.
static const ValueDecl *steppedBy(const Stmt *S) {
  const Expr *Target = nullptr;
  if (const auto *Cleanups = dyn_cast_or_null<FullExpr>(S))
    S = Cleanups->getSubExpr();
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(S)) {
    if (Unary->isIncrementOp())
      Target = Unary->getSubExpr();
  } else if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(S)) {
    const auto *One =
        dyn_cast<IntegerLiteral>(Binary->getRHS()->IgnoreParenImpCasts());
    if (Binary->getOpcode() == BO_AddAssign && One && One->getValue() == 1)
      Target = Binary->getLHS();
  }
  if (!Target || !Target->getType()->isIntegerType())
    return nullptr;
  Target = Target->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(Target))
    return isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
               ? Member->getMemberDecl()
               : nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(Target);
  return Ref ? Ref->getDecl() : nullptr;
}

/// How many parts of \p Where write to \p D or make it anew.
static unsigned writesTo(const ValueDecl &D, const Stmt &Where) {
  unsigned Count = 0;
  anyPart(&Where, [&](const Stmt &S) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
      Count +=
          Unary->isIncrementDecrementOp() && namedBy(Unary->getSubExpr()) == &D;
    else if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
      Count += Binary->isAssignmentOp() && namedBy(Binary->getLHS()) == &D;
    else if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
      Count += llvm::is_contained(Declaration->decls(), &D);
    return false;
  });
  return Count;
}

const Stmt *bodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return Do->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return Range->getBody();
  return nullptr;
}

const ValueDecl *counterOf(const Stmt &Loop) {
  const Stmt *Body = bodyOf(Loop);
  if (!Body)
    return nullptr;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    if (const ValueDecl *Counter = steppedBy(For->getInc()))
      if (writesTo(*Counter, *Body) == 0)
        return Counter;
  // A `continue` might pass the step.
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  if (!Block ||
      anyPart(Body, [](const Stmt &S) { return isa<ContinueStmt>(S); }))
    return nullptr;
  for (const Stmt *S : Block->body())
    if (const ValueDecl *Counter = steppedBy(S))
      if (writesTo(*Counter, *Body) == 1)
        return Counter;
  return nullptr;
}

namespace {
/// Looks for another declaration of the same name.
class SameName : public RecursiveASTVisitor<SameName> {
public:
  explicit SameName(const NamedDecl &Wanted) : Wanted(Wanted) {}
  bool Found = false;

  bool VisitNamedDecl(NamedDecl *D) {
    Found |= D != &Wanted && D->getDeclName() == Wanted.getDeclName();
    return !Found;
  }

private:
  const NamedDecl &Wanted;
};
} // namespace

bool isHidden(const NamedDecl &D, const Stmt &Where) {
  SameName Search(D);
  Search.TraverseStmt(const_cast<Stmt *>(&Where));
  return Search.Found;
}

bool isHidden(const NamedDecl &D, const FunctionDecl &Where) {
  SameName Search(D);
  Search.TraverseDecl(const_cast<FunctionDecl *>(&Where));
  return Search.Found;
}

} // namespace torchsync
