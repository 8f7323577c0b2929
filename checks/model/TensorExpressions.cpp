//===- TensorExpressions.cpp - The value of each expression ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// Of structural evaluation (default arguments, initialisers of globals).
static constexpr unsigned MaxNesting = 24;

/// Strips also the casts that the programmer wrote.
static const Expr *ignoreCasts(const Expr *E) {
  while (E) {
    E = ignoreWrappers(E);
    const auto *Cast = dyn_cast<ExplicitCastExpr>(E);
    if (!Cast)
      break;
    E = Cast->getSubExpr();
  }
  return E;
}

Value TensorFacts::Impl::valueOf(const Expr *E) {
  if (Dry || !E)
    return {};
  E = ignoreCasts(E);
  auto Slot = Facts.find(E);
  if (Slot != Facts.end())
    return Values[Slot->second];
  // The CFG evaluates it, so it was computed, and nothing is known of it.
  if (Graph.blockOf(E) || Nesting >= MaxNesting)
    return {};
  ++Nesting;
  Value V = compute(*E);
  --Nesting;
  return V;
}

Value TensorFacts::Impl::compute(const Expr &E) {
  switch (E.getStmtClass()) {
  case Stmt::DeclRefExprClass:
  case Stmt::MemberExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::ArraySubscriptExprClass:
    return computeReference(E);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return Types(E.getType()).hasFact() ? computeCall(E) : Value();
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    const auto &Construct = cast<CXXConstructExpr>(E);
    return Operations.construction(Construct,
                                   [&](const Expr *A) { return valueOf(A); });
  }
  case Stmt::InitListExprClass: {
    if (!Types(E.getType()).hasFact())
      return {};
    Value All = Value::empty();
    for (const Expr *Init : cast<InitListExpr>(E).inits())
      All = All.join(valueOf(Init));
    return All;
  }
  case Stmt::CXXStdInitializerListExprClass:
    return valueOf(cast<CXXStdInitializerListExpr>(E).getSubExpr());
  case Stmt::ConditionalOperatorClass: {
    const auto &Choice = cast<ConditionalOperator>(E);
    if (!Types(E.getType()).hasFact())
      return {};
    return valueOf(Choice.getTrueExpr()).join(valueOf(Choice.getFalseExpr()));
  }
  case Stmt::BinaryOperatorClass: {
    const auto &Binary = cast<BinaryOperator>(E);
    if (Binary.getOpcode() == BO_Assign || Binary.getOpcode() == BO_Comma)
      return valueOf(Binary.getRHS());
    return {};
  }
  case Stmt::StringLiteralClass:
    return Operations.constant(E);
  case Stmt::CXXDefaultArgExprClass:
    return valueOf(cast<CXXDefaultArgExpr>(E).getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return valueOf(cast<CXXDefaultInitExpr>(E).getExpr());
  default:
    return {};
  }
}

Value TensorFacts::Impl::computeReference(const Expr &E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(&E))
    if (Unary->getOpcode() != UO_Deref && Unary->getOpcode() != UO_AddrOf)
      return {};
  TrackedType Type = Types(E.getType());
  if (!Type.hasFact())
    return {};
  if (Type.isPlain(TypeKind::DeviceType) ||
      Type.isPlain(TypeKind::ScalarType)) {
    Value Constant = Operations.constant(E);
    if (!(Constant.Fact == TensorFact()))
      return Constant;
  }
  Denotation D = Places.of(&E);
  return D ? read(D) : Value();
}

/// The value of element \p Number of the pair or tuple \p E.
Value TensorFacts::Impl::elementValue(const Expr *E, unsigned Number) {
  E = ignoreCasts(E);
  if (!E)
    return {};
  if (Denotation D = Places.of(E)) {
    PlaceId Element = Places.existing(D.Place, uintptr_t(Number) * 2 + 1);
    return Element != Denotation::None ? read({Element, D.Element})
                                       : valueOf(E);
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    unsigned Arity = Types(E->getType()).Arity;
    if (Construct->getNumArgs() == Arity && Number < Arity)
      return valueOf(Construct->getArg(Number));
    // A tuple converted from another.
    if (Construct->getNumArgs() == 1 &&
        Types(Construct->getArg(0)->getType()).Shape == TypeShape::Product)
      return elementValue(Construct->getArg(0), Number);
    return valueOf(E);
  }
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return Number < List->getNumInits() ? valueOf(List->getInit(Number))
                                        : Value();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return valueOf(E);
  if (Callee->isInStdNamespace() && Callee->getIdentifier() &&
      isOneOf(Callee->getName(),
              {"make_pair", "make_tuple", "tie", "forward_as_tuple"}))
    return Number < Call->getNumArgs() ? valueOf(Call->getArg(Number))
                                       : Value();
  if (Types.originOf(*Callee) == FunctionOrigin::Aten && !Dry)
    return Operations.result(OperationCall::of(*E, *Callee), Number,
                             [&](const Expr *A) { return valueOf(A); });
  return valueOf(E);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value TensorFacts::Impl::computeCall(const Expr &Call) {
  const FunctionDecl *Callee = calleeOf(&Call);
  if (!Callee || Dry)
    return {};
  OperationCall Op = OperationCall::of(Call, *Callee);
  if (std::optional<unsigned> Number = tupleIndex(*Callee))
    return Op.Arguments.empty() ? Value()
                                : elementValue(Op.Arguments[0], *Number);
  // v[i], *opt, v.back() ...
  if (Denotation D = Places.of(&Call))
    return read(D);
  FunctionOrigin Origin = Types.originOf(*Callee);
  switch (Origin) {
  case FunctionOrigin::User:
    return computeUserCall(Op);
  case FunctionOrigin::Aten:
    return Operations.result(Op, std::nullopt,
                             [&](const Expr *A) { return valueOf(A); });
  case FunctionOrigin::LibTorch:
  case FunctionOrigin::Standard:
    return computeLibraryCall(Op, Origin);
  case FunctionOrigin::Cuda:
    return {};
  }
  return {};
}

/// torch::nn::LinearImpl::forward and the like: a layer of LibTorch's own wants
/// its input where its parameters are, and leaves the result there.
static bool isLayerForward(const OperationCall &Op) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  if (!Method || Op.Name != "forward" || !Method->getParent()->getIdentifier())
    return false;
  llvm::StringRef Layer = Method->getParent()->getName();
  return Layer.ends_with("Impl") &&
         !isOneOf(Layer, {"SequentialImpl", "ModuleListImpl", "ModuleDictImpl",
                          "FunctionalImpl"});
}

Value TensorFacts::Impl::computeLibraryCall(const OperationCall &Op,
                                            FunctionOrigin Origin) {
  auto ValueOf = [&](const Expr *A) { return valueOf(A); };
  TrackedType Object = Op.Object ? Types(Op.Object->getType()) : TrackedType();
  // An element of a container that is itself a temporary.
  if (Object.hasFact() && Object.Shape != TypeShape::Plain) {
    Value Held = valueOf(Op.Object);
    if (Op.Name == "value_or" && Op.Arguments.size() == 1)
      return Held.join(valueOf(Op.Arguments[0]));
    return Held;
  }
  if (Origin == FunctionOrigin::Standard) {
    bool Makes =
        isOneOf(Op.Name,
                {"make_pair", "make_tuple", "tie", "make_optional",
                 "make_shared", "make_unique", "forward_as_tuple", "as_const"});
    if (Op.Name == "exchange" && !Op.Arguments.empty())
      return valueOf(Op.Arguments[0]);
    if (!Makes)
      return {};
    Value All = Value::empty();
    for (const Expr *Argument : Op.Arguments)
      All = All.join(valueOf(Argument));
    return All;
  }
  TypeKind Result = Types(Op.Callee.getReturnType()).Kind;
  bool NamesSomething =
      Result == TypeKind::TensorOptions || Result == TypeKind::Device ||
      Result == TypeKind::DeviceType || Result == TypeKind::ScalarType ||
      Result == TypeKind::TypeMeta;
  return NamesSomething || isLayerForward(Op)
             ? Operations.result(Op, std::nullopt, ValueOf)
             : Value();
}

Value TensorFacts::Impl::computeUserCall(const OperationCall &Op) {
  EntryFacts Given;
  auto Give = [&](const ValueDecl *To, const Expr *From) {
    TensorFact Fact = valueOf(From).Fact;
    if (!(Fact == TensorFact()))
      Given[To] = Fact;
  };
  for (unsigned I = 0; I < Op.Arguments.size(); ++I)
    if (const ParmVarDecl *P = Op.parameter(I))
      if (Types(P->getType()).hasFact())
        Give(P, Op.Arguments[I]);
  TensorFact Result = Summaries.result(Op.Callee, Given);
  // Returned where a parameter lives: where the argument lives.
  const auto *With = dyn_cast_or_null<ParmVarDecl>(Result.LivesWith);
  Result.LivesWith = nullptr;
  if (With && With->getFunctionScopeIndex() < Op.Arguments.size())
    setDeviceOf(Result,
                valueOf(Op.Arguments[With->getFunctionScopeIndex()]).Fact);
  // A function leaves its result where it was given tensors, for all we know:
  // to move the result to the device of an argument moves nothing.
  for (const Expr *Argument : Op.Arguments) {
    if (Result.Device != DeviceFact::Unknown || Result.LivesWith)
      break;
    const ValueDecl *Chosen = valueOf(Argument).Fact.LivesWith;
    if (Chosen && isTensor(Argument->getType()) &&
        Types(Chosen->getType()).isPlain(TypeKind::Device))
      Result.LivesWith = Chosen;
  }
  if (Result.Device != DeviceFact::Unknown && !Result.Evidence) {
    // The proof is an argument's.
    Result.Evidence = Op.Call;
    for (const auto &[Parameter, Fact] : Given)
      if (Fact.Device == Result.Device && Fact.Evidence)
        Result.Evidence = Fact.Evidence;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void TensorFacts::Impl::transfer(const Stmt &S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declare(*Var);
    return;
  }
  const auto *E = dyn_cast<Expr>(&S);
  if (!E || E->containsErrors() || E->isTypeDependent())
    return;
  if (!Dry) {
    Value V = compute(*E);
    if (Now->NoCuda && V.Fact.Device == DeviceFact::Unknown && !V.Empty &&
        isTensor(E->getType()))
      setDevice(V.Fact, DeviceFact::Cpu, Now->NoCuda);
    ValueId Id = Values.idOf(V);
    if (Id != 0)
      Facts[E] = Id;
    else
      Facts.erase(E);
  }
  effects(*E);
}

void TensorFacts::Impl::declare(const VarDecl &Var) {
  if (!Types(Var.getType()).tracked() || Var.isInvalidDecl())
    return;
  const Expr *Init = Var.getInit();
  const auto *Canonical = cast<VarDecl>(Var.getCanonicalDecl());
  if (Var.getType()->isReferenceType()) {
    Denotation Target = Init ? Places.of(Init) : Denotation();
    if (Target && !Target.Element)
      return;
    // auto &t = c ? a : b; t = ...
    if (Dry && !Target &&
        !Var.getType().getNonReferenceType().isConstQualified())
      escape(Init);
  }
  PlaceId Place = Places.variable(*Canonical);
  if (Var.isStaticLocal() && Modified.contains(Canonical))
    return;
  if (Init && !Init->containsErrors())
    assignTree(Place, Init);
  else if (!Dry)
    set(Place, Value());
  if (Init && !Dry) {
    nameCompanions(Var, Place);
    declareBatch(Var, Place);
  }
}

/// True for a call whose results live on one device: of a function, not of
/// std::tie and the like.
bool TensorFacts::Impl::isComputed(const Expr &E) const {
  const FunctionDecl *Callee = calleeOf(ignoreWrappers(&E));
  if (!Callee)
    return false;
  FunctionOrigin Origin = Types.originOf(*Callee);
  return Origin == FunctionOrigin::User || Origin == FunctionOrigin::Aten;
}

/// A loop variable decides where what is computed from it lives, until the next
/// iteration gives it another value. So do the results of one call together.
void TensorFacts::Impl::nameCompanions(const VarDecl &Var, PlaceId Place) {
  const auto *Bindings = dyn_cast<DecompositionDecl>(&Var);
  llvm::SmallVector<PlaceId, 2> Named;
  if (rangeBehind(*Var.getInit())) {
    if (Types(Var.getType()).Shape == TypeShape::Plain)
      Named.push_back(Place);
  } else if (Bindings && isComputed(*Var.getInit())) {
    for (const BindingDecl *Binding : Bindings->bindings())
      if (Denotation D = Places.of(*Binding); D && isTensor(Binding->getType()))
        Named.push_back(D.Place);
  }
  if (Named.empty())
    return;
  const ValueDecl *Name = Places[Place].Root;
  for (PlaceId Other = 0; Other < Now->Ids.size(); ++Other) {
    Value V = get(Other);
    if (V.Fact.LivesWith != Name)
      continue;
    V.Fact.LivesWith = nullptr;
    set(Other, V);
  }
  for (PlaceId One : Named) {
    Value V = get(One);
    if (V.Empty || V.Fact.Device != DeviceFact::Unknown || V.Fact.LivesWith)
      continue;
    V.Fact.LivesWith = Name;
    set(One, V);
  }
}

/// `for (auto &batch : *loader)`: LibTorch's loaders put a batch together on
/// the host, from what the dataset gives.
void TensorFacts::Impl::declareBatch(const VarDecl &Var, PlaceId Place) {
  const Expr *Loader = rangeBehind(*Var.getInit());
  // begin() is a base class's.
  Loader = ignoreWrappers(Loader);
  if (!Loader || Places[Place].Children.empty() ||
      !Summaries.loadsOnHost(Loader->getType()))
    return;
  for (size_t I = 0; I < Places[Place].Children.size(); ++I) {
    PlaceId Child = Places[Place].Children[I];
    const FieldDecl *Field = Places[Child].Field;
    if (!Field || !isTensor(Field->getType()))
      continue;
    TensorFact Fact;
    setDevice(Fact, DeviceFact::Cpu, Loader);
    set(Child, Fact);
  }
}

/// \p To may be written: a condition kept in it is no longer known.
void TensorFacts::Impl::noteReassigned(const Expr *To) {
  if (!Dry || !To)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(ignoreWrappers(To)))
    Reassigned.insert(Ref->getDecl());
}

void TensorFacts::Impl::effects(const Expr &E) {
  switch (E.getStmtClass()) {
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::BinaryOperatorClass: {
    const auto &Binary = cast<BinaryOperator>(E);
    noteReassigned(Binary.isAssignmentOp() ? Binary.getLHS() : nullptr);
    if (Binary.getOpcode() == BO_Assign &&
        Types(Binary.getLHS()->getType()).tracked())
      if (Denotation To = Places.of(Binary.getLHS()))
        assign(To, Binary.getRHS());
    return;
  }
  case Stmt::UnaryOperatorClass: {
    const auto &Unary = cast<UnaryOperator>(E);
    if (Unary.getOpcode() == UO_AddrOf || Unary.isIncrementDecrementOp())
      noteReassigned(Unary.getSubExpr());
    if (Unary.getOpcode() == UO_AddrOf && Dry)
      escape(Unary.getSubExpr());
    else if (Unary.isIncrementDecrementOp() &&
             Types(Unary.getSubExpr()->getType()).tracked())
      forget(Places.of(Unary.getSubExpr()));
    return;
  }
  case Stmt::ImplicitCastExprClass: {
    const auto &Cast = cast<ImplicitCastExpr>(E);
    if (Cast.getCastKind() == CK_LValueToRValue && !Dry)
      hostAccess(*Cast.getSubExpr());
    return;
  }
  case Stmt::LambdaExprClass:
    return lambdaEffects(cast<LambdaExpr>(E));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return callEffects(E);
  default:
    // Makes the place known before the first sweep.
    if (Dry && (isa<DeclRefExpr>(E) || isa<MemberExpr>(E)) &&
        Types(E.getType()).tracked())
      Places.of(&E);
    return;
  }
}

} // namespace torchsync
