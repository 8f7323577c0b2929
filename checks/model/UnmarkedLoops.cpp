//===- UnmarkedLoops.cpp - Loops that should be marked hot ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmarkedLoops.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace torchsync {

static bool isModule(const CXXRecordDecl *Record) {
  return isOrDerives(Record, "::torch::nn::Module") ||
         isOrDerives(Record, "::torch::jit::Module");
}

namespace {

/// What a stretch of code does, and the calls that show it.
struct Deeds {
  const Expr *Backward = nullptr;
  const Expr *Step = nullptr;
  const Expr *Forward = nullptr;

  void add(const Deeds &Other) {
    Backward = Backward ? Backward : Other.Backward;
    Step = Step ? Step : Other.Step;
    Forward = Forward ? Forward : Other.Forward;
  }
};

class LoopFinder {
public:
  LoopFinder(const HotRegions &Regions, const LibTorchHeaders &Headers)
      : Regions(Regions), Headers(Headers) {}

  std::vector<UnmarkedLoop> run() {
    for (const FunctionDecl *F : Regions.definitions()) {
      const auto *Method = dyn_cast<CXXMethodDecl>(F);
      if ((Method && isModule(Method->getParent())) || Regions.bodyOf(*F) ||
          markOf(*F).Kind != MarkKind::None)
        continue;
      Reporting = true;
      walk(F->getBody(), nullptr);
      Reporting = false;
    }
    return std::move(Found);
  }

private:
  /// What \p S does. Reports the innermost loops on the way, if Reporting.
  Deeds walk(const Stmt *S, const Stmt *Loop) {
    Deeds Result;
    if (!S || isa<LambdaExpr>(S))
      return Result;
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      if (markOf(*Attributed).Kind != MarkKind::None)
        return Result;
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      for (const Stmt *Child : Block->body())
        if (const auto *A = dyn_cast<AttributedStmt>(Child))
          if (isa<NullStmt>(A->getSubStmt()) &&
              markOf(*A).Kind != MarkKind::None)
            return Result;
    bool IsLoop = isLoop(S);
    for (const Stmt *Child : S->children())
      Result.add(walk(Child, IsLoop ? S : Loop));
    if (const auto *E = dyn_cast<Expr>(S))
      Result.add(deedsOf(*E, Loop));
    if (!IsLoop || !Reporting)
      return Result;
    if (Result.Backward && Result.Step) {
      Found.push_back({S, Result.Backward, true});
      return {}; // The loops around it are epochs.
    }
    if (Result.Forward && !Result.Backward && !isShort(*S)) {
      Found.push_back({S, Result.Forward, false});
      Result.Forward = nullptr;
    }
    return Result;
  }

  Deeds deedsOf(const Expr &E, const Stmt *Loop) {
    Deeds Result;
    const FunctionDecl *Callee = calleeOf(&E);
    if (!Callee)
      return Result;
    if (Callee->getIdentifier()) {
      llvm::StringRef Name = Callee->getName();
      const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      if (Name == "backward" &&
          (isNamed(Callee, "::at::Tensor::backward") ||
           isNamed(Callee, "::torch::autograd::backward")))
        Result.Backward = &E;
      else if (Name == "step" && Method &&
               isOrDerives(Method->getParent(), "::torch::optim::Optimizer"))
        Result.Step = &E;
      else if (Name == "forward" && Method && isModule(Method->getParent()) &&
               !isIterated(objectOf(&E), Loop))
        Result.Forward = &E;
    }
    Result.add(insideOf(*Callee, E));
    return Result;
  }

  /// What the body of \p Callee does, told as if \p Call did it.
  Deeds insideOf(const FunctionDecl &Callee, const Expr &Call) {
    const FunctionDecl *Definition = nullptr;
    if (Headers.isForeign(Callee.getLocation()) ||
        !Callee.hasBody(Definition) || Definition->isDependentContext())
      return {};
    const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
    if (Method && isModule(Method->getParent()))
      return {};
    auto [Slot, IsNew] = Summaries.try_emplace(Definition);
    if (IsNew) {
      // Recursion meets the empty summary.
      bool Before = std::exchange(Reporting, false);
      Deeds Inside = walk(Definition->getBody(), nullptr);
      Reporting = Before;
      Slot = Summaries.find(Definition);
      Slot->second = Inside;
    }
    Deeds Result = Slot->second;
    for (const Expr **Deed : {&Result.Backward, &Result.Step, &Result.Forward})
      if (*Deed)
        *Deed = &Call;
    return Result;
  }

  /// True if \p Object is what \p Loop goes over: layers, not frames.
  static bool isIterated(const Expr *Object, const Stmt *Loop) {
    const auto *Range = dyn_cast_or_null<CXXForRangeStmt>(Loop);
    return anyPart(Object, [&](const Stmt &S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&S);
      const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
      return (Ref && Range && Ref->getDecl() == Range->getLoopVariable()) ||
             // models[i]->forward(x)
             isa<ArraySubscriptExpr>(S) ||
             (Operator && Operator->getOperator() == OO_Subscript);
    });
  }

  /// A few rounds to warm up: a constant bound under 100.
  static bool isShort(const Stmt &Loop) {
    const auto *For = dyn_cast<ForStmt>(&Loop);
    const auto *Test =
        For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
    const auto *Bound =
        Test ? dyn_cast<IntegerLiteral>(Test->getRHS()->IgnoreParenImpCasts())
             : nullptr;
    return Bound && Bound->getValue().ult(100);
  }

  const HotRegions &Regions;
  const LibTorchHeaders &Headers;
  bool Reporting = false;
  std::vector<UnmarkedLoop> Found;
  llvm::DenseMap<const FunctionDecl *, Deeds> Summaries;
};

} // namespace

std::vector<UnmarkedLoop> unmarkedLoops(const HotRegions &Regions,
                                        const LibTorchHeaders &Headers) {
  return LoopFinder(Regions, Headers).run();
}

} // namespace torchsync
