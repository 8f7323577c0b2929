//===- TensorPlaces.h - The places that hold tensors ----------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers a body's variables, members (`this->x`, `s.pos`), tuple elements and
// bindings, and says which of them an expression denotes. Must not know what
// they hold or about control flow.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSORPLACES_H
#define TORCHSYNC_CHECKS_MODEL_TENSORPLACES_H

#include "TensorTypes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace torchsync {

using PlaceId = uint32_t;

/// What an lvalue denotes.
struct Denotation {
  static constexpr PlaceId None = ~0U;
  PlaceId Place = None;
  /// One of the elements that Place speaks for together.
  bool Element = false;
  explicit operator bool() const { return Place != None; }
};

class TensorPlaces {
public:
  /// The object of the method.
  static constexpr PlaceId This = 0;

  struct Place {
    PlaceId Parent = Denotation::None;
    /// A FieldDecl, or an element's number times two plus one.
    uintptr_t Key = 0;
    /// Null for This.
    const clang::ValueDecl *Root = nullptr;
    const clang::FieldDecl *Field = nullptr;
    llvm::SmallVector<PlaceId, 2> Children;
  };

  explicit TensorPlaces(TensorTypes &Types);

  /// A reference denotes what it is bound to, except that one bound to an
  /// element of a container has a place of its own (it is one of many).
  Denotation of(const clang::Expr *E) { return of(E, 0); }
  Denotation of(const clang::ValueDecl &D) { return ofDecl(D, 0); }
  PlaceId variable(const clang::ValueDecl &Var);
  PlaceId field(PlaceId Parent, const clang::FieldDecl &Field);
  PlaceId element(PlaceId Parent, unsigned Number);
  PlaceId child(PlaceId Parent, uintptr_t Key, const clang::FieldDecl *Field);

  /// The existing child of \p Parent with \p Key, or None.
  PlaceId existing(PlaceId Parent, uintptr_t Key) const;
  const Place &operator[](PlaceId Id) const { return Places[Id]; }
  size_t size() const { return Places.size(); }

private:
  Denotation of(const clang::Expr *E, unsigned Depth);
  Denotation ofDecl(const clang::ValueDecl &D, unsigned Depth);
  Denotation ofBinding(const clang::BindingDecl &Binding, unsigned Depth);
  Denotation ofCall(const clang::CallExpr &Call, unsigned Depth);

  TensorTypes &Types;
  std::vector<Place> Places;
  llvm::DenseMap<const clang::ValueDecl *, PlaceId> Variables;
  llvm::DenseMap<std::pair<PlaceId, uintptr_t>, PlaceId> ByKey;
};

/// The container whose elements the loop variable's initialiser \p Init gives
/// in turn, or null if it is not that of a range-for.
const clang::Expr *rangeBehind(const clang::Expr &Init);

/// std::get<N> and the like: N, else nothing.
std::optional<unsigned> tupleIndex(const clang::FunctionDecl &Callee);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSORPLACES_H
