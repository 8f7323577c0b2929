//===- TensorOperations.cpp - What LibTorch's operations return ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace torchsync {

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

struct Family {
  llvm::StringLiteral Names;
  OperationRule Rule;
};

using D = DtypeRule;
using R = RankRule;
using M = MemoryRule;
using V = DeviceRule;

/// Names separated by spaces. What is not listed still lives where its operands
/// live; its dtype, rank and memory are unknown. Sources: the signatures in
/// native_functions.yaml and their documentation.
constexpr Family Families[] = {
    // Views.
    {"alias detach data variable_data tensor_data t transpose permute swapaxes "
     "swapdims adjoint mT mH numpy_T movedim moveaxis narrow slice split chunk "
     "split_with_sizes tensor_split hsplit vsplit dsplit set_requires_grad",
     {D::Same, R::Same, M::View, V::Self}},
    {"select diagonal unbind", {D::Same, R::Drop, M::View, V::Self}},
    {"unsqueeze unfold", {D::Same, R::Add, M::View, V::Self}},
    {"squeeze view_as expand_as unflatten",
     {D::Same, R::Unknown, M::View, V::Self}},
    {"view expand broadcast_to as_strided",
     {D::Same, R::Size, M::View, V::Self}},
    {"contiguous resolve_conj resolve_neg conj",
     {D::Same, R::Same, M::Maybe, V::Self}},
    {"reshape", {D::Same, R::Size, M::Maybe, V::Self}},
    {"flatten ravel", {D::Same, R::One, M::Maybe, V::Self}},
    {"reshape_as", {D::Same, R::Unknown, M::Maybe, V::Self}},
    {"grad mutable_grad", {D::Same, R::Same, M::Unknown, V::Self}},
    // One operand, element by element.
    {"abs absolute neg negative positive clone sign sgn square relu relu6 "
     "leaky_relu clip hardtanh elu selu celu gelu silu mish hardswish "
     "hardsigmoid dropout alpha_dropout feature_dropout nan_to_num round floor "
     "ceil trunc frac threshold roll flip fliplr flipud rot90 tril triu "
     "bitwise_not bernoulli zeros_like ones_like empty_like full_like "
     "rand_like "
     "randn_like randint_like renorm narrow_copy cummax cummin cumprod "
     "batch_norm layer_norm group_norm instance_norm",
     {D::Same, R::Same, M::Fresh, V::Mixed}},
    {"cumsum", {D::Sum, R::Same, M::Fresh, V::Mixed}},
    {"sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos "
     "atan arcsin arccos arctan sinh cosh tanh asinh acosh atanh sigmoid "
     "log_sigmoid logsigmoid softmax log_softmax softmin softplus softsign "
     "reciprocal erf erfc erfinv lgamma digamma logit deg2rad rad2deg "
     "normalize "
     "logcumsumexp",
     {D::Floating, R::Same, M::Fresh, V::Mixed}},
    {"isnan isinf isfinite isposinf isneginf isreal logical_not signbit isin",
     {D::Bool, R::Same, M::Fresh, V::Mixed}},
    // Several operands, element by element.
    {"eq ne lt le gt ge not_equal greater greater_equal less "
     "less_equal isclose logical_and logical_or logical_xor",
     {D::Bool, R::Broadcast, M::Fresh, V::Mixed}},
    {"add sub subtract rsub mul multiply maximum minimum fmax fmin remainder "
     "fmod pow float_power floor_divide bitwise_and bitwise_or bitwise_xor "
     "bitwise_left_shift bitwise_right_shift where lerp addcmul clamp "
     "clamp_min clamp_max",
     {D::Promote, R::Broadcast, M::Fresh, V::Mixed}},
    {"div divide true_divide addcdiv",
     {D::Divide, R::Broadcast, M::Fresh, V::Mixed}},
    {"atan2 arctan2 hypot logaddexp logaddexp2 xlogy",
     {D::Floating, R::Broadcast, M::Fresh, V::Mixed}},
    // Reductions.
    {"sum prod nansum", {D::Sum, R::Reduce, M::Fresh, V::Mixed}},
    {"mean nanmean norm std var logsumexp frobenius_norm nuclear_norm "
     "linalg_norm linalg_vector_norm vector_norm",
     {D::Floating, R::Reduce, M::Fresh, V::Mixed}},
    {"max min amax amin median nanmedian mode",
     {D::Same, R::Reduce, M::Fresh, V::Mixed}},
    {"any all", {D::Bool, R::Reduce, M::Fresh, V::Mixed}},
    {"argmax argmin count_nonzero",
     {D::Integral, R::Reduce, M::Fresh, V::Mixed}},
    {"mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy "
     "binary_cross_entropy_with_logits cross_entropy cross_entropy_loss "
     "nll_loss kl_div",
     {D::Floating, R::Loss, M::Fresh, V::Mixed}},
    {"dist dot vdot trace", {D::Promote, R::Zero, M::Fresh, V::Mixed}},
    // Positions and selections.
    {"nonzero argwhere", {D::Integral, R::Two, M::Fresh, V::First}},
    {"nonzero_numpy", {D::Integral, R::One, M::Fresh, V::First}},
    {"argsort", {D::Integral, R::Same, M::Fresh, V::First}},
    {"one_hot", {D::Integral, R::Add, M::Fresh, V::First}},
    {"multinomial bucketize searchsorted",
     {D::Integral, R::Unknown, M::Fresh, V::Common}},
    {"sort topk index_select gather take_along_dim scatter scatter_add "
     "index_add index_copy index_fill masked_fill masked_scatter index_put",
     {D::Same, R::Same, M::Fresh, V::First}},
    {"masked_select", {D::Same, R::One, M::Fresh, V::First}},
    {"take repeat_interleave repeat tile index unique_dim unique_consecutive "
     "_unique _unique2 unique_dim_consecutive kthvalue pad constant_pad_nd",
     {D::Same, R::Unknown, M::Fresh, V::First}},
    // Linear algebra and layers.
    {"mm addmm outer ger", {D::Promote, R::Two, M::Fresh, V::Together}},
    {"bmm baddbmm", {D::Promote, R::Three, M::Fresh, V::Together}},
    {"mv addmv", {D::Promote, R::One, M::Fresh, V::Together}},
    {"matmul", {D::Unknown, R::Unknown, M::Fresh, V::Together}},
    {"einsum linear bilinear cross conv1d conv2d conv3d "
     "conv_transpose1d conv_transpose2d conv_transpose3d max_pool1d max_pool2d "
     "max_pool3d avg_pool1d avg_pool2d avg_pool3d adaptive_avg_pool1d "
     "adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool2d interpolate "
     "upsample_nearest2d upsample_bilinear2d grid_sample embedding cdist",
     {D::Unknown, R::Unknown, M::Fresh, V::First}},
    {"cat concat concatenate hstack vstack dstack",
     {D::Promote, R::Same, M::Fresh, V::Mixed}},
    {"stack", {D::Promote, R::Add, M::Fresh, V::Mixed}},
    // Factories.
    {"zeros ones empty rand randn empty_strided",
     {D::Floating, R::Size, M::Fresh, V::Mixed}},
    {"from_blob", {D::Floating, R::Size, M::Unknown, V::Mixed}},
    {"randint", {D::Integral, R::Size, M::Fresh, V::Mixed}},
    {"randperm", {D::Integral, R::One, M::Fresh, V::Mixed}},
    {"full", {D::Fill, R::Size, M::Fresh, V::Mixed}},
    {"new_zeros new_ones new_empty new_full new_empty_strided",
     {D::Same, R::Size, M::Fresh, V::First}},
    {"eye", {D::Floating, R::Two, M::Fresh, V::Mixed}},
    {"arange range", {D::Fill, R::One, M::Fresh, V::Mixed}},
    {"linspace logspace hann_window hamming_window blackman_window "
     "bartlett_window kaiser_window fft_fftfreq fft_rfftfreq",
     {D::Floating, R::One, M::Fresh, V::Mixed}},
    {"tril_indices triu_indices", {D::Integral, R::Two, M::Fresh, V::Mixed}},
    {"scalar_tensor", {D::Floating, R::Zero, M::Fresh, V::Mixed}},
    {"tensor", {D::Fill, R::Unknown, M::Fresh, V::Mixed}},
    {"normal", {D::Floating, R::Unknown, M::Fresh, V::Mixed}},
};

} // namespace

TensorOperations::TensorOperations(TensorTypes &Types) : Types(Types) {
  for (const Family &F : Families) {
    llvm::SmallVector<llvm::StringRef, 32> Names;
    F.Names.split(Names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (llvm::StringRef Name : Names)
      Rules[Name] = F.Rule;
  }
}

//===----------------------------------------------------------------------===//
// Calls taken apart
//===----------------------------------------------------------------------===//

/// The named operation behind an operator.
static llvm::StringRef operationOf(OverloadedOperatorKind Kind, bool IsUnary) {
  switch (Kind) {
  case OO_Plus:
    return "add";
  case OO_Minus:
    return IsUnary ? "neg" : "sub";
  case OO_Star:
    return "mul";
  case OO_Slash:
    return "div";
  case OO_Percent:
    return "remainder";
  case OO_Amp:
    return "bitwise_and";
  case OO_Pipe:
    return "bitwise_or";
  case OO_Caret:
    return "bitwise_xor";
  case OO_Tilde:
    return "bitwise_not";
  case OO_EqualEqual:
    return "eq";
  case OO_ExclaimEqual:
    return "ne";
  case OO_Less:
    return "lt";
  case OO_LessEqual:
    return "le";
  case OO_Greater:
    return "gt";
  case OO_GreaterEqual:
    return "ge";
  case OO_Subscript:
    return "[]";
  case OO_Equal:
    return "=";
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_CaretEqual:
    return "+=";
  default:
    return "";
  }
}

OperationCall OperationCall::of(const Expr &Call, const FunctionDecl &Callee) {
  OperationCall Op{&Call, Callee, "", objectOf(&Call), argumentsOf(&Call)};
  if (Callee.isOverloadedOperator())
    Op.Name = operationOf(Callee.getOverloadedOperator(),
                          Op.Arguments.size() + (Op.Object ? 1 : 0) == 1);
  else if (Callee.getIdentifier())
    Op.Name = Callee.getName();
  return Op;
}

const ParmVarDecl *OperationCall::parameter(unsigned Argument) const {
  return Argument < Callee.getNumParams() ? Callee.getParamDecl(Argument)
                                          : nullptr;
}

const Expr *OperationCall::written(llvm::StringRef Name) const {
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const ParmVarDecl *P = parameter(I);
    if (P && P->getIdentifier() && P->getName() == Name)
      return isa<CXXDefaultArgExpr>(Arguments[I]) ? nullptr : Arguments[I];
  }
  return nullptr;
}

bool OperationCall::inPlace() const {
  if (Name == "+=" || Name == "=")
    return true;
  return Name.size() > 1 && Name.ends_with("_") && !Name.ends_with("__") &&
         Callee.getReturnType()->isReferenceType();
}

Tri truthOf(const Expr *E, const ASTContext &Context) {
  E = ignoreWrappers(E);
  // optional<bool>(true)
  if (const auto *Optional = dyn_cast_or_null<CXXConstructExpr>(E))
    if (Optional->getNumArgs() >= 1)
      E = Optional->getArg(0);
  if (!E)
    return Tri::Unknown;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    E = Default->getExpr();
  bool Result = false;
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isScalarType() ||
      !E->EvaluateAsBooleanCondition(Result, Context))
    return Tri::Unknown;
  return Result ? Tri::Yes : Tri::No;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static DtypeFact dtypeNamed(llvm::StringRef Enumerator) {
  return llvm::StringSwitch<DtypeFact>(Enumerator)
      .Case("Bool", DtypeFact::Bool)
      .Case("Byte", DtypeFact::Byte)
      .Case("Char", DtypeFact::Integral)
      .Case("Short", DtypeFact::Integral)
      .Case("Int", DtypeFact::Integral)
      .Case("Long", DtypeFact::Integral)
      .Case("UInt16", DtypeFact::Integral)
      .Case("UInt32", DtypeFact::Integral)
      .Case("UInt64", DtypeFact::Integral)
      .Case("Half", DtypeFact::Floating)
      .Case("Float", DtypeFact::Floating)
      .Case("Double", DtypeFact::Floating)
      .Case("BFloat16", DtypeFact::Floating)
      .Default(DtypeFact::Unknown);
}

static DeviceFact deviceNamed(llvm::StringRef Name) {
  // ROCm builds of LibTorch call their devices CUDA too.
  return llvm::StringSwitch<DeviceFact>(Name)
      .Case("CPU", DeviceFact::Cpu)
      .Case("cpu", DeviceFact::Cpu)
      .Case("CUDA", DeviceFact::Cuda)
      .Case("cuda", DeviceFact::Cuda)
      .Case("HIP", DeviceFact::Cuda)
      .Case("hip", DeviceFact::Cuda)
      .Default(DeviceFact::Unknown);
}

/// The dtype of tensors of the C++ type \p T, as in dtype<float>().
static DtypeFact dtypeOf(QualType T) {
  if (T.isNull() || T->isDependentType())
    return DtypeFact::Unknown;
  T = T.getNonReferenceType();
  if (T->isBooleanType())
    return DtypeFact::Bool;
  if (T->isSpecificBuiltinType(BuiltinType::UChar))
    return DtypeFact::Byte;
  if (T->isIntegerType())
    return DtypeFact::Integral;
  return T->isRealFloatingType() ? DtypeFact::Floating : DtypeFact::Unknown;
}

/// The literal "cuda:1" under conversions to std::string; null if \p E is
/// anything else.
static const StringLiteral *literalOf(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < 16; ++Depth) {
    E = ignoreWrappers(E);
    if (const auto *Literal = dyn_cast<StringLiteral>(E))
      return Literal;
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
      continue;
    }
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    E = Construct && Construct->getNumArgs() > 0 ? Construct->getArg(0)
                                                 : nullptr;
  }
  return nullptr;
}

static Value deviceValue(DeviceFact Device, const Expr *Evidence) {
  TensorFact Fact;
  setDevice(Fact, Device, Evidence);
  Fact.NamesDevice = Tri::Yes;
  return Fact;
}

static Value dtypeValue(DtypeFact Dtype) {
  TensorFact Fact;
  Fact.Dtype = Dtype;
  Fact.NamesDtype = Tri::Yes;
  return Fact;
}

Value TensorOperations::constant(const Expr &E) const {
  if (const auto *Literal = dyn_cast<StringLiteral>(&E))
    return Literal->getCharByteWidth() == 1
               ? deviceValue(deviceNamed(Literal->getString().split(':').first),
                             &E)
               : Value();
  TypeKind Kind = classify(E.getType());
  if (Kind != TypeKind::DeviceType && Kind != TypeKind::ScalarType)
    return {};
  const auto *Enum = dyn_cast_or_null<EnumDecl>(E.getType()->getAsTagDecl());
  if (!Enum || E.isValueDependent() || E.containsErrors())
    return {};
  Expr::EvalResult Result;
  if (!E.EvaluateAsInt(Result, Enum->getASTContext()))
    return {};
  for (const EnumConstantDecl *Enumerator : Enum->enumerators()) {
    if (!llvm::APSInt::isSameValue(Enumerator->getInitVal(),
                                   Result.Val.getInt()))
      continue;
    return Kind == TypeKind::DeviceType
               ? deviceValue(deviceNamed(Enumerator->getName()), &E)
               : dtypeValue(dtypeNamed(Enumerator->getName()));
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Constructions
//===----------------------------------------------------------------------===//

/// True if \p T is a class called \p Name: std's and c10's nullopt_t.
static bool isNamedType(QualType T, llvm::StringRef Name) {
  const TagDecl *Tag = T.getNonReferenceType()->getAsTagDecl();
  return Tag && Tag->getIdentifier() && Tag->getName() == Name;
}

/// TensorOptions that name nothing.
static TensorFact plainOptions() {
  TensorFact Fact;
  Fact.NamesDevice = Tri::No;
  Fact.NamesDtype = Tri::No;
  Fact.Pinned = Tri::No;
  return Fact;
}

/// Lets \p Options name what \p Named, of kind \p Kind, says.
static void applyTo(TensorFact &Options, TypeKind Kind, const Value &Named,
                    const Expr *Evidence) {
  switch (Kind) {
  case TypeKind::Device:
  case TypeKind::DeviceType:
    // An empty optional takes the device away.
    Options.NamesDevice = Named.Empty ? Tri::No : Tri::Yes;
    setDeviceOf(Options, Named.Fact);
    if (Options.Evidence)
      Options.Evidence = Evidence;
    break;
  case TypeKind::ScalarType:
  case TypeKind::TypeMeta:
    Options.NamesDtype = Named.Empty ? Tri::No : Tri::Yes;
    Options.Dtype = Named.Empty ? DtypeFact::Unknown : Named.Fact.Dtype;
    break;
  default:
    break;
  }
}

Value TensorOperations::construction(const CXXConstructExpr &Construct,
                                     ValueSource ValueOf) const {
  TrackedType Type = Types(Construct.getType());
  if (!Type.hasFact())
    return {};
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(&Construct);
  if (Type.Shape == TypeShape::Plain && Type.Kind == TypeKind::TensorOptions) {
    TensorFact Fact = plainOptions();
    for (const Expr *Argument : Arguments) {
      TypeKind Kind = Types(Argument->getType()).Kind;
      if (Kind == TypeKind::TensorOptions)
        return ValueOf(Argument);
      if (literalOf(Argument))
        Kind = TypeKind::Device;
      applyTo(Fact, Kind,
              Kind == TypeKind::Device && literalOf(Argument)
                  ? constant(*literalOf(Argument))
                  : ValueOf(Argument),
              &Construct);
    }
    return Fact;
  }
  if (Arguments.empty())
    return Type.isPlain(TypeKind::Tensor) || Type.Shape != TypeShape::Plain
               ? Value::empty()
               : Value();
  if (Type.isPlain(TypeKind::Device))
    if (const StringLiteral *Literal = literalOf(Arguments[0]))
      return constant(*Literal);

  // What is put in: the one argument that can hold such a value, or, of a
  // product, all of them.
  Value Result = Value::empty();
  bool Any = false, Opaque = false;
  for (const Expr *Argument : Arguments) {
    if (isa<CXXDefaultArgExpr>(Argument))
      continue;
    QualType ArgumentType = Argument->getType();
    if (Types(ArgumentType).hasFact()) {
      Result = Result.join(ValueOf(Argument));
      Any = true;
    } else if (!ArgumentType->isIntegerType() &&
               !ArgumentType->isNullPtrType() &&
               !isNamedType(ArgumentType, "nullopt_t")) {
      Opaque = true;
    }
  }
  // vector(first, last) and the like say nothing of the elements.
  if (Opaque && Type.Shape != TypeShape::Product && !Any)
    return {};
  return Any || !Opaque ? Result : Value();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

TargetArguments TensorOperations::targetOf(const OperationCall &Op,
                                           ValueSource ValueOf) const {
  TargetArguments Target;
  const ASTContext &Context = Op.Callee.getASTContext();
  for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
    const ParmVarDecl *P = Op.parameter(I);
    if (!P)
      break;
    const Expr *Argument = Op.Arguments[I];
    TrackedType Type = Types(P->getType());
    if (Type.Shape == TypeShape::Holder || Type.Shape == TypeShape::Plain) {
      Value V = ValueOf(Argument);
      switch (Type.Kind) {
      case TypeKind::TensorOptions:
        Target.NamesDevice = V.Fact.NamesDevice;
        Target.Device = V.Fact.Device;
        Target.LivesWith = V.Fact.LivesWith;
        Target.NamesDtype = V.Fact.NamesDtype;
        Target.Dtype = V.Fact.Dtype;
        Target.Pinned = V.Fact.Pinned;
        break;
      case TypeKind::Device:
      case TypeKind::DeviceType:
        Target.NamesDevice = V.Empty ? Tri::No : Tri::Yes;
        Target.Device = V.Fact.Device;
        Target.LivesWith = V.Fact.LivesWith;
        break;
      case TypeKind::ScalarType:
      case TypeKind::TypeMeta:
        Target.NamesDtype = V.Empty ? Tri::No : Tri::Yes;
        Target.Dtype = V.Fact.Dtype;
        break;
      default:
        break;
      }
    } else if (P->getIdentifier()) {
      llvm::StringRef Name = P->getName();
      if (Name == "non_blocking")
        Target.NonBlocking = truthOf(Argument, Context);
      else if (Name == "copy")
        Target.Copy = truthOf(Argument, Context);
      else if (Name == "pin_memory" && !isa<CXXDefaultArgExpr>(Argument))
        Target.Pinned = truthOf(Argument, Context);
    }
  }
  return Target;
}

/// The number of elements of the size \p E ({2, 3}, x.sizes()), if written.
static std::optional<unsigned> lengthOf(const Expr *E,
                                        TensorOperations::ValueSource ValueOf) {
  for (unsigned Depth = 0; E && Depth < 16; ++Depth) {
    E = ignoreWrappers(E);
    QualType Type = E->getType();
    if (Type->isIntegerType())
      return 1;
    if (const auto *Array = dyn_cast<ConstantArrayType>(
            Type->getAsArrayTypeUnsafe() ? Type->getAsArrayTypeUnsafe()
                                         : Type.getTypePtr()))
      if (!isa<InitListExpr>(E))
        return static_cast<unsigned>(Array->getSize().getZExtValue());
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E)) {
      E = List->getSubExpr();
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
      return List->getNumInits();
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() == 0)
        return 0;
      // vector(n, value), ArrayRef(data, length): not a list.
      if (Construct->getNumArgs() > 1 &&
          !isa<CXXDefaultArgExpr>(Construct->getArg(1)))
        return std::nullopt;
      const Expr *Inner = ignoreWrappers(Construct->getArg(0));
      bool FromInteger = Inner->getType()->isIntegerType();
      const CXXRecordDecl *Made = Construct->getType()->getAsCXXRecordDecl();
      if (FromInteger && Made && Made->isInStdNamespace())
        return std::nullopt;
      E = Inner;
    } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      const CXXMethodDecl *Method = Call->getMethodDecl();
      const Expr *Object = Call->getImplicitObjectArgument();
      if (Method && Method->getIdentifier() && Object &&
          isTensor(Object->getType()) &&
          (Method->getName() == "sizes" || Method->getName() == "sym_sizes"))
        return ValueOf(Object).Fact.Rank;
      return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// TensorOptions
//===----------------------------------------------------------------------===//

Value TensorOperations::options(const OperationCall &Op,
                                ValueSource ValueOf) const {
  TensorFact Fact = plainOptions();
  if (Op.Object) {
    Value Object = ValueOf(Op.Object);
    Fact = Object.Fact;
    if (isTensor(Op.Object->getType())) {
      Fact = plainOptions();
      Fact.NamesDevice = Fact.NamesDtype = Tri::Yes;
      setDeviceOf(Fact, Object.Fact);
      Fact.Dtype = Object.Fact.Dtype;
      return Fact;
    }
  }
  if (Op.Name == "device_index") {
    // TensorOptions.h: device_index(i) is device(kCUDA, i).
    Fact.NamesDevice = Tri::Yes;
    setDevice(Fact, DeviceFact::Cuda, Op.Call);
  } else if (Op.Name == "pinned_memory") {
    Fact.Pinned = Op.Arguments.empty()
                      ? Tri::Unknown
                      : truthOf(ignoreWrappers(Op.Arguments[0]),
                                Op.Callee.getASTContext());
  } else if (Op.Name == "dtype" && Op.Arguments.empty()) {
    const TemplateArgumentList *Given =
        Op.Callee.getTemplateSpecializationArgs();
    Fact.NamesDtype = Tri::Yes;
    Fact.Dtype = Given && Given->size() > 0 &&
                         Given->get(0).getKind() == TemplateArgument::Type
                     ? dtypeOf(Given->get(0).getAsType())
                     : DtypeFact::Unknown;
  } else if (Op.Name == "device" || Op.Name == "dtype") {
    const Expr *Argument = Op.Arguments.empty() ? nullptr : Op.Arguments[0];
    TypeKind Kind =
        Op.Name == "device" ? TypeKind::Device : TypeKind::ScalarType;
    if (Argument)
      applyTo(Fact, Kind, ValueOf(Argument), Op.Call);
  } else if (Op.Name == "merge_in") {
    return Value();
  }
  return Fact;
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

static void setTarget(TensorFact &Fact, const TargetArguments &Target,
                      const Expr *Evidence) {
  setDevice(Fact, Target.Device, Evidence);
  Fact.LivesWith = Target.LivesWith;
}

Value TensorOperations::transfer(const OperationCall &Op,
                                 ValueSource ValueOf) const {
  Value Source = Op.Object ? ValueOf(Op.Object) : Value();
  TargetArguments Target = targetOf(Op, ValueOf);
  if (Op.Name == "cpu" || Op.Name == "cuda" || Op.Name == "hip") {
    Target.NamesDevice = Tri::Yes;
    Target.Device = Op.Name == "cpu" ? DeviceFact::Cpu : DeviceFact::Cuda;
  }
  // to(other), type_as(other)
  for (const Expr *Argument : Op.Arguments)
    if (isTensor(Argument->getType())) {
      Value Other = ValueOf(Argument);
      Target.NamesDevice = Target.NamesDtype = Tri::Yes;
      Target.Device = Other.Fact.Device;
      Target.LivesWith = Other.Fact.LivesWith;
      Target.Dtype = Other.Fact.Dtype;
    }
  if (Source.Empty)
    return Source;

  TensorFact Fact = Source.Fact;
  if (Target.NamesDevice == Tri::Yes)
    setTarget(Fact, Target, Op.Call);
  else if (Target.NamesDevice == Tri::Unknown)
    setDevice(Fact, DeviceFact::Unknown, nullptr);
  if (Target.NamesDtype == Tri::Yes)
    Fact.Dtype = Target.Dtype;
  else if (Target.NamesDtype == Tri::Unknown)
    Fact.Dtype = DtypeFact::Unknown;

  bool Moves = Source.Fact.Device != DeviceFact::Unknown &&
               Fact.Device != DeviceFact::Unknown &&
               Source.Fact.Device != Fact.Device;
  bool ToHost =
      Fact.Device == DeviceFact::Cpu && Source.Fact.Device != DeviceFact::Cpu;
  Fact.NamesDevice = Fact.NamesDtype = Tri::Unknown;
  Fact.OwnMemory = Source.Fact.OwnMemory || Moves || Target.Copy == Tri::Yes;
  bool Asynchronous = ToHost && Target.NonBlocking == Tri::Yes;
  // TensorConversions.cpp, _to_copy: the destination of a non_blocking copy
  // from CUDA to the CPU is pinned; every other fresh one is pageable.
  if (Moves || Target.Copy == Tri::Yes)
    Fact.Pinned = Asynchronous && Moves ? Tri::Yes : Tri::No;
  else if (Asynchronous || Source.Fact.Pinned != Tri::No)
    Fact.Pinned = Tri::Unknown;
  return Fact;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {
struct Operand {
  const Expr *E;
  TensorFact Fact;
};
} // namespace

/// Where the result lives.
static void applyDevice(TensorFact &Result, DeviceRule Rule,
                        llvm::ArrayRef<Operand> Operands) {
  auto LiveWith = [&](const Operand &O) { setDeviceOf(Result, O.Fact); };
  bool FirstKnown = Operands[0].Fact.Device != DeviceFact::Unknown;
  if (Rule == DeviceRule::Self || (Rule == DeviceRule::First && FirstKnown))
    return LiveWith(Operands[0]);
  for (const Operand &O : Operands)
    if (O.Fact.Device == DeviceFact::Cuda)
      return LiveWith(O);
  // A CPU tensor with dimensions cannot be mixed with a CUDA tensor: the
  // operation throws.
  if (Rule == DeviceRule::Mixed || Rule == DeviceRule::Together)
    for (const Operand &O : Operands)
      if (O.Fact.Device == DeviceFact::Cpu &&
          (O.Fact.Scalar == Tri::No || Rule == DeviceRule::Together))
        return LiveWith(O);
  if (llvm::all_of(Operands, [](const Operand &O) {
        return O.Fact.Device == DeviceFact::Cpu;
      }))
    return LiveWith(Operands[0]);
  // All on one device, whichever; a 0-dim CPU operand follows the others.
  const Operand *Sample = nullptr;
  for (const Operand &O : Operands) {
    if (O.Fact.Device == DeviceFact::Cpu && O.Fact.Scalar == Tri::Yes)
      continue;
    if (!O.Fact.LivesWith ||
        (Sample && Sample->Fact.LivesWith != O.Fact.LivesWith))
      return;
    Sample = &O;
  }
  if (Sample)
    LiveWith(*Sample);
}

/// The common type of \p A and \p B in arithmetic. A dimensioned operand
/// outranks a number of the same category, never one of a higher category.
static DtypeFact promote(DtypeFact A, DtypeFact B) {
  if (A == DtypeFact::Floating || B == DtypeFact::Floating)
    return DtypeFact::Floating;
  if (A == DtypeFact::Unknown || B == DtypeFact::Unknown)
    return DtypeFact::Unknown;
  if (A == DtypeFact::Bool)
    return B;
  if (B == DtypeFact::Bool)
    return A;
  return A == B ? A : DtypeFact::Integral;
}

/// The dtype of a number argument: of the C++ type that a Scalar is made from.
static DtypeFact numberType(const Expr *E) {
  E = ignoreWrappers(E);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    if (classify(Construct->getType()) == TypeKind::Scalar &&
        Construct->getNumArgs() == 1)
      E = ignoreWrappers(Construct->getArg(0));
  if (classify(E->getType()) != TypeKind::Other)
    return DtypeFact::Unknown;
  DtypeFact Dtype = dtypeOf(E->getType());
  return Dtype == DtypeFact::Byte ? DtypeFact::Integral : Dtype;
}

/// True for the arguments of \p Op that take part in its arithmetic as
/// numbers.
static bool isNumberArgument(const OperationCall &Op, unsigned I) {
  const ParmVarDecl *P = Op.parameter(I);
  return P && classify(P->getType()) == TypeKind::Scalar &&
         !isa<CXXDefaultArgExpr>(Op.Arguments[I]) &&
         !(P->getIdentifier() &&
           (P->getName() == "alpha" || P->getName() == "beta"));
}

static DtypeFact promoted(const OperationCall &Op,
                          llvm::ArrayRef<Operand> Operands) {
  // where(condition, a, b): the condition has no say.
  if (Op.Name == "where" && Operands.size() > 1)
    Operands = Operands.drop_front();
  if (Op.written("rounding_mode"))
    return DtypeFact::Unknown;
  DtypeFact Result = Operands[0].Fact.Dtype;
  for (const Operand &O : Operands.drop_front())
    Result = promote(Result, O.Fact.Dtype);
  for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
    if (!isNumberArgument(Op, I))
      continue;
    DtypeFact Number = numberType(Op.Arguments[I]);
    // A number of a category that the tensor has already changes nothing.
    if (Result == DtypeFact::Byte && Number == DtypeFact::Integral)
      continue;
    Result = promote(Result, Number);
  }
  return Result;
}

/// The dtype that a factory takes from the value it is filled with.
static DtypeFact filledWith(const OperationCall &Op) {
  DtypeFact Result = DtypeFact::Unknown;
  bool First = true;
  for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
    if (!isNumberArgument(Op, I))
      continue;
    DtypeFact Number = numberType(Op.Arguments[I]);
    Result = First ? Number : promote(Result, Number);
    First = false;
  }
  return Result;
}

/// torch::tensor's data: its dtype and, through \p Rank, its nesting.
static DtypeFact dataOf(const Expr *E, std::optional<unsigned> &Rank) {
  unsigned Depth = 0;
  for (unsigned Guard = 0; E && Guard < 32; ++Guard) {
    E = ignoreWrappers(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() == 0)
        return DtypeFact::Unknown;
      E = Construct->getArg(0);
    } else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E)) {
      E = List->getSubExpr();
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
      ++Depth;
      if (List->getNumInits() == 0) {
        Rank = Depth;
        return DtypeFact::Unknown;
      }
      E = List->getInit(0);
    } else {
      break;
    }
  }
  if (!E)
    return DtypeFact::Unknown;
  QualType Type = E->getType();
  if (const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          Type->getAsCXXRecordDecl())) {
    const TemplateArgumentList &Arguments = Record->getTemplateArgs();
    if (Arguments.size() == 0 ||
        Arguments[0].getKind() != TemplateArgument::Type)
      return DtypeFact::Unknown;
    Rank = Depth + 1;
    return dtypeOf(Arguments[0].getAsType());
  }
  DtypeFact Dtype = dtypeOf(Type);
  if (Dtype != DtypeFact::Unknown)
    Rank = Depth;
  return Dtype;
}

static void applyDtype(TensorFact &Result, DtypeRule Rule,
                       const OperationCall &Op,
                       llvm::ArrayRef<Operand> Operands) {
  DtypeFact First =
      Operands.empty() ? DtypeFact::Unknown : Operands[0].Fact.Dtype;
  switch (Rule) {
  case DtypeRule::Unknown:
    return;
  case DtypeRule::Same:
    Result.Dtype = First;
    return;
  case DtypeRule::Bool:
    Result.Dtype = DtypeFact::Bool;
    return;
  case DtypeRule::Integral:
    Result.Dtype = DtypeFact::Integral;
    return;
  case DtypeRule::Floating:
    Result.Dtype = DtypeFact::Floating;
    return;
  case DtypeRule::Sum:
    Result.Dtype = First == DtypeFact::Bool || First == DtypeFact::Byte
                       ? DtypeFact::Integral
                       : First;
    return;
  case DtypeRule::Promote:
    if (!Operands.empty())
      Result.Dtype = promoted(Op, Operands);
    return;
  case DtypeRule::Divide:
    Result.Dtype =
        Op.written("rounding_mode") ? DtypeFact::Unknown : DtypeFact::Floating;
    return;
  case DtypeRule::Fill:
    Result.Dtype = filledWith(Op);
    return;
  }
}

/// The rank of a reduction of \p Self.
static void applyReduction(TensorFact &Result, const OperationCall &Op,
                           const TensorFact &Self) {
  const Expr *Dim = Op.written("dim");
  if (!Dim)
    Dim = Op.written("axis");
  if (!Dim)
    return setRank(Result, 0);
  auto Nothing = [](const Expr *) { return Value(); };
  const Expr *Keep = Op.written("keepdim");
  Tri KeepDim = Keep ? truthOf(Keep, Op.Callee.getASTContext()) : Tri::No;
  if (KeepDim == Tri::Yes) {
    Result.Rank = Self.Rank;
    Result.Scalar = Self.Scalar;
  } else if (KeepDim == Tri::No && Self.Rank) {
    std::optional<unsigned> Reduced = lengthOf(Dim, Nothing);
    if (Reduced && *Reduced > 0 && *Reduced <= *Self.Rank)
      setRank(Result, *Self.Rank - *Reduced);
  }
}

static void applyRank(TensorFact &Result, RankRule Rule,
                      const OperationCall &Op, llvm::ArrayRef<Operand> Operands,
                      TensorOperations::ValueSource ValueOf) {
  TensorFact Self = Operands.empty() ? TensorFact() : Operands[0].Fact;
  switch (Rule) {
  case RankRule::Unknown:
    return;
  case RankRule::Same:
    Result.Rank = Self.Rank;
    Result.Scalar = Self.Scalar;
    return;
  case RankRule::Zero:
    return setRank(Result, 0);
  case RankRule::One:
    // flatten(start, end) leaves the rest.
    if (Op.Name != "flatten" ||
        !(Op.written("start_dim") || Op.written("end_dim")))
      setRank(Result, 1);
    return;
  case RankRule::Two:
    return setRank(Result, 2);
  case RankRule::Three:
    return setRank(Result, 3);
  case RankRule::Broadcast: {
    unsigned Largest = 0;
    bool AllKnown = true, SomeNot0 = false;
    for (const Operand &O : Operands) {
      AllKnown &= O.Fact.Rank.has_value();
      SomeNot0 |= O.Fact.Scalar == Tri::No;
      Largest = std::max(Largest, O.Fact.Rank.value_or(0));
    }
    if (AllKnown)
      setRank(Result, Largest);
    else if (SomeNot0)
      setScalar(Result, Tri::No);
    return;
  }
  case RankRule::Reduce:
    return applyReduction(Result, Op, Self);
  case RankRule::Loss:
    if (!Op.written("reduction") && !Op.written("options"))
      setRank(Result, 0);
    return;
  case RankRule::Drop:
    if (Self.Rank && *Self.Rank > 0)
      setRank(Result, *Self.Rank - 1);
    return;
  case RankRule::Add:
    if (Self.Rank)
      setRank(Result, *Self.Rank + 1);
    else
      setScalar(Result, Tri::No);
    return;
  case RankRule::Size:
    for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
      const ParmVarDecl *P = Op.parameter(I);
      if (P && P->getIdentifier() &&
          (P->getName() == "size" || P->getName() == "sizes" ||
           P->getName() == "shape"))
        return setRank(Result, lengthOf(Op.Arguments[I], ValueOf));
    }
    return;
  }
}

static void applyMemory(TensorFact &Result, MemoryRule Rule,
                        llvm::ArrayRef<Operand> Operands) {
  TensorFact Self = Operands.empty() ? TensorFact() : Operands[0].Fact;
  switch (Rule) {
  case MemoryRule::Unknown:
    return;
  case MemoryRule::Fresh:
    Result.OwnMemory = true;
    Result.Pinned = Tri::No;
    return;
  case MemoryRule::View:
    Result.Pinned = Self.Pinned;
    Result.OwnMemory = Self.OwnMemory;
    return;
  case MemoryRule::Maybe:
    Result.Pinned = Self.Pinned == Tri::No ? Tri::No : Tri::Unknown;
    Result.OwnMemory = Self.OwnMemory;
    return;
  }
}

Value TensorOperations::subscript(const OperationCall &Op,
                                  ValueSource ValueOf) const {
  Value Indexed = ValueOf(Op.Object);
  if (Indexed.Empty)
    return Indexed;
  TensorFact Self = Indexed.Fact;
  TensorFact Result = Self;
  setRank(Result, std::nullopt);
  // x[t] with a 0-dim integer t is x[t.item()]; anything else throws.
  if (Self.Rank && *Self.Rank > 0)
    setRank(Result, *Self.Rank - 1);
  return Result;
}

/// True for operations that return (values, indices).
static bool givesIndices(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Case("max", true)
      .Case("min", true)
      .Case("median", true)
      .Case("nanmedian", true)
      .Case("mode", true)
      .Case("sort", true)
      .Case("topk", true)
      .Case("kthvalue", true)
      .Case("cummax", true)
      .Case("cummin", true)
      .Case("_unique", true)
      .Case("_unique2", true)
      .Default(false);
}

/// True for factories: the result's device is an argument, or the CPU.
static bool takesOptions(const OperationCall &Op) {
  return llvm::any_of(Op.Callee.parameters(), [](const ParmVarDecl *P) {
    TypeKind Kind = classify(P->getType());
    return Kind == TypeKind::TensorOptions ||
           (P->getIdentifier() && P->getName() == "pin_memory");
  });
}

Value TensorOperations::operation(const OperationCall &Op,
                                  std::optional<unsigned> Element,
                                  ValueSource ValueOf) const {
  OperationRule Rule = Rules.lookup(Op.Name);
  llvm::SmallVector<Operand, 4> Operands;
  bool SawEmpty = false, FirstEmpty = false;
  auto See = [&](const Expr *E) {
    TrackedType Type = Types(E->getType());
    if (Type.hasFact() && Type.Kind == TypeKind::Tensor) {
      Value Given = ValueOf(E);
      FirstEmpty |= Given.Empty && Operands.empty();
      SawEmpty |= Given.Empty;
      if (!Given.Empty)
        Operands.push_back({E, Given.Fact});
    }
  };
  if (Op.Object)
    See(Op.Object);
  // An index list never decides where the result lives, nor its dtype.
  if (Op.Name != "index" || !Op.Object)
    for (const Expr *Argument : Op.Arguments)
      if (!isa<CXXDefaultArgExpr>(Argument))
        See(Argument);

  // An operation on an undefined tensor throws; only a later operand (a bias)
  // may be optional.
  if (FirstEmpty || (SawEmpty && Rule.Device == DeviceRule::Mixed))
    return Value::empty();

  TensorFact Result;
  // max(other) is elementwise, unlike max() and max(dim).
  if (Rule.Rank == RankRule::Reduce && Operands.size() > 1)
    Rule = {DtypeRule::Promote, RankRule::Broadcast, MemoryRule::Fresh,
            DeviceRule::Mixed};
  applyDtype(Result, Rule.Dtype, Op, Operands);
  applyRank(Result, Rule.Rank, Op, Operands, ValueOf);
  applyMemory(Result, Rule.Memory, Operands);
  if (Op.Name == "tensor" && !Op.Arguments.empty()) {
    std::optional<unsigned> Rank;
    Result.Dtype = dataOf(Op.Arguments[0], Rank);
    setRank(Result, Rank);
  }

  TargetArguments Target = targetOf(Op, ValueOf);
  if (Target.NamesDevice == Tri::Yes)
    setTarget(Result, Target, Op.Call);
  else if (Target.NamesDevice == Tri::No && !Operands.empty())
    applyDevice(Result, Rule.Device, Operands);
  else if (Target.NamesDevice == Tri::No && takesOptions(Op))
    setDevice(Result, DeviceFact::Cpu, Op.Call);
  if (Target.NamesDtype == Tri::Yes)
    Result.Dtype = Target.Dtype;
  else if (Target.NamesDtype == Tri::Unknown)
    Result.Dtype = DtypeFact::Unknown;
  if (Target.Pinned != Tri::No)
    Result.Pinned = Target.Pinned;

  // The second of (values, indices).
  if (Element && *Element > 0 &&
      Types(Op.Callee.getReturnType()).Shape == TypeShape::Product)
    Result.Dtype =
        givesIndices(Op.Name) ? DtypeFact::Integral : DtypeFact::Unknown;
  return Result;
}

Value TensorOperations::result(const OperationCall &Op,
                               std::optional<unsigned> Element,
                               ValueSource ValueOf) const {
  TrackedType Type = Types(Op.Callee.getReturnType());
  if (!Type.hasFact())
    return {};
  TypeKind ObjectKind =
      Op.Object ? Types(Op.Object->getType()).Kind : TypeKind::Other;
  if (Type.Kind == TypeKind::TensorOptions)
    return options(Op, ValueOf);
  if (Type.Kind != TypeKind::Tensor && Type.Shape != TypeShape::Product) {
    // x.device(), x.device().type(), x.scalar_type(), opts.device() ...
    const Expr *Of = Op.Object              ? Op.Object
                     : Op.Arguments.empty() ? nullptr
                                            : Op.Arguments[0];
    if (!Of || !Types(Of->getType()).hasFact())
      return {};
    Value Asked = ValueOf(Of);
    TensorFact Fact;
    if (Type.Kind == TypeKind::Device || Type.Kind == TypeKind::DeviceType) {
      setDeviceOf(Fact, Asked.Fact);
      Fact.NamesDevice = Tri::Yes;
      if (ObjectKind == TypeKind::TensorOptions &&
          Asked.Fact.NamesDevice == Tri::No)
        setDevice(Fact, DeviceFact::Cpu, Op.Call);
    } else if (Type.Kind == TypeKind::ScalarType ||
               Type.Kind == TypeKind::TypeMeta) {
      Fact.Dtype = Asked.Fact.Dtype;
      Fact.NamesDtype = Tri::Yes;
    }
    return Fact;
  }
  if (Op.Object && isTensor(Op.Object->getType())) {
    if (Op.Name == "to" || Op.Name == "cpu" || Op.Name == "cuda" ||
        Op.Name == "hip" || Op.Name == "type_as" || Op.Name == "toType")
      return transfer(Op, ValueOf);
    if (Op.Name == "[]")
      return subscript(Op, ValueOf);
    if (Op.Name == "xpu" || Op.Name == "vulkan" || Op.Name == "metal" ||
        Op.Name == "toBackend")
      return {};
    if (Op.Name == "pin_memory") {
      TensorFact Fact = ValueOf(Op.Object).Fact;
      setDevice(Fact, DeviceFact::Cpu, Op.Call);
      Fact.Pinned = Tri::Yes;
      return Fact;
    }
    if (Op.inPlace())
      return ValueOf(Op.Object);
  }
  if (Op.inPlace() && !Op.Arguments.empty() &&
      isTensor(Op.Arguments[0]->getType()))
    return ValueOf(Op.Arguments[0]);
  return operation(Op, Element, ValueOf);
}

} // namespace torchsync
