//===- PureCode.h - What may as well run at another time -----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers whether code only reads and reports, so that a rewrite may evaluate
// it earlier, twice or more rarely. Judges calls by their names and knows
// nothing of aliases: enough for a rewrite that somebody reviews, too little
// for a safe one. Must not know about hot regions or the catalogue.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_PURECODE_H
#define TORCHSYNC_CHECKS_MODEL_PURECODE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace torchsync {

/// True for a method of at::Tensor or at::TensorBase.
bool isTensorMethod(const clang::CXXMethodDecl &Method);

/// True for a function of LibTorch that reads tensors and makes new ones:
/// neither in place nor drawing random numbers nor running a module.
bool isPure(const clang::FunctionDecl &Callee);

/// Collects the variables and fields that \p E reads; false if evaluating it
/// earlier might change something.
bool collectReads(const clang::Expr *E,
                  llvm::SmallPtrSetImpl<const clang::ValueDecl *> &Reads);

/// True if \p S does nothing but compute, report (print, log) and leave the
/// code around it: run more rarely, it changes nothing that other code reads.
bool onlyTells(const clang::Stmt &S);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_PURECODE_H
