//===- HostToDeviceCheck.cpp - Tensors copied to the device ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostToDeviceCheck.h"

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
/// nothing: a constant, a variable, `x.device()`.
static bool isPlainDevice(const Expr &E) {
  const Expr *Target = written(&E);
  if (isa<StringLiteral>(Target))
    return false;
  TypeKind Kind = classify(Target->getType());
  return (Kind == TypeKind::Device || Kind == TypeKind::DeviceType) &&
         onlyReads(*Target);
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
/// Options that say a dtype and nothing else.
struct DtypeOptions {
  llvm::StringRef Constant;
  /// A bare constant is no options yet.
  bool Bare = false;
};
} // namespace

/// `kLong`, `torch::dtype(kLong)`, `torch::TensorOptions().dtype(kLong)`.
static std::optional<DtypeOptions> dtypeOptions(const Expr &E) {
  const Expr *Options = written(&E);
  if (llvm::StringRef Constant = dtypeConstant(*Options); !Constant.empty())
    return DtypeOptions{Constant, true};
  const auto *Call = dyn_cast<CallExpr>(Options);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || simpleName(*Callee) != "dtype" || !isLibTorch(*Callee) ||
      Call->getNumArgs() != 1 ||
      classify(Call->getType()) != TypeKind::TensorOptions)
    return std::nullopt;
  if (const Expr *Object = objectOf(Call)) {
    const auto *Empty = dyn_cast<CXXConstructExpr>(ignoreWrappers(Object));
    if (!Empty || Empty->getNumArgs() != 0)
      return std::nullopt;
  }
  llvm::StringRef Constant = dtypeConstant(*Call->getArg(0));
  if (Constant.empty())
    return std::nullopt;
  return DtypeOptions{Constant, false};
}

/// The type that a Scalar argument was made of, or null.
static const Expr *scalarSource(const Expr &E) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(ignoreWrappers(&E));
  return Construct && Construct->getNumArgs() == 1
             ? Construct->getArg(0)->IgnoreParenImpCasts()
             : nullptr;
}

namespace {
/// A call of zeros, ones, full, empty, arange or eye that is made on the CPU
/// because its options say at most a dtype.
struct Factory {
  const CallExpr *Call = nullptr;
  const Expr *Options = nullptr; ///< The argument, where it is written.
  DtypeOptions Dtype;
  const Expr *LastSize = nullptr; ///< The last argument before the options.
};
} // namespace

/// The integer types in which arange computes alike on the CPU and on CUDA: in
/// floating point CUDA rounds each product, the CPU does not.
static bool isArangeExact(const Factory &Made) {
  if (Made.Options &&
      !isOneOf(Made.Dtype.Constant, {"kInt", "kInt32", "kLong", "kInt64"}))
    return false;
  return llvm::all_of(Made.Call->arguments(), [&](const Expr *Argument) {
    if (classify(Argument->getType()) != TypeKind::Scalar)
      return true;
    const Expr *Source = scalarSource(*Argument);
    return Source && Source->getType()->isIntegerType() &&
           !Source->getType()->isBooleanType();
  });
}

static std::optional<Factory> factoryOnHost(const Expr &E) {
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
      std::optional<DtypeOptions> Dtype = dtypeOptions(*Argument);
      if (!Dtype)
        return std::nullopt;
      Made.Options = Argument;
      Made.Dtype = *Dtype;
    } else {
      Made.LastSize = Argument;
      ++Sizes;
    }
  }
  bool Known = false;
  if (isOneOf(Name, {"zeros", "ones", "empty"}))
    Known = Sizes == 1;
  else if (Name == "full")
    Known = Sizes == 2;
  else if (Name == "arange")
    Known = Sizes >= 1 && Sizes <= 3 && isArangeExact(Made);
  else if (Name == "eye")
    // The CPU has not always made one of every dtype that CUDA makes.
    Known =
        Sizes >= 1 && Sizes <= 2 &&
        (!Made.Options || isOneOf(Made.Dtype.Constant,
                                  {"kFloat", "kFloat32", "kDouble", "kFloat64",
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

std::optional<SafeFix>
HostToDeviceCheck::factoryFix(const SyncPoint &Point) const {
  const auto *Move = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Move ? Move->getMethodDecl() : nullptr;
  if (!Callee || isUnsafeToRewrite(*Move, Point, context()))
    return std::nullopt;
  std::optional<Factory> Made =
      factoryOnHost(*Move->getImplicitObjectArgument());
  if (!Made)
    return std::nullopt;
  const bool InTorch =
      outermostNamespace(*Made->Call->getDirectCallee()) == "torch";

  std::string Device;
  if (simpleName(*Callee) == "cuda") {
    if (!InTorch)
      return std::nullopt;
    Device = "torch::kCUDA";
  } else {
    for (unsigned I = 0; I < Move->getNumArgs(); ++I)
      if (isa<CXXDefaultArgExpr>(Move->getArg(I)) != (I > 0))
        return std::nullopt;
    if (simpleName(*Callee) != "to" || Move->getNumArgs() == 0 ||
        !isPlainDevice(*Move->getArg(0)))
      return std::nullopt;
    std::optional<llvm::StringRef> Text = plainText(
        CharSourceRange::getTokenRange(Move->getArg(0)->getSourceRange()),
        context());
    if (!Text)
      return std::nullopt;
    Device = Text->str();
  }

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
    std::optional<llvm::StringRef> Dtype = plainText(
        CharSourceRange::getTokenRange(Made->Options->getSourceRange()),
        context());
    if (!Dtype)
      return std::nullopt;
    New = Made->Dtype.Bare
              ? (InTorch ? "torch" : "at") + ("::dtype(" + Dtype->str()) + ")"
              : Dtype->str();
    New += ".device(" + Device + "))";
  }
  return SafeFix{Rewrite::FactoryOptions,
                 FixItHint::CreateReplacement(Rest, New)};
}

std::optional<SafeFix>
HostToDeviceCheck::safeFix(const SyncPoint &Point) const {
  if (mayLeanOnTheWait(Point))
    return std::nullopt;
  return factoryFix(Point);
}

} // namespace torchsync
