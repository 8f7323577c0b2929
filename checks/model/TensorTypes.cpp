//===- TensorTypes.cpp - Types whose values the tensor analysis follows ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTypes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace torchsync {

/// The outermost namespace around \p D, or an empty name.
static llvm::StringRef outermostNamespace(const Decl &D) {
  llvm::StringRef Outermost;
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(C))
      if (!Namespace->isInline() && Namespace->getIdentifier())
        Outermost = Namespace->getName();
  return Outermost;
}

/// What the library class template \p Name is; Other if its elements cannot be
/// followed (iterators, references, futures).
static TypeShape shapeOfTemplate(llvm::StringRef Name) {
  return llvm::StringSwitch<TypeShape>(Name)
      .Case("pair", TypeShape::Product)
      .Case("tuple", TypeShape::Product)
      .Case("optional", TypeShape::Holder)
      .Case("unique_ptr", TypeShape::Holder)
      .Case("shared_ptr", TypeShape::Holder)
      .Case("MaybeOwned", TypeShape::Holder)
      .Case("ExclusivelyOwned", TypeShape::Holder)
      .Case("OptionalTensorRef", TypeShape::Holder)
      .Case("vector", TypeShape::Container)
      .Case("array", TypeShape::Container)
      .Case("deque", TypeShape::Container)
      .Case("list", TypeShape::Container)
      .Case("map", TypeShape::Container)
      .Case("unordered_map", TypeShape::Container)
      .Case("multimap", TypeShape::Container)
      .Case("stack", TypeShape::Container)
      .Case("queue", TypeShape::Container)
      .Case("priority_queue", TypeShape::Container)
      .Case("span", TypeShape::Container)
      .Case("initializer_list", TypeShape::Container)
      .Case("ArrayRef", TypeShape::Container)
      .Case("IListRef", TypeShape::Container)
      .Case("List", TypeShape::Container)
      .Case("SmallVector", TypeShape::Container)
      .Case("Dict", TypeShape::Container)
      .Case("OrderedDict", TypeShape::Container)
      .Default(TypeShape::Other);
}

TrackedType TensorTypes::operator()(QualType T) {
  if (T.isNull() || T->isDependentType())
    return {};
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const Type *Key = T.getCanonicalType().getTypePtr();
  auto Slot = Types.find(Key);
  if (Slot != Types.end())
    return Slot->second;
  // A class that contains itself by way of a container ends here.
  Types[Key] = {};
  TrackedType Result = compute(QualType(Key, 0));
  Types[Key] = Result;
  return Result;
}

TrackedType TensorTypes::compute(QualType T) {
  TypeKind Kind = classify(T);
  if (Kind != TypeKind::Other) {
    // A Scalar and a number are host values, which nobody asks about.
    if (Kind == TypeKind::Scalar)
      return {};
    return {TypeShape::Plain, Kind, 0};
  }
  if (const auto *Array = T->getAsArrayTypeUnsafe()) {
    TrackedType Element = (*this)(Array->getElementType());
    if (!Element.tracked())
      return {};
    return {TypeShape::Container, Element.Kind, 0};
  }
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record || Record->isLambda() || Record->isUnion())
    return {};
  llvm::StringRef Namespace = outermostNamespace(*Record);
  bool Standard = Namespace == "std";
  bool Library = Standard || Namespace == "c10" || Namespace == "at" ||
                 Namespace == "torch";
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  TypeShape Shape = Library && Instance && Record->getIdentifier()
                        ? shapeOfTemplate(Record->getName())
                        : TypeShape::Other;
  if (Shape == TypeShape::Other)
    // Of LibTorch's own classes only plain structs with public fields (a
    // batch's data and target) are worth following.
    return Standard ? TrackedType{} : TrackedType{TypeShape::Record};

  TrackedType Result{Shape, TypeKind::Other, 0};
  bool Any = false;
  auto See = [&](const TemplateArgument &Argument) {
    if (Argument.getKind() != TemplateArgument::Type)
      return;
    ++Result.Arity;
    TrackedType Element = (*this)(Argument.getAsType());
    Any |= Element.tracked();
    if (Shape != TypeShape::Product && Result.Kind == TypeKind::Other)
      Result.Kind = Element.Kind;
  };
  for (const TemplateArgument &Argument :
       Instance->getTemplateArgs().asArray()) {
    if (Argument.getKind() == TemplateArgument::Pack) {
      for (const TemplateArgument &Inner : Argument.pack_elements())
        See(Inner);
    } else {
      See(Argument);
    }
  }
  return Any ? Result : TrackedType{};
}

bool TensorTypes::isSampleList(QualType T) {
  T = T.getNonReferenceType();
  if ((*this)(T).Shape != TypeShape::Container)
    return false;
  const auto *List = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!List || List->getTemplateArgs().size() == 0 ||
      List->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return false;
  return (*this)(List->getTemplateArgs()[0].getAsType()).Shape ==
         TypeShape::Product;
}

/// True for the namespaces whose functions follow ATen's conventions.
static bool isOperationScope(const DeclContext &Scope) {
  const auto *Namespace = dyn_cast<NamespaceDecl>(&Scope);
  if (!Namespace)
    return false;
  if (isNamed(Namespace, "::at") || isNamed(Namespace, "::torch") ||
      isNamed(Namespace, "::torch::nn::functional"))
    return true;
  return isNamed(Namespace, "::torch::fft") ||
         isNamed(Namespace, "::torch::linalg") ||
         isNamed(Namespace, "::torch::special");
}

FunctionOrigin TensorTypes::originOf(const FunctionDecl &Function) {
  auto [Slot, IsNew] = Origins.try_emplace(&Function, FunctionOrigin::User);
  if (!IsNew)
    return Slot->second;
  auto Decide = [&] {
    llvm::StringRef Namespace = outermostNamespace(Function);
    if (Namespace == "std" || Namespace == "__gnu_cxx" || Namespace == "fmt" ||
        Namespace == "spdlog")
      return FunctionOrigin::Standard;
    if (Namespace.empty() && Function.getIdentifier() &&
        (Function.getName().starts_with("cuda") ||
         Function.getName().starts_with("hip")))
      return FunctionOrigin::Cuda;
    if (!Headers.isForeign(Function.getLocation()))
      return FunctionOrigin::User;
    const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
    if (Method && Method->isInstance() &&
        isTensor(Method->getFunctionObjectParameterType()))
      return FunctionOrigin::Aten;
    if (!Method && isOperationScope(*Function.getDeclContext()))
      return FunctionOrigin::Aten;
    if (Namespace == "at" || Namespace == "torch" || Namespace == "c10" ||
        Namespace == "caffe2")
      return FunctionOrigin::LibTorch;
    return Namespace.empty() && Function.isExternC() ? FunctionOrigin::Standard
                                                     : FunctionOrigin::User;
  };
  return Slot->second = Decide();
}

} // namespace torchsync
