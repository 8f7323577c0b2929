//===- CallRoles.h - What a call does with a host value ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers what a called function does with a number, text, container or host
// tensor that it is given: hands it on, prints it, computes on the device with
// it, takes it as a size. Knows LibTorch, the standard library and the usual
// loggers; must not know where the value came from.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_CALLROLES_H
#define TORCHSYNC_CHECKS_MODEL_CALLROLES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace torchsync {

enum class CallRole {
  Unknown,  ///< Nothing is known of the function.
  Passes,   ///< The value, or one made of it, is the call's result.
  Ignores,  ///< The value itself is not read.
  Logs,     ///< It is printed or recorded.
  Operates, ///< It is an operand of a tensor operation.
  Sizes,    ///< It is a size, an index or a position.
  Stores,   ///< It is kept in the call's object.
  Copies,   ///< It is written to where the first argument points.
  Body,     ///< User code: its body says, if it shows.
};

/// What \p Callee does with \p Argument, which is bound to its parameter
/// number \p Position (which is past the last one for `...`).
CallRole argumentRole(const clang::FunctionDecl &Callee, unsigned Position,
                      const clang::Expr &Argument);

/// What \p Method, called as \p Call, does with its object \p Object.
CallRole objectRole(const clang::Expr &Call, const clang::CXXMethodDecl &Method,
                    const clang::Expr &Object);

/// True if \p Callee gives the host a tensor's value: item, is_nonzero, equal,
/// allclose.
bool isFetch(const clang::FunctionDecl &Callee);

/// isnan, isfinite and their kin, of std, C or LibTorch.
bool testsForNan(const clang::FunctionDecl &Callee);

/// std::max, std::min, fmax, fmin.
bool isMinOrMax(const clang::FunctionDecl &Callee);

/// optional<T>::value_or, whose argument is evaluated in any case.
bool isValueOr(const clang::FunctionDecl &Callee);

/// True if the statement \p S only prints or logs: `std::cerr << x << '\n'`,
/// a printf, a logger's call.
bool onlyReports(const clang::Stmt &S);

/// The name of the outermost namespace around \p D, or "".
llvm::StringRef outermostNamespace(const clang::Decl &D);

/// True if \p D is LibTorch's: in at, torch, c10 or caffe2.
bool isLibTorch(const clang::Decl &D);

/// True if \p D is the standard library's, its methods included.
bool isStandard(const clang::Decl &D);

/// \p D's identifier, or "" for operators, constructors and the like.
llvm::StringRef simpleName(const clang::NamedDecl &D);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_CALLROLES_H
