//===- InFlightCopies.h - Memory used while a copy may be under way -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers where the host reads what a non_blocking copy may still be writing,
// or overwrites pinned memory that one may still be reading. A forward flow
// analysis of each body that starts such a copy. Must not know what is hot.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_INFLIGHTCOPIES_H
#define TORCHSYNC_CHECKS_MODEL_INFLIGHTCOPIES_H

#include "../catalogue/Catalogue.h"
#include "TensorFacts.h"

namespace torchsync {

/// One access of the host to memory of a copy that nothing has waited for.
struct EarlyAccess {
  const clang::Expr *Access;
  const clang::Expr *Copy;
  /// Overwrites the source of a copy to the device; else reads (or changes) the
  /// destination of a copy to the host.
  bool OfSource;
  /// The copy was started in an earlier iteration of a loop.
  bool Earlier;
  /// The variable that holds the memory, if it has a name.
  const clang::ValueDecl *Memory;
  /// Where Access is a call of code in sight: the access in it.
  const clang::Expr *Inside;
};

/// The bodies among \p Definitions, lambdas in them included, that copy with
/// non_blocking or call one that does and returns a tensor. No others have
/// early accesses. One walk over each definition, two where there is such a
/// copy.
std::vector<const clang::FunctionDecl *>
bodiesWithCopies(llvm::ArrayRef<const clang::FunctionDecl *> Definitions);

/// The early accesses in \p Bodies, in source order, one for each place however
/// many template instantiations reach it. \p Operations says which calls wait;
/// without \p AssumeDevice only tensors that are certainly on the device count.
std::vector<EarlyAccess>
earlyAccesses(llvm::ArrayRef<const clang::FunctionDecl *> Bodies,
              const clang::ASTContext &Context, const Catalogue &Operations,
              bool AssumeDevice);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_INFLIGHTCOPIES_H
