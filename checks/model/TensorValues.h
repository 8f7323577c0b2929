//===- TensorValues.h - The lattice of the tensor analysis ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the flow analysis computes with: a TensorFact or "nothing yet", and a
// table that gives equal values equal numbers, so that a program point's state
// is an array of numbers. Must not know the AST beyond naming its nodes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSORVALUES_H
#define TORCHSYNC_CHECKS_MODEL_TENSORVALUES_H

#include "TensorFacts.h"
#include <vector>

namespace torchsync {

/// One value of the analysis.
struct Value {
  TensorFact Fact;
  /// No tensor at all: an undefined tensor, an empty container. Joins with
  /// anything to the other: using an undefined tensor throws, so it takes no
  /// part in what is said of a use.
  bool Empty = false;

  Value() = default;
  Value(const TensorFact &Fact) : Fact(Fact) {}
  static Value empty() {
    Value V;
    V.Empty = true;
    return V;
  }
  Value join(const Value &Other) const {
    if (Empty)
      return Other;
    return Other.Empty ? *this : Value(Fact.join(Other.Fact));
  }
};

using ValueId = uint32_t;

/// Numbers for values: 0 is "nothing is known", 1 is Value::empty().
class ValueTable {
public:
  ValueTable();
  const Value &operator[](ValueId Id) const { return Values[Id]; }
  ValueId idOf(const Value &V);
  ValueId join(ValueId A, ValueId B);

private:
  std::vector<Value> Values;
  llvm::DenseMap<std::pair<uint64_t, const void *>, ValueId> Ids;
};

/// Makes rank and "rank 0 or not" agree.
void setRank(TensorFact &Fact, std::optional<unsigned> Rank);
void setScalar(TensorFact &Fact, Tri Scalar);
inline void setDevice(TensorFact &Fact, DeviceFact Device,
                      const clang::Expr *Evidence) {
  Fact.Device = Device;
  Fact.Evidence = Device == DeviceFact::Unknown ? nullptr : Evidence;
  Fact.LivesWith = nullptr;
}
/// \p Fact lives where \p Other lives.
inline void setDeviceOf(TensorFact &Fact, const TensorFact &Other) {
  Fact.Device = Other.Device;
  Fact.Evidence = Other.Evidence;
  Fact.LivesWith = Other.LivesWith;
}

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSORVALUES_H
