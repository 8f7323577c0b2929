//===- TensorEffects.cpp - What calls and assignments change --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace torchsync {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool isNullopt(const Expr *E) {
  const TagDecl *Tag = E->getType().getNonReferenceType()->getAsTagDecl();
  return Tag && Tag->getIdentifier() && Tag->getName() == "nullopt_t";
}

void TensorFacts::Impl::assign(Denotation To, const Expr *From) {
  if (!To)
    return;
  // What did not compile is anything; clang 19 leaves it without a type, too.
  if (From->getType().isNull() || From->containsErrors())
    return joinInto(To, Value());
  if (Dry)
    markWritten(To.Place);
  if (To.Element)
    return joinInto(To, valueOf(From));
  assignTree(To.Place, From);
  throughReference(To.Place, Dry ? Value() : get(To.Place));
}

/// `for (auto &x : xs) x = ...` changes one of xs.
void TensorFacts::Impl::throughReference(PlaceId Place, const Value &V) {
  PlaceId Top = Place;
  while (Places[Top].Parent != Denotation::None)
    Top = Places[Top].Parent;
  const auto *Var = dyn_cast_or_null<VarDecl>(Places[Top].Root);
  if (!Var || !Var->getType()->isReferenceType() || isa<ParmVarDecl>(Var) ||
      Var->getType().getNonReferenceType().isConstQualified() ||
      !Var->getInit())
    return;
  Denotation Origin = Places.of(Var->getInit());
  if (!Origin || Origin.Place == Top)
    return;
  if (Dry)
    markWritten(Origin.Place);
  else if (Top == Place)
    joinInto({Origin.Place, true}, V);
  else
    forgetTree(Origin.Place);
}

void TensorFacts::Impl::assignTree(PlaceId To, const Expr *From) {
  if (Dry) {
    // Makes the elements' places known.
    TrackedType Type = Types(From->getType());
    if (Type.Shape == TypeShape::Product)
      for (unsigned Number = 0; Number < Type.Arity; ++Number)
        Places.element(To, Number);
    return;
  }
  TrackedType Type = Types(From->getType());
  if (Type.Shape == TypeShape::Product) {
    llvm::SmallVector<Value, 4> Elements;
    for (unsigned Number = 0; Number < Type.Arity; ++Number)
      Elements.push_back(elementValue(From, Number));
    set(To, valueOf(From));
    for (unsigned Number = 0; Number < Type.Arity; ++Number)
      set(Places.element(To, Number), Elements[Number]);
    return;
  }
  Value V = isNullopt(From) ? Value::empty() : valueOf(From);
  Denotation Source = Places.of(From);
  if (Source && Source.Place == To && !Source.Element)
    return;
  set(To, V);
  const auto *List = dyn_cast_or_null<InitListExpr>(ignoreWrappers(From));
  const RecordDecl *Record =
      List ? List->getType()->getAsRecordDecl() : nullptr;
  copyChildren(To, Source);
  if (!Record || Type.Shape != TypeShape::Record)
    return;
  unsigned Index = 0;
  for (const FieldDecl *Field : Record->fields()) {
    if (Index >= List->getNumInits())
      break;
    const Expr *Init = List->getInit(Index++);
    PlaceId Child = Places.existing(
        To, reinterpret_cast<uintptr_t>(Field->getCanonicalDecl()));
    if (Child != Denotation::None)
      assignTree(Child, Init);
  }
}

/// What an object's copy holds in its fields is what the object held there, so
/// it says nothing new about the fields.
void TensorFacts::Impl::copyChildren(PlaceId To, Denotation From) {
  FieldValues *Seen = std::exchange(Observer, nullptr);
  for (size_t I = 0; I < Places[To].Children.size(); ++I) {
    PlaceId Child = Places[To].Children[I];
    PlaceId Source = From ? Places.existing(From.Place, Places[Child].Key)
                          : Denotation::None;
    set(Child, Source != Denotation::None ? get(Source) : Value());
    copyChildren(Child, {Source, From.Element});
  }
  Observer = Seen;
}

void TensorFacts::Impl::assignValue(Denotation To, const Value &V) {
  if (!To)
    return;
  if (Dry)
    return markWritten(To.Place);
  if (To.Element)
    return joinInto(To, V);
  for (size_t I = 0; I < Places[To.Place].Children.size(); ++I)
    forgetTree(Places[To.Place].Children[I]);
  set(To.Place, V);
  throughReference(To.Place, V);
}

/// One element more, or another value for one of them.
void TensorFacts::Impl::joinInto(Denotation To, const Value &V) {
  if (!To)
    return;
  if (Dry)
    return markWritten(To.Place);
  Value Both = read(To).join(V);
  for (size_t I = 0; I < Places[To.Place].Children.size(); ++I)
    forgetTree(Places[To.Place].Children[I]);
  set(To.Place, Both);
}

void TensorFacts::Impl::forget(Denotation D) {
  if (!D)
    return;
  if (Dry) {
    markWritten(D.Place);
    throughReference(D.Place, Value());
    return;
  }
  forgetTree(D.Place);
  throughReference(D.Place, Value());
}

/// A method of \p D's class may have changed it. What it stored is seen where
/// the method itself is analysed.
void TensorFacts::Impl::forgetObject(Denotation D) {
  FieldValues *Seen = std::exchange(Observer, nullptr);
  forget(D);
  Observer = Seen;
}

void TensorFacts::Impl::forgetTree(PlaceId Place) {
  if (Dry)
    return markWritten(Place);
  set(Place, Value());
  for (size_t I = 0; I < Places[Place].Children.size(); ++I)
    forgetTree(Places[Place].Children[I]);
}

void TensorFacts::Impl::forgetGlobals() {
  if (Dry) {
    WritesGlobals = true;
    return;
  }
  for (PlaceId Place = 1; Place < Places.size(); ++Place) {
    if (Places[Place].Parent != Denotation::None)
      continue;
    const auto *Var = dyn_cast_or_null<VarDecl>(Places[Place].Root);
    if (Var && Var->hasGlobalStorage() && !Var->isStaticLocal() &&
        !Var->getType().isConstQualified())
      forgetTree(Place);
  }
}

/// Somebody else may write to what \p E denotes, at any time.
void TensorFacts::Impl::escape(const Expr *E) {
  if (!E)
    return;
  E = ignoreWrappers(E);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    escape(Choice->getTrueExpr());
    escape(Choice->getFalseExpr());
    return;
  }
  if (Denotation D = Places.of(E)) {
    // &*this and this itself are everywhere.
    if (D.Place == TensorPlaces::This)
      return;
    Hidden.insert(D.Place);
    markWritten(D.Place);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Types.originOf(*Callee) != FunctionOrigin::User)
      return;
    for (const Expr *Argument : Call->arguments())
      if (Argument->isLValue() && !Argument->getType().isConstQualified() &&
          Types(Argument->getType()).tracked())
        escape(Argument);
  }
}

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

void TensorFacts::Impl::lambdaEffects(const LambdaExpr &Lambda) {
  const CXXRecordDecl *Class = Lambda.getLambdaClass();
  auto Init = Lambda.capture_init_begin();
  for (const LambdaCapture &Capture : Lambda.captures()) {
    const Expr *Value = Init != Lambda.capture_init_end() ? *Init++ : nullptr;
    const auto *Var = Capture.capturesVariable()
                          ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                          : nullptr;
    if (!Var || !Value || !Types(Var->getType()).tracked())
      continue;
    if (Var->isInitCapture() && !Var->getType()->isReferenceType())
      assignTree(Places.variable(*cast<VarDecl>(Var->getCanonicalDecl())),
                 Value);
  }
  if (!Dry || !Class)
    return;
  // What the body writes may change whenever somebody calls it.
  bool Outer = InLambda;
  InLambda = true;
  scanLambdaBody(Lambda.getBody());
  InLambda = Outer;
}

void TensorFacts::Impl::scanLambdaBody(const Stmt *S) {
  if (!S)
    return;
  for (const Stmt *Child : S->children())
    // A nested lambda's body is scanned by its own effects.
    if (Child && !isa<LambdaExpr>(S))
      scanLambdaBody(Child);
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return;
  // In a generic lambda it does not show what is written.
  if (E->isTypeDependent() || E->containsErrors()) {
    for (const Stmt *Child : E->children())
      if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Child))
        if (Ref->refersToEnclosingVariableOrCapture() &&
            Types(Ref->getType()).tracked())
          forget(Places.of(Ref));
    return;
  }
  effects(*E);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// True if a callee with this parameter may assign the argument.
static bool mayWriteThrough(QualType Parameter) {
  if (!Parameter->isLValueReferenceType() && !Parameter->isPointerType())
    return false;
  return !Parameter->getPointeeType().isConstQualified();
}

void TensorFacts::Impl::callEffects(const Expr &Call) {
  const FunctionDecl *Callee = calleeOf(&Call);
  if (!Callee) {
    if (const auto *C = dyn_cast<CallExpr>(&Call))
      unknownCallEffects(*C);
    return;
  }
  OperationCall Op = OperationCall::of(Call, *Callee);
  if (Dry)
    for (unsigned I = 0; I < Op.Arguments.size(); ++I)
      if (const ParmVarDecl *P = Op.parameter(I))
        if (mayWriteThrough(P->getType()))
          noteReassigned(Op.Arguments[I]);
  if (assignmentEffects(Op) || containerEffects(Op))
    return;
  switch (Types.originOf(*Callee)) {
  case FunctionOrigin::User:
    return userEffects(Op);
  case FunctionOrigin::Aten:
    return atenEffects(Op);
  case FunctionOrigin::LibTorch: {
    // These fill the tensor that they are given.
    if (Op.Name == "read" || Op.Name == "try_read" || Op.Name == "load")
      for (const Expr *Argument : Op.Arguments)
        forget(Places.of(Argument));
    // Module::to and the like move every registered member, also a tensor that
    // is still in hand.
    if (Op.Name.starts_with("register_"))
      for (const Expr *Argument : Op.Arguments)
        forget(Places.of(Argument));
    if (Op.Object && (Op.Name == "to" || Op.Name == "cuda" || Op.Name == "cpu"))
      if (!Types(Op.Object->getType()).hasFact())
        forgetObject(Places.of(Op.Object));
    return;
  }
  case FunctionOrigin::Cuda:
    return;
  case FunctionOrigin::Standard: {
    if (Op.Name == "swap" && Op.Arguments.size() == 2 && !Op.Object) {
      Denotation A = Places.of(Op.Arguments[0]);
      Denotation B = Places.of(Op.Arguments[1]);
      Value Old = valueOf(Op.Arguments[0]);
      assign(A, Op.Arguments[1]);
      assignValue(B, Old);
    } else if (Op.Name == "exchange" && Op.Arguments.size() == 2) {
      assign(Places.of(Op.Arguments[0]), Op.Arguments[1]);
    } else if (Op.Callee.getOverloadedOperator() == OO_Call ||
               isOneOf(Op.Name, {"invoke", "apply", "for_each", "async"})) {
      // Whatever it calls may write through the references it is given.
      for (const Expr *Argument : Op.Arguments)
        if (Argument->isLValue() && !Argument->getType().isConstQualified() &&
            Types(Argument->getType()).tracked())
          forget(Places.of(Argument));
      forgetGlobals();
    } else if (Op.Name == "ref" && !Op.Arguments.empty() && Dry) {
      escape(Op.Arguments[0]);
    }
    return;
  }
  }
}

void TensorFacts::Impl::unknownCallEffects(const CallExpr &Call) {
  for (const Expr *Argument : Call.arguments())
    if (Argument->isLValue() && !Argument->getType().isConstQualified() &&
        Types(Argument->getType()).tracked())
      forget(Places.of(Argument));
  forgetGlobals();
}

/// x = y in all its forms. True if \p Op is one.
bool TensorFacts::Impl::assignmentEffects(const OperationCall &Op) {
  if (Op.Callee.getOverloadedOperator() != OO_Equal || !Op.Object ||
      Op.Arguments.size() != 1)
    return false;
  const Expr *From = Op.Arguments[0];
  const auto *Method = cast<CXXMethodDecl>(&Op.Callee);
  TrackedType Type = Types(Op.Object->getType());
  if (Type.isPlain(TypeKind::Tensor) &&
      Method->getRefQualifier() == RQ_RValue) {
    // x[i] = y writes into x's memory, and x stays where it is.
    return true;
  }
  const Expr *To = ignoreWrappers(Op.Object);
  // std::tie(a, b) = ...
  if (const auto *Tie = dyn_cast<CallExpr>(To)) {
    const FunctionDecl *Callee = Tie->getDirectCallee();
    if (Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
        Callee->getName() == "tie") {
      llvm::SmallVector<Value, 4> Elements;
      for (unsigned I = 0; I < Tie->getNumArgs(); ++I)
        Elements.push_back(Dry ? Value() : elementValue(From, I));
      for (unsigned I = 0; I < Tie->getNumArgs(); ++I)
        assignValue(Places.of(Tie->getArg(I)), Elements[I]);
      return true;
    }
  }
  if (!Type.tracked())
    return false;
  assign(Places.of(To), From);
  return true;
}

/// push_back and its like. True if \p Op is a method of a container.
bool TensorFacts::Impl::containerEffects(const OperationCall &Op) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  if (!Op.Object || !Method)
    return false;
  TrackedType Type = Types(Op.Object->getType());
  if (Type.Shape != TypeShape::Container && Type.Shape != TypeShape::Holder &&
      Type.Shape != TypeShape::Product)
    return false;
  if (Method->isConst() || Method->getOverloadedOperator() != OO_None)
    return true;
  Denotation D = Places.of(Op.Object);
  if (!D)
    return true;
  enum { None, Put, Set, Clear, Swap, Leak };
  unsigned What =
      llvm::StringSwitch<unsigned>(Op.Name)
          .Case("push_back", Put)
          .Case("emplace_back", Put)
          .Case("push_front", Put)
          .Case("emplace_front", Put)
          .Case("insert", Put)
          .Case("try_emplace", Put)
          .Case("insert_or_assign", Put)
          .Case("push", Put)
          .Case("resize", Put)
          .Case("fill", Put)
          .Case("append", Put)
          .Case("merge", Put)
          .Case("splice", Put)
          .Case("emplace", Type.Shape == TypeShape::Holder ? Set : Put)
          .Case("assign", Set)
          .Case("clear", Clear)
          .Case("reset", Clear)
          .Case("swap", Swap)
          .Case("begin", Leak)
          .Case("end", Leak)
          .Case("rbegin", Leak)
          .Case("rend", Leak)
          .Case("data", Leak)
          .Case("find", Leak)
          .Default(None);
  Value Given = Value::empty();
  bool Opaque = false;
  if (!Dry)
    for (const Expr *Argument : Op.Arguments) {
      if (isa<CXXDefaultArgExpr>(Argument))
        continue;
      TrackedType Kind = Types(Argument->getType());
      if (Kind.hasFact())
        Given = Given.join(valueOf(Argument));
      else if (Kind.Shape == TypeShape::Record)
        // Iterators of an unknown sequence, or an element with fields.
        Opaque = true;
    }
  if (Opaque)
    Given = Value();
  switch (What) {
  case None:
    break;
  case Put:
    joinInto(D, Given);
    break;
  case Set:
    assignValue(D, Given);
    break;
  case Clear:
    if (Op.Arguments.empty())
      assignValue(D, Value::empty());
    else
      assignValue(D, Given);
    break;
  case Swap:
    if (Op.Arguments.size() == 1) {
      Value Old = Dry ? Value() : get(D.Place);
      Denotation Other = Places.of(Op.Arguments[0]);
      assign(D, Op.Arguments[0]);
      assignValue(Other, Old);
    }
    break;
  case Leak: {
    // Only the loop variable of a range-for reaches the elements through the
    // iterators of a compiler-made loop.
    const Stmt *Parent = Graph.parentOf(Op.Call);
    while (Parent && isa<Expr>(Parent))
      Parent = Graph.parentOf(Parent);
    const auto *Declaration = dyn_cast_or_null<DeclStmt>(Parent);
    const auto *Iterator = Declaration && Declaration->isSingleDecl()
                               ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                               : nullptr;
    if (!Iterator || !Iterator->isImplicit())
      forget(D);
    break;
  }
  }
  return true;
}

/// x + y with y of some dimensions on the CPU: so is x, or the program throws.
void TensorFacts::Impl::learnFromOperands(const OperationCall &Op) {
  llvm::SmallVector<const Expr *, 4> Operands = Op.Arguments;
  if (Op.Object)
    Operands.push_back(Op.Object);
  llvm::erase_if(Operands, [](const Expr *E) {
    return isa<CXXDefaultArgExpr>(E) || !isTensor(E->getType());
  });
  if (Operands.size() < 2)
    return;
  const auto *Host = llvm::find_if(Operands, [&](const Expr *E) {
    Value V = valueOf(E);
    return !V.Empty && V.Fact.Device == DeviceFact::Cpu &&
           Operations.bindsOthers(Op, V.Fact);
  });
  if (Host == Operands.end())
    return;
  for (const Expr *Other : Operands)
    if (Value V = valueOf(Other);
        !V.Empty && V.Fact.Device == DeviceFact::Unknown)
      learnDevice(Other, DeviceFact::Cpu, Op.Call);
}

void TensorFacts::Impl::atenEffects(const OperationCall &Op) {
  // packed_accessor is the one for kernels.
  if (Op.Name == "accessor" && Op.Object && !Dry)
    learnDevice(Op.Object, DeviceFact::Cpu, Op.Call);
  if (!Dry)
    learnFromOperands(Op);
  if (Op.Name == "set_data" || Op.Name == "set_") {
    Denotation D = Places.of(Op.Object);
    if (!Op.Arguments.empty() && isTensor(Op.Arguments[0]->getType()))
      assign(D, Op.Arguments[0]);
    else
      forget(D);
    return;
  }
  if (Op.Name == "swap" || Op.Name == "load" || Op.Name == "reset") {
    forget(Places.of(Op.Object));
    for (const Expr *Argument : Op.Arguments)
      forget(Places.of(Argument));
    return;
  }
  // In-place changes of shape, and out= parameters, which are resized.
  auto LoseRank = [&](const Expr *E) {
    Denotation D = Places.of(E);
    if (!D || Dry)
      return;
    Value V = get(D.Place);
    if (!V.Fact.Rank && V.Fact.Scalar == Tri::Unknown)
      return;
    setRank(V.Fact, std::nullopt);
    set(D.Place, V);
  };
  if (Op.Object && Op.inPlace() &&
      isOneOf(Op.Name, {"resize_", "resize_as_", "squeeze_", "unsqueeze_",
                        "as_strided_", "swap_"}))
    LoseRank(Op.Object);
  if (!Op.Object)
    for (unsigned I = 0; I < Op.Arguments.size(); ++I)
      if (const ParmVarDecl *P = Op.parameter(I))
        if (P->getType()->isLValueReferenceType() &&
            !P->getType()->getPointeeType().isConstQualified())
          LoseRank(Op.Arguments[I]);
}

void TensorFacts::Impl::userEffects(const OperationCall &Op) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Op.Callee);
  bool ChangesObject = Op.Object && Method && Method->isInstance() &&
                       !Method->isConst() &&
                       Types(Op.Object->getType()).tracked();
  bool ChangesArguments = false;
  for (unsigned I = 0; I < Op.Arguments.size(); ++I)
    if (const ParmVarDecl *P = Op.parameter(I))
      ChangesArguments |=
          mayWriteThrough(P->getType()) && Types(P->getType()).tracked();

  const WriteSummary &Writes = Summaries.writes(Op.Callee);
  if (ChangesArguments)
    for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
      const ParmVarDecl *P = Op.parameter(I);
      if (!P) // An ellipsis copies.
        break;
      if (!mayWriteThrough(P->getType()) || !Types(P->getType()).tracked())
        continue;
      const ParmVarDecl *Inside = P;
      if (const FunctionDecl *Definition = Op.Callee.getDefinition())
        if (I < Definition->getNumParams())
          Inside = Definition->getParamDecl(I);
      if (!Writes.Known || Writes.Parameters.contains(Inside))
        forget(Places.of(Op.Arguments[I]));
    }
  if (ChangesObject) {
    Denotation D = Places.of(Op.Object);
    if (D && (!Writes.Known || Writes.AllMembers))
      forgetObject(D);
    else if (D)
      for (const FieldDecl *Field : Writes.Members)
        forgetObject({Places.field(D.Place, *Field), D.Element});
  }
  if (!Writes.Known || Writes.Globals)
    forgetGlobals();
}

} // namespace torchsync
