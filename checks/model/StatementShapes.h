//===- StatementShapes.h - What form a statement has ---------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about the form of one statement, for analyses and rewrites
// that look for a certain one. Must not know what LibTorch or a hot region is.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_STATEMENTSHAPES_H
#define TORCHSYNC_CHECKS_MODEL_STATEMENTSHAPES_H

#include "FunctionGraph.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <utility>

namespace torchsync {

/// The one statement that \p S consists of, braces and cleanups aside.
const clang::Stmt *onlyStatement(const clang::Stmt *S);

/// The two sides of an assignment, of a class too.
std::pair<const clang::Expr *, const clang::Expr *>
assignment(const clang::Stmt *S);

enum class Leaving { No, Break, Return, Fatal };

/// How \p S ends, when it does not come back to the statement after it.
Leaving leaves(const clang::Stmt *S);

/// The statement of a block that \p S is part of, and that block.
std::pair<const clang::Stmt *, const clang::CompoundStmt *>
statementOf(const clang::Stmt *S, const FunctionGraph &Graph);

/// The innermost loop of \p Graph's body around \p S, or null.
const clang::Stmt *loopAround(const clang::Stmt *S, const FunctionGraph &Graph);

/// What \p Loop repeats; null if it is no loop.
const clang::Stmt *bodyOf(const clang::Stmt &Loop);

/// The variable or member that \p Loop's iterations add one to, each of them
/// once: a for statement's own, or one from outside of the loop that a
/// statement of its body steps. Null if there is none.
const clang::ValueDecl *counterOf(const clang::Stmt &Loop);

/// True if another declaration in \p Where has the name of \p D and might hide
/// it.
bool isHidden(const clang::NamedDecl &D, const clang::Stmt &Where);
bool isHidden(const clang::NamedDecl &D, const clang::FunctionDecl &Where);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_STATEMENTSHAPES_H
