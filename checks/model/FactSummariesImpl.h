//===- FactSummariesImpl.h - What the functions of a file do to facts -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of FactSummaries: summaries of visible bodies, computed on demand
// and kept for the translation unit. Only TensorFacts and FactSummaries
// include this.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_FACTSUMMARIESIMPL_H
#define TORCHSYNC_CHECKS_MODEL_FACTSUMMARIESIMPL_H

#include "TensorFacts.h"
#include "TensorOperations.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace torchsync {

/// What a call may leave changed behind it.
struct WriteSummary {
  /// The body was seen; otherwise everything reachable may change.
  bool Known = false;
  /// May assign global variables.
  bool Globals = false;
  /// May assign members that are not listed.
  bool AllMembers = false;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Parameters;
  llvm::SmallPtrSet<const clang::FieldDecl *, 4> Members;
};

class FactSummaries::Impl {
public:
  explicit Impl(FactSummaries &Owner, const clang::ASTContext &Context)
      : Owner(Owner), Context(Context), Types(Context), Operations(Types) {}

  /// What \p Callee returns when its parameters and captures are as in
  /// \p Entry. The evidence is null where it came from \p Entry.
  TensorFact result(const clang::FunctionDecl &Callee, const EntryFacts &Entry);
  const WriteSummary &writes(const clang::FunctionDecl &Callee);
  TensorFact member(const clang::FieldDecl &Field);

  TensorTypes &types() { return Types; }
  TensorOperations &operations() { return Operations; }

private:
  bool isAnalysable(const clang::FunctionDecl &Callee);
  TensorFact analyse(const clang::FunctionDecl &Callee,
                     const EntryFacts &Entry);
  TensorFact computeMember(const clang::FieldDecl &Field);

  FactSummaries &Owner;
  const clang::ASTContext &Context;
  TensorTypes Types;
  TensorOperations Operations;
  /// Results by callee and by what is known of its parameters.
  llvm::DenseMap<std::pair<const clang::FunctionDecl *, uint64_t>, TensorFact>
      Results;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<WriteSummary>>
      Writes;
  llvm::DenseMap<const clang::FieldDecl *, TensorFact> Members;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> InProgress;
  /// Bodies analysed for summaries; past the limit nothing more is learnt.
  unsigned Analysed = 0;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_FACTSUMMARIESIMPL_H
