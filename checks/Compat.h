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

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_COMPAT_H
