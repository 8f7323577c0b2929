//===- LibTorch.h - Questions about LibTorch's declarations --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises LibTorch's types, functions and headers in the AST, always through
// canonical types and declaring contexts, never through spelled type names.
// Must not know about hot regions, the catalogue or any analysis.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_LIBTORCH_H
#define TORCHSYNC_CHECKS_MODEL_LIBTORCH_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <limits>
#include <optional>

namespace torchsync {

/// What a type is to this tool, seen through references, pointers excluded,
/// sugar and cv-qualifiers.
enum class TypeKind {
  Other,
  Tensor,        ///< at::Tensor, at::TensorBase or a class derived from them.
  Scalar,        ///< c10::Scalar.
  Device,        ///< c10::Device.
  DeviceType,    ///< The enum c10::DeviceType.
  ScalarType,    ///< The enum c10::ScalarType.
  TypeMeta,      ///< caffe2::TypeMeta.
  TensorOptions, ///< c10::TensorOptions.
  TensorIndex,   ///< at::indexing::TensorIndex.
};

/// The kind of \p T after stripping one reference and all sugar.
TypeKind classify(clang::QualType T);
inline bool isTensor(clang::QualType T) {
  return classify(T) == TypeKind::Tensor;
}

/// True if \p A and \p B are one type but for sugar and qualifiers.
inline bool isSameType(clang::QualType A, clang::QualType B) {
  return A.getCanonicalType().getUnqualifiedType() ==
         B.getCanonicalType().getUnqualifiedType();
}

/// True if \p D is declared as \p QualifiedName, which starts with "::" and
/// names the declaring scopes ("::at::Tensor::item"). Inline namespaces are
/// looked through; template arguments do not matter.
bool isNamed(const clang::NamedDecl *D, llvm::StringRef QualifiedName);

/// True if \p Record, which may be null, is \p QualifiedName or derives from
/// it.
bool isOrDerives(const clang::CXXRecordDecl *Record,
                 llvm::StringRef QualifiedName, unsigned Depth = 0);

/// The function that \p E calls: of a call, operator call, member call or
/// constructor; null when it is not known statically.
const clang::FunctionDecl *calleeOf(const clang::Expr *E);

/// The explicit arguments of a call or construction. For an operator or member
/// call of a method, the object is not among them (see objectOf).
llvm::SmallVector<const clang::Expr *, 4> argumentsOf(const clang::Expr *Call);

/// The object of a method or member operator call, else null.
const clang::Expr *objectOf(const clang::Expr *Call);

/// Strips everything that does not change which object an expression denotes:
/// parentheses, implicit casts, temporaries' bindings, cleanups, and copy or
/// move constructions (std::move and static_cast to a reference included).
const clang::Expr *ignoreWrappers(const clang::Expr *E);

/// The variable, field or function that \p E, which may be null, names but for
/// wrappers; else null.
const clang::ValueDecl *namedBy(const clang::Expr *E);

/// True if \p Root, which may be null, has a part, itself included, that \p Is
/// accepts. Gives up after \p Limit parts, saying no.
bool anyPart(const clang::Stmt *Root,
             llvm::function_ref<bool(const clang::Stmt &)> Is,
             unsigned Limit = std::numeric_limits<unsigned>::max());

/// Answers which files are LibTorch's own. Decided from where at::Tensor and
/// its siblings are declared, so -I and -isystem builds behave the same.
class LibTorchHeaders {
public:
  explicit LibTorchHeaders(const clang::ASTContext &Context)
      : Sources(Context.getSourceManager()) {
    findRoots(Context);
  }

  /// True if the translation unit sees LibTorch at all.
  bool present() const { return !Roots.empty(); }

  /// True if \p Loc (its expansion) is in a header of LibTorch or of the
  /// system: code we neither analyse nor report on.
  bool isForeign(clang::SourceLocation Loc) const;

private:
  void findRoots(const clang::ASTContext &Context);

  const clang::SourceManager &Sources;
  llvm::SmallVector<std::string, 2> Roots; ///< Directories ending in '/'.
  mutable llvm::DenseMap<clang::FileID, bool> Foreign;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_LIBTORCH_H
