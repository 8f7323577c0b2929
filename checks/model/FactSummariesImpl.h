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
#include "TensorValues.h"
#include "llvm/ADT/SetVector.h"
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

/// What is stored in fields.
using FieldValues = llvm::DenseMap<const clang::FieldDecl *, Value>;

class FactSummaries::Impl {
public:
  explicit Impl(FactSummaries &Owner, const clang::ASTContext &Context)
      : Owner(Owner), Context(Context), Types(Context), Operations(Types) {}

  /// What \p Callee returns when its parameters and captures are as in
  /// \p Entry. The evidence is null where it came from \p Entry.
  TensorFact result(const clang::FunctionDecl &Callee, const EntryFacts &Entry);
  const WriteSummary &writes(const clang::FunctionDecl &Callee);
  /// What \p Field holds at every moment; empty if it is never assigned.
  Value member(const clang::FieldDecl &Field);
  /// True if a dataset's get() calls \p F: it works on what was just loaded.
  bool servesDataset(const clang::FunctionDecl &F) {
    indexUsers();
    return DatasetHelpers.contains(F.getCanonicalDecl());
  }
  /// True if a DataLoader of the type \p Loader gives batches of CPU tensors.
  bool loadsOnHost(clang::QualType Loader);

  TensorTypes &types() { return Types; }
  TensorOperations &operations() { return Operations; }

private:
  bool isAnalysable(const clang::FunctionDecl &Callee);
  TensorFact analyse(const clang::FunctionDecl &Callee,
                     const EntryFacts &Entry);
  bool usesFields(const clang::CXXMethodDecl &Method);
  bool isClosed(const clang::CXXRecordDecl &Class);
  void indexUsers();
  void analyseClass(const clang::CXXRecordDecl &Class);
  bool datasetOnHost(clang::QualType Dataset);

  FactSummaries &Owner;
  const clang::ASTContext &Context;
  TensorTypes Types;
  TensorOperations Operations;
  /// Results by callee and by what is known of its parameters.
  llvm::DenseMap<std::pair<const clang::FunctionDecl *, uint64_t>, TensorFact>
      Results;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<WriteSummary>>
      Writes;
  FieldValues Members;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> Classes;
  /// The class whose fields' facts are being found, and what is assumed of
  /// them meanwhile.
  const clang::CXXRecordDecl *Assuming = nullptr;
  FieldValues Assumed;
  /// For each class of the file the functions that name a field of it.
  llvm::DenseMap<const clang::RecordDecl *,
                 llvm::SmallSetVector<const clang::FunctionDecl *, 8>>
      Users;
  /// What the datasets' get() calls.
  llvm::DenseSet<const clang::FunctionDecl *> DatasetHelpers;
  bool Indexed = false;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> InProgress;
  /// Bodies analysed for summaries; past the limit nothing more is learnt.
  unsigned Analysed = 0;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_FACTSUMMARIESIMPL_H
