//===- CallRoles.cpp - What a call does with a host value ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallRoles.h"

#include "LibTorch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace torchsync {

static bool oneOf(llvm::StringRef Name,
                  std::initializer_list<llvm::StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

llvm::StringRef simpleName(const NamedDecl &D) {
  return D.getIdentifier() ? D.getName() : llvm::StringRef();
}

llvm::StringRef outermostNamespace(const Decl &D) {
  llvm::StringRef Name;
  for (const DeclContext *Scope = D.getDeclContext(); Scope;
       Scope = Scope->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Scope))
      Name = simpleName(*Space);
  return Name;
}

static bool inLibTorch(llvm::StringRef Space) {
  return Space == "at" || Space == "torch" || Space == "c10" ||
         Space == "caffe2";
}

bool isLibTorch(const Decl &D) { return inLibTorch(outermostNamespace(D)); }

static bool inStandardLibrary(llvm::StringRef Space) {
  return Space == "std" || Space == "__gnu_cxx" || Space == "__cxxabiv1";
}

bool isStandard(const Decl &D) {
  return inStandardLibrary(outermostNamespace(D));
}

/// Libraries that only make text and put it somewhere.
static bool inLoggingLibrary(llvm::StringRef Space) {
  return Space == "fmt" || Space == "spdlog" || Space == "google" ||
         Space == "plog" || Space == "quill" || Space == "tqdm" ||
         Space == "indicators";
}

bool isFetch(const FunctionDecl &Callee) {
  return oneOf(simpleName(Callee), {"item", "is_nonzero", "equal", "allclose",
                                    "_local_scalar_dense"}) &&
         isLibTorch(Callee);
}

bool testsForNan(const FunctionDecl &Callee) {
  llvm::StringRef Space = outermostNamespace(Callee);
  if (!Space.empty() && !inStandardLibrary(Space) && !inLibTorch(Space))
    return false;
  llvm::StringRef Name = simpleName(Callee);
  Name.consume_front("__builtin_");
  return oneOf(Name, {"isnan", "isinf", "isfinite", "isnormal", "_isnan",
                      "__isnan", "__isinf", "__finite", "isinf_sign"});
}

bool isMinOrMax(const FunctionDecl &Callee) {
  llvm::StringRef Space = outermostNamespace(Callee);
  return (Space.empty() || inStandardLibrary(Space)) &&
         oneOf(simpleName(Callee),
               {"max", "min", "fmax", "fmin", "fmaxf", "fminf"});
}

bool isValueOr(const FunctionDecl &Callee) {
  return simpleName(Callee) == "value_or" && isa<CXXMethodDecl>(Callee);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static const CXXRecordDecl *recordOf(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getAsCXXRecordDecl();
}

/// The type of the object that \p Callee is called on, or null.
static QualType objectType(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return Method && Method->isInstance() ? Method->getThisType() : QualType();
}

/// True if \p T is, or is derived from, a class that \p Is accepts.
template <class Predicate>
static bool isOrDerives(QualType T, const Predicate &Is) {
  const CXXRecordDecl *Record = recordOf(T);
  if (!Record)
    return false;
  if (Is(*Record))
    return true;
  Record = Record->getDefinition();
  return Record && !Record->isDependentContext() &&
         !Record->forallBases(
             [&](const CXXRecordDecl *Base) { return !Is(*Base); });
}

static bool isOutputStream(QualType T) {
  return isOrDerives(T, [](const CXXRecordDecl &R) {
    return simpleName(R) == "basic_ostream" && R.isInStdNamespace();
  });
}

static bool isException(QualType T) {
  return isOrDerives(T, [](const CXXRecordDecl &R) {
    return simpleName(R) == "exception" && R.isInStdNamespace();
  });
}

/// The element type of an array view, vector, list or optional, else \p T
/// without reference.
static QualType elementOf(QualType T) {
  for (int Depth = 0; Depth < 3; ++Depth) {
    T = T.getNonReferenceType();
    const auto *Holder =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
    if (!Holder || T->isPointerType())
      return T;
    bool Holds =
        oneOf(simpleName(*Holder),
              {"ArrayRef", "vector", "initializer_list", "optional", "array",
               "SmallVector", "List", "OptionalArrayRef", "span"});
    if (!Holds || Holder->getTemplateArgs().size() == 0 ||
        Holder->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return T;
    T = Holder->getTemplateArgs()[0].getAsType();
  }
  return T;
}

static bool isRecordNamed(QualType T, llvm::StringRef Name) {
  const CXXRecordDecl *Record = recordOf(T);
  return Record && simpleName(*Record) == Name;
}

static bool holdsTensor(QualType T) {
  if (isTensor(elementOf(T)))
    return true;
  // std::tuple<Tensor, Tensor>, the result of max and its like.
  const auto *Tuple =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Tuple || simpleName(*Tuple) != "tuple" ||
      Tuple->getTemplateArgs().size() == 0 ||
      Tuple->getTemplateArgs()[0].getKind() != TemplateArgument::Pack)
    return false;
  for (const TemplateArgument &A : Tuple->getTemplateArgs()[0].pack_elements())
    if (A.getKind() == TemplateArgument::Type && isTensor(A.getAsType()))
      return true;
  return false;
}

/// An integer other than bool, or LibTorch's symbolic one.
static bool isCount(QualType T) {
  T = elementOf(T);
  return (T->isIntegralOrUnscopedEnumerationType() && !T->isBooleanType() &&
          !T->isEnumeralType()) ||
         isRecordNamed(T, "SymInt");
}

//===----------------------------------------------------------------------===//
// Loggers
//===----------------------------------------------------------------------===//

/// The lower-case words of `logScalar`, `log_scalar`, `SummaryWriter`.
static llvm::SmallVector<std::string, 4> wordsOf(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 4> Words;
  bool New = true;
  for (size_t I = 0; I < Name.size(); ++I) {
    char C = Name[I];
    if (!llvm::isAlnum(C)) {
      New = true;
      continue;
    }
    bool Upper = C >= 'A' && C <= 'Z';
    bool AfterUpper = I > 0 && Name[I - 1] >= 'A' && Name[I - 1] <= 'Z';
    if (New || (Upper && !AfterUpper))
      Words.emplace_back();
    Words.back().push_back(llvm::toLower(C));
    New = false;
  }
  return Words;
}

static bool isLoggingWord(llvm::StringRef Word) {
  return oneOf(Word, {"log", "logger", "logging", "print", "println", "printf",
                      "progress", "progressbar", "tensorboard", "tqdm",
                      "report", "record"});
}

/// A function that its name calls a logger. Only for functions that return
/// nothing (or the object, to chain): whatever they do, the value does not come
/// back to the caller. `log` alone may be a logarithm.
static bool isNamedLogger(const FunctionDecl &Callee) {
  if (simpleName(Callee).empty() || !Callee.getReturnType()->isVoidType())
    return false;
  for (const std::string &Word : wordsOf(simpleName(Callee)))
    if (isLoggingWord(Word))
      return true;
  // TensorBoard's writers, in their C++ ports too.
  if (oneOf(simpleName(Callee).lower(),
            {"add_scalar", "add_scalars", "addscalar", "addscalars",
             "add_histogram"}))
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    for (const std::string &Word : wordsOf(simpleName(*Method->getParent())))
      if (isLoggingWord(Word))
        return true;
  return false;
}

/// printf and whatever declares itself to be like it, and the functions that
/// write bytes to a file.
static bool isPrinter(const FunctionDecl &Callee) {
  if (Callee.hasAttr<FormatAttr>())
    return true;
  return outermostNamespace(Callee).empty() &&
         oneOf(simpleName(Callee), {"puts", "fputs", "fputc", "putc", "putchar",
                                    "fwrite", "perror", "syslog"});
}

/// An object that one streams diagnostics into though it is no std::ostream.
static bool isLogStream(QualType T) {
  if (isOutputStream(T))
    return true;
  return isOrDerives(T, [](const CXXRecordDecl &R) {
    if (inLoggingLibrary(outermostNamespace(R)))
      return true;
    bool Stream = false, Log = false;
    for (const std::string &Word : wordsOf(simpleName(R))) {
      Stream |= Word == "stream" || Word == "message" || Word == "debug";
      Log |= isLoggingWord(Word) || Word == "debug" || Word == "raw";
    }
    return Stream && Log;
  });
}

//===----------------------------------------------------------------------===//
// LibTorch
//===----------------------------------------------------------------------===//

static const ParmVarDecl *parameter(const FunctionDecl &Callee,
                                    unsigned Position) {
  return Position < Callee.getNumParams() ? Callee.getParamDecl(Position)
                                          : nullptr;
}

/// c10::str and what the TORCH_CHECK, TORCH_WARN and LOG macros call.
static bool makesMessage(const FunctionDecl &Callee) {
  llvm::StringRef Name = simpleName(Callee);
  if (oneOf(Name, {"str", "warn", "torchCheckMsgImpl", "torchCheckFail",
                   "torchInternalAssertFail", "_str", "_str_wrapper"}))
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    return isException(objectType(Callee)) ||
           simpleName(*Method->getParent()).contains("Warning") ||
           simpleName(*Method->getParent()) == "_str_wrapper" ||
           simpleName(*Method->getParent()) == "MessageLogger";
  return false;
}

/// A tensor's method, or a free function of or to tensors.
static bool isTensorOperation(const FunctionDecl &Callee) {
  QualType Object = objectType(Callee);
  if (!Object.isNull() && isTensor(Object->getPointeeType()))
    return true;
  if (holdsTensor(Callee.getReturnType()))
    return true;
  return llvm::any_of(Callee.parameters(), [](const ParmVarDecl *P) {
    return holdsTensor(P->getType());
  });
}

/// Whether what LibTorch calls \p T can be given a device tensor instead.
static bool isOperandType(QualType T) {
  T = elementOf(T);
  return T->isRealFloatingType() || classify(T) == TypeKind::Scalar ||
         isRecordNamed(T, "TensorDataContainer");
}

/// Where a Scalar is nevertheless a length: the result's shape depends on it.
static bool takesScalarSize(const FunctionDecl &Callee) {
  return oneOf(simpleName(Callee),
               {"arange", "range", "arange_out", "range_out"});
}

static CallRole tensorArgumentRole(const FunctionDecl &Callee) {
  llvm::StringRef Name = simpleName(Callee);
  if (Name == "save" || Name == "pickle_save" || Name == "write")
    return CallRole::Logs;
  if (Name == "copy_" || Name.ends_with("_") || Name.ends_with("_out"))
    return CallRole::Operates;
  if (isTensorOperation(Callee) || isa<CXXConstructorDecl>(Callee))
    return CallRole::Passes;
  return CallRole::Unknown;
}

static CallRole libTorchConstruction(const CXXConstructorDecl &Callee,
                                     unsigned Position) {
  llvm::StringRef Class = simpleName(*Callee.getParent());
  if (Class == "Slice" || Class == "TensorIndex")
    return CallRole::Sizes;
  if (oneOf(Class, {"Scalar", "SymInt", "SymFloat", "SymBool", "ArrayRef",
                    "optional", "OptionalArrayRef", "TensorDataContainer",
                    "List", "IValue", "complex", "Half", "BFloat16",
                    "SmallVector", "Tensor", "TensorBase", "ExpandingArray"}))
    return CallRole::Passes;
  const ParmVarDecl *Parameter = parameter(Callee, Position);
  return Parameter && isCount(Parameter->getType()) ? CallRole::Sizes
                                                    : CallRole::Unknown;
}

static CallRole libTorchArgument(const FunctionDecl &Callee, unsigned Position,
                                 const Expr &Argument) {
  if (makesMessage(Callee) || isNamedLogger(Callee))
    return CallRole::Logs;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee))
    return libTorchConstruction(*Constructor, Position);
  const ParmVarDecl *Parameter = parameter(Callee, Position);
  if (!Parameter)
    return CallRole::Unknown;
  QualType T = Parameter->getType();
  bool Operator = Callee.isOverloadedOperator();
  if (Operator && isLogStream(Callee.getReturnType()))
    return CallRole::Logs;
  if (holdsTensor(Argument.getType()) && holdsTensor(T))
    return tensorArgumentRole(Callee);
  if (isValueOr(Callee))
    return CallRole::Passes;
  if (classify(elementOf(T)) == TypeKind::TensorIndex)
    return CallRole::Sizes;
  // Scalar's own operators and conversions, ceil_div and the like.
  bool Tensors = isTensorOperation(Callee);
  if (!Tensors && !Callee.getReturnType()->isVoidType() &&
      (isCount(Callee.getReturnType()) ||
       isOperandType(Callee.getReturnType()) ||
       Callee.getReturnType()->isBooleanType()))
    return CallRole::Passes;
  if (isOperandType(T))
    return takesScalarSize(Callee) ? CallRole::Sizes
           : Tensors               ? CallRole::Operates
                                   : CallRole::Unknown;
  return isCount(T) ? CallRole::Sizes : CallRole::Unknown;
}

/// Methods of a tensor that read what describes it and none of its values.
static bool readsMetadata(llvm::StringRef Name) {
  return oneOf(Name, {"sizes",         "size",           "sym_sizes",
                      "sym_size",      "numel",          "dim",
                      "ndimension",    "defined",        "device",
                      "dtype",         "scalar_type",    "options",
                      "is_cuda",       "is_cpu",         "strides",
                      "stride",        "itemsize",       "element_size",
                      "nbytes",        "type",           "is_contiguous",
                      "requires_grad", "layout",         "is_sparse",
                      "use_count",     "is_same",        "is_floating_point",
                      "is_complex",    "get_device",     "is_pinned",
                      "print",         "storage_offset", "has_storage",
                      "is_mps",        "is_leaf",        "grad_fn",
                      "name",          "reset",          "set_requires_grad",
                      "requires_grad_"});
}

/// Where `h.to(...)` takes a tensor that is on the host.
static CallRole roleOfTransfer(const Expr &Call) {
  for (const Expr *Argument : argumentsOf(&Call)) {
    TypeKind Kind = classify(Argument->getType());
    if (Kind == TypeKind::ScalarType || Kind == TypeKind::TypeMeta)
      continue;
    if (Kind != TypeKind::Device && Kind != TypeKind::DeviceType &&
        Kind != TypeKind::TensorOptions && Kind != TypeKind::Tensor)
      continue;
    // The constant stands under conversions to Device or TensorOptions.
    const Expr *E = ignoreWrappers(Argument);
    while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() == 0)
        break;
      E = ignoreWrappers(Construct->getArg(0));
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (isNamed(Ref->getDecl(), "::c10::kCPU"))
        return CallRole::Passes;
    // To a device, or to where another tensor lives.
    return CallRole::Operates;
  }
  return CallRole::Passes;
}

static CallRole libTorchObject(const Expr &Call, const CXXMethodDecl &Method,
                               const Expr &Object) {
  llvm::StringRef Name = simpleName(Method);
  if (!isTensor(Object.getType()))
    return oneOf(Name, {"size", "empty", "has_value", "numel"})
               ? CallRole::Ignores
               : CallRole::Passes;
  if (readsMetadata(Name))
    return CallRole::Ignores;
  if (Name == "cuda")
    return CallRole::Operates;
  if (Name == "to")
    return roleOfTransfer(Call);
  return CallRole::Passes;
}

//===----------------------------------------------------------------------===//
// The standard library
//===----------------------------------------------------------------------===//

static CallRole standardConstruction(const CXXConstructorDecl &Callee,
                                     unsigned Position) {
  if (isException(objectType(Callee)))
    return CallRole::Logs;
  if (Callee.isCopyOrMoveConstructor())
    return CallRole::Passes;
  bool Sequence = oneOf(
      simpleName(*Callee.getParent()),
      {"vector", "deque", "list", "valarray", "basic_string", "forward_list"});
  const ParmVarDecl *Parameter = parameter(Callee, Position);
  // vector(n), string(n, c): the one integer that the template does not name.
  if (Sequence && Position == 0 && Parameter &&
      Parameter->getType()->isIntegerType())
    return CallRole::Sizes;
  return CallRole::Passes;
}

static CallRole standardMethodArgument(const CXXMethodDecl &Method,
                                       unsigned Position) {
  if (isLogStream(objectType(Method)))
    return CallRole::Logs;
  switch (Method.getOverloadedOperator()) {
  case OO_Subscript:
    return CallRole::Sizes;
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
    return CallRole::Stores;
  case OO_None:
    break;
  default:
    return CallRole::Passes;
  }
  llvm::StringRef Name = simpleName(Method);
  if (Name == "resize" || Name == "assign")
    return Position == 0 && Method.getNumParams() > 0 &&
                   Method.getParamDecl(0)->getType()->isIntegerType()
               ? CallRole::Sizes
               : CallRole::Stores;
  if (oneOf(Name, {"push_back", "emplace_back", "push", "push_front", "emplace",
                   "emplace_front", "insert", "append", "insert_or_assign",
                   "try_emplace", "fill", "store", "fetch_add", "fetch_sub",
                   "exchange"}))
    return CallRole::Stores;
  if (oneOf(Name,
            {"reserve", "at", "find", "count", "erase", "contains", "substr"}))
    return CallRole::Sizes;
  return Name == "value_or" ? CallRole::Passes : CallRole::Unknown;
}

static CallRole standardArgument(const FunctionDecl &Callee,
                                 unsigned Position) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee))
    return standardConstruction(*Constructor, Position);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    return standardMethodArgument(*Method, Position);
  if (Callee.getOverloadedOperator() == OO_LessLess &&
      isOutputStream(Callee.getReturnType()))
    return CallRole::Logs;
  llvm::StringRef Name = simpleName(Callee);
  if (oneOf(Name, {"print", "println", "format", "format_to", "vformat",
                   "vprint_unicode", "vprint_nonunicode", "put_time"}))
    return CallRole::Logs;
  if (Name == "advance" || Name == "next" || Name == "prev")
    return Position == 1 ? CallRole::Sizes : CallRole::Passes;
  // What orders a container's elements leaves them in it.
  if (Name.ends_with("sort") || Name == "reverse" || Name == "shuffle" ||
      Name == "nth_element")
    return CallRole::Ignores;
  return Callee.getReturnType()->isVoidType() ? CallRole::Unknown
                                              : CallRole::Passes;
}

static CallRole standardObject(const CXXMethodDecl &Method) {
  return oneOf(simpleName(Method), {"size",          "empty",
                                    "length",        "capacity",
                                    "max_size",      "clear",
                                    "resize",        "reserve",
                                    "shrink_to_fit", "push_back",
                                    "emplace_back",  "push",
                                    "push_front",    "pop",
                                    "pop_back",      "pop_front",
                                    "emplace",       "emplace_front",
                                    "insert",        "insert_or_assign",
                                    "try_emplace",   "erase",
                                    "assign",        "append",
                                    "fill",          "has_value",
                                    "reset",         "swap",
                                    "store",         "sort"})
             ? CallRole::Ignores
             : CallRole::Passes;
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// fabsf, sqrt, isnan and the other library functions that clang knows, which
/// compute a number from numbers.
static bool isArithmeticBuiltin(const FunctionDecl &Callee) {
  return Callee.getBuiltinID() != 0 &&
         Callee.getReturnType()->isArithmeticType() &&
         llvm::all_of(Callee.parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isArithmeticType();
         });
}

/// Code of the system's own headers that is not in namespace std.
static bool isSystem(const FunctionDecl &Callee) {
  const SourceManager &Sources = Callee.getASTContext().getSourceManager();
  return Sources.isInSystemHeader(
      Sources.getExpansionLoc(Callee.getLocation()));
}

static CallRole cLibraryArgument(const FunctionDecl &Callee,
                                 unsigned Position) {
  llvm::StringRef Name = simpleName(Callee);
  if (Name == "memcpy" || Name == "memmove")
    return Position == 1   ? CallRole::Copies
           : Position == 2 ? CallRole::Sizes
                           : CallRole::Ignores;
  if (Name == "malloc" || Name == "calloc" || Name == "realloc" ||
      Name == "memset")
    return CallRole::Sizes;
  bool Numbers = Callee.getReturnType()->isArithmeticType() &&
                 llvm::all_of(Callee.parameters(), [](const ParmVarDecl *P) {
                   return P->getType()->isArithmeticType();
                 });
  return Numbers && !Callee.isVariadic() ? CallRole::Passes : CallRole::Unknown;
}

CallRole argumentRole(const FunctionDecl &Callee, unsigned Position,
                      const Expr &Argument) {
  llvm::StringRef Space = outermostNamespace(Callee);
  if (isPrinter(Callee) || inLoggingLibrary(Space)) {
    // glog's CHECK_EQ(a, b) compares through google::Check_EQImpl.
    llvm::StringRef Name = simpleName(Callee);
    return Name.starts_with("Check_") || Name == "GetReferenceableValue"
               ? CallRole::Passes
               : CallRole::Logs;
  }
  if (inLibTorch(Space))
    return libTorchArgument(Callee, Position, Argument);
  if (inStandardLibrary(Space))
    return standardArgument(Callee, Position);
  if (Callee.getBuiltinID() == Builtin::BI__builtin_expect)
    return Position == 0 ? CallRole::Passes : CallRole::Ignores;
  if (isArithmeticBuiltin(Callee))
    return CallRole::Passes;
  if (Space.empty() && (isSystem(Callee) || Callee.getBuiltinID() != 0))
    return cLibraryArgument(Callee, Position);
  if (Callee.getOverloadedOperator() == OO_LessLess && Callee.getNumParams()) {
    QualType Object = objectType(Callee);
    if (isLogStream(Object.isNull() ? Callee.getParamDecl(0)->getType()
                                    : Object))
      return CallRole::Logs;
  }
  if (isNamedLogger(Callee) || isException(Callee.getReturnType()))
    return CallRole::Logs;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee)) {
    if (Constructor->isCopyOrMoveConstructor())
      return CallRole::Passes;
    if (isException(objectType(Callee)))
      return CallRole::Logs;
  }
  return CallRole::Body;
}

CallRole objectRole(const Expr &Call, const CXXMethodDecl &Method,
                    const Expr &Object) {
  llvm::StringRef Space = outermostNamespace(Method);
  if (inLibTorch(Space))
    return libTorchObject(Call, Method, Object);
  if (inStandardLibrary(Space))
    return standardObject(Method);
  if (inLoggingLibrary(Space))
    return CallRole::Logs;
  if (Method.isCopyAssignmentOperator() || Method.isMoveAssignmentOperator())
    return CallRole::Ignores;
  return CallRole::Body;
}

bool onlyReports(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return false;
  E = ignoreWrappers(E);
  const FunctionDecl *Callee = calleeOf(E);
  return Callee && !isa<CXXConstructExpr>(E) &&
         (isLogStream(E->getType()) || isPrinter(*Callee) ||
          isNamedLogger(*Callee));
}

} // namespace torchsync
