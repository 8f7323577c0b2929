//===- Rewriting.h - The parts that rewrites are made of ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several rewrites do to the text of a call: give it an argument, another
// name, a statement before or after it. Must not know which calls wait.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_REWRITING_H
#define TORCHSYNC_CHECKS_REWRITING_H

#include "model/FunctionGraph.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>
#include <string>

namespace torchsync {

/// The text of \p E as written, where it is plain (see plainText).
std::optional<llvm::StringRef> textOf(const clang::Expr &E,
                                      const clang::ASTContext &Context);

/// How many arguments the caller wrote: those with defaults come last.
unsigned writtenArguments(const clang::CallExpr &Call);

/// The number of \p Call's parameter named \p Name, if it has one.
std::optional<unsigned> parameterNamed(const clang::CallExpr &Call,
                                       llvm::StringRef Name);

/// `, \p Text` as one more argument of \p Call, a call in parentheses.
clang::FixItHint appendArgument(const clang::CallExpr &Call,
                                llvm::StringRef Text);

/// `/*name=*/FILL_IN`: an argument that only the programmer knows. The file
/// does not compile until it is filled in; nothing where it would. (Of a list
/// with an empty place clang-tidy takes the place away, and what is left
/// compiles.)
std::optional<std::string> placeholder(llvm::StringRef Name,
                                       const clang::ASTContext &Context);

/// Replaces `name(...)` of the method call \p Call, or nothing where it is not
/// plain text.
std::optional<clang::FixItHint>
replaceMember(const clang::CXXMemberCallExpr &Call, llvm::StringRef Text,
              const clang::ASTContext &Context);

/// \p Call, a `cpu()`, `cuda()`, `to(...)` or `copy_(...)`, with a true
/// `non_blocking` argument, or nothing where it has no such form.
std::optional<clang::FixItHint>
withNonBlocking(const clang::CallExpr &Call, const clang::ASTContext &Context);

/// The statement that declares one local variable with \p Value, but for
/// conversions, as its initialiser, or null.
const clang::DeclStmt *declaredWith(const clang::Expr &Value,
                                    const FunctionGraph &Graph);

/// Takes \p S, which fills its lines, out of the text, or nothing.
std::optional<clang::FixItHint> removeLines(const clang::Stmt &S,
                                            const clang::ASTContext &Context);

/// The namespace that has LibTorch's constants here: "torch", or "at" where
/// only ATen's headers are included.
llvm::StringRef constantSpace(const clang::ASTContext &Context);

/// True if the namespace \p Space ("at::cuda") declares \p Name.
bool declares(llvm::StringRef Space, llvm::StringRef Name,
              const clang::ASTContext &Context);

/// \p Lines, each a line of its own, before \p S, a statement of a block that
/// begins its line, or nothing.
std::optional<clang::FixItHint> insertBefore(const clang::Stmt &S,
                                             llvm::ArrayRef<std::string> Lines,
                                             const clang::ASTContext &Context);

/// \p Lines, each a line of its own, after \p S, a declaration that ends its
/// line, or nothing.
std::optional<clang::FixItHint> insertAfter(const clang::DeclStmt &S,
                                            llvm::ArrayRef<std::string> Lines,
                                            const clang::ASTContext &Context);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_REWRITING_H
