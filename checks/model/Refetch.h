//===- Refetch.h - Whether the host has a fetched value already ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers whether, on every path to a fetch, the same expression was fetched
// before and nothing that it reads was written since. Must not know what the
// value is for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_REFETCH_H
#define TORCHSYNC_CHECKS_MODEL_REFETCH_H

#include "BodyIndex.h"
#include "FunctionGraph.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace torchsync {

/// The fetches of one body, by what they fetch.
class Refetches {
public:
  Refetches(const FunctionGraph &Graph, const BodyIndex &Index);

  /// The fetch that gave the host \p Fetch's value on some path, when there is
  /// one on every path; else null.
  const clang::CallExpr *earlier(const clang::Expr &Fetch) const;

private:
  struct Place {
    const clang::CFGBlock *Block;
    unsigned Position;
    /// Fetches of the same expression have the same number.
    unsigned Group;
  };
  const FunctionGraph &Graph;
  const BodyIndex &Index;
  llvm::DenseMap<const clang::Stmt *, Place> Places;
  llvm::SmallVector<unsigned, 0> GroupSizes;
};

/// The local variable that certainly holds what \p Item, a call of item<T>(),
/// would give again: declared with the same call on every path to it, of the
/// same type, never changed, and in between nothing runs that could write a
/// tensor. Null if there is none. Asks for more than Refetches, whose answer
/// only words a message.
const clang::VarDecl *keptValue(const clang::CXXMemberCallExpr &Item,
                                const FunctionGraph &Graph);

/// True if evaluating \p E does no more than read variables and compute: it
/// writes nothing, and makes the same value whenever it is evaluated.
bool onlyReads(const clang::Expr &E);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_REFETCH_H
