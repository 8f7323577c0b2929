//===- PureCode.cpp - What may as well run at another time ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PureCode.h"

#include "CallRoles.h"
#include "LibTorch.h"
#include "StatementShapes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace torchsync {

bool isTensorMethod(const CXXMethodDecl &Method) {
  return Method.getParent()->getIdentifier() &&
         (isNamed(Method.getParent(), "::at::Tensor") ||
          isNamed(Method.getParent(), "::at::TensorBase"));
}

bool isPure(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier()) {
    OverloadedOperatorKind Operator = Callee.getOverloadedOperator();
    const DeclContext *Space = Callee.getDeclContext();
    bool Arithmetic = Operator == OO_Plus || Operator == OO_Minus ||
                      Operator == OO_Star || Operator == OO_Slash ||
                      Operator == OO_Subscript || Operator == OO_Less ||
                      Operator == OO_Greater || Operator == OO_EqualEqual ||
                      Operator == OO_LessEqual || Operator == OO_GreaterEqual ||
                      Operator == OO_ExclaimEqual;
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    return Arithmetic &&
           (Method ? isTensorMethod(*Method)
                   : Space->isNamespace() &&
                         cast<NamespaceDecl>(Space)->getName() == "at");
  }
  llvm::StringRef Name = Callee.getName();
  if (Name.ends_with("_") || Name.starts_with("rand") ||
      Name.contains("dropout") || Name == "bernoulli" ||
      Name == "multinomial" || Name == "normal" || Name == "backward")
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    return isTensorMethod(*Method);
  const auto *Space = dyn_cast<NamespaceDecl>(Callee.getDeclContext());
  return Space && (Space->getName() == "at" || Space->getName() == "torch");
}

bool collectReads(const Expr *E,
                  llvm::SmallPtrSetImpl<const ValueDecl *> &Reads) {
  llvm::SmallVector<const Stmt *, 16> Todo{E};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (!S)
      continue;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      Reads.insert(Ref->getDecl());
    } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
      Reads.insert(Member->getMemberDecl());
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      // vector[i] and the like only look.
      const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
      bool Looks = Method && Method->isConst() && Method->isInStdNamespace();
      bool Subscript = Callee && Callee->isInStdNamespace() &&
                       Callee->getOverloadedOperator() == OO_Subscript;
      if (!Callee || (!isPure(*Callee) && !Looks && !Subscript))
        return false;
    } else if (isa<LambdaExpr, CXXNewExpr>(S)) {
      return false;
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      if (Unary->isIncrementDecrementOp())
        return false;
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isAssignmentOp())
        return false;
    }
    Todo.append(S->child_begin(), S->child_end());
  }
  return true;
}

/// A call that a log makes, or that only looks.
static bool onlyLooks(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return false;
  if (onlyReports(Call) || isPure(*Callee))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  // Tensor's methods in place are const, too.
  if (isLibTorch(*Callee))
    return Method ? Method->isConst() && !isTensorMethod(*Method)
                  : outermostNamespace(*Callee) == "c10";
  return isStandard(*Callee) &&
         (!Method || Method->isConst() ||
          Method->getOverloadedOperator() == OO_Subscript);
}

/// True if evaluating \p E may change something but what the user sees.
static bool changesAnything(const Expr &E) {
  return anyPart(&E, [](const Stmt &S) {
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      return !onlyLooks(*Call);
    if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
      return Unary->isIncrementDecrementOp();
    if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
      return Binary->isAssignmentOp();
    return isa<LambdaExpr, CXXNewExpr, CXXDeleteExpr, StmtExpr>(S);
  });
}

bool onlyTells(const Stmt &S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(&S))
    return llvm::all_of(Block->body(),
                        [](const Stmt *Part) { return onlyTells(*Part); });
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return !If->getInit() && !If->getConditionVariable() &&
           !changesAnything(*If->getCond()) && onlyTells(*If->getThen()) &&
           (!If->getElse() || onlyTells(*If->getElse()));
  if (isa<BreakStmt, NullStmt>(S))
    return true;
  if (const auto *Return = dyn_cast<ReturnStmt>(&S))
    return !Return->getRetValue() || !changesAnything(*Return->getRetValue());
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
    return llvm::all_of(Declaration->decls(), [](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Var->hasLocalStorage() &&
             (!Var->getInit() || !changesAnything(*Var->getInit()));
    });
  const auto *E = dyn_cast<Expr>(&S);
  if (!E || changesAnything(*E))
    return false;
  const Expr *Bare = ignoreWrappers(E);
  return onlyReports(*Bare) || isa<CXXThrowExpr>(Bare);
}

} // namespace torchsync
