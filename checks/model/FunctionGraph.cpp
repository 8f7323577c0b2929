//===- FunctionGraph.cpp - A body's CFG and its statements' places -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace torchsync {

std::unique_ptr<FunctionGraph>
FunctionGraph::build(const FunctionDecl &Function, bool Destructors) {
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
  Options.AddImplicitDtors = Destructors;
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

} // namespace torchsync
