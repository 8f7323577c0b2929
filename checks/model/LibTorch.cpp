//===- LibTorch.cpp - Questions about LibTorch's declarations ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibTorch.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace torchsync {

static TypeKind classifyTag(const TagDecl &Tag) {
  const IdentifierInfo *Name = Tag.getIdentifier();
  if (!Name)
    return TypeKind::Other;
  struct Known {
    llvm::StringLiteral Name;
    llvm::StringLiteral Qualified;
    TypeKind Kind;
  };
  static constexpr Known Types[] = {
      {"Tensor", "::at::Tensor", TypeKind::Tensor},
      {"TensorBase", "::at::TensorBase", TypeKind::Tensor},
      {"Scalar", "::c10::Scalar", TypeKind::Scalar},
      {"Device", "::c10::Device", TypeKind::Device},
      {"DeviceType", "::c10::DeviceType", TypeKind::DeviceType},
      {"ScalarType", "::c10::ScalarType", TypeKind::ScalarType},
      {"TypeMeta", "::caffe2::TypeMeta", TypeKind::TypeMeta},
      {"TensorOptions", "::c10::TensorOptions", TypeKind::TensorOptions},
      {"TensorIndex", "::at::indexing::TensorIndex", TypeKind::TensorIndex},
  };
  for (const Known &K : Types)
    if (Name->getName() == K.Name && isNamed(&Tag, K.Qualified))
      return K.Kind;
  return TypeKind::Other;
}

TypeKind classify(QualType T) {
  if (T.isNull())
    return TypeKind::Other;
  T = T.getNonReferenceType();
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return TypeKind::Other;
  TypeKind Kind = classifyTag(*Tag);
  if (Kind != TypeKind::Other)
    return Kind;
  // A class derived from a tensor is one.
  const auto *Record = dyn_cast<CXXRecordDecl>(Tag);
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->getNumBases() == 0 || Record->isDependentContext())
    return TypeKind::Other;
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (classify(Base.getType()) == TypeKind::Tensor)
      return TypeKind::Tensor;
  return TypeKind::Other;
}

bool isNamed(const NamedDecl *D, llvm::StringRef QualifiedName) {
  llvm::StringRef Rest = QualifiedName;
  auto [Scopes, Last] = Rest.rsplit("::");
  if (D->getDeclName().isIdentifier()) {
    if (!D->getIdentifier() || D->getName() != Last)
      return false;
  } else if (D->getDeclName().getAsString() != Last) {
    return false;
  }
  const DeclContext *Scope = D->getDeclContext();
  while (true) {
    while (Scope && !Scope->isTranslationUnit() &&
           (isa<LinkageSpecDecl>(Scope) || Scope->isInlineNamespace() ||
            Scope->isTransparentContext()))
      Scope = Scope->getParent();
    if (!Scope || Scope->isTranslationUnit())
      return Scopes.empty();
    const auto *Named = dyn_cast<NamedDecl>(Scope);
    if (!Named || !Named->getIdentifier())
      return false;
    auto [Outer, Name] = Scopes.rsplit("::");
    // "a" alone splits into ("a", ""): there is no leading "::".
    if (Name.empty() || Named->getName() != Name)
      return false;
    Scopes = Outer;
    Scope = Scope->getParent();
  }
}

const FunctionDecl *calleeOf(const Expr *E) {
  if (!E)
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getDirectCallee();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getConstructor();
  return nullptr;
}

/// True if \p Call's first argument is the object of a method.
static bool hasObjectArgument(const CXXOperatorCallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  return Method && Method->isInstance() && Call.getNumArgs() > 0;
}

llvm::SmallVector<const Expr *, 4> argumentsOf(const Expr *Call) {
  llvm::SmallVector<const Expr *, 4> Arguments;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call)) {
    Arguments.append(Construct->arg_begin(), Construct->arg_end());
  } else if (const auto *C = dyn_cast<CallExpr>(Call)) {
    Arguments.append(C->arg_begin(), C->arg_end());
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(C))
      if (hasObjectArgument(*Operator))
        Arguments.erase(Arguments.begin());
  }
  return Arguments;
}

const Expr *objectOf(const Expr *Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return Member->getImplicitObjectArgument();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
    if (hasObjectArgument(*Operator))
      return Operator->getArg(0);
  return nullptr;
}

const Expr *ignoreWrappers(const Expr *E) {
  while (E) {
    const Expr *Before = E;
    E = E->IgnoreParenImpCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
      E = Cleanups->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bind->getSubExpr();
    else if (const auto *Constant = dyn_cast<ConstantExpr>(E))
      E = Constant->getSubExpr();
    else if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(E)) {
      if (Cast->getTypeAsWritten()->isReferenceType())
        E = Cast->getSubExpr();
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      const CXXConstructorDecl *Constructor = Construct->getConstructor();
      if (Construct->getNumArgs() >= 1 && Constructor &&
          Constructor->isCopyOrMoveConstructor())
        E = Construct->getArg(0);
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
          (Callee->getName() == "move" || Callee->getName() == "forward") &&
          Call->getNumArgs() == 1)
        E = Call->getArg(0);
    }
    if (E == Before)
      break;
  }
  return E;
}

const ValueDecl *namedBy(const Expr *E) {
  E = ignoreWrappers(E);
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

bool anyPart(const Stmt *Root, llvm::function_ref<bool(const Stmt &)> Is,
             unsigned Limit) {
  llvm::SmallVector<const Stmt *, 16> Pending = {Root};
  for (unsigned Count = 0; !Pending.empty() && Count < Limit; ++Count) {
    const Stmt *S = Pending.pop_back_val();
    if (!S)
      continue;
    if (Is(*S))
      return true;
    Pending.append(S->child_begin(), S->child_end());
  }
  return false;
}

/// The directory that "ATen/core/TensorBody.h" and the like are relative to,
/// with a trailing '/', given the file that declares \p Record.
static std::optional<std::string> rootOf(const SourceManager &Sources,
                                         const NamedDecl &D) {
  llvm::StringRef Path =
      Sources.getFilename(Sources.getExpansionLoc(D.getLocation()));
  for (llvm::StringRef Top : {"/ATen/", "/c10/", "/torch/csrc/", "/torch/"}) {
    size_t At = Path.rfind(Top);
    if (At != llvm::StringRef::npos)
      return Path.take_front(At + 1).str();
  }
  return std::nullopt;
}

void LibTorchHeaders::findRoots(const ASTContext &Context) {
  auto Lookup = [&](const DeclContext *Scope, llvm::StringRef Name) {
    return Scope->lookup(DeclarationName(&Context.Idents.get(Name)));
  };
  auto Add = [&](llvm::StringRef Space, llvm::StringRef Name) {
    for (const NamedDecl *N : Lookup(Context.getTranslationUnitDecl(), Space)) {
      const auto *Namespace = dyn_cast<NamespaceDecl>(N);
      if (!Namespace)
        continue;
      for (const NamedDecl *D : Lookup(Namespace, Name)) {
        const auto *Record = dyn_cast<CXXRecordDecl>(D);
        if (Record && Record->getDefinition())
          D = Record->getDefinition();
        std::optional<std::string> Root = rootOf(Sources, *D);
        if (Root && !llvm::is_contained(Roots, *Root))
          Roots.push_back(*Root);
      }
    }
  };
  Add("at", "Tensor");
  Add("at", "TensorBase");
  Add("c10", "Device");
}

bool isOrDerives(const CXXRecordDecl *Record, llvm::StringRef QualifiedName,
                 unsigned Depth) {
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Depth > 8 || Record->isDependentContext())
    return false;
  if (isNamed(Record, QualifiedName))
    return true;
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (isOrDerives(Base.getType()->getAsCXXRecordDecl(), QualifiedName,
                    Depth + 1))
      return true;
  return false;
}

bool LibTorchHeaders::isForeign(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return true;
  Loc = Sources.getExpansionLoc(Loc);
  if (Sources.isInSystemHeader(Loc))
    return true;
  FileID File = Sources.getFileID(Loc);
  if (File == Sources.getMainFileID())
    return false;
  auto [Slot, IsNew] = Foreign.try_emplace(File, false);
  if (!IsNew)
    return Slot->second;
  llvm::StringRef Path = Sources.getFilename(Loc);
  for (const std::string &Root : Roots) {
    llvm::StringRef Rest = Path;
    if (Rest.consume_front(Root) &&
        (Rest.starts_with("ATen/") || Rest.starts_with("c10/") ||
         Rest.starts_with("torch/") || Rest.starts_with("caffe2/") ||
         Rest.starts_with("torchgen/")))
      return Slot->second = true;
  }
  return false;
}

} // namespace torchsync
