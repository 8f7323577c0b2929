//===- TensorConditions.cpp - What a branch tells about tensors -----------===//
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

static constexpr unsigned MaxDepth = 16;

/// Strips what a condition is dressed in: conversions to bool, and the
/// __builtin_expect that TORCH_CHECK and C10_LIKELY put around it.
static const Expr *ignoreDress(const Expr *E) {
  while (E) {
    E = ignoreWrappers(E);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
      continue;
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call || Call->getNumArgs() != 2 || !Call->getDirectCallee() ||
        Call->getDirectCallee()->getBuiltinID() != Builtin::BI__builtin_expect)
      break;
    E = Call->getArg(0);
  }
  return E;
}

/// The initialiser of a variable that keeps it, so that a test of the variable
/// is a test of the initialiser.
const Expr *TensorFacts::Impl::definition(const Expr *E) const {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || isa<ParmVarDecl>(Var) || !Var->getInit() ||
      Var->getType()->isReferenceType() || Var->hasGlobalStorage() ||
      Reassigned.contains(Var) || Modified.contains(Var))
    return nullptr;
  return ignoreDress(Var->getInit());
}

/// The places whose device (dtype, rank) \p E speaks of: x, x.device(),
/// x.device().type(), and a variable made from those.
void TensorFacts::Impl::subjects(const Expr *E,
                                 llvm::SmallVectorImpl<PlaceId> &Found,
                                 unsigned Depth) {
  E = ignoreDress(E);
  if (!E || Depth > MaxDepth)
    return;
  if (Denotation D = Places.of(E))
    if (!D.Element && Types(E->getType()).hasFact()) {
      // Behind a variable only what cannot have changed since.
      const ValueDecl *Root = Places[D.Place].Root;
      if (ThroughVariable == 0 ||
          (Root && Places[D.Place].Parent == Denotation::None &&
           !Modified.contains(Root)))
        Found.push_back(D.Place);
    }
  if (const Expr *Init = definition(E)) {
    ++ThroughVariable;
    if (!isTensor(E->getType()))
      subjects(Init, Found, Depth + 1);
    --ThroughVariable;
    return;
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() ||
      Types.originOf(*Method) == FunctionOrigin::User)
    return;
  llvm::StringRef Name = Method->getName();
  if (Name == "device" || Name == "type" || Name == "options" ||
      Name == "scalar_type" || Name == "dtype" || Name == "get_device" ||
      Name == "dim" || Name == "ndimension")
    subjects(Call->getImplicitObjectArgument(), Found, Depth + 1);
}

void TensorFacts::Impl::update(const Expr *E,
                               llvm::function_ref<void(TensorFact &)> Change) {
  llvm::SmallVector<PlaceId, 4> Found;
  subjects(E, Found, 0);
  auto Store = [&](PlaceId Place, const Value &V) {
    for (PlaceId New = Now->Ids.size(); New <= Place; ++New)
      Now->Ids.push_back(initial(New));
    Now->Ids[Place] = Values.idOf(V);
  };
  for (PlaceId Place : Found) {
    if (isHidden(Place))
      continue;
    Value V = get(Place);
    const ValueDecl *With = V.Fact.LivesWith;
    Change(V.Fact);
    Store(Place, V);
    if (With && V.Fact.Device != DeviceFact::Unknown)
      shareDevice(*With, V.Fact);
  }
}

/// All that live with \p With live where \p Fact does.
void TensorFacts::Impl::shareDevice(const ValueDecl &With,
                                    const TensorFact &Fact) {
  for (ValueId &Id : Now->Ids) {
    Value Companion = Values[Id];
    if (Companion.Fact.LivesWith != &With)
      continue;
    setDeviceOf(Companion.Fact, Fact);
    Id = Values.idOf(Companion);
  }
}

/// A contradiction (a CPU tensor in the is_cuda() branch) is dead code, where
/// the older fact stays.
static auto deviceChange(DeviceFact Device, const Expr *Evidence) {
  return [=](TensorFact &Fact) {
    if (Fact.Device == DeviceFact::Unknown)
      setDevice(Fact, Device, Evidence);
  };
}

void TensorFacts::Impl::learnDevice(const Expr *Tensor, DeviceFact Device,
                                    const Expr *Evidence) {
  update(Tensor, deviceChange(Device, Evidence));
  // A temporary tells of what it was computed from.
  if (const ValueDecl *With = valueOf(Tensor).Fact.LivesWith) {
    TensorFact Fact;
    setDevice(Fact, Device, Evidence);
    shareDevice(*With, Fact);
  }
}

/// The host reads *p or p[i] where p is a tensor's data_ptr: the tensor is in
/// host memory, or the program dies.
void TensorFacts::Impl::hostAccess(const Expr &Loaded) {
  const Expr *E = Loaded.IgnoreParens();
  const Expr *Pointer = nullptr;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    Pointer = Subscript->getBase();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    Pointer = Unary->getOpcode() == UO_Deref ? Unary->getSubExpr() : nullptr;
  if (!Pointer)
    return;
  Pointer = ignoreDress(Pointer);
  bool Kept = false;
  if (const Expr *Init = definition(Pointer)) {
    Pointer = Init;
    Kept = true;
  }
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Pointer);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() ||
      !isOneOf(Method->getName(),
               {"data_ptr", "const_data_ptr", "mutable_data_ptr"}) ||
      Types.originOf(*Method) != FunctionOrigin::Aten)
    return;
  ThroughVariable += Kept;
  learnDevice(Call->getImplicitObjectArgument(), DeviceFact::Cpu, Call);
  ThroughVariable -= Kept;
}

void TensorFacts::Impl::refine(State &S, const Expr *Condition, bool Truth,
                               unsigned Depth) {
  Now = &S;
  // Where the CFG splits && and ||, this block evaluated the right operand.
  if (Depth == 0)
    while (const auto *Logical =
               dyn_cast<BinaryOperator>(Condition->IgnoreParens())) {
      if (!Logical->isLogicalOp())
        break;
      Condition = Logical->getRHS();
    }
  Condition = ignoreDress(Condition);
  if (!Condition || Depth > MaxDepth || Condition->containsErrors())
    return;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition)) {
    if (Unary->getOpcode() == UO_LNot)
      refine(S, Unary->getSubExpr(), !Truth, Depth + 1);
    return;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Condition)) {
    if (Binary->getOpcode() == (Truth ? BO_LAnd : BO_LOr)) {
      refine(S, Binary->getLHS(), Truth, Depth + 1);
      refine(S, Binary->getRHS(), Truth, Depth + 1);
    } else if (Binary->isEqualityOp() && !refineOrder(*Binary, Truth)) {
      refineComparison(Binary->getLHS(), Binary->getRHS(),
                       (Binary->getOpcode() == BO_EQ) == Truth, Binary);
    } else if (Binary->isRelationalOp()) {
      refineOrder(*Binary, Truth);
    }
    return;
  }
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(Condition)) {
    CXXRewrittenBinaryOperator::DecomposedForm Form =
        Rewritten->getDecomposedForm();
    if (Form.Opcode == BO_EQ || Form.Opcode == BO_NE)
      refineComparison(Form.LHS, Form.RHS, (Form.Opcode == BO_EQ) == Truth,
                       Condition);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(Condition))
    return refineCall(*Call, Truth);
  // bool gpu = x.is_cuda(); if (gpu)
  if (const Expr *Init = definition(Condition)) {
    ++ThroughVariable;
    refine(S, Init, Truth, Depth + 1);
    --ThroughVariable;
  }
}

/// \p E, a device that the program chose, turned out to be the CPU: then
/// nothing is on CUDA here. A device that was asked of a tensor speaks of that
/// one only.
void TensorFacts::Impl::refineChosen(const Expr *E, const Expr *Evidence) {
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    E = ignoreDress(E);
    TypeKind Kind = E ? Types(E->getType()).Kind : TypeKind::Other;
    if (Kind != TypeKind::Device && Kind != TypeKind::DeviceType)
      return;
    // device.type()
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      E = Call->getImplicitObjectArgument();
      continue;
    }
    const Expr *Init = definition(E);
    if (!Init) {
      if (isa<DeclRefExpr, MemberExpr>(E))
        Now->NoCuda = Evidence;
      return;
    }
    E = Init;
  }
}

/// x.device() == kCPU, x.scalar_type() != kBool, x.dtype() == kBool.
void TensorFacts::Impl::refineComparison(const Expr *Left, const Expr *Right,
                                         bool Equal, const Expr *Evidence) {
  for (auto [Subject, Constant] :
       {std::pair(Left, Right), std::pair(Right, Left)}) {
    TypeKind Kind = Types(Subject->getType()).Kind;
    TensorFact Named = valueOf(Constant).Fact;
    bool OfDevice = Kind == TypeKind::Device || Kind == TypeKind::DeviceType;
    if (OfDevice && Named.Device != DeviceFact::Unknown) {
      DeviceFact Device = Named.Device;
      if (!Equal) {
        // cuda:0 differs from cuda, so only the type says more.
        if (Kind == TypeKind::Device && Device == DeviceFact::Cuda)
          continue;
        Device = Device == DeviceFact::Cpu ? DeviceFact::Cuda : DeviceFact::Cpu;
      }
      update(Subject, deviceChange(Device, Evidence));
      if (Device == DeviceFact::Cpu)
        refineChosen(Subject, Evidence);
    } else if (!OfDevice && Equal && Named.Dtype != DtypeFact::Unknown) {
      update(Subject, [&](TensorFact &Fact) {
        if (Fact.Dtype == DtypeFact::Unknown)
          Fact.Dtype = Named.Dtype;
      });
    }
  }
}

/// The method \p Name of LibTorch called on a tensor in \p E: the tensor.
static const CXXMemberCallExpr *askedOfTensor(const Expr *E) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
  if (!Call || !Call->getMethodDecl() ||
      !Call->getMethodDecl()->getIdentifier() ||
      !isTensor(Call->getImplicitObjectArgument()->getType()))
    return nullptr;
  return Call;
}

/// x.dim() == 0, x.dim() > 1, x.get_device() >= 0. True if it is one of those.
bool TensorFacts::Impl::refineOrder(const BinaryOperator &Comparison,
                                    bool Truth) {
  const Expr *Left = ignoreDress(Comparison.getLHS());
  const Expr *Right = ignoreDress(Comparison.getRHS());
  BinaryOperatorKind Kind = Comparison.getOpcode();
  const CXXMemberCallExpr *Call = askedOfTensor(Left);
  if (!Call) {
    Call = askedOfTensor(Right);
    std::swap(Left, Right);
    Kind = BinaryOperator::reverseComparisonOp(Kind);
  }
  if (!Call)
    return false;
  llvm::StringRef Name = Call->getMethodDecl()->getName();
  bool OfRank = Name == "dim" || Name == "ndimension";
  if (!OfRank && Name != "get_device")
    return false;
  Expr::EvalResult Result;
  if (Right->isValueDependent() ||
      !Right->EvaluateAsInt(Result, Call->getMethodDecl()->getASTContext()))
    return true;
  int64_t Bound = Result.Val.getInt().getExtValue();
  if (!Truth)
    Kind = BinaryOperator::negateComparisonOp(Kind);
  const Expr *Tensor = Call->getImplicitObjectArgument();
  // As an interval of what the call returned.
  int64_t Least = OfRank ? 0 : -1, Most = INT64_MAX;
  bool NotEqual = Kind == BO_NE;
  if (Kind == BO_EQ || Kind == BO_GE)
    Least = std::max(Least, Bound);
  if (Kind == BO_GT)
    Least = std::max(Least, Bound + 1);
  if (Kind == BO_EQ || Kind == BO_LE)
    Most = Bound;
  if (Kind == BO_LT)
    Most = Bound - 1;
  if (NotEqual && Bound == Least)
    ++Least;
  if (!OfRank) {
    if (Least >= 0)
      update(Tensor, deviceChange(DeviceFact::Cuda, &Comparison));
    else if (Most < 0)
      update(Tensor, deviceChange(DeviceFact::Cpu, &Comparison));
    return true;
  }
  update(Tensor, [&](TensorFact &Fact) {
    if (Fact.Rank)
      return;
    if (Least == Most && Most < 64)
      setRank(Fact, static_cast<unsigned>(Most));
    else if (Least > 0)
      setScalar(Fact, Tri::No);
  });
  return true;
}

void TensorFacts::Impl::refineCall(const CallExpr &Call, bool Truth) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    bool Equal = Operator->getOperator() == OO_EqualEqual;
    if ((Equal || Operator->getOperator() == OO_ExclaimEqual) &&
        Operator->getNumArgs() == 2)
      refineComparison(Operator->getArg(0), Operator->getArg(1), Equal == Truth,
                       &Call);
    return;
  }
  if (isNamed(Callee, "::torch::cuda::is_available")) {
    if (!Truth)
      Now->NoCuda = &Call;
    return;
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  if (!Member || !Callee->getIdentifier() ||
      Types.originOf(*Callee) == FunctionOrigin::User)
    return;
  // x.is_cuda(), x.device().is_cuda(), and x.type().is_cuda() of old code.
  const Expr *Object = Member->getImplicitObjectArgument();
  llvm::StringRef Name = Callee->getName();
  if (Name == "is_cuda" || Name == "is_cpu") {
    bool Cuda = (Name == "is_cuda") == Truth;
    update(Object,
           deviceChange(Cuda ? DeviceFact::Cuda : DeviceFact::Cpu, &Call));
    if (!Cuda)
      refineChosen(Object, &Call);
  } else if (Name == "is_floating_point" && Truth) {
    update(Object, [](TensorFact &Fact) {
      if (Fact.Dtype == DtypeFact::Unknown)
        Fact.Dtype = DtypeFact::Floating;
    });
  } else if (Name == "is_pinned") {
    update(Object, [&](TensorFact &Fact) {
      if (Fact.Pinned == Tri::Unknown)
        Fact.Pinned = Truth ? Tri::Yes : Tri::No;
    });
  }
}

} // namespace torchsync
