//===- TensorFacts.h - Where each tensor lives, at each expression -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers what is known of a tensor (or a device, options or dtype value) where
// an expression is evaluated: device, dtype kind, rank, pinned or not. A
// forward flow analysis of one function body. Must not know which calls wait or
// what is hot.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSORFACTS_H
#define TORCHSYNC_CHECKS_MODEL_TENSORFACTS_H

#include "FunctionGraph.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>

namespace torchsync {

enum class DeviceFact : uint8_t { Unknown, Cpu, Cuda };
enum class DtypeFact : uint8_t {
  Unknown,
  Bool,     ///< Masks: kBool, comparisons, logical operations.
  Byte,     ///< kByte: as an index it is a mask too.
  Integral, ///< Any other integer type.
  Floating,
};
enum class Tri : uint8_t { Unknown, No, Yes };

/// What is certainly true of one tensor-like value. The default knows nothing.
/// For a Device, DeviceType or TensorOptions value, Device (and Dtype) say what
/// the value names.
struct TensorFact {
  DeviceFact Device = DeviceFact::Unknown;
  DtypeFact Dtype = DtypeFact::Unknown;
  /// The number of dimensions, when known.
  std::optional<unsigned> Rank;
  /// Rank 0 or not, when that much is known.
  Tri Scalar = Tri::Unknown;
  /// In page-locked host memory (only meaningful on the CPU).
  Tri Pinned = Tri::Unknown;
  /// Memory of LibTorch's own allocator: the result of an operation or factory,
  /// not from_blob, not a parameter.
  bool OwnMemory = false;
  /// For TensorOptions: names a device (a dtype) at all; No leaves it to the
  /// operation, which means the CPU for a factory and "as it is" for `to`.
  Tri NamesDevice = Tri::Unknown;
  Tri NamesDtype = Tri::Unknown;
  /// The expression that proves Device, for ExplainDevice notes.
  const clang::Expr *Evidence = nullptr;
  /// Of an unknown device: the parameter, member or loop variable that decides
  /// it. Two values with the same one are on the same device.
  const clang::ValueDecl *LivesWith = nullptr;

  bool isMask() const {
    return Dtype == DtypeFact::Bool || Dtype == DtypeFact::Byte;
  }
  /// Keeps what both know; everything else becomes unknown.
  TensorFact join(const TensorFact &Other) const;
  bool operator==(const TensorFact &Other) const;
};

/// What a caller knows of a body's parameters and captured variables. Keyed by
/// the parameter or captured variable, and by field for members of `this`.
using EntryFacts = llvm::DenseMap<const clang::ValueDecl *, TensorFact>;

/// Facts shared by all functions of a translation unit: summaries of visible
/// bodies (device of the result ...) and of members. One per TU; filled on
/// demand; bounded.
class FactSummaries {
public:
  explicit FactSummaries(const clang::ASTContext &Context);
  ~FactSummaries();

  /// What a call to \p Callee returns whatever it is given, if its body shows.
  TensorFact result(const clang::FunctionDecl &Callee);
  /// What \p Field holds at every moment, from all assignments to it in the
  /// class's visible code.
  TensorFact member(const clang::FieldDecl &Field);

private:
  friend class TensorFacts;
  class Impl;
  std::unique_ptr<Impl> Self;
};

/// The facts of one body.
class TensorFacts {
public:
  /// Runs the analysis to its fixpoint. Past the budget on blocks times
  /// variables every question is answered "unknown" and bounded() is true.
  TensorFacts(const FunctionGraph &Graph, FactSummaries &Summaries,
              const EntryFacts &Entry = EntryFacts());
  ~TensorFacts();
  TensorFacts(TensorFacts &&) noexcept;

  /// What is known of \p E's value where the body evaluates it. \p E may be
  /// wrapped in casts and temporaries.
  TensorFact at(const clang::Expr *E) const;

  /// What a lambda call operator or callee may assume of \p Var (a parameter's
  /// argument is asked for with at()) when \p Call is evaluated.
  TensorFact variableAt(const clang::ValueDecl &Var,
                        const clang::Expr *Call) const;

  /// The join of what the body returns.
  TensorFact returned() const;

  /// True if the budget ended the analysis.
  bool bounded() const;

private:
  friend class FactSummaries;
  class Impl;
  std::unique_ptr<Impl> Self;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSORFACTS_H
