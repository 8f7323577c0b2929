//===- TensorFlow.h - The flow analysis behind TensorFacts ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of TensorFacts: the state of a program point, how statements
// change it and how branch conditions refine it. Must not know what any
// LibTorch operation returns (TensorOperations) or what callees do
// (FactSummaries).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_TENSORFLOW_H
#define TORCHSYNC_CHECKS_MODEL_TENSORFLOW_H

#include "FactSummariesImpl.h"
#include "TensorPlaces.h"
#include "TensorValues.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace torchsync {

class TensorFacts::Impl {
public:
  Impl(const FunctionGraph &Graph, FactSummaries::Impl &Summaries,
       const EntryFacts &Entry);

  /// To the fixpoint.
  void run();
  /// Lets \p Seen collect what the body stores in fields.
  void observe(FieldValues &Seen) { Observer = &Seen; }
  /// Adds what the object's own fields hold where the body ends.
  void observeExit(FieldValues &Seen);
  /// The value of an expression outside the body (a member's initialiser).
  Value detached(const clang::Expr &E) { return valueOf(&E); }
  /// True if every Example, pair or other record that the body returns is made
  /// of tensors on the CPU.
  bool returnsHostRecords();
  /// Only learns which places the body writes.
  void collectWrites();
  WriteSummary writeSummary() const;

  TensorFact at(const clang::Expr *E);
  TensorFact variableAt(const clang::ValueDecl &Var, const clang::Expr *Call);
  TensorFact returned();
  bool bounded() const { return Bounded; }

private:
  /// What holds at one program point: a value for each place.
  struct State {
    std::vector<ValueId> Ids;
    bool Reached = false;
    /// The test by which torch::cuda::is_available() is false here, or null.
    const clang::Expr *NoCuda = nullptr;
  };

  // Blocks.
  void orderBlocks();
  void settle();
  bool learnAtExit();
  bool sweep(bool All);
  void visit(const clang::CFGBlock &Block, State &S);
  void visit(const clang::CFGElement &Element);
  bool join(const clang::CFGBlock &Into, const State &From);
  void propagate(const clang::CFGBlock &Block, State &S);
  void prepareTryBlocks();

  // State.
  ValueId initial(PlaceId Place);
  bool isFixedAtEntry(const clang::ValueDecl &Var) const;
  bool isHostParameter(const clang::ParmVarDecl &Parameter);
  Value get(PlaceId Place);
  void set(PlaceId Place, const Value &V);
  Value read(Denotation D);
  bool isHidden(PlaceId Place) const;
  void markWritten(PlaceId Place);

  // Expressions.
  Value valueOf(const clang::Expr *E);
  Value compute(const clang::Expr &E);
  Value computeReference(const clang::Expr &E);
  Value computeCall(const clang::Expr &Call);
  Value computeLibraryCall(const OperationCall &Op, FunctionOrigin Origin);
  Value computeUserCall(const OperationCall &Op);
  Value elementValue(const clang::Expr *E, unsigned Number);

  // Effects.
  void transfer(const clang::Stmt &S);
  void declare(const clang::VarDecl &Var);
  bool isComputed(const clang::Expr &E) const;
  void nameCompanions(const clang::VarDecl &Var, PlaceId Place);
  void declareBatch(const clang::VarDecl &Var, PlaceId Place);
  void effects(const clang::Expr &E);
  void callEffects(const clang::Expr &Call);
  bool assignmentEffects(const OperationCall &Op);
  bool containerEffects(const OperationCall &Op);
  void atenEffects(const OperationCall &Op);
  void learnFromOperands(const OperationCall &Op);
  void userEffects(const OperationCall &Op);
  void unknownCallEffects(const clang::CallExpr &Call);
  void lambdaEffects(const clang::LambdaExpr &Lambda);
  void scanLambdaBody(const clang::Stmt *S);
  void noteReassigned(const clang::Expr *To);
  void escape(const clang::Expr *E);
  void assign(Denotation To, const clang::Expr *From);
  void assignTree(PlaceId To, const clang::Expr *From);
  void copyChildren(PlaceId To, Denotation From);
  void assignValue(Denotation To, const Value &V);
  void joinInto(Denotation To, const Value &V);
  void throughReference(PlaceId Place, const Value &V);
  void forget(Denotation D);
  void forgetObject(Denotation D);
  void forgetTree(PlaceId Place);
  void forgetGlobals();

  // Conditions.
  void refine(State &S, const clang::Expr *Condition, bool Truth,
              unsigned Depth);
  void refineComparison(const clang::Expr *Left, const clang::Expr *Right,
                        bool Equal, const clang::Expr *Evidence);
  bool refineOrder(const clang::BinaryOperator &Comparison, bool Truth);
  void refineChosen(const clang::Expr *E, const clang::Expr *Evidence);
  void refineCall(const clang::CallExpr &Call, bool Truth);
  void subjects(const clang::Expr *E, llvm::SmallVectorImpl<PlaceId> &Found,
                unsigned Depth);
  void shareDevice(const clang::ValueDecl &With, const TensorFact &Fact);
  void learnDevice(const clang::Expr *Tensor, DeviceFact Device,
                   const clang::Expr *Evidence);
  void hostAccess(const clang::Expr &Loaded);
  void update(const clang::Expr *E,
              llvm::function_ref<void(TensorFact &)> Change);
  const clang::Expr *definition(const clang::Expr *E) const;

  const FunctionGraph &Graph;
  FactSummaries::Impl &Summaries;
  TensorTypes &Types;
  const TensorOperations &Operations;
  EntryFacts Entry;

  TensorPlaces Places;
  ValueTable Values;
  std::vector<std::optional<ValueId>> Initials;
  /// By block number.
  std::vector<State> In;
  llvm::BitVector Dirty;
  std::vector<const clang::CFGBlock *> Order;
  bool Cyclic = false;
  /// A throw in a block, from its element First on, reaches a try's handlers.
  struct Throw {
    const clang::CFGBlock *Dispatch;
    unsigned First;
  };
  llvm::DenseMap<unsigned, llvm::SmallVector<Throw, 1>> Throws;
  /// Those of the element being visited.
  llvm::SmallVector<const clang::CFGBlock *, 2> Handlers;
  State *Now = nullptr;
  llvm::DenseMap<const clang::Expr *, ValueId> Facts;
  FieldValues *Observer = nullptr;

  /// Learnt by collectWrites.
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Modified;
  /// The same for variables of any type (a bool that was a condition).
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Reassigned;
  llvm::DenseSet<PlaceId> Written;
  llvm::DenseSet<PlaceId> Hidden;
  bool WritesGlobals = false;
  bool Dry = false;
  bool InLambda = false;

  bool Bounded = false;
  unsigned Nesting = 0;
  /// While refining by a condition that a variable holds.
  unsigned ThroughVariable = 0;

  /// The last point that variableAt looked at.
  struct {
    const clang::CFGBlock *Block = nullptr;
    unsigned Index = 0;
    State S;
  } Replay;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_TENSORFLOW_H
