//===- Annotations.cpp - What torchsync/annotations.h leaves in the AST ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotations.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace torchsync {

Mark markOf(const Attr &A) {
  const auto *Suppress = dyn_cast<SuppressAttr>(&A);
  if (!Suppress || Suppress->diagnosticIdentifiers_size() == 0)
    return {};
  Mark M;
  M.Kind =
      llvm::StringSwitch<MarkKind>(*Suppress->diagnosticIdentifiers_begin())
          .Case("torchsync::hot", MarkKind::Hot)
          .Case("torchsync::cold", MarkKind::Cold)
          .Case("torchsync::allow", MarkKind::Allow)
          .Default(MarkKind::None);
  M.Loc = A.getLocation();
  if (M.Kind == MarkKind::Allow && Suppress->diagnosticIdentifiers_size() > 1)
    M.Reason = *std::next(Suppress->diagnosticIdentifiers_begin());
  return M;
}

template <typename Range> static Mark firstMark(const Range &Attrs) {
  for (const Attr *A : Attrs)
    if (Mark M = markOf(*A); M.Kind != MarkKind::None)
      return M;
  return {};
}

Mark markOf(const AttributedStmt &S) { return firstMark(S.getAttrs()); }

Mark markOf(const FunctionDecl &F) {
  // A definition elsewhere does not repeat the attribute of its declaration,
  // and an instantiation may not inherit its pattern's.
  for (const FunctionDecl *D = &F; D; D = D->getTemplateInstantiationPattern())
    for (const FunctionDecl *Redecl : D->redecls())
      if (Redecl->hasAttrs())
        if (Mark M = firstMark(Redecl->attrs()); M.Kind != MarkKind::None)
          return M;
  return {};
}

} // namespace torchsync
