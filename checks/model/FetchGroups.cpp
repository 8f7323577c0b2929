//===- FetchGroups.cpp - Fetches that one transfer would serve ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FetchGroups.h"

#include "PureCode.h"
#include "StatementShapes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace torchsync {

/// printf("%f", value): nothing that a tensor could be reached through.
static bool takesOnlyNumbers(const CallExpr &Call) {
  return !isa<CXXMemberCallExpr>(Call) &&
         llvm::all_of(Call.arguments(), [](const Expr *Argument) {
           QualType T = Argument->getType();
           return T->isArithmeticType() || T->isEnumeralType() ||
                  (T->isPointerType() &&
                   T->getPointeeType()->isAnyCharacterType());
         });
}

/// True if a call may change a tensor in place, or anything at all.
static bool mayWriteTensors(const FunctionDecl &Callee) {
  if (isPure(Callee) || isa<CXXConstructorDecl>(Callee) ||
      Callee.isInStdNamespace())
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee)) {
    if (isNamed(Method->getParent(), "::c10::Scalar"))
      return false;
    // item and print are no part of isPure's business, and harmless.
    if (isTensorMethod(*Method))
      return true;
  }
  return Callee.getOverloadedOperator() != OO_LessLess;
}

namespace {

/// What has happened since the first fetch of a group.
struct Since {
  llvm::SmallPtrSet<const ValueDecl *, 8> Written;
  bool Unknown = false;

  void add(const Stmt *S) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Var = dyn_cast<ValueDecl>(D))
          Written.insert(Var);
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isAssignmentOp())
        add(Binary->getLHS(), true);
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      if (Unary->isIncrementDecrementOp())
        add(Unary->getSubExpr(), true);
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
               Operator && Operator->isAssignmentOp()) {
      add(Operator->getArg(0), true);
      // x[0] = y writes into x; x += y into everything that shares its memory.
      Unknown |=
          Operator->getOperator() != OO_Equal || !namedBy(Operator->getArg(0));
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      bool Item = Callee && Callee->getIdentifier() &&
                  Callee->getName() == "item" && !isPure(*Callee);
      Unknown |= !Item && !takesOnlyNumbers(*Call) &&
                 (!Callee || mayWriteTensors(*Callee));
    }
  }

private:
  void add(const Expr *Target, bool) {
    if (const ValueDecl *D = namedBy(Target))
      Written.insert(D);
  }
};

} // namespace

static bool isItem(const SyncPoint &Point) {
  const FunctionDecl *Callee = calleeOf(Point.Call);
  return Callee && isNamed(Callee, "::at::Tensor::item") &&
         Point.Use.Use != HostUse::Redundant &&
         Point.Use.Use != HostUse::Discarded && Point.Subject;
}

/// The parameter whose `item` is all that the function around \p Point returns,
/// or null.
static const ParmVarDecl *returnedItemOf(const SyncPoint &Point) {
  const FunctionDecl &Function = Point.Body->graph().function();
  const auto *Return =
      dyn_cast_or_null<ReturnStmt>(onlyStatement(Function.getBody()));
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  llvm::SmallPtrSet<const ValueDecl *, 8> Reads;
  if (!Return || ignoreWrappers(Return->getRetValue()) != Point.Call ||
      (Method && Method->isVirtual()) || !collectReads(Point.Subject, Reads))
    return nullptr;
  const ParmVarDecl *Only = nullptr;
  for (const ValueDecl *D : Reads) {
    if (isa<FunctionDecl>(D))
      continue;
    const auto *Parameter = dyn_cast<ParmVarDecl>(D);
    if (Only || !Parameter || Parameter->getDeclContext() != &Function)
      return nullptr;
    Only = Parameter;
  }
  return Only;
}

std::vector<FetchGroup> fetchGroups(const SyncFindings &Findings) {
  llvm::MapVector<const CFGBlock *, llvm::DenseMap<const Stmt *, GroupedFetch>>
      ByBlock;
  auto Add = [&](const HotBody &Body, const GroupedFetch &Fetch) {
    if (const CFGBlock *Block = Body.graph().blockOf(Fetch.Call))
      ByBlock[Block].try_emplace(Fetch.Call, Fetch);
  };
  llvm::DenseMap<const FunctionDecl *, std::pair<const SyncPoint *, unsigned>>
      Helpers;
  for (const SyncPoint &Point : Findings.Points) {
    if (!isItem(Point))
      continue;
    Add(*Point.Body, {Point.Call, Point.Subject, &Point, Point.Reason});
    if (const ParmVarDecl *Parameter = returnedItemOf(Point))
      Helpers[Point.Body->graph().function().getCanonicalDecl()] = {
          &Point, Parameter->getFunctionScopeIndex()};
  }
  if (!Helpers.empty())
    for (const HotBody *Body : Findings.Regions->bodies())
      for (const HotCall &Call : Body->calls()) {
        const FunctionDecl *Callee = calleeOf(Call.Call);
        auto Found =
            Callee ? Helpers.find(Callee->getCanonicalDecl()) : Helpers.end();
        if (Found == Helpers.end())
          continue;
        auto [Point, Position] = Found->second;
        llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(Call.Call);
        if (Position < Arguments.size())
          Add(*Body, {Call.Call, Arguments[Position], Point, Call.Reason});
      }

  std::vector<FetchGroup> Groups;
  for (const auto &[Block, Points] : ByBlock) {
    if (Points.size() < 2)
      continue;
    FetchGroup Group;
    Since Meanwhile;
    auto Close = [&] {
      if (Group.size() > 1)
        Groups.push_back(Group);
      Group.clear();
      Meanwhile = Since();
    };
    for (const CFGElement &Element : *Block) {
      std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
      if (!S)
        continue;
      auto Found = Points.find(S->getStmt());
      if (Found != Points.end()) {
        llvm::SmallPtrSet<const ValueDecl *, 8> Reads;
        bool Movable = collectReads(Found->second.Subject, Reads);
        bool Depends =
            Meanwhile.Unknown || llvm::any_of(Reads, [&](const ValueDecl *D) {
              return Meanwhile.Written.contains(D);
            });
        if (!Group.empty() && (!Movable || Depends))
          Close();
        Group.push_back(Found->second);
      } else if (!Group.empty()) {
        Meanwhile.add(S->getStmt());
      }
    }
    Close();
  }
  return Groups;
}

} // namespace torchsync
