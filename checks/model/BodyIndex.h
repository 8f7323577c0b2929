//===- BodyIndex.h - Where a body's variables are read and repeated ------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over a function body, lambdas included, that remembers each
// statement's parent and innermost loop and each variable's mentions, so that
// following a value never walks the body again. Must not know what LibTorch is.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_BODYINDEX_H
#define TORCHSYNC_CHECKS_MODEL_BODYINDEX_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace torchsync {

class BodyIndex {
public:
  /// Walks \p Definition's body and, of a constructor, its initialisers.
  explicit BodyIndex(const clang::FunctionDecl &Definition);

  const clang::FunctionDecl &function() const { return Function; }

  bool contains(const clang::Stmt *S) const { return Places.count(S); }

  /// \p S's parent; a lambda's body has the lambda as its parent. Null at the
  /// top and for statements of other bodies.
  const clang::Stmt *parentOf(const clang::Stmt *S) const {
    return Places.lookup(S).Parent;
  }

  /// The innermost loop that evaluates \p S again and again, or null. A for
  /// statement's init and a range-for's range are not repeated by it.
  const clang::Stmt *loopOf(const clang::Stmt *S) const {
    return Places.lookup(S).Loop;
  }

  /// True if \p Loop evaluates \p S again and again; no loop repeats all.
  bool repeats(const clang::Stmt *Loop, const clang::Stmt *S) const;

  /// Every DeclRefExpr of a variable or binding, every MemberExpr of a field.
  llvm::ArrayRef<const clang::Expr *> mentions(const clang::ValueDecl *D) const;

  /// The variable that \p Init is the initialiser of, or null.
  const clang::VarDecl *initialised(const clang::Expr *Init) const {
    return Initialised.lookup(Init);
  }
  /// The member that a constructor's \p Init initialises, or null.
  const clang::FieldDecl *initialisedField(const clang::Expr *Init) const {
    return InitialisedFields.lookup(Init);
  }
  /// The loop whose range \p Range holds (`__range1`), or null.
  const clang::CXXForRangeStmt *rangeLoop(const clang::VarDecl *Range) const {
    return RangeLoops.lookup(Range);
  }
  /// The statement that declares the local variable \p D, or null.
  const clang::Stmt *declaration(const clang::ValueDecl *D) const {
    return Declarations.lookup(D);
  }

  /// The function or lambda call operator whose body \p S stands in.
  const clang::FunctionDecl &functionOf(const clang::Stmt *S) const;

  /// The calls in the body, in source order.
  llvm::ArrayRef<const clang::CallExpr *> calls() const { return Calls; }

private:
  struct Place {
    const clang::Stmt *Parent = nullptr;
    const clang::Stmt *Loop = nullptr;
  };
  void walk(const clang::Stmt *Root);
  void note(const clang::Stmt &S);

  const clang::FunctionDecl &Function;
  llvm::DenseMap<const clang::Stmt *, Place> Places;
  llvm::DenseMap<const clang::ValueDecl *,
                 llvm::SmallVector<const clang::Expr *, 4>>
      Mentions;
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> Initialised;
  llvm::DenseMap<const clang::Expr *, const clang::FieldDecl *>
      InitialisedFields;
  llvm::DenseMap<const clang::VarDecl *, const clang::CXXForRangeStmt *>
      RangeLoops;
  llvm::DenseMap<const clang::ValueDecl *, const clang::Stmt *> Declarations;
  llvm::SmallVector<const clang::CallExpr *, 0> Calls;
};

/// The indices of a translation unit's bodies, each made when first asked for.
class BodyIndices {
public:
  /// The index that holds \p Function's body: a lambda's is its enclosing
  /// function's, so that captured variables are seen on both sides. Null
  /// without a body or when it is dependent.
  const BodyIndex *of(const clang::FunctionDecl &Function);

private:
  const BodyIndex *own(const clang::FunctionDecl &Function);

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<BodyIndex>>
      ByFunction;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_BODYINDEX_H
