//===- Conditions.h - Whether a row's conditions hold for a call ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judges the catalogue's conditions over one call's arguments, with the facts
// of the body around it. Must not know what is hot or how findings are worded.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_CATALOGUE_CONDITIONS_H
#define TORCHSYNC_CHECKS_CATALOGUE_CONDITIONS_H

#include "../model/TensorFacts.h"
#include "Catalogue.h"

namespace torchsync {

/// One element of an index list, `x.index({mask, Slice(), 3})`.
struct IndexElement {
  enum Kind { Tensor, Integer, Other } What;
  const clang::Expr *Value;
};

/// The elements of an index list that is written at the call; unset where it
/// comes from elsewhere.
std::optional<llvm::SmallVector<IndexElement, 4>>
indexElements(const clang::Expr *List);

/// One call, asked by the names of its parameters.
class CallFacts {
public:
  /// \p AssumeDevice: a tensor of unknown device counts as on the device.
  CallFacts(const clang::Expr &Call, const clang::FunctionDecl &Callee,
            const TensorFacts &Facts, bool AssumeDevice)
      : Call(Call), Callee(Callee), Facts(Facts), AssumeDevice(AssumeDevice) {}

  bool holds(const Condition &C) const;
  bool holds(llvm::ArrayRef<Condition> All) const {
    return llvm::all_of(All, [&](const Condition &C) { return holds(C); });
  }

  /// True for `x.to(device)` that counts as a move to the device.
  bool movesUp() const;
  /// The object of a method, else the first tensor argument; may be null.
  const clang::Expr *self() const;
  /// The argument of the parameter named \p Name ("rhs|values": of the first of
  /// these that exists); null when there is none or it is left to its default.
  const clang::Expr *argument(llvm::StringRef Name) const;

private:
  bool onDevice(const clang::Expr *E) const;
  bool targetOnDevice() const;
  const clang::Expr *target() const;
  bool isAbsent(llvm::StringRef Name) const;
  bool anyIndex(const clang::Expr *List, Predicate Is) const;
  bool selectsOneElement(const clang::Expr *List) const;

  const clang::Expr &Call;
  const clang::FunctionDecl &Callee;
  const TensorFacts &Facts;
  bool AssumeDevice;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_CATALOGUE_CONDITIONS_H
