//===- FunctionGraph.h - A body's CFG and its statements' places ---------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function body's control-flow graph, with the maps that every analysis
// asks for: which block evaluates a statement, and a statement's parent. Must
// not know what LibTorch or a hot region is.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_FUNCTIONGRAPH_H
#define TORCHSYNC_CHECKS_MODEL_FUNCTIONGRAPH_H

#include "clang/AST/Decl.h"
#include "clang/AST/ParentMap.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace torchsync {

/// A function, method, constructor or lambda call operator with a body.
class FunctionGraph {
public:
  /// Builds the graph of \p Function's body, every expression an element of
  /// its block (CFG::BuildOptions::setAllAlwaysAdd). Null when there is no
  /// body, when the body is dependent or when clang cannot build a CFG.
  /// \p Destructors: with elements for the destructors of variables.
  static std::unique_ptr<FunctionGraph>
  build(const clang::FunctionDecl &Function, bool Destructors = false);

  const clang::FunctionDecl &function() const { return Function; }
  const clang::Stmt &body() const { return *Function.getBody(); }
  const clang::CFG &cfg() const { return *Graph; }

  /// The block that evaluates \p S, or null if none does (unevaluated operands,
  /// dead code).
  const clang::CFGBlock *blockOf(const clang::Stmt *S) const {
    return Blocks.lookup(S);
  }

  /// \p S's parent within this body, null for the body itself. A lambda's body
  /// belongs to the lambda's own FunctionGraph.
  const clang::Stmt *parentOf(const clang::Stmt *S) const {
    return Parents->getParent(const_cast<clang::Stmt *>(S));
  }

  /// True if \p S is \p Outer or lies within it.
  bool isWithin(const clang::Stmt *S, const clang::Stmt *Outer) const {
    for (; S; S = parentOf(S))
      if (S == Outer)
        return true;
    return false;
  }

private:
  FunctionGraph(const clang::FunctionDecl &Function,
                std::unique_ptr<clang::CFG> Graph);

  const clang::FunctionDecl &Function;
  std::unique_ptr<clang::CFG> Graph;
  std::unique_ptr<clang::ParentMap> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::CFGBlock *> Blocks;
};

/// True for a loop of whichever kind.
bool isLoop(const clang::Stmt *S);

/// True if \p Var, a variable of \p Graph's own function, keeps the value that
/// it was declared with: it is const, or nothing but read.
bool keepsValue(const clang::VarDecl &Var, const FunctionGraph &Graph);

/// True if nothing but its own name stands for \p Var, a number of \p Graph's
/// own function: it is read and assigned, and its address is never taken.
bool isOnlyNamed(const clang::VarDecl &Var, const FunctionGraph &Graph);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_FUNCTIONGRAPH_H
