//===- DeviceMentions.cpp - Whether a file's own code speaks of devices ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMentions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace torchsync {

static bool isDevice(QualType T) {
  TypeKind Kind = classify(T);
  return Kind == TypeKind::Device || Kind == TypeKind::DeviceType;
}

/// The outermost namespaces that serve CUDA: torch::cuda, at::cuda, c10::cuda.
static bool isInCudaNamespace(const DeclContext *Context) {
  for (; Context; Context = Context->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Context))
      if (Namespace->getIdentifier() && Namespace->getName() == "cuda")
        return true;
  return false;
}

namespace {

/// Every visit answers "go on", so a mention ends the traversal.
class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  bool shouldVisitTemplateInstantiations() const { return false; }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const ValueDecl *D = Ref->getDecl();
    if (!isDevice(D->getType()) || !D->getIdentifier())
      return !isCuda(*D);
    // kCPU and DeviceType::CPU; a variable is judged where it gets its value.
    bool IsConstant = isa<EnumConstantDecl>(D) || D->getName().starts_with("k");
    return !IsConstant || D->getName().ends_with_insensitive("CPU");
  }

  bool VisitMemberExpr(MemberExpr *Member) {
    return !minds(Member->getMemberDecl()->getDeclName());
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *Member) {
    return !minds(Member->getMember());
  }

  bool VisitStringLiteral(StringLiteral *Literal) {
    return Literal->getCharByteWidth() != 1 ||
           !Literal->getString().starts_with("cuda");
  }

  // A device that comes from elsewhere, or goes there.
  bool VisitParmVarDecl(ParmVarDecl *D) { return !carries(D->getType()); }
  bool VisitFieldDecl(FieldDecl *D) { return !carries(D->getType()); }
  bool VisitFunctionDecl(FunctionDecl *D) {
    return !carries(D->getReturnType());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    // A device named by a string that is not written here.
    if (classify(Construct->getType()) != TypeKind::Device ||
        Construct->getNumArgs() == 0)
      return true;
    const Expr *From = ignoreWrappers(Construct->getArg(0));
    return isDevice(From->getType()) || isa<StringLiteral>(From) ||
           (isa<CXXConstructExpr>(From) &&
            cast<CXXConstructExpr>(From)->getNumArgs() > 0 &&
            isa<StringLiteral>(
                ignoreWrappers(cast<CXXConstructExpr>(From)->getArg(0))));
  }

private:
  static bool carries(QualType T) {
    return isDevice(T) || classify(T) == TypeKind::TensorOptions;
  }

  static bool isCuda(const ValueDecl &D) {
    if (isInCudaNamespace(D.getDeclContext()))
      return true;
    return D.getIdentifier() && isa<FunctionDecl>(D) &&
           D.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
           D.getName().starts_with("cuda");
  }

  /// Members by which code asks for a device. Not options(): code that knows
  /// only the CPU takes a dtype from it.
  static bool minds(DeclarationName Name) {
    const IdentifierInfo *I = Name.getAsIdentifierInfo();
    return I && (I->getName() == "cuda" || I->getName() == "device" ||
                 I->getName() == "is_cuda" || I->getName() == "get_device");
  }
};

} // namespace

static bool mentionsIn(const DeclContext &Scope,
                       const LibTorchHeaders &Headers) {
  for (Decl *D : Scope.decls()) {
    if (isa<NamespaceDecl>(D) || isa<LinkageSpecDecl>(D)) {
      if (mentionsIn(*cast<DeclContext>(D), Headers))
        return true;
    } else if (!Headers.isForeign(D->getLocation()) &&
               !Visitor().TraverseDecl(D)) {
      return true;
    }
  }
  return false;
}

bool isHostProgram(ASTContext &Context, const LibTorchHeaders &Headers) {
  const TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  for (const NamedDecl *D : Unit->lookup(&Context.Idents.get("main")))
    if (const auto *Main = dyn_cast<FunctionDecl>(D);
        Main && Main->isMain() && Main->hasBody())
      return !mentionsIn(*Unit, Headers);
  return false;
}

} // namespace torchsync
