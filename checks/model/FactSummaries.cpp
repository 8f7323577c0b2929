//===- FactSummaries.cpp - What the functions of a file do to facts -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace torchsync {

/// Helpers nested deeper, and larger ones, say nothing.
static constexpr unsigned MaxDepth = 6;
static constexpr unsigned MaxBlocks = 256;
static constexpr unsigned MaxAnalysed = 4096;

FactSummaries::FactSummaries(const ASTContext &Context)
    : Self(std::make_unique<Impl>(*this, Context)) {}

FactSummaries::~FactSummaries() = default;

TensorFact FactSummaries::result(const FunctionDecl &Callee) {
  return Self->result(Callee, EntryFacts());
}

TensorFact FactSummaries::member(const FieldDecl &Field) {
  return Self->member(Field);
}

/// True if the body that runs is the one that shows.
bool FactSummaries::Impl::isAnalysable(const FunctionDecl &Callee) {
  const FunctionDecl *Definition = Callee.getDefinition();
  if (!Definition || !Definition->getBody() ||
      Definition->isDependentContext() || Definition->isInvalidDecl())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  if (Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->hasAttr<FinalAttr>())
    return false;
  return Types.originOf(*Definition) == FunctionOrigin::User &&
         InProgress.size() < MaxDepth && Analysed < MaxAnalysed;
}

TensorFact FactSummaries::Impl::analyse(const FunctionDecl &Callee,
                                        const EntryFacts &Entry) {
  std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(Callee);
  if (!Graph || Graph->cfg().getNumBlockIDs() > MaxBlocks)
    return {};
  ++Analysed;
  // A proof that stands in the caller is the caller's to name.
  EntryFacts Unproved = Entry;
  for (auto &[Var, Fact] : Unproved)
    Fact.Evidence = nullptr;
  return TensorFacts(*Graph, Owner, Unproved).returned();
}

/// What is known of the parameters, as a number.
static uint64_t keyOf(const FunctionDecl &Callee, const EntryFacts &Entry) {
  uint64_t Key = 0;
  for (const ParmVarDecl *P : Callee.parameters()) {
    TensorFact Fact = Entry.lookup(P);
    uint64_t Bits = static_cast<uint64_t>(Fact.Device) |
                    static_cast<uint64_t>(Fact.Dtype) << 2 |
                    static_cast<uint64_t>(Fact.Scalar) << 5 |
                    static_cast<uint64_t>(Fact.Rank.value_or(15) & 15) << 7 |
                    static_cast<uint64_t>(Fact.InFlight) << 11 |
                    static_cast<uint64_t>(Fact.OwnMemory) << 12 |
                    static_cast<uint64_t>(Fact.Pinned) << 13 |
                    static_cast<uint64_t>(Fact.NamesDevice) << 15 |
                    static_cast<uint64_t>(Fact.NamesDtype) << 17;
    Key = Key * 0x9E3779B97F4A7C15ull + Bits + 1;
  }
  return Key;
}

TensorFact FactSummaries::Impl::result(const FunctionDecl &Callee,
                                       const EntryFacts &Entry) {
  if (!Types(Callee.getReturnType()).hasFact() || !isAnalysable(Callee))
    return {};
  const FunctionDecl *Definition = Callee.getDefinition();
  // A recursive call adds nothing that the other returns do not say; yet
  // saying so of a function whose arguments change would be wrong.
  if (!InProgress.insert(Definition).second)
    return {};
  // The caller spoke of the parameters of the declaration it saw.
  EntryFacts Inside;
  for (const auto &[Var, Fact] : Entry) {
    const auto *P = dyn_cast<ParmVarDecl>(Var);
    if (P && P->getFunctionScopeIndex() < Definition->getNumParams())
      Inside[Definition->getParamDecl(P->getFunctionScopeIndex())] = Fact;
  }
  auto [Slot, IsNew] =
      Results.try_emplace({Definition, keyOf(*Definition, Inside)});
  if (!IsNew) {
    InProgress.erase(Definition);
    return Slot->second;
  }
  auto Key = Slot->first;
  TensorFact Result = analyse(*Definition, Inside);
  InProgress.erase(Definition);
  return Results[Key] = Result;
}

const WriteSummary &FactSummaries::Impl::writes(const FunctionDecl &Callee) {
  const FunctionDecl *Definition = Callee.getDefinition();
  const FunctionDecl *Key = Definition ? Definition : &Callee;
  std::unique_ptr<WriteSummary> &Slot = Writes[Key];
  if (Slot)
    return *Slot;
  // Asked again while it is being computed, it is unknown.
  Slot = std::make_unique<WriteSummary>();
  if (!isAnalysable(Callee))
    return *Slot;
  WriteSummary *Summary = Slot.get();
  std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(*Definition);
  if (!Graph || Graph->cfg().getNumBlockIDs() > MaxBlocks)
    return *Summary;
  ++Analysed;
  InProgress.insert(Definition);
  TensorFacts::Impl Body(*Graph, *this, EntryFacts());
  Body.collectWrites();
  InProgress.erase(Definition);
  *Summary = Body.writeSummary();
  return *Summary;
}

TensorFact FactSummaries::Impl::member(const FieldDecl &Field) {
  (void)Field;
  return {};
}

} // namespace torchsync
