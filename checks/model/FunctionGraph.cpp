//===- FunctionGraph.cpp - A body's CFG and its statements' places -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace torchsync {

std::unique_ptr<FunctionGraph>
FunctionGraph::build(const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition) || Definition->isDependentContext() ||
      Definition->isInvalidDecl())
    return nullptr;
  // A body that clang could not make sense of (RecoveryExpr) has no reliable
  // flow; other code in the file still has.
  Stmt *Body = Definition->getBody();
  if (!Body)
    return nullptr;

  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.PruneTriviallyFalseEdges = true;
  Options.AddImplicitDtors = false;
  Options.AddInitializers = true;
  Options.AddStaticInitBranches = true;
  Options.AddCXXDefaultInitExprInCtors = true;
  std::unique_ptr<CFG> Graph =
      CFG::buildCFG(Definition, Body, &Definition->getASTContext(), Options);
  if (!Graph)
    return nullptr;
  return std::unique_ptr<FunctionGraph>(
      new FunctionGraph(*Definition, std::move(Graph)));
}

FunctionGraph::FunctionGraph(const FunctionDecl &Function,
                             std::unique_ptr<CFG> Graph)
    : Function(Function), Graph(std::move(Graph)),
      Parents(std::make_unique<ParentMap>(Function.getBody())) {
  // A constructor's initialisers are outside its body, yet run with it.
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (Expr *Value = Init->getInit())
        Parents->addStmt(Value);
  for (const CFGBlock *Block : *this->Graph)
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        Blocks.try_emplace(S->getStmt(), Block);
}

namespace {
/// Looks for mentions of a variable that do more than read it.
class Changes : public RecursiveASTVisitor<Changes> {
public:
  Changes(const VarDecl &Var, const FunctionGraph &Graph)
      : Var(Var), Graph(Graph) {}
  bool Found = false;

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (Ref->getDecl() != &Var)
      return true;
    // A lambda's body has no parents here: what it does counts as a change.
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Graph.parentOf(Ref));
    Found |= !Cast || (Cast->getCastKind() != CK_LValueToRValue &&
                       !Cast->getType().isConstQualified());
    return !Found;
  }

private:
  const VarDecl &Var;
  const FunctionGraph &Graph;
};
} // namespace

bool keepsValue(const VarDecl &Var, const FunctionGraph &Graph) {
  QualType Type = Var.getType();
  if (!Var.hasLocalStorage() || Type->isReferenceType() ||
      Type.isVolatileQualified() || Var.getDeclContext() != &Graph.function())
    return false;
  if (Type.isConstQualified())
    return true;
  Changes Search(Var, Graph);
  Search.TraverseStmt(const_cast<Stmt *>(&Graph.body()));
  return !Search.Found;
}

} // namespace torchsync
