//===- Compat.h - What differs between the LLVM versions we build for ----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that asks which LLVM it is compiled against. Everything else
// in the plugin is the same source for every version.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_COMPAT_H
#define TORCHSYNC_CHECKS_COMPAT_H

#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Config/llvm-config.h"
// From LLVM 22 on the registry is declared in ClangTidyModule.h, and its old
// header only warns.
#if LLVM_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

namespace torchsync {

/// What clangd's provideDefaultChecks returns: a reference to a function, later
/// the function itself.
#if LLVM_VERSION_MAJOR < 22
using ClangdTidyProvider =
    llvm::function_ref<void(clang::tidy::ClangTidyOptions &, llvm::StringRef)>;
#else
using ClangdTidyProvider = llvm::unique_function<void(
    clang::tidy::ClangTidyOptions &, llvm::StringRef) const>;
#endif

/// The namespace, or what an alias of one stands for, in front of the name that
/// \p E is written as; null if there is none.
inline const clang::NamespaceDecl *
writtenNamespace(const clang::DeclRefExpr &E) {
#if LLVM_VERSION_MAJOR < 22
  const clang::NestedNameSpecifier *Qualifier = E.getQualifier();
  if (!Qualifier)
    return nullptr;
  if (const clang::NamespaceAliasDecl *Alias = Qualifier->getAsNamespaceAlias())
    return Alias->getNamespace();
  return Qualifier->getAsNamespace();
#else
  clang::NestedNameSpecifier Qualifier = E.getQualifier();
  return Qualifier.getKind() == clang::NestedNameSpecifier::Kind::Namespace
             ? Qualifier.getAsNamespaceAndPrefix().Namespace->getNamespace()
             : nullptr;
#endif
}

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_COMPAT_H
