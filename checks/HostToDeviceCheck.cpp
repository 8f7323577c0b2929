//===- HostToDeviceCheck.cpp - Tensors copied to the device ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostToDeviceCheck.h"

#include "Compat.h"
#include "Rewriting.h"
#include "model/CallRoles.h"
#include "model/Refetch.h"
#include "model/TensorTypes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace torchsync {

namespace {
/// Looks for copies that run on while the host goes on.
class AsynchronousCopies : public RecursiveASTVisitor<AsynchronousCopies> {
public:
  bool Found = false;

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    llvm::StringRef Name = simpleName(*Callee);
    if (Name.starts_with("cuda") && Name.ends_with("Async"))
      Found = true;
    if (isLibTorch(*Callee))
      for (unsigned I = 0;
           I < std::min(Call->getNumArgs(), Callee->getNumParams()); ++I)
        Found |= Callee->getParamDecl(I)->getName() == "non_blocking" &&
                 !isa<CXXDefaultArgExpr>(Call->getArg(I));
    return !Found;
  }
};
} // namespace

/// A wait that is not asked for may be the only one that a copy in flight has:
/// where the body itself starts such copies, no wait is taken away.
static bool mayLeanOnTheWait(const SyncPoint &Point) {
  AsynchronousCopies Copies;
  Copies.TraverseStmt(const_cast<Stmt *>(&Point.Body->graph().body()));
  return Copies.Found;
}

/// \p E without the conversions around it that take it alone.
static const Expr *written(const Expr *E) {
  E = ignoreWrappers(E);
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    for (unsigned I = 0; I < Construct->getNumArgs(); ++I)
      if (isa<CXXDefaultArgExpr>(Construct->getArg(I)) != (I > 0))
        return E;
    if (Construct->getNumArgs() == 0)
      return E;
    E = ignoreWrappers(Construct->getArg(0));
  }
  return E;
}

/// True if \p E names a device and evaluating it earlier or later changes
/// nothing: a constant, a variable, `x.device()`. A look-up in a container may
/// throw another exception than a factory does, or write.
static bool isPlainDevice(const Expr &E) {
  const Expr *Target = written(&E);
  if (isa<StringLiteral>(Target))
    return false;
  TypeKind Kind = classify(Target->getType());
  return (Kind == TypeKind::Device || Kind == TypeKind::DeviceType) &&
         onlyReads(*Target) && !anyPart(Target, [](const Stmt &Part) {
           const auto *Call = dyn_cast<CallExpr>(&Part);
           const FunctionDecl *Callee =
               Call ? Call->getDirectCallee() : nullptr;
           return Callee && isStandard(*Callee) &&
                  Callee->getOverloadedOperator() != OO_Star &&
                  Callee->getOverloadedOperator() != OO_Arrow;
         });
}

/// True if \p E is computed from numbers and the sizes of tensors alone. What
/// is fetched may be for another fix to rewrite, and a function in a namespace
/// within `torch` may be the program's own.
static bool isPlainNumber(const Expr &E) {
  return onlyReads(E) && !anyPart(&E, [](const Stmt &Part) {
           const auto *Call = dyn_cast<CallExpr>(&Part);
           const FunctionDecl *Callee =
               Call ? Call->getDirectCallee() : nullptr;
           return Callee && !isStandard(*Callee) &&
                  !isOneOf(simpleName(*Callee),
                           {"size", "sizes", "dim", "numel"});
         });
}

/// The name of the constant that \p E is, kFloat or torch::kFloat32, else "".
static llvm::StringRef dtypeConstant(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(written(&E));
  const auto *Constant = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Constant && isLibTorch(*Constant) &&
                 Constant->getType().isConstQualified() &&
                 classify(Constant->getType()) == TypeKind::ScalarType
             ? Constant->getName()
             : llvm::StringRef();
}

namespace {
/// Options that say a dtype, a device or both, and nothing else.
struct PlainOptions {
  llvm::StringRef Dtype; ///< The constant's name, or "".
  bool NamesDevice = false;
  /// A dtype alone is no TensorOptions yet.
  bool Bare = false;
};
} // namespace

/// `kLong`, `kCUDA`, `torch::dtype(kLong).device(device)`, a variable that
/// holds such options: no gradients, no pinned memory, no layout.
static std::optional<PlainOptions> plainOptions(const Expr &E,
                                                const FunctionGraph &Graph) {
  const Expr *Options = written(&E);
  PlainOptions Plain;
  if (Plain.Dtype = dtypeConstant(*Options); !Plain.Dtype.empty()) {
    Plain.Bare = true;
    return Plain;
  }
  if (isPlainDevice(*Options)) {
    Plain.NamesDevice = true;
    return Plain;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Options)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Var->getInit() || !keepsValue(*Var, Graph) ||
        classify(Var->getType()) != TypeKind::TensorOptions)
      return std::nullopt;
    std::optional<PlainOptions> Held = plainOptions(*Var->getInit(), Graph);
    if (Held)
      Held->Bare = false;
    return Held;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Options))
    return Construct->getNumArgs() == 0 &&
                   classify(Construct->getType()) == TypeKind::TensorOptions
               ? std::optional(Plain)
               : std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(Options);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isLibTorch(*Callee) || Call->getNumArgs() != 1 ||
      classify(Call->getType()) != TypeKind::TensorOptions)
    return std::nullopt;
  if (const Expr *Object = objectOf(Call)) {
    std::optional<PlainOptions> Before = plainOptions(*Object, Graph);
    if (!Before || Before->Bare)
      return std::nullopt;
    Plain = *Before;
  }
  // The argument may stand in an optional.
  const Expr *Argument = written(Call->getArg(0));
  llvm::StringRef Dtype = dtypeConstant(*Argument);
  if (simpleName(*Callee) == "dtype" && !Dtype.empty())
    Plain.Dtype = Dtype;
  else if (simpleName(*Callee) == "device" && isPlainDevice(*Argument))
    Plain.NamesDevice = true;
  else
    return std::nullopt;
  return Plain;
}

/// The type that a Scalar argument was made of, or null.
static const Expr *scalarSource(const Expr &E) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(ignoreWrappers(&E));
  return Construct && Construct->getNumArgs() == 1
             ? Construct->getArg(0)->IgnoreParenImpCasts()
             : nullptr;
}

/// True if \p E is a number written out that a tensor of any dtype takes
/// without a complaint: a negative one is too much for unsigned dtypes.
static bool isSmallNumber(const Expr &E) {
  constexpr unsigned Bound = 100;
  if (const auto *Real = dyn_cast<FloatingLiteral>(&E))
    return Real->getValueAsApproximateDouble() <= Bound;
  if (const auto *Integer = dyn_cast<IntegerLiteral>(&E))
    return Integer->getValue().ule(Bound);
  return isa<CXXBoolLiteralExpr>(E);
}

/// True if a tensor of \p Dtype (or of the one that is inferred) certainly
/// takes
/// \p Number. Of what is too large for a Half, a fill of one element on the CPU
/// makes an infinity where other fills throw.
static bool fits(const Expr &Number, llvm::StringRef Dtype) {
  QualType Type = Number.getType();
  if (isOneOf(Dtype, {"kDouble", "kFloat64"}))
    return true;
  if (isOneOf(Dtype, {"kFloat", "kFloat32"}) &&
      Type->isSpecificBuiltinType(BuiltinType::Float))
    return true;
  if (isOneOf(Dtype, {"", "kLong", "kInt64"}) && Type->isIntegerType())
    return true;
  const Expr *Size = &Number;
  // The dtype that real numbers have by default is a signed one.
  if (const auto *Minus = dyn_cast<UnaryOperator>(Size))
    if (Minus->getOpcode() == UO_Minus && Dtype.empty())
      Size = Minus->getSubExpr()->IgnoreParenImpCasts();
  return isSmallNumber(*Size);
}

namespace {
/// A call of zeros, ones, full, empty, arange or eye that is made on the CPU
/// because its options say at most a dtype.
struct Factory {
  const CallExpr *Call = nullptr;
  const Expr *Options = nullptr; ///< The argument, where it is written.
  PlainOptions Says;
  const Expr *LastSize = nullptr; ///< The last argument before the options.
};
} // namespace

/// The integer types in which arange computes alike on the CPU and on CUDA: in
/// floating point CUDA rounds each product, the CPU does not.
static bool isArangeExact(const Factory &Made) {
  if (Made.Options &&
      !isOneOf(Made.Says.Dtype, {"kInt", "kInt32", "kLong", "kInt64"}))
    return false;
  return llvm::all_of(Made.Call->arguments(), [&](const Expr *Argument) {
    if (classify(Argument->getType()) != TypeKind::Scalar)
      return true;
    const Expr *Source = scalarSource(*Argument);
    return Source && Source->getType()->isIntegerType() &&
           !Source->getType()->isBooleanType();
  });
}

static std::optional<Factory> factoryOnHost(const Expr &E,
                                            const FunctionGraph &Graph) {
  Factory Made;
  Made.Call = dyn_cast<CallExpr>(ignoreWrappers(&E));
  const FunctionDecl *Callee =
      Made.Call ? Made.Call->getDirectCallee() : nullptr;
  if (!Callee || simpleName(*Callee).empty())
    return std::nullopt;
  llvm::StringRef Name = simpleName(*Callee);
  if (!isNamed(Callee, ("::torch::" + Name).str()) &&
      !isNamed(Callee, ("::at::" + Name).str()))
    return std::nullopt;

  unsigned Sizes = 0;
  for (const Expr *Argument : Made.Call->arguments()) {
    if (isa<CXXDefaultArgExpr>(Argument))
      continue;
    // Memory formats and names come after the options, or instead.
    if (Made.Options || !onlyReads(*Argument))
      return std::nullopt;
    if (classify(Argument->getType()) == TypeKind::TensorOptions) {
      std::optional<PlainOptions> Says = plainOptions(*Argument, Graph);
      if (!Says || Says->NamesDevice)
        return std::nullopt;
      Made.Options = Argument;
      Made.Says = *Says;
    } else {
      Made.LastSize = Argument;
      ++Sizes;
    }
  }
  const Expr *Value = Made.LastSize ? scalarSource(*Made.LastSize) : nullptr;
  bool Known = false;
  if (isOneOf(Name, {"zeros", "ones", "empty"}))
    Known = Sizes == 1;
  else if (Name == "full")
    Known = Sizes == 2 && Value && fits(*Value, Made.Says.Dtype);
  else if (Name == "arange")
    Known = Sizes >= 1 && Sizes <= 3 && isArangeExact(Made);
  else if (Name == "eye")
    // The CPU has not always made one of every dtype that CUDA makes.
    Known =
        Sizes >= 1 && Sizes <= 2 &&
        (!Made.Options ||
         isOneOf(Made.Says.Dtype, {"kFloat", "kFloat32", "kDouble", "kFloat64",
                                   "kInt", "kInt32", "kLong", "kInt64"}));
  if (!Known)
    return std::nullopt;
  return Made;
}

/// The place behind the last token of \p E.
static SourceLocation endOf(const Expr &E, const ASTContext &Context) {
  return Lexer::getLocForEndOfToken(
      E.getEndLoc(), 0, Context.getSourceManager(), Context.getLangOpts());
}

/// The text of an argument that can stand in another call: braces alone would
/// be made into whatever that one takes.
static std::optional<llvm::StringRef> argumentText(const Expr &E,
                                                   const ASTContext &Context) {
  std::optional<llvm::StringRef> Text = textOf(E, Context);
  return Text && !Text->starts_with("{") ? Text : std::nullopt;
}

/// What stands before the name of \p Call's function, `torch::`, where that is
/// the namespace \p Space of LibTorch: its other functions are there as well.
static std::optional<llvm::StringRef> scopeOf(const CallExpr &Call,
                                              llvm::StringRef Space,
                                              const ASTContext &Context) {
  const auto *Name =
      dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreParenImpCasts());
  const NamespaceDecl *Written = Name ? writtenNamespace(*Name) : nullptr;
  if (!Written || !isNamed(Written, ("::" + Space).str()))
    return std::nullopt;
  return plainText(
      CharSourceRange::getCharRange(Name->getBeginLoc(), Name->getLocation()),
      Context);
}

std::optional<SafeFix>
HostToDeviceCheck::factoryFix(const SyncPoint &Point) const {
  const auto *Move = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Move ? Move->getMethodDecl() : nullptr;
  if (!Callee || isUnsafeToRewrite(*Move, Point, context()))
    return std::nullopt;
  std::optional<Factory> Made =
      factoryOnHost(*Move->getImplicitObjectArgument(), Point.Body->graph());
  if (!Made)
    return std::nullopt;
  llvm::StringRef Space = outermostNamespace(*Made->Call->getDirectCallee());
  std::optional<llvm::StringRef> Scope = scopeOf(*Made->Call, Space, context());
  if (!Scope)
    return std::nullopt;

  std::string Device;
  if (simpleName(*Callee) == "cuda") {
    if (Space != "torch")
      return std::nullopt;
    Device = (*Scope + "kCUDA").str();
  } else {
    for (unsigned I = 0; I < Move->getNumArgs(); ++I)
      if (isa<CXXDefaultArgExpr>(Move->getArg(I)) != (I > 0))
        return std::nullopt;
    if (simpleName(*Callee) != "to" || Move->getNumArgs() == 0 ||
        !isPlainDevice(*Move->getArg(0)))
      return std::nullopt;
    std::optional<llvm::StringRef> Text =
        argumentText(*Move->getArg(0), context());
    if (!Text)
      return std::nullopt;
    Device = Text->str();
  }

  // A macro may be another number in another configuration.
  if (simpleName(*Made->Call->getDirectCallee()) == "full" &&
      !textOf(*Made->LastSize, context()))
    return std::nullopt;
  const Expr &Last = Made->Options ? *Made->Options : *Made->LastSize;
  CharSourceRange Rest = CharSourceRange::getCharRange(
      Made->Options ? Made->Options->getBeginLoc()
                    : endOf(*Made->LastSize, context()),
      endOf(*Move, context()));
  // Parentheses around the factory would be left behind.
  std::optional<llvm::StringRef> Between =
      plainText(CharSourceRange::getCharRange(endOf(Last, context()),
                                              endOf(*Move, context())),
                context());
  if (!plainText(Rest, context()) || !Between ||
      Made->Call->getRParenLoc() == Move->getRParenLoc() ||
      Between->count('(') + 1 != Between->count(')') ||
      isa<ParenExpr>(Move->getImplicitObjectArgument()->IgnoreImplicit()))
    return std::nullopt;
  std::string New = ", " + Device + ")";
  if (Made->Options) {
    std::optional<llvm::StringRef> Dtype =
        argumentText(*Made->Options, context());
    if (!Dtype)
      return std::nullopt;
    New = Made->Says.Bare ? (*Scope + "dtype(" + *Dtype + ")").str()
                          : Dtype->str();
    New += ".device(" + Device + "))";
  }
  return SafeFix{Rewrite::FactoryOptions,
                 FixItHint::CreateReplacement(Rest, New)};
}

/// The values of a braced list of numbers, `{a, b, c}`.
static llvm::SmallVector<const Expr *, 8> listedNumbers(const Expr &Container) {
  const Expr *List = &Container;
  while (true) {
    List = ignoreWrappers(List);
    const auto *Construct = dyn_cast<CXXConstructExpr>(List);
    if (Construct && Construct->getNumArgs() == 1)
      List = Construct->getArg(0);
    else if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(List))
      List = Std->getSubExpr();
    else
      break;
  }
  llvm::SmallVector<const Expr *, 8> Numbers;
  const auto *Init = dyn_cast<InitListExpr>(List);
  for (const Expr *Element : Init ? Init->inits() : llvm::ArrayRef<Expr *>()) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(ignoreWrappers(Element));
    if (!Construct || Construct->getNumArgs() != 1 ||
        !Construct->getArg(0)->getType()->isArithmeticType())
      return {};
    Numbers.push_back(Construct->getArg(0)->IgnoreImpCasts());
  }
  return Numbers;
}

/// The types of which torch::tensor and torch::full infer the same dtype.
static bool isPlainType(QualType Type) {
  const auto *Builtin = Type->getAs<BuiltinType>();
  if (!Builtin)
    return false;
  switch (Builtin->getKind()) {
  case BuiltinType::Bool:
  case BuiltinType::Int:
  case BuiltinType::Long:
  case BuiltinType::Float:
  case BuiltinType::Double:
    return true;
  default:
    return false;
  }
}

std::optional<SafeFix>
HostToDeviceCheck::constantsFix(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CallExpr>(Point.Call);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isNamed(Callee, "::torch::tensor") ||
      Call->getNumArgs() != 2 || isUnsafeToRewrite(*Call, Point, context()))
    return std::nullopt;
  std::optional<PlainOptions> Options =
      plainOptions(*Call->getArg(1), Point.Body->graph());
  llvm::SmallVector<const Expr *, 8> Numbers = listedNumbers(*Call->getArg(0));
  if (!Options || Numbers.empty() || !textOf(*Numbers[0], context()) ||
      !fits(*Numbers[0], Options->Dtype))
    return std::nullopt;
  for (const Expr *Number : Numbers)
    if (!isPlainNumber(*Number) ||
        textOf(*Number, context()) != textOf(*Numbers[0], context()) ||
        !isPlainType(Number->getType()) ||
        Number->getType().isVolatileQualified() ||
        !isSameType(Number->getType(), Numbers[0]->getType()))
      return std::nullopt;

  // From the name up to the comma: `full` of the same namespace takes over.
  const auto *Name = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
  if (!Name || !scopeOf(*Call, "torch", context()))
    return std::nullopt;
  CharSourceRange Range = CharSourceRange::getCharRange(
      Name->getLocation(), endOf(*Call->getArg(0), context()));
  std::optional<llvm::StringRef> Text = plainText(Range, context());
  if (!Text || !Text->ends_with("}"))
    return std::nullopt;
  return SafeFix{Rewrite::EqualConstants,
                 FixItHint::CreateReplacement(
                     Range, "full({" + std::to_string(Numbers.size()) + "}, " +
                                textOf(*Numbers[0], context())->str())};
}

std::optional<SafeFix>
HostToDeviceCheck::elementFix(const SyncPoint &Point) const {
  const auto *Put = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Put ? Put->getMethodDecl() : nullptr;
  const auto *Member = Put ? dyn_cast<MemberExpr>(Put->getCallee()) : nullptr;
  if (!Callee || !Member || !isMemberOfTensor(*Member) ||
      Point.Operation->Id != "index-put-element" ||
      !isNamed(Callee, "::at::Tensor::index_put_") || Put->getNumArgs() != 2 ||
      classify(Put->getArg(1)->getType()) != TypeKind::Scalar ||
      isUnsafeToRewrite(*Put, Point, context()) ||
      // The result would be the element, not the tensor.
      !isWholeStatement(*Put, Point.Body->graph()))
    return std::nullopt;
  const Expr *Source = scalarSource(*Put->getArg(1));
  llvm::SmallVector<const Expr *, 8> Indices = listedNumbers(*Put->getArg(0));
  if (!Source || !isSmallNumber(*Source) || Indices.empty() ||
      llvm::any_of(Indices, [](const Expr *Index) {
        return !Index->getType()->isIntegerType() ||
               Index->getType()->isBooleanType() || !isPlainNumber(*Index);
      }))
    return std::nullopt;
  CharSourceRange Range = CharSourceRange::getTokenRange(Member->getMemberLoc(),
                                                         Put->getRParenLoc());
  std::optional<llvm::StringRef> List = textOf(*Put->getArg(0), context());
  std::optional<llvm::StringRef> Number =
      argumentText(*Put->getArg(1), context());
  if (!plainText(Range, context()) || !List || !Number ||
      !List->starts_with("{") || !List->ends_with("}"))
    return std::nullopt;
  return SafeFix{Rewrite::FillElement,
                 FixItHint::CreateReplacement(Range, "index(" + List->str() +
                                                         ").fill_(" +
                                                         Number->str() + ")")};
}

std::optional<SafeFix>
HostToDeviceCheck::safeFix(const SyncPoint &Point) const {
  std::optional<SafeFix> Fix = factoryFix(Point);
  if (!Fix)
    Fix = constantsFix(Point);
  if (!Fix)
    Fix = elementFix(Point);
  // Last, since it looks through the whole body.
  return Fix && !mayLeanOnTheWait(Point) ? Fix : std::nullopt;
}

/// What somebody has to watch who lets the copy run on, by whose memory it
/// reads.
static llvm::StringRef sourceRule(const TensorFact &Source) {
  if (Source.Pinned == Tri::Yes)
    return "needs review: with non_blocking the host goes on during the copy; "
           "do not write to the pinned source before it is done";
  if (Source.Pinned == Tri::No && Source.OwnMemory)
    return "needs review: with non_blocking the host need not wait for the "
           "device; the driver sets pageable memory aside before it returns";
  return "needs review: with non_blocking the host need not wait; neither "
         "write "
         "to the source nor free it before the copy is done, unless it is "
         "pageable";
}

/// True if \p Ref, which names a tensor, only lets it be read: by an operation
/// of LibTorch, in an index list, or to ask for its shape.
static bool onlyLetsRead(const Expr &Ref, const FunctionGraph &Graph) {
  const Stmt *User = Graph.parentOf(&Ref);
  while (isa_and_nonnull<ImplicitCastExpr, MaterializeTemporaryExpr,
                         CXXBindTemporaryExpr, InitListExpr,
                         CXXStdInitializerListExpr, ParenExpr>(User) ||
         (isa_and_nonnull<CXXConstructExpr>(User) &&
          isLibTorch(*cast<CXXConstructExpr>(User)->getConstructor())))
    User = Graph.parentOf(User);
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(User))
    return isOneOf(simpleName(*Member->getMemberDecl()),
                   {"size", "sizes", "numel", "dim", "device", "options",
                    "scalar_type", "defined", "to", "cuda"});
  const auto *Call = dyn_cast_or_null<CallExpr>(User);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isLibTorch(*Callee) || simpleName(*Callee).contains("_out"))
    return false;
  // An assignment makes another name of it, `x[i]` a view.
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  return !Operator || (Operator->getOperator() != OO_Equal &&
                       !(Operator->getOperator() == OO_Subscript &&
                         Graph.isWithin(&Ref, Operator->getArg(0))));
}

/// True if nothing in \p Loop does more with \p Tensor than read it.
static bool isOnlyReadIn(const Stmt &Loop, const VarDecl &Tensor,
                         const FunctionGraph &Graph) {
  return keepsValue(Tensor, Graph) && !anyPart(&Loop, [&](const Stmt &S) {
           const auto *Ref = dyn_cast<DeclRefExpr>(&S);
           return Ref && Ref->getDecl() == &Tensor &&
                  !onlyLetsRead(*Ref, Graph);
         });
}

/// True if \p Value is the same in each iteration of \p Loop: it is made of
/// constants, and of variables from outside that nothing changes.
static bool isInvariant(const Expr &Value, const Stmt &Loop,
                        const FunctionGraph &Graph,
                        const SourceManager &Sources) {
  return !anyPart(&Value, [&](const Stmt &S) {
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      return !Callee || !isLibTorch(*Callee) ||
             simpleName(*Callee).contains("rand") ||
             simpleName(*Callee).ends_with("_") ||
             isa<CXXOperatorCallExpr>(Call);
    }
    // A method is judged by its call, a field may be changed anywhere.
    if (const auto *Member = dyn_cast<MemberExpr>(&S))
      return !isa<CXXMethodDecl>(Member->getMemberDecl());
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    if (!Ref) {
      if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
        return !Unary->isArithmeticOp();
      const auto *Binary = dyn_cast<BinaryOperator>(&S);
      return isa<LambdaExpr>(S) || (Binary && Binary->isAssignmentOp());
    }
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return !isa<FunctionDecl, EnumConstantDecl>(Ref->getDecl());
    if (isLibTorch(*Var))
      return !Var->getType().isConstQualified();
    return Sources.isPointWithin(Var->getLocation(), Loop.getBeginLoc(),
                                 Loop.getEndLoc()) ||
           (isTensor(Var->getType()) ? !isOnlyReadIn(Loop, *Var, Graph)
                                     : !keepsValue(*Var, Graph));
  });
}

/// True if \p Var's name means something else in the function, too.
static bool isNameShared(const VarDecl &Var, const FunctionGraph &Graph) {
  auto IsOther = [&](const Decl *D) {
    const auto *Named = dyn_cast_or_null<NamedDecl>(D);
    return Named && Named != &Var && Named->getDeclName() == Var.getDeclName();
  };
  return anyPart(&Graph.body(), [&](const Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      return IsOther(Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(&S))
      return IsOther(Member->getMemberDecl());
    const auto *Declaration = dyn_cast<DeclStmt>(&S);
    return Declaration && llvm::any_of(Declaration->decls(), IsOther);
  });
}

/// `auto w = torch::tensor({0.1, 0.9}, cuda);` in a loop that changes nothing
/// about it: it may stand before the loop.
std::optional<ReviewFix>
HostToDeviceCheck::beforeTheLoop(const SyncPoint &Point) const {
  const FunctionGraph &Graph = Point.Body->graph();
  const DeclStmt *Made = declaredWith(*Point.Call, Graph);
  const Stmt *Block = Made ? Graph.parentOf(Made) : nullptr;
  const Stmt *Loop = Block ? Graph.parentOf(Block) : nullptr;
  if (!isa_and_nonnull<CompoundStmt>(Block) || !Loop || !isLoop(Loop) ||
      Point.Reason->Kind != RegionKind::Loop || !Point.Reason->Chain.empty() ||
      isUnsafeToRewrite(*Point.Call, Point, context()))
    return std::nullopt;
  const Stmt *Outer = Loop;
  while (isa_and_nonnull<AttributedStmt>(Graph.parentOf(Outer)))
    Outer = Graph.parentOf(Outer);
  // Of nested loops only one is left.
  for (const Stmt *S = Graph.parentOf(Outer); S; S = Graph.parentOf(S))
    if (isLoop(S))
      return std::nullopt;
  const auto *Var = cast<VarDecl>(Made->getSingleDecl());
  if (!isa_and_nonnull<CompoundStmt>(Graph.parentOf(Outer)) ||
      !isTensor(Var->getType()) || Var->getType()->isReferenceType() ||
      !isOnlyReadIn(*Loop, *Var, Graph) || isNameShared(*Var, Graph) ||
      !isInvariant(*Point.Call, *Loop, Graph, context().getSourceManager()))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = "needs review: nothing in the loop changes '" +
                Var->getNameAsString() +
                "': make it once, before the loop; also a loop that runs zero "
                "times makes it then";
  std::optional<llvm::StringRef> Text = plainText(
      CharSourceRange::getTokenRange(Made->getSourceRange()), context());
  Review.Fix = removeLines(*Made, context());
  std::optional<FixItHint> New =
      Text ? insertBefore(*Outer, {Text->str()}, context()) : std::nullopt;
  if (New)
    Review.Others = {*New};
  else
    Review.Fix.reset();
  return Review;
}

std::optional<ReviewFix>
HostToDeviceCheck::reviewFix(const SyncPoint &Point) const {
  if (std::optional<ReviewFix> Review = beforeTheLoop(Point))
    return Review;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  llvm::StringRef Name = Callee ? simpleName(*Callee) : llvm::StringRef();
  if (!isOneOf(Name, {"cuda", "to", "copy_"}))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = sourceRule(Name == "copy_" ? Point.Facts->at(Call->getArg(0))
                                           : Point.SubjectFact);
  if (!isUnsafeToRewrite(*Call, Point, context()))
    Review.Fix = withNonBlocking(*Call, context());
  return Review;
}

} // namespace torchsync
