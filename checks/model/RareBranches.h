//===- RareBranches.h - Which arm of a branch runs only now and then ------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers for one branch of a body whether an arm is throttled by a counter,
// marked unlikely, entered once, or a failure. Must not know what is hot.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_RAREBRANCHES_H
#define TORCHSYNC_CHECKS_MODEL_RAREBRANCHES_H

#include "FunctionGraph.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace torchsync {

class RareBranches {
public:
  /// \p Region is the loop or block whose runs are counted; null for the whole
  /// body. A counter that is set anew inside it counts nothing across runs.
  RareBranches(const FunctionGraph &Graph, const clang::Stmt *Region);

  /// True if the edge from \p From to its successor number \p Index is taken
  /// only now and then, or leaves by an exception or a failure.
  bool isRare(const clang::CFGBlock &From, unsigned Index) const;

private:
  /// The arm that runs rarely when a condition is tested again and again.
  enum class Arm { Neither, True, False };
  static Arm flip(Arm A);

  Arm rareArm(const clang::Expr *Condition, const clang::Stmt *Then,
              unsigned Depth = 0) const;
  Arm comparison(const clang::BinaryOperator &Op,
                 const clang::Stmt *Then) const;
  Arm modulus(const clang::BinaryOperator &Op) const;
  bool isResetIn(const clang::Expr *Side, const clang::Stmt *Then) const;
  Arm onceFlag(const clang::Expr *Condition, const clang::Stmt *Then) const;
  Arm helper(const clang::CallExpr &Call, unsigned Depth) const;
  /// The counter that \p E reads or steps, if its steps go on across runs.
  const clang::ValueDecl *counterOf(const clang::Expr *E) const;
  /// True if each run of the region has a \p Var of its own.
  bool isPerRun(const clang::VarDecl &Var) const;
  bool dependsOnCounter(const clang::Expr *E) const;
  bool isInRegion(const clang::Stmt *S) const;

  /// Writes to integer, bool and object variables or fields, by declaration.
  struct Write {
    const clang::Stmt *At;
    bool Step; ///< ++, --, += or -=, or x = x + ...
  };
  void collectWrites(const clang::Stmt *S);

  const FunctionGraph &Graph;
  const clang::Stmt *Region;
  llvm::DenseMap<const clang::ValueDecl *, llvm::SmallVector<Write, 2>> Writes;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_RAREBRANCHES_H
