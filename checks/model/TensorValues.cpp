//===- TensorValues.cpp - The lattice of the tensor analysis --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorValues.h"

namespace torchsync {

void setRank(TensorFact &Fact, std::optional<unsigned> Rank) {
  Fact.Rank = Rank;
  Fact.Scalar = !Rank ? Tri::Unknown : *Rank == 0 ? Tri::Yes : Tri::No;
}

void setScalar(TensorFact &Fact, Tri Scalar) {
  if (Fact.Rank || Scalar == Tri::Unknown)
    return;
  Fact.Scalar = Scalar;
  if (Scalar == Tri::Yes)
    Fact.Rank = 0;
}

template <typename T> static T agreed(T A, T B) { return A == B ? A : T(); }

TensorFact TensorFact::join(const TensorFact &Other) const {
  TensorFact Both;
  Both.Device = agreed(Device, Other.Device);
  if (Both.Device != DeviceFact::Unknown)
    Both.Evidence = Evidence ? Evidence : Other.Evidence;
  else if (Device == DeviceFact::Unknown && Other.Device == Device)
    Both.LivesWith = agreed(LivesWith, Other.LivesWith);
  Both.Dtype = agreed(Dtype, Other.Dtype);
  Both.Rank = agreed(Rank, Other.Rank);
  Both.Scalar = agreed(Scalar, Other.Scalar);
  Both.Pinned = agreed(Pinned, Other.Pinned);
  Both.OwnMemory = OwnMemory && Other.OwnMemory;
  Both.NamesDevice = agreed(NamesDevice, Other.NamesDevice);
  Both.NamesDtype = agreed(NamesDtype, Other.NamesDtype);
  return Both;
}

/// Everything but Evidence, which explains a fact and is none.
static uint64_t bitsOf(const TensorFact &F) {
  uint64_t Bits = 0;
  auto Add = [&](unsigned Width, uint64_t Field) {
    Bits = Bits << Width | Field;
  };
  Add(2, static_cast<unsigned>(F.Device));
  Add(3, static_cast<unsigned>(F.Dtype));
  Add(32, F.Rank ? *F.Rank + 1 : 0);
  Add(2, static_cast<unsigned>(F.Scalar));
  Add(2, static_cast<unsigned>(F.Pinned));
  Add(1, F.OwnMemory);
  Add(2, static_cast<unsigned>(F.NamesDevice));
  Add(2, static_cast<unsigned>(F.NamesDtype));
  return Bits;
}

bool TensorFact::operator==(const TensorFact &Other) const {
  return bitsOf(*this) == bitsOf(Other) && LivesWith == Other.LivesWith;
}

static uint64_t bitsOf(const Value &V) {
  return bitsOf(V.Fact) << 1 | (V.Empty ? 1 : 0);
}

ValueTable::ValueTable() {
  idOf(Value());
  idOf(Value::empty());
}

ValueId ValueTable::idOf(const Value &V) {
  // A known device has evidence, an unknown one may have a companion.
  const void *Pointer = V.Fact.Evidence;
  if (!Pointer)
    Pointer = V.Fact.LivesWith;
  auto [Slot, IsNew] = Ids.try_emplace({bitsOf(V), Pointer},
                                       static_cast<ValueId>(Values.size()));
  if (IsNew)
    Values.push_back(V);
  return Slot->second;
}

ValueId ValueTable::join(ValueId A, ValueId B) {
  if (A == B)
    return A;
  Value Both = Values[A].join(Values[B]);
  // A difference in the evidence alone is no change: the fixpoint would
  // wander between two proofs of one fact.
  return Both.Empty == Values[A].Empty && Both.Fact == Values[A].Fact
             ? A
             : idOf(Both);
}

} // namespace torchsync
