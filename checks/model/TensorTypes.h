//===- TensorTypes.h - Types whose values the tensor analysis follows -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts types into tensors, what names a device or dtype, containers of those
// and records that may hold them; and functions by whose they are. Must not
// know what any operation does.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSORTYPES_H
#define TORCHSYNC_CHECKS_MODEL_TENSORTYPES_H

#include "LibTorch.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace torchsync {

inline bool isOneOf(llvm::StringRef Name,
                    std::initializer_list<llvm::StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

enum class TypeShape : uint8_t {
  Other,
  Plain,     ///< A tensor, a device, options ... itself.
  Container, ///< Elements of one kind, all spoken of together.
  Holder,    ///< One element: optional and the owning pointers.
  Product,   ///< std::pair and std::tuple: elements by number.
  Record,    ///< A class with fields.
};

struct TrackedType {
  TypeShape Shape = TypeShape::Other;
  /// The kind of the value or its elements; Other for products and records.
  TypeKind Kind = TypeKind::Other;
  /// Of a product.
  unsigned Arity = 0;

  bool tracked() const { return Shape != TypeShape::Other; }
  /// Has a TensorFact of its own (a record has only its fields').
  bool hasFact() const { return tracked() && Shape != TypeShape::Record; }
  bool isPlain(TypeKind K) const {
    return Shape == TypeShape::Plain && Kind == K;
  }
};

/// Whose function it is, which decides what may be assumed of a call.
enum class FunctionOrigin : uint8_t {
  User,
  Aten,     ///< Functions of at:: and methods of its tensors: documented rules.
  LibTorch, ///< Anything else of LibTorch.
  Standard, ///< The standard library and formatting libraries.
  Cuda,     ///< The CUDA runtime and driver.
};

class TensorTypes {
public:
  explicit TensorTypes(const clang::ASTContext &Context) : Headers(Context) {}

  /// \p T's shape, seen through one reference and one pointer.
  TrackedType operator()(clang::QualType T);

  /// True for a sequence of pairs or tuples of tensors, which is how the
  /// samples of a dataset come when their sizes differ.
  bool isSampleList(clang::QualType T);

  FunctionOrigin originOf(const clang::FunctionDecl &Function);

  const LibTorchHeaders &headers() const { return Headers; }

private:
  TrackedType compute(clang::QualType T);

  LibTorchHeaders Headers;
  llvm::DenseMap<const clang::Type *, TrackedType> Types;
  llvm::DenseMap<const clang::FunctionDecl *, FunctionOrigin> Origins;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSORTYPES_H
