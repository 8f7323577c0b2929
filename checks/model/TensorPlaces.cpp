//===- TensorPlaces.cpp - The places that hold tensors --------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPlaces.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// References to references to ... end somewhere; broken code need not.
static constexpr unsigned MaxDepth = 32;

TensorPlaces::TensorPlaces(TensorTypes &Types) : Types(Types) {
  Places.emplace_back();
}

PlaceId TensorPlaces::existing(PlaceId Parent, uintptr_t Key) const {
  auto Slot = ByKey.find({Parent, Key});
  return Slot == ByKey.end() ? Denotation::None : Slot->second;
}

PlaceId TensorPlaces::variable(const ValueDecl &Var) {
  auto [Slot, IsNew] =
      Variables.try_emplace(&Var, static_cast<PlaceId>(Places.size()));
  if (IsNew) {
    Places.emplace_back();
    Places.back().Root = &Var;
  }
  return Slot->second;
}

PlaceId TensorPlaces::child(PlaceId Parent, uintptr_t Key,
                            const FieldDecl *Field) {
  auto [Slot, IsNew] =
      ByKey.try_emplace({Parent, Key}, static_cast<PlaceId>(Places.size()));
  if (IsNew) {
    PlaceId Id = Slot->second;
    Places.emplace_back();
    Place &New = Places.back();
    New.Parent = Parent;
    New.Key = Key;
    New.Root = Places[Parent].Root;
    New.Field = Field;
    Places[Parent].Children.push_back(Id);
    return Id;
  }
  return Slot->second;
}

PlaceId TensorPlaces::element(PlaceId Parent, unsigned Number) {
  return child(Parent, uintptr_t(Number) * 2 + 1, nullptr);
}

PlaceId TensorPlaces::field(PlaceId Parent, const FieldDecl &Field) {
  const FieldDecl *Canonical = Field.getCanonicalDecl();
  // A pair's fields are its elements.
  if (const auto *Record = dyn_cast<CXXRecordDecl>(Field.getParent()))
    if (Record->isInStdNamespace() && Record->getIdentifier() &&
        Record->getName() == "pair" && Field.getIdentifier())
      return element(Parent, Field.getName() == "first" ? 0 : 1);
  return child(Parent, reinterpret_cast<uintptr_t>(Canonical), Canonical);
}

std::optional<unsigned> tupleIndex(const FunctionDecl &Callee) {
  const IdentifierInfo *Name = Callee.getIdentifier();
  const TemplateArgumentList *Arguments =
      Callee.getTemplateSpecializationArgs();
  if (!Name || Name->getName() != "get" || !Callee.isInStdNamespace() ||
      !Arguments || Arguments->size() == 0 ||
      Arguments->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return static_cast<unsigned>(
      Arguments->get(0).getAsIntegral().getZExtValue());
}

Denotation TensorPlaces::ofBinding(const BindingDecl &Binding, unsigned Depth) {
  const auto *Whole =
      dyn_cast_or_null<DecompositionDecl>(Binding.getDecomposedDecl());
  if (!Whole)
    return {};
  if (!Binding.getHoldingVar())
    return Binding.getBinding() ? of(Binding.getBinding(), Depth + 1)
                                : Denotation();
  Denotation Base = ofDecl(*Whole, Depth + 1);
  if (!Base)
    return {};
  unsigned Number = 0;
  for (const BindingDecl *Other : Whole->bindings()) {
    if (Other == &Binding)
      break;
    ++Number;
  }
  return {element(Base.Place, Number), Base.Element};
}

Denotation TensorPlaces::ofDecl(const ValueDecl &D, unsigned Depth) {
  if (Depth > MaxDepth)
    return {};
  if (const auto *Binding = dyn_cast<BindingDecl>(&D))
    return ofBinding(*Binding, Depth);
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (!Var || Var->getType()->isDependentType())
    return {};
  // std::get's results, to which tuple bindings refer.
  if (Var->getType()->isReferenceType() && !isa<ParmVarDecl>(Var) &&
      Var->getInit())
    if (Denotation Target = of(Var->getInit(), Depth + 1))
      if (!Target.Element)
        return Target;
  if (!Types(Var->getType()).tracked())
    return {};
  return {variable(*cast<VarDecl>(Var->getCanonicalDecl())), false};
}

/// Member functions that give one of a container's elements.
static bool givesElement(const CXXMethodDecl &Method) {
  switch (Method.getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Star:
  case OO_Arrow:
    return true;
  case OO_None:
    break;
  default:
    return false;
  }
  return Method.getIdentifier() &&
         isOneOf(Method.getName(),
                 {"at", "front", "back", "top", "value", "get"});
}

/// The container over which a compiler-made iterator of a range-for runs:
/// `__begin` is initialised with `__range.begin()` or with an array.
static const Expr *rangeOf(const Expr *Iterator) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(ignoreWrappers(Iterator));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->isImplicit() || !Var->getInit())
    return nullptr;
  const Expr *Init = ignoreWrappers(Var->getInit());
  if (const auto *Begin = dyn_cast<CXXMemberCallExpr>(Init))
    return Begin->getImplicitObjectArgument();
  if (const auto *Begin = dyn_cast<CallExpr>(Init))
    return Begin->getNumArgs() == 1 ? Begin->getArg(0) : nullptr;
  return Init->getType()->isArrayType() ? Init : nullptr;
}

const Expr *rangeBehind(const Expr &Init) {
  const Expr *E = ignoreWrappers(&Init);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? rangeOf(Unary->getSubExpr())
                                          : nullptr;
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return Call && Call->getOperator() == OO_Star && Call->getNumArgs() == 1
             ? rangeOf(Call->getArg(0))
             : nullptr;
}

Denotation TensorPlaces::ofCall(const CallExpr &Call, unsigned Depth) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return {};
  if (std::optional<unsigned> Number = tupleIndex(*Callee)) {
    if (Call.getNumArgs() != 1)
      return {};
    Denotation Base = of(Call.getArg(0), Depth + 1);
    if (!Base)
      return {};
    // std::get of an array.
    if (Types(Call.getArg(0)->getType()).Shape != TypeShape::Product)
      return {Base.Place, true};
    return {element(Base.Place, *Number), Base.Element};
  }
  const Expr *Object = objectOf(&Call);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Object || !Method || !givesElement(*Method))
    return {};
  if (const Expr *Range = rangeOf(Object)) {
    Denotation Base = of(Range, Depth + 1);
    return {Base.Place, true};
  }
  TrackedType Type = Types(Object->getType());
  if (Type.Shape != TypeShape::Container && Type.Shape != TypeShape::Holder)
    return {};
  Denotation Base = of(Object, Depth + 1);
  if (Type.Shape == TypeShape::Container)
    Base.Element = true;
  return Base;
}

Denotation TensorPlaces::of(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return {};
  E = ignoreWrappers(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return ofDecl(*Ref->getDecl(), Depth);
  if (isa<CXXThisExpr>(E))
    return {This, false};
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return ofDecl(*Static, Depth);
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    Denotation Base = of(Member->getBase(), Depth + 1);
    if (!Base)
      return {};
    // A reference member names an object elsewhere.
    if (!Types(Field->getType()).tracked())
      return {};
    return {field(Base.Place, *Field), Base.Element};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return of(Unary->getSubExpr(), Depth + 1);
    if (Unary->getOpcode() != UO_Deref)
      return {};
    if (const Expr *Range = rangeOf(Unary->getSubExpr())) {
      Denotation Base = of(Range, Depth + 1);
      return {Base.Place, true};
    }
    return of(Unary->getSubExpr(), Depth + 1);
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    Denotation Base = of(Subscript->getBase(), Depth + 1);
    return {Base.Place, true};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(*Call, Depth);
  return {};
}

} // namespace torchsync
