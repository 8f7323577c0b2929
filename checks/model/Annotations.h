//===- Annotations.h - What torchsync/annotations.h leaves in the AST -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the marks that the macros of include/torchsync/annotations.h
// become. Must not know what follows from a mark; that is HotRegions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_ANNOTATIONS_H
#define TORCHSYNC_CHECKS_MODEL_ANNOTATIONS_H

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace torchsync {

enum class MarkKind {
  None,
  Hot,   ///< TORCHSYNC_HOT
  Cold,  ///< TORCHSYNC_COLD
  Allow, ///< TORCHSYNC_ALLOW_SYNC("reason")
};

/// One annotation. The macros become `[[gsl::suppress("torchsync::hot")]]` and
/// the like: the only attribute that every supported clang accepts on loops,
/// blocks, null statements and functions alike.
struct Mark {
  MarkKind Kind = MarkKind::None;
  clang::SourceLocation Loc;
  llvm::StringRef Reason; ///< Of Allow.
};

/// The mark that one attribute stands for, if it is ours.
Mark markOf(const clang::Attr &A);

/// Our mark on a statement or on any declaration of a function.
Mark markOf(const clang::AttributedStmt &S);
Mark markOf(const clang::FunctionDecl &F);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_ANNOTATIONS_H
