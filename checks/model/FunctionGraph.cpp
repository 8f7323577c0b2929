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
#include "clang/AST/StmtCXX.h"

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

namespace {
/// Looks for mentions of a variable that do more than read it, or than read it
/// and assign to it.
class OtherMentions : public RecursiveASTVisitor<OtherMentions> {
public:
  OtherMentions(const VarDecl &Var, const FunctionGraph &Graph, bool Assigned)
      : Var(Var), Graph(Graph), Assigned(Assigned) {}
  bool Found = false;

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    // A lambda's body has no parents here: what it does counts as more.
    if (Ref->getDecl() == &Var && !reads(*Ref) && !(Assigned && assigns(*Ref)))
      Found = true;
    return !Found;
  }

private:
  bool reads(const DeclRefExpr &Ref) const {
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Graph.parentOf(&Ref));
    return Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                    (!Assigned && Cast->getType().isConstQualified()));
  }
  /// As a statement: an assignment is a place that may be bound, too.
  bool assigns(const DeclRefExpr &Ref) const {
    const Stmt *Parent = Graph.parentOf(&Ref);
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent);
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent);
    if (!(Binary && Binary->isAssignmentOp() && Binary->getLHS() == &Ref) &&
        !(Unary && Unary->isIncrementDecrementOp()))
      return false;
    const Stmt *Outer = Graph.parentOf(Parent);
    return !isa_and_nonnull<Expr>(Outer) || isa<FullExpr>(Outer);
  }

  const VarDecl &Var;
  const FunctionGraph &Graph;
  const bool Assigned;
};
} // namespace

static bool isOrdinary(const VarDecl &Var, const FunctionGraph &Graph) {
  QualType Type = Var.getType();
  return Var.hasLocalStorage() && !Type->isReferenceType() &&
         !Type.isVolatileQualified() &&
         Var.getDeclContext() == &Graph.function();
}

static bool mentionedOtherwise(const VarDecl &Var, const FunctionGraph &Graph,
                               bool Assigned) {
  OtherMentions Search(Var, Graph, Assigned);
  Search.TraverseStmt(const_cast<Stmt *>(&Graph.body()));
  return Search.Found;
}

bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

bool keepsValue(const VarDecl &Var, const FunctionGraph &Graph) {
  return isOrdinary(Var, Graph) &&
         (Var.getType().isConstQualified() ||
          !mentionedOtherwise(Var, Graph, /*Assigned=*/false));
}

bool isOnlyNamed(const VarDecl &Var, const FunctionGraph &Graph) {
  return isOrdinary(Var, Graph) &&
         !mentionedOtherwise(Var, Graph, /*Assigned=*/true);
}

} // namespace torchsync
