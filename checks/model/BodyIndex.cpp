//===- BodyIndex.cpp - Where a body's variables are read and repeated ----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyIndex.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace torchsync {

/// True if \p Loop evaluates its direct child \p Child on every iteration.
static bool repeatsChild(const Stmt &Loop, const Stmt *Child) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return Child != For->getInit();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return Child != Range->getInit() && Child != Range->getRangeStmt() &&
           Child != Range->getBeginStmt() && Child != Range->getEndStmt();
  return isa<WhileStmt, DoStmt>(Loop);
}

BodyIndex::BodyIndex(const FunctionDecl &Definition) : Function(Definition) {
  walk(Definition.getBody());
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Definition);
  if (!Constructor)
    return;
  for (const CXXCtorInitializer *Init : Constructor->inits()) {
    const Expr *Value = Init->getInit();
    if (!Value || Places.count(Value))
      continue;
    walk(Value);
    if (const FieldDecl *Field = Init->getAnyMember())
      InitialisedFields[Value] = Field;
  }
}

void BodyIndex::walk(const Stmt *Root) {
  if (!Root)
    return;
  // An explicit stack: a long `a << b << c ...` is a deep tree.
  llvm::SmallVector<const Stmt *, 64> Pending = {Root};
  Places.try_emplace(Root);
  while (!Pending.empty()) {
    const Stmt *S = Pending.pop_back_val();
    note(*S);
    const Stmt *Outer = Places.lookup(S).Loop;
    size_t First = Pending.size();
    for (const Stmt *Child : S->children()) {
      if (!Child)
        continue;
      Place P{S, repeatsChild(*S, Child) ? S : Outer};
      if (Places.try_emplace(Child, P).second)
        Pending.push_back(Child);
    }
    std::reverse(Pending.begin() + First, Pending.end());
  }
}

void BodyIndex::note(const Stmt &S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
    if (isa<VarDecl, BindingDecl>(Ref->getDecl()))
      Mentions[cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl())].push_back(
          Ref);
  } else if (const auto *Member = dyn_cast<MemberExpr>(&S)) {
    if (isa<FieldDecl, VarDecl>(Member->getMemberDecl()))
      Mentions[cast<ValueDecl>(Member->getMemberDecl()->getCanonicalDecl())]
          .push_back(Member);
  } else if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    Calls.push_back(Call);
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var)
        continue;
      Declarations[Var] = &S;
      if (const Expr *Init = Var->getInit())
        Initialised[Init] = Var;
    }
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
    for (const LambdaCapture &Capture : Lambda->captures()) {
      if (!Lambda->isInitCapture(&Capture))
        continue;
      if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar()))
        if (const Expr *Init = Var->getInit())
          Initialised[Init] = Var;
    }
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S)) {
    if (const auto *Holder = Range->getRangeStmt())
      if (Holder->isSingleDecl())
        if (const auto *Var = dyn_cast<VarDecl>(Holder->getSingleDecl()))
          RangeLoops[Var] = Range;
  }
}

bool BodyIndex::repeats(const Stmt *Loop, const Stmt *S) const {
  if (!Loop)
    return true;
  for (const Stmt *L = loopOf(S); L; L = loopOf(L))
    if (L == Loop)
      return true;
  return false;
}

llvm::ArrayRef<const Expr *> BodyIndex::mentions(const ValueDecl *D) const {
  auto It = Mentions.find(cast<ValueDecl>(D->getCanonicalDecl()));
  if (It == Mentions.end())
    return {};
  return It->second;
}

const FunctionDecl &BodyIndex::functionOf(const Stmt *S) const {
  for (const Stmt *P = parentOf(S); P; S = P, P = parentOf(P))
    if (const auto *Lambda = dyn_cast<LambdaExpr>(P))
      if (S == Lambda->getBody() && Lambda->getCallOperator())
        return *Lambda->getCallOperator();
  return Function;
}

/// The function that \p Function is written in, when it is a lambda's call
/// operator whose body the enclosing body's tree holds.
static const FunctionDecl *enclosing(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  // A generic lambda's instances are not children of the lambda.
  if (!Method || !Method->getParent()->isLambda() ||
      Method->isFunctionTemplateSpecialization())
    return nullptr;
  return dyn_cast_or_null<FunctionDecl>(
      Method->getParent()->getParentFunctionOrMethod());
}

const BodyIndex *BodyIndices::own(const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition) || Definition->isDependentContext() ||
      !Definition->getBody())
    return nullptr;
  std::unique_ptr<BodyIndex> &Slot = ByFunction[Definition];
  if (!Slot)
    Slot = std::make_unique<BodyIndex>(*Definition);
  return Slot.get();
}

const BodyIndex *BodyIndices::of(const FunctionDecl &Function) {
  const FunctionDecl *Outermost = &Function;
  while (const FunctionDecl *Outer = enclosing(*Outermost))
    Outermost = Outer;
  if (Outermost != &Function) {
    const BodyIndex *Shared = own(*Outermost);
    // A lambda in a default argument is in no body.
    if (Shared && Function.getBody() && Shared->contains(Function.getBody()))
      return Shared;
  }
  return own(Function);
}

} // namespace torchsync
