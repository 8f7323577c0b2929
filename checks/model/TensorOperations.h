//===- TensorOperations.h - What LibTorch's operations return ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transfer rules of the tensor analysis: given what is known of a call's
// operands, what is known of its result. Most of it is one table. Must not know
// about control flow, variables or which calls wait.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSOROPERATIONS_H
#define TORCHSYNC_CHECKS_MODEL_TENSOROPERATIONS_H

#include "TensorTypes.h"
#include "TensorValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace torchsync {

enum class DtypeRule : uint8_t {
  Unknown,
  Same,     ///< The first operand's.
  Bool,     ///< Comparisons and logic.
  Integral, ///< Positions and counts.
  Floating,
  Sum,     ///< Integers and bools sum up as integers.
  Promote, ///< Type promotion over the operands.
  Divide,  ///< Promotion, and integers become floating.
  Fill,    ///< The type of the fill value (full, arange, tensor).
};

enum class RankRule : uint8_t {
  Unknown,
  Same, ///< The first operand's.
  Zero,
  One,
  Two,
  Three,
  Broadcast, ///< The largest of the operands'.
  Reduce,    ///< 0 without a `dim` argument, else one less unless keepdim.
  Loss,      ///< 0 unless a reduction is asked for.
  Drop,      ///< One less than the first operand's.
  Add,       ///< One more than the first operand's.
  Size,      ///< The length of the size argument.
};

enum class MemoryRule : uint8_t {
  Unknown,
  Fresh, ///< Memory of its own.
  View,  ///< Shares the first operand's memory.
  Maybe, ///< The first operand itself or fresh memory.
};

enum class DeviceRule : uint8_t {
  Common,   ///< On CUDA if one operand is, on the CPU if all are.
  Mixed,    ///< Common, and 0-dim CPU operands follow the others.
  Together, ///< All on one device, whatever their rank: one known tells of all.
  First,    ///< Where the first operand lives: the others have to be there too.
  Self,     ///< Where the first operand lives; the others say nothing.
};

struct OperationRule {
  DtypeRule Dtype = DtypeRule::Unknown;
  RankRule Rank = RankRule::Unknown;
  MemoryRule Memory = MemoryRule::Unknown;
  DeviceRule Device = DeviceRule::Common;
};

/// A call of a LibTorch function, taken apart.
struct OperationCall {
  const clang::Expr *Call;
  const clang::FunctionDecl &Callee;
  /// The simple name; operators by their function ("add" for +).
  llvm::StringRef Name;
  const clang::Expr *Object; ///< Null for a free function.
  llvm::SmallVector<const clang::Expr *, 4> Arguments;

  static OperationCall of(const clang::Expr &Call,
                          const clang::FunctionDecl &Callee);
  const clang::ParmVarDecl *parameter(unsigned Argument) const;
  /// The argument that the caller wrote for the parameter \p Name, or null.
  const clang::Expr *written(llvm::StringRef Name) const;
  /// x.add_(...), x += ..., at::relu_(x): returns its first operand.
  bool inPlace() const;
};

/// Where a call's device, dtype and memory arguments point.
struct TargetArguments {
  Tri NamesDevice = Tri::No;
  DeviceFact Device = DeviceFact::Unknown;
  const clang::ValueDecl *LivesWith = nullptr;
  Tri NamesDtype = Tri::No;
  DtypeFact Dtype = DtypeFact::Unknown;
  Tri Pinned = Tri::No;
  Tri NonBlocking = Tri::No;
  Tri Copy = Tri::No;
};

class TensorOperations {
public:
  using ValueSource = llvm::function_ref<Value(const clang::Expr *)>;

  explicit TensorOperations(TensorTypes &Types);

  /// The value of the LibTorch call \p Op, or of the element \p Element of the
  /// tuple that it returns. An in-place operation has its object's value.
  Value result(const OperationCall &Op, std::optional<unsigned> Element,
               ValueSource ValueOf) const;

  /// The value of a construction of a tracked type.
  Value construction(const clang::CXXConstructExpr &Construct,
                     ValueSource ValueOf) const;

  /// The constants of DeviceType and ScalarType, literals of devices.
  Value constant(const clang::Expr &E) const;

  TargetArguments targetOf(const OperationCall &Op, ValueSource ValueOf) const;

  /// Whose memory \p Op's result has.
  MemoryRule memoryOf(const OperationCall &Op) const {
    return Rules.lookup(Op.Name).Memory;
  }

  /// True if \p Op throws unless all its operands are on the CPU, where the one
  /// of \p OnHost is.
  bool bindsOthers(const OperationCall &Op, const TensorFact &OnHost) const {
    auto Found = Rules.find(Op.Name);
    if (Found == Rules.end())
      return false;
    DeviceRule Rule = Found->second.Device;
    return Rule == DeviceRule::Together ||
           (Rule == DeviceRule::Mixed && OnHost.Scalar == Tri::No);
  }

  const TensorTypes &types() const { return Types; }

private:
  Value options(const OperationCall &Op, ValueSource ValueOf) const;
  Value transfer(const OperationCall &Op, ValueSource ValueOf) const;
  Value operation(const OperationCall &Op, std::optional<unsigned> Element,
                  ValueSource ValueOf) const;
  Value subscript(const OperationCall &Op, ValueSource ValueOf) const;

  TensorTypes &Types;
  llvm::StringMap<OperationRule> Rules;
};

/// Whether \p E is certainly true or certainly false.
Tri truthOf(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSOROPERATIONS_H
