//===- Conditions.cpp - Whether a row's conditions hold for a call --------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "../model/LibTorch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace torchsync {

static void
addIndexElement(const Expr *E,
                std::optional<llvm::SmallVector<IndexElement, 4>> &Out) {
  if (!Out)
    return;
  E = ignoreWrappers(E);
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Element : List->inits())
      addIndexElement(Element, Out);
    return;
  }
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return addIndexElement(List->getSubExpr(), Out);
  if (isTensor(E->getType())) {
    Out->push_back({IndexElement::Tensor, E});
    return;
  }
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct) {
    // Slices, None and "..." bring no data; a ready-made list may hold any.
    if (E->getType()->isIntegralOrEnumerationType())
      Out->push_back({IndexElement::Integer, E});
    else if (const auto *Record = E->getType()->getAsCXXRecordDecl();
             Record && Record->getIdentifier() &&
             (Record->getName() == "Slice" ||
              Record->getName() == "EllipsisIndexType" ||
              Record->getName() == "nullopt_t"))
      Out->push_back({IndexElement::Other, E});
    else if (isa<StringLiteral>(E))
      Out->push_back({IndexElement::Other, E});
    else
      Out.reset();
    return;
  }
  if (classify(Construct->getType()) == TypeKind::TensorIndex ||
      Construct->getNumArgs() >= 1) {
    if (Construct->getNumArgs() == 0 ||
        isa<CXXDefaultArgExpr>(Construct->getArg(0))) {
      Out->push_back({IndexElement::Other, E});
      return;
    }
    const CXXRecordDecl *Record = Construct->getType()->getAsCXXRecordDecl();
    if (Record && Record->getIdentifier() && Record->getName() == "Slice") {
      Out->push_back({IndexElement::Other, E});
      return;
    }
    // TensorIndex, optional, List and ArrayRef around what was written.
    return addIndexElement(Construct->getArg(0), Out);
  }
  Out.reset();
}

std::optional<llvm::SmallVector<IndexElement, 4>>
indexElements(const Expr *List) {
  std::optional<llvm::SmallVector<IndexElement, 4>> Elements;
  if (!List || List->containsErrors())
    return Elements;
  Elements.emplace();
  addIndexElement(List, Elements);
  return Elements;
}

/// A tensor called `mask`, `visible_mask`, `maskBits` is one: on the code we
/// read nobody calls integer indices so (docs/how-it-works.md has the count).
static bool isNamedMask(const Expr *E) {
  const ValueDecl *D = namedBy(E);
  if (!D || !D->getIdentifier())
    return false;
  llvm::StringRef Name = D->getName();
  size_t At = Name.find_insensitive("mask");
  while (At != llvm::StringRef::npos) {
    bool Starts =
        At == 0 || !isLowercase(Name[At - 1]) || !isLowercase(Name[At]);
    size_t End = At + 4;
    if (End < Name.size() && Name[End] == 's')
      ++End;
    bool Ends = End >= Name.size() || !isLowercase(Name[End]);
    if (Starts && Ends)
      return true;
    At = Name.find_insensitive("mask", At + 1);
  }
  return false;
}

const Expr *CallFacts::self() const {
  const Expr *Object = objectOf(&Call);
  // Of p->item() the object is the pointer.
  if (Object && (isTensor(Object->getType()) ||
                 isTensor(Object->getType()->getPointeeType())))
    return Object;
  for (const Expr *Argument : argumentsOf(&Call))
    if (isTensor(Argument->getType()))
      return Argument;
  return nullptr;
}

/// The tensor inside an IValue or optional that is made from it at the call.
static const Expr *withoutTensorBox(const Expr *E) {
  const auto *Box = dyn_cast<CXXConstructExpr>(ignoreWrappers(E));
  return Box && Box->getNumArgs() >= 1 && isTensor(Box->getArg(0)->getType())
             ? Box->getArg(0)
             : E;
}

const Expr *CallFacts::argument(llvm::StringRef Name) const {
  // where(condition, self, other): not every `self` comes first.
  if (Name == "self" &&
      llvm::none_of(Callee.parameters(), [](const ParmVarDecl *Parameter) {
        return Parameter->getName() == "self";
      }))
    return self();
  if (Name == "target")
    return target();
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(&Call);
  llvm::SmallVector<llvm::StringRef, 2> Alternatives;
  Name.split(Alternatives, '|');
  for (llvm::StringRef Alternative : Alternatives)
    for (const ParmVarDecl *Parameter : Callee.parameters()) {
      unsigned Index = Parameter->getFunctionScopeIndex();
      if (Parameter->getName() != Alternative || Index >= Arguments.size())
        continue;
      const Expr *Argument = Arguments[Index];
      return isa<CXXDefaultArgExpr>(Argument) ? nullptr
                                              : withoutTensorBox(Argument);
    }
  return nullptr;
}

const Expr *CallFacts::target() const {
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(&Call);
  const Expr *Self = self();
  for (const ParmVarDecl *Parameter : Callee.parameters()) {
    unsigned Index = Parameter->getFunctionScopeIndex();
    if (Index >= Arguments.size() || Arguments[Index] == Self)
      continue;
    const Expr *Argument = Arguments[Index];
    TypeKind Kind = classify(Parameter->getType());
    bool NamesDevice = Kind == TypeKind::TensorOptions ||
                       Kind == TypeKind::Device || Kind == TypeKind::Tensor ||
                       Kind == TypeKind::DeviceType ||
                       Parameter->getName() == "device";
    if (NamesDevice && !isa<CXXDefaultArgExpr>(Argument))
      return Argument;
  }
  return nullptr;
}

bool CallFacts::onDevice(const Expr *E) const {
  if (!E)
    return false;
  DeviceFact Device = Facts.at(E).Device;
  return Device == DeviceFact::Cuda ||
         (Device == DeviceFact::Unknown && AssumeDevice);
}

/// True if \p E asks another tensor where it lives: x.device(), x.options(), or
/// a variable that was made by asking.
static bool asksATensor(const Expr *E) {
  llvm::SmallVector<const Stmt *, 8> Todo{E};
  llvm::SmallPtrSet<const VarDecl *, 4> Seen;
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (!S)
      continue;
    if (const auto *Sub = dyn_cast<Expr>(S))
      if (isTensor(Sub->getType()))
        return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        if (Var->isLocalVarDecl() && Seen.insert(Var).second)
          Todo.push_back(Var->getInit());
    Todo.append(S->child_begin(), S->child_end());
  }
  return false;
}

/// True if \p E makes a tensor without elements, torch::empty({0}): copying it
/// waits for nothing.
static bool makesNothing(const Expr *E) {
  const auto *Call = dyn_cast_or_null<CallExpr>(E ? ignoreWrappers(E) : E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || isa<CXXMethodDecl>(Callee) || Callee->getNumParams() == 0 ||
      Call->getNumArgs() == 0 || Callee->getParamDecl(0)->getName() != "size")
    return false;
  llvm::SmallVector<const Stmt *, 8> Todo{Call->getArg(0)};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (const auto *Number = dyn_cast_or_null<IntegerLiteral>(S))
      if (Number->getValue() == 0)
        return true;
    // A size is written as a list; what is computed is not looked into.
    if (S && (isa<InitListExpr, CXXStdInitializerListExpr, CXXConstructExpr,
                  ImplicitCastExpr, MaterializeTemporaryExpr, ExprWithCleanups,
                  CXXBindTemporaryExpr>(S)))
      Todo.append(S->child_begin(), S->child_end());
  }
  return false;
}

bool CallFacts::targetOnDevice() const {
  const Expr *Target = target();
  if (!Target || makesNothing(self()))
    return false;
  TensorFact Fact = Facts.at(Target);
  // Options of a dtype alone: `to` stays where it is, a factory is on the CPU.
  if (Fact.NamesDevice == Tri::No)
    return false;
  if (Fact.Device != DeviceFact::Unknown || !AssumeDevice)
    return Fact.Device == DeviceFact::Cuda;
  // `x.to(device)` with a device that the program chose moves a batch up;
  // `x.to(y.device())` nearly always finds x there already, certainly where x
  // was computed from y; not where x was made on the host in the same breath,
  // as the list of torch::tensor is.
  const Expr *Self = self();
  const ValueDecl *With = Fact.LivesWith;
  if (With && Self && Facts.at(Self).LivesWith == With)
    return false;
  bool FromHost =
      !Self || (!namedBy(Self) && Facts.at(Self).Device == DeviceFact::Cpu);
  return FromHost || !asksATensor(Target);
}

bool CallFacts::movesUp() const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return Method && Method->getIdentifier() && Method->getName() == "to" &&
         targetOnDevice();
}

static std::optional<llvm::APSInt> integer(const Expr *E,
                                           const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || E->containsErrors())
    return std::nullopt;
  // c10::Scalar(1), SymInt(1), optional<int>(1): the number inside.
  for (unsigned Step = 0; Step != 4; ++Step) {
    E = ignoreWrappers(E);
    if (E->getType()->isIntegralOrEnumerationType())
      break;
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct || Construct->getNumArgs() == 0)
      return std::nullopt;
    E = Construct->getArg(0);
  }
  if (!E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

static bool isNullopt(const Expr *E) {
  for (unsigned Step = 0; E && Step != 4; ++Step) {
    E = ignoreWrappers(E);
    const CXXRecordDecl *Record = E->getType()->getAsCXXRecordDecl();
    if (Record && Record->getIdentifier() && Record->getName() == "nullopt_t")
      return true;
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct)
      return false;
    // optional<T>() and {}.
    if (Construct->getNumArgs() == 0)
      return Record && Record->getIdentifier() &&
             Record->getName() == "optional";
    E = Construct->getArg(0);
  }
  return false;
}

bool CallFacts::isAbsent(llvm::StringRef Name) const {
  const Expr *Argument = argument(Name);
  if (!Argument || isNullopt(Argument))
    return true;
  // Written out, but with the default's value: num_classes = -1.
  const ASTContext &Context = Callee.getASTContext();
  for (const ParmVarDecl *Parameter : Callee.parameters()) {
    if (Parameter->getName() != Name || !Parameter->hasDefaultArg() ||
        Parameter->hasUninstantiatedDefaultArg() ||
        Parameter->hasUnparsedDefaultArg())
      continue;
    std::optional<llvm::APSInt> Default =
        integer(Parameter->getDefaultArg(), Context);
    std::optional<llvm::APSInt> Given = integer(Argument, Context);
    return Default && Given && llvm::APSInt::isSameValue(*Default, *Given);
  }
  return false;
}

bool CallFacts::anyIndex(const Expr *List, Predicate Is) const {
  auto Matches = [&](const Expr *Tensor) {
    TensorFact Fact = Facts.at(Tensor);
    switch (Is) {
    case Predicate::HasMask: {
      bool Mask = Fact.isMask() ||
                  (Fact.Dtype == DtypeFact::Unknown && isNamedMask(Tensor));
      return Mask && Fact.Scalar != Tri::Yes && onDevice(Tensor);
    }
    case Predicate::HasHostMask:
      return Fact.isMask() && Fact.Scalar != Tri::Yes &&
             Fact.Device == DeviceFact::Cpu;
    case Predicate::HasScalarIndex:
      return Fact.Scalar == Tri::Yes && onDevice(Tensor);
    case Predicate::HasHostIndex:
      return Fact.Device == DeviceFact::Cpu && !Fact.isMask() &&
             Fact.Scalar != Tri::Yes;
    case Predicate::HasIntegerIndex:
      return Fact.Dtype == DtypeFact::Integral && Fact.Scalar == Tri::No &&
             onDevice(Tensor);
    default:
      return true; // Any tensor at all.
    }
  };
  if (!List)
    return false;
  const Expr *Bare = ignoreWrappers(List);
  if (isTensor(Bare->getType()))
    return Matches(Bare);
  auto Elements = indexElements(List);
  return Elements && llvm::any_of(*Elements, [&](const IndexElement &E) {
           return E.What == IndexElement::Tensor && Matches(E.Value);
         });
}

bool CallFacts::selectsOneElement(const Expr *List) const {
  auto Elements = indexElements(List);
  const Expr *Self = self();
  if (!Elements || !Self || Elements->empty())
    return false;
  for (const IndexElement &E : *Elements)
    if (E.What != IndexElement::Integer || E.Value->getType()->isBooleanType())
      return false;
  std::optional<unsigned> Rank = Facts.at(Self).Rank;
  return Rank && *Rank == Elements->size();
}

/// The variable of a namespace that \p E is or asks for a variant of itself:
/// thrust::cuda::par of `thrust::cuda::par(allocator).on(stream)`.
static const VarDecl *globalBehind(const Expr *E) {
  while (true) {
    E = ignoreWrappers(E);
    if (isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E) && objectOf(E))
      E = objectOf(E);
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->isFileVarDecl() ? Variable : nullptr;
}

/// True if \p E certainly points to memory that is not page-locked: a variable
/// of this function, a container's or malloc's.
static bool pointsToPageable(const Expr *E) {
  E = ignoreWrappers(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return pointsToPageable(Cast->getSubExpr());
  if (isa<CXXNewExpr>(E))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(ignoreWrappers(Unary->getSubExpr()));
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Variable && !Variable->getType()->isReferenceType();
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isAdditiveOp() &&
                   Binary->getLHS()->getType()->isPointerType()
               ? pointsToPageable(Binary->getLHS())
               : false;
  if (const FunctionDecl *Callee = calleeOf(E)) {
    llvm::StringRef Name =
        Callee->getIdentifier() ? Callee->getName() : llvm::StringRef();
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (Method && Name == "data" && Method->getParent()->isInStdNamespace())
      return Method->getParent()->getIdentifier() &&
             llvm::is_contained({"vector", "array", "basic_string"},
                                Method->getParent()->getName());
    return !Method && (Name == "malloc" || Name == "calloc");
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable)
    return false;
  if (Variable->getType()->isArrayType())
    return true;
  // A pointer that starts at the host's memory and is pointed elsewhere later
  // is not met in practice.
  return Variable->isLocalVarDecl() && Variable->getInit() &&
         pointsToPageable(Variable->getInit());
}

/// The enumerator, constant or string that \p E is.
static bool namesConstant(const Expr *E, llvm::StringRef Value,
                          const ASTContext &Context) {
  const Expr *Bare = ignoreWrappers(E);
  if (const VarDecl *Global = globalBehind(E))
    if (Global->getIdentifier() && Global->getName() == Value)
      return true;
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(Bare))
    return Value == (Bool->getValue() ? "true" : "false");
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Bare))
    if (Ref->getDecl()->getIdentifier() && Ref->getDecl()->getName() == Value)
      return true;
  // A string_view or string around the literal.
  const Expr *Text = Bare;
  for (unsigned Step = 0; Step != 4; ++Step)
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Text);
        Construct && Construct->getNumArgs() > 0)
      Text = ignoreWrappers(Construct->getArg(0));
  if (const auto *Literal = dyn_cast<StringLiteral>(Text))
    return Literal->getCharByteWidth() == 1 && Literal->getString() == Value;
  std::optional<llvm::APSInt> Number = integer(E, Context);
  if (!Number)
    return false;
  int64_t Wanted;
  if (!Value.getAsInteger(10, Wanted))
    return Number->getExtValue() == Wanted;
  // An enumerator that went through a constant variable.
  const auto *Enum = Bare->getType()->getAs<EnumType>();
  if (!Enum)
    return false;
  for (const EnumConstantDecl *C : Enum->getDecl()->enumerators())
    if (llvm::APSInt::isSameValue(C->getInitVal(), *Number) &&
        C->getName() == Value)
      return true;
  return false;
}

/// The TensorDataContainer that \p E is converted to holds several values.
static bool isValueList(const Expr *E) {
  E = ignoreWrappers(E);
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (isa<InitListExpr, CXXStdInitializerListExpr>(E))
    return true;
  if (!Construct || Construct->getConstructor()->getNumParams() == 0)
    return false;
  QualType First = Construct->getConstructor()
                       ->getParamDecl(0)
                       ->getType()
                       .getNonReferenceType();
  const CXXRecordDecl *Record = First->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         (Record->getName() == "initializer_list" ||
          Record->getName() == "vector" || Record->getName() == "ArrayRef" ||
          Record->getName() == "HeaderOnlyArrayRef");
}

bool CallFacts::holds(const Condition &C) const {
  const ASTContext &Context = Callee.getASTContext();
  const Expr *Argument = argument(C.Arg);
  auto Fact = [&] { return Argument ? Facts.at(Argument) : TensorFact(); };
  switch (C.Is) {
  case Predicate::OnDevice:
    return C.Arg == "target" ? targetOnDevice() : onDevice(Argument);
  case Predicate::KnownDevice:
    return Fact().Device == DeviceFact::Cuda;
  case Predicate::OnHost:
    return Fact().Device == DeviceFact::Cpu;
  case Predicate::MaybeHost:
    return Argument && Fact().Device != DeviceFact::Cuda;
  case Predicate::Absent:
    return isAbsent(C.Arg);
  case Predicate::Given:
    return !isAbsent(C.Arg);
  case Predicate::True:
  case Predicate::NotTrue: {
    std::optional<llvm::APSInt> Value = integer(Argument, Context);
    bool True = Value && *Value != 0;
    // A flag that is only known at run time may be meant to be true.
    bool MaybeTrue = Argument && (!Value || True);
    return C.Is == Predicate::True ? True : !MaybeTrue;
  }
  case Predicate::Tensor:
    return Argument && isTensor(ignoreWrappers(Argument)->getType());
  case Predicate::NotTensor:
    return !Argument || !isTensor(ignoreWrappers(Argument)->getType());
  case Predicate::List:
    return Argument && isValueList(Argument);
  case Predicate::Mask:
    return Fact().isMask();
  case Predicate::HasMask:
  case Predicate::HasHostMask:
  case Predicate::HasScalarIndex:
  case Predicate::HasHostIndex:
    return anyIndex(Argument, C.Is);
  case Predicate::HasIntegerIndex:
    return anyIndex(Argument, C.Is) && !anyIndex(Argument, Predicate::HasMask);
  case Predicate::NoTensorIndex:
    return Argument && indexElements(Argument) &&
           !anyIndex(Argument, Predicate::NoTensorIndex);
  case Predicate::OneElement:
    return selectsOneElement(Argument);
  case Predicate::RankZero:
    return Fact().Scalar == Tri::Yes;
  case Predicate::Pageable:
    if (Argument && Argument->getType()->isPointerType())
      return pointsToPageable(Argument);
    return Fact().Device == DeviceFact::Cpu && Fact().Pinned == Tri::No;
  case Predicate::Pinned:
    return Fact().Pinned == Tri::Yes;
  case Predicate::NotPinned:
    return Fact().Pinned != Tri::Yes;
  case Predicate::Distinct: {
    const ValueDecl *Named = namedBy(Argument);
    return !Named || Named != namedBy(self());
  }
  case Predicate::Temporary: {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    return Method && Method->getRefQualifier() == RQ_RValue;
  }
  case Predicate::Negative: {
    std::optional<llvm::APSInt> Value = integer(Argument, Context);
    return Value && Value->isNegative();
  }
  case Predicate::Undecidable:
    return false;
  case Predicate::Equals:
    return Argument && namesConstant(Argument, C.Value, Context);
  case Predicate::Differs:
    return Argument && (integer(Argument, Context) || globalBehind(Argument)) &&
           !namesConstant(Argument, C.Value, Context);
  }
  return false;
}

} // namespace torchsync
