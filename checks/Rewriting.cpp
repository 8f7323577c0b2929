//===- Rewriting.cpp - The parts that rewrites are made of ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriting.h"

#include "SyncCheck.h"
#include "model/CallRoles.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace torchsync {

std::optional<llvm::StringRef> textOf(const Expr &E,
                                      const ASTContext &Context) {
  return plainText(CharSourceRange::getTokenRange(E.getSourceRange()), Context);
}

unsigned writtenArguments(const CallExpr &Call) {
  unsigned Count = 0;
  for (const Expr *Argument : Call.arguments())
    Count += !isa<CXXDefaultArgExpr>(Argument);
  return Count;
}

std::optional<unsigned> parameterNamed(const CallExpr &Call,
                                       llvm::StringRef Name) {
  if (const FunctionDecl *Callee = Call.getDirectCallee())
    for (const ParmVarDecl *P : Callee->parameters())
      if (P->getName() == Name &&
          P->getFunctionScopeIndex() < Call.getNumArgs())
        return P->getFunctionScopeIndex();
  return std::nullopt;
}

FixItHint appendArgument(const CallExpr &Call, llvm::StringRef Text) {
  return FixItHint::CreateInsertion(Call.getRParenLoc(), (", " + Text).str());
}

std::optional<std::string> placeholder(llvm::StringRef Name,
                                       const ASTContext &Context) {
  static constexpr llvm::StringLiteral Missing = "FILL_IN";
  if (Context.Idents.find(Missing) != Context.Idents.end())
    return std::nullopt;
  return ("/*" + Name + "=*/" + Missing).str();
}

std::optional<FixItHint> replaceMember(const CXXMemberCallExpr &Call,
                                       llvm::StringRef Text,
                                       const ASTContext &Context) {
  const auto *Member = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (!Member)
    return std::nullopt;
  CharSourceRange Range = CharSourceRange::getTokenRange(Member->getMemberLoc(),
                                                         Call.getRParenLoc());
  if (!plainText(Range, Context))
    return std::nullopt;
  return FixItHint::CreateReplacement(Range, Text);
}

std::optional<FixItHint> withNonBlocking(const CallExpr &Call,
                                         const ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  llvm::StringRef Name = Callee ? simpleName(*Callee) : llvm::StringRef();
  if (Member && (Name == "cpu" || Name == "cuda") && Call.getNumArgs() == 0)
    return replaceMember(*Member,
                         ("to(" + constantSpace(Context) + "::k" +
                          llvm::StringRef(Name).upper() +
                          ", /*non_blocking=*/true)")
                             .str(),
                         Context);
  std::optional<unsigned> Flag = parameterNamed(Call, "non_blocking");
  if (!Flag)
    return std::nullopt;
  const Expr *Given = Call.getArg(*Flag);
  if (isa<CXXDefaultArgExpr>(Given))
    return writtenArguments(Call) == *Flag && *Flag > 0 &&
                   Call.getRParenLoc().isFileID()
               ? std::optional(appendArgument(Call, "/*non_blocking=*/true"))
               : std::nullopt;
  const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(Given->IgnoreParens());
  if (!Literal || Literal->getValue() || Literal->getBeginLoc().isMacroID())
    return std::nullopt;
  return FixItHint::CreateReplacement(Literal->getSourceRange(), "true");
}

const DeclStmt *declaredWith(const Expr &Value, const FunctionGraph &Graph) {
  const Stmt *S = Graph.parentOf(&Value);
  while (isa_and_nonnull<FullExpr, ImplicitCastExpr, MaterializeTemporaryExpr,
                         CXXBindTemporaryExpr, CXXConstructExpr>(S))
    S = Graph.parentOf(S);
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
  if (!Declaration || !Declaration->isSingleDecl())
    return nullptr;
  const auto *Var = dyn_cast<VarDecl>(Declaration->getSingleDecl());
  return Var && Var->hasLocalStorage() ? Declaration : nullptr;
}

/// The namespaces named \p Path, "at::cuda".
static const NamespaceDecl *namespaceAt(llvm::StringRef Path,
                                        const ASTContext &Context) {
  const DeclContext *Scope = Context.getTranslationUnitDecl();
  const NamespaceDecl *Found = nullptr;
  while (!Path.empty()) {
    auto [Name, Rest] = Path.split("::");
    Found = nullptr;
    for (const NamedDecl *D : Scope->lookup(&Context.Idents.get(Name)))
      if (const auto *Space = dyn_cast<NamespaceDecl>(D))
        Found = Space;
    if (!Found)
      return nullptr;
    Scope = Found;
    Path = Rest;
  }
  return Found;
}

bool declares(llvm::StringRef Space, llvm::StringRef Name,
              const ASTContext &Context) {
  const NamespaceDecl *Found = namespaceAt(Space, Context);
  return Found && !Found->lookup(&Context.Idents.get(Name)).empty();
}

llvm::StringRef constantSpace(const ASTContext &Context) {
  const NamespaceDecl *Torch = namespaceAt("torch", Context);
  const NamespaceDecl *At = namespaceAt("at", Context);
  if (Torch && At)
    for (const UsingDirectiveDecl *Using : Torch->using_directives())
      if (Using->getNominatedNamespace()->getCanonicalDecl() ==
          At->getCanonicalDecl())
        return "torch";
  return "at";
}

/// The line that \p Loc is in, from its first character on, and the offset of
/// \p Loc in it; nothing in a macro.
static std::optional<std::pair<llvm::StringRef, unsigned>>
lineOf(SourceLocation Loc, const SourceManager &Sources) {
  if (Loc.isInvalid() || Loc.isMacroID())
    return std::nullopt;
  auto [File, Offset] = Sources.getDecomposedLoc(Loc);
  bool Invalid = false;
  llvm::StringRef Buffer = Sources.getBufferData(File, &Invalid);
  if (Invalid)
    return std::nullopt;
  size_t Begin = Buffer.take_front(Offset).rfind('\n');
  Begin = Begin == llvm::StringRef::npos ? 0 : Begin + 1;
  return std::pair(Buffer.slice(Begin, Buffer.find('\n', Offset)),
                   static_cast<unsigned>(Offset - Begin));
}

std::optional<FixItHint> removeLines(const Stmt &S, const ASTContext &Context) {
  const auto First = lineOf(S.getBeginLoc(), Context.getSourceManager());
  const auto Last = lineOf(S.getEndLoc(), Context.getSourceManager());
  if (!First || !Last ||
      !First->first.take_front(First->second).trim().empty() ||
      Last->first.drop_front(Last->second).trim() != ";")
    return std::nullopt;
  // From the end of the line before to the end of the last: where a removal
  // ends at a space, clang removes that, too.
  const int Front = static_cast<int>(First->second) + 1;
  const int Back = static_cast<int>(Last->first.size() - Last->second);
  return FixItHint::CreateRemoval(
      CharSourceRange::getCharRange(S.getBeginLoc().getLocWithOffset(-Front),
                                    S.getEndLoc().getLocWithOffset(Back)));
}

std::optional<FixItHint> insertBefore(const Stmt &S,
                                      llvm::ArrayRef<std::string> Lines,
                                      const ASTContext &Context) {
  // A macro at its front may stand for all of the statement.
  const SourceLocation Begin =
      Context.getSourceManager().getExpansionLoc(S.getBeginLoc());
  const auto Line = lineOf(Begin, Context.getSourceManager());
  if (!Line || !Line->first.take_front(Line->second).trim().empty())
    return std::nullopt;
  std::string Text;
  for (const std::string &New : Lines)
    Text += New + (Line->first.ends_with("\r") ? "\r\n" : "\n") +
            Line->first.take_front(Line->second).str();
  return FixItHint::CreateInsertion(Begin, Text);
}

std::optional<FixItHint> insertAfter(const DeclStmt &S,
                                     llvm::ArrayRef<std::string> Lines,
                                     const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  const auto First = lineOf(S.getBeginLoc(), Sources);
  const auto Last = lineOf(S.getEndLoc(), Sources);
  if (!First || !Last ||
      !First->first.take_front(First->second).trim().empty() ||
      Last->first.drop_front(Last->second).trim() != ";")
    return std::nullopt;
  std::string Text;
  for (const std::string &New : Lines)
    Text += (Last->first.ends_with("\r") ? "\r\n" : "\n") +
            First->first.take_front(First->second).str() + New;
  return FixItHint::CreateInsertion(S.getEndLoc().getLocWithOffset(1), Text);
}

} // namespace torchsync
