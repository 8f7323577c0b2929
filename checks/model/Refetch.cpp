//===- Refetch.cpp - Whether the host has a fetched value already --------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refetch.h"

#include "CallRoles.h"
#include "LibTorch.h"
#include "TensorTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace torchsync {

/// How far back a fetch is looked for.
static constexpr unsigned MaxElements = 1024;
/// How large an expression may be whose parts are compared.
static constexpr unsigned MaxNodes = 64;

//===----------------------------------------------------------------------===//
// What is fetched
//===----------------------------------------------------------------------===//

/// A blocking copy of the whole tensor to the host: cpu(), to(kCPU).
static bool copiesToHost(const CallExpr &Call, const FunctionDecl &Callee) {
  llvm::StringRef Name = simpleName(Callee);
  if (Name == "cpu")
    return Call.getNumArgs() == 0;
  if (Name != "to" || Call.getNumArgs() == 0)
    return false;
  for (unsigned I = 1; I < Call.getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Call.getArg(I)))
      return false;
  const Expr *Target = ignoreWrappers(Call.getArg(0));
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(Target)) {
    if (Construct->getNumArgs() == 0)
      return false;
    Target = ignoreWrappers(Construct->getArg(0));
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Target);
  return Ref && isNamed(Ref->getDecl(), "::c10::kCPU");
}

namespace {
enum class FetchKind { None, Value, Whole, Copy };
} // namespace

/// Value: item, which reads its object. Copy: cpu(). Whole: equal, allclose,
/// which are compared with their arguments.
static FetchKind kindOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || simpleName(*Callee).empty())
    return FetchKind::None;
  if (isFetch(*Callee)) {
    llvm::StringRef Name = simpleName(*Callee);
    return Name == "item" && objectOf(&Call) ? FetchKind::Value
                                             : FetchKind::Whole;
  }
  const Expr *Object = objectOf(&Call);
  return Object && isTensor(Object->getType()) && isLibTorch(*Callee) &&
                 copiesToHost(Call, *Callee)
             ? FetchKind::Copy
             : FetchKind::None;
}

static const Expr *fetched(const CallExpr &Call) {
  const Expr *Object =
      kindOf(Call) == FetchKind::Whole ? nullptr : objectOf(&Call);
  return Object ? ignoreWrappers(Object) : &Call;
}

static llvm::FoldingSetNodeID profileOf(const CallExpr &Call,
                                        const ASTContext &Context) {
  llvm::FoldingSetNodeID Id;
  fetched(Call)->Profile(Id, Context, /*Canonical=*/true);
  return Id;
}

/// \p Earlier leaves on the host what \p Later asks for.
static bool serves(FetchKind Earlier, FetchKind Later) {
  return Earlier == Later ||
         (Earlier == FetchKind::Copy && Later == FetchKind::Value);
}

/// An assert is gone from a release build, and what it fetched with it.
static bool inAssert(const CallExpr &Call, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  for (SourceLocation Loc = Call.getExprLoc(); Loc.isMacroID();
       Loc = Sources.getImmediateExpansionRange(Loc).getBegin())
    if (Lexer::getImmediateMacroName(Loc, Sources, Context.getLangOpts()) ==
        "assert")
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What is read by it
//===----------------------------------------------------------------------===//

/// Draws new numbers each time, or writes to its tensors.
static bool isImpure(const FunctionDecl &Callee) {
  if (CXXOperatorCallExpr::isAssignmentOp(Callee.getOverloadedOperator()))
    return true;
  llvm::StringRef Name = simpleName(Callee);
  return Name.contains("rand") || Name.contains("dropout") ||
         Name.contains("bernoulli") || Name == "multinomial" ||
         Name == "normal" || Name == "poisson" || Name.ends_with("_out") ||
         (Name.ends_with("_") && !Name.ends_with("__"));
}

/// An operator that writes, or that calls what it is given: a distribution
/// draws another number each time, a std::function may do anything.
static bool isImpure(OverloadedOperatorKind Operator) {
  switch (Operator) {
  case OO_PlusPlus:
  case OO_MinusMinus:
  case OO_Call:
  case OO_LessLess:
  case OO_GreaterGreater:
    return true;
  default:
    return CXXOperatorCallExpr::isAssignmentOp(Operator);
  }
}

static bool isPureCall(const FunctionDecl *Callee) {
  if (!Callee)
    return false;
  if (isLibTorch(*Callee))
    return !isImpure(*Callee);
  return isStandard(*Callee) &&
         ((Callee->isOverloadedOperator() &&
           !isImpure(Callee->getOverloadedOperator())) ||
          simpleName(*Callee) == "at" || simpleName(*Callee) == "get" ||
          simpleName(*Callee) == "value" || simpleName(*Callee) == "front" ||
          simpleName(*Callee) == "back");
}

namespace {
/// The variables and fields that an expression reads.
struct Reads {
  llvm::SmallPtrSet<const ValueDecl *, 4> Of;
  /// Something that any other function may write: a member, a global.
  bool Shared = false;
};
} // namespace

static const ValueDecl *canonical(const ValueDecl *D) {
  return cast<ValueDecl>(D->getCanonicalDecl());
}

static void addRead(Reads &R, const ValueDecl &D) {
  if (const auto *Var = dyn_cast<VarDecl>(&D)) {
    R.Of.insert(canonical(Var));
    R.Shared |= !Var->hasLocalStorage();
  } else if (isa<BindingDecl, FieldDecl>(D)) {
    R.Of.insert(canonical(&D));
    R.Shared |= isa<FieldDecl>(D);
  }
}

/// What \p Root reads; nothing when it does more than read, or is too large.
static std::optional<Reads> readsOf(const Expr &Root) {
  Reads Result;
  llvm::SmallVector<const Stmt *, 16> Pending = {&Root};
  for (unsigned Count = 0; !Pending.empty(); ++Count) {
    const Stmt *S = Pending.pop_back_val();
    if (Count == MaxNodes)
      return std::nullopt;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      addRead(Result, *Ref->getDecl());
    } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
      if (isa<FieldDecl, VarDecl>(Member->getMemberDecl()))
        addRead(Result, *Member->getMemberDecl());
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      if (!isPureCall(Call->getDirectCallee()))
        return std::nullopt;
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isAssignmentOp())
        return std::nullopt;
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      if (Unary->isIncrementDecrementOp())
        return std::nullopt;
    } else if (!isa<CastExpr, CXXConstructExpr, InitListExpr, CXXThisExpr,
                    CXXDefaultArgExpr, CXXStdInitializerListExpr, ParenExpr,
                    FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                    IntegerLiteral, FloatingLiteral, StringLiteral,
                    CXXBoolLiteralExpr, ArraySubscriptExpr,
                    CXXNullPtrLiteralExpr>(S)) {
      return std::nullopt;
    }
    for (const Stmt *Child : S->children())
      if (Child)
        Pending.push_back(Child);
  }
  return Result;
}

bool onlyReads(const Expr &E) { return readsOf(E).has_value(); }

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

/// The variables and fields that \p Root mentions, up to a bound. What only
/// gives a number (`x.item()`, `x.size(0)`) hands no memory on.
static void mentioned(const Stmt &Root,
                      llvm::SmallPtrSetImpl<const ValueDecl *> &Out) {
  llvm::SmallVector<const Stmt *, 16> Pending = {&Root};
  for (unsigned Count = 0; !Pending.empty() && Count < MaxNodes; ++Count) {
    const Stmt *S = Pending.pop_back_val();
    const ValueDecl *D = nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(S))
      D = Member->getMemberDecl();
    if (D && isa<VarDecl, FieldDecl, BindingDecl>(D))
      Out.insert(canonical(D));
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (Call->getType()->isArithmeticType())
        continue;
    for (const Stmt *Child : S->children())
      if (Child)
        Pending.push_back(Child);
  }
}

namespace {
/// Judges whether an element of the CFG may change what a fetch reads.
class Writes {
public:
  Writes(const Reads &Read, const BodyIndex &Index);
  bool mayWrite(const Stmt &S) const;

private:
  void addAliases(const ValueDecl &D, const BodyIndex &Index);
  bool touches(const Expr *E) const;
  bool call(const Expr &Call, const FunctionDecl *Callee) const;
  bool libTorchCall(const Expr &Call, const FunctionDecl &Callee) const;

  const Reads &Read;
  /// Tensors that may share memory with what is read.
  llvm::SmallPtrSet<const ValueDecl *, 8> Aliases;
  /// All that is read is local and made by a call: no parameter of a model.
  bool Computed = true;
  bool Captured = false;
};
} // namespace

Writes::Writes(const Reads &Read, const BodyIndex &Index) : Read(Read) {
  for (const ValueDecl *D : Read.Of) {
    Aliases.insert(D);
    addAliases(*D, Index);
  }
}

/// The expression that statement \p S gives to a variable \p To, if it does.
static const Expr *givenTo(const Stmt &S, const ValueDecl *&To) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S)) {
    if (!Binary->isAssignmentOp())
      return nullptr;
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(Binary->getLHS()->IgnoreParenImpCasts()))
      To = Ref->getDecl();
    return Binary->getRHS();
  }
  const auto *Assign = dyn_cast<CXXOperatorCallExpr>(&S);
  if (!Assign || Assign->getOperator() != OO_Equal || Assign->getNumArgs() != 2)
    return nullptr;
  if (const auto *Ref =
          dyn_cast<DeclRefExpr>(ignoreWrappers(Assign->getArg(0))))
    To = Ref->getDecl();
  return Assign->getArg(1);
}

void Writes::addAliases(const ValueDecl &D, const BodyIndex &Index) {
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (!Var || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var) ||
      Var->getType()->isReferenceType())
    Computed = false;
  auto AddDefinition = [&](const Expr &Definition) {
    mentioned(Definition, Aliases);
    if (!isa<CallExpr>(ignoreWrappers(&Definition)))
      Computed = false;
  };
  if (Var && Var->getInit() && isTensor(Var->getType()))
    AddDefinition(*Var->getInit());
  unsigned Count = 0;
  for (const Expr *Mention : Index.mentions(&D)) {
    if (++Count > MaxNodes)
      break;
    if (&Index.functionOf(Mention) != &Index.function())
      Captured = true;
    const Stmt *S = Mention;
    for (unsigned Up = 0; S && Up < MaxNodes && !isa<CompoundStmt>(S); ++Up) {
      const ValueDecl *To = nullptr;
      if (const Expr *Given = givenTo(*S, To)) {
        if (To && canonical(To) == canonical(&D))
          AddDefinition(*Given);
        else if (To)
          Aliases.insert(canonical(To));
        break;
      }
      const Stmt *Parent = Index.parentOf(S);
      if (Parent && isa<DeclStmt>(Parent) && isa<Expr>(S))
        if (const VarDecl *Made = Index.initialised(cast<Expr>(S)))
          Aliases.insert(canonical(Made));
      S = Parent;
    }
  }
}

bool Writes::touches(const Expr *E) const {
  if (!E)
    return false;
  llvm::SmallPtrSet<const ValueDecl *, 8> Found;
  mentioned(*E, Found);
  return llvm::any_of(Found,
                      [&](const ValueDecl *D) { return Aliases.count(D); });
}

bool Writes::libTorchCall(const Expr &Call, const FunctionDecl &Callee) const {
  llvm::StringRef Name = simpleName(Callee);
  if (Name == "step" || Name == "load" || Name == "load_parameters")
    return !Computed;
  if (Name == "backward" || Name == "zero_grad")
    return !Computed;
  bool InPlace = isImpure(Callee) || Name == "set_data" || Name == "copy_" ||
                 Name == "data_ptr" || Name == "mutable_data_ptr" ||
                 Name.contains("accessor");
  switch (Callee.getOverloadedOperator()) {
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
    InPlace = true;
    break;
  default:
    break;
  }
  // A scripted module may do anything to what it is given.
  if (Name == "forward" || Callee.getOverloadedOperator() == OO_Call)
    InPlace = true;
  if (!InPlace)
    return false;
  if (touches(objectOf(&Call)))
    return true;
  return llvm::any_of(argumentsOf(&Call),
                      [&](const Expr *A) { return touches(A); });
}

bool Writes::call(const Expr &Call, const FunctionDecl *Callee) const {
  if (!Callee)
    return true;
  if (isLibTorch(*Callee))
    return libTorchCall(Call, *Callee);
  bool Foreign = isStandard(*Callee) || Callee->getBuiltinID() != 0;
  if (!Foreign && (Read.Shared || Captured))
    return true;
  auto Given = [&](const Expr *E, QualType To) {
    if (!touches(E))
      return false;
    // A library function writes through non-const references and pointers only;
    // user code may write a tensor's memory through any handle to it.
    if (!Foreign)
      return true;
    return (To->isReferenceType() || To->isPointerType()) &&
           !To->getPointeeType().isConstQualified();
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (const Expr *Object = objectOf(&Call))
    if (touches(Object) && (!Foreign || (Method && !Method->isConst() &&
                                         !Method->isOverloadedOperator())))
      return true;
  llvm::SmallVector<const Expr *, 4> Arguments = argumentsOf(&Call);
  for (unsigned I = 0; I < Arguments.size(); ++I)
    if (I < Callee->getNumParams()
            ? Given(Arguments[I], Callee->getParamDecl(I)->getType())
            : !Foreign && touches(Arguments[I]))
      return true;
  return false;
}

bool Writes::mayWrite(const Stmt &S) const {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
    return llvm::any_of(Declaration->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<ValueDecl>(D);
      return Var && Read.Of.count(canonical(Var));
    });
  auto Is = [&](const Expr *Target) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
      return Read.Of.count(canonical(Ref->getDecl())) != 0;
    if (const auto *Member = dyn_cast<MemberExpr>(Target))
      return Read.Of.count(canonical(Member->getMemberDecl())) != 0;
    return true;
  };
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
    return Binary->isAssignmentOp() && Is(Binary->getLHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
    return Unary->isIncrementDecrementOp() && Is(Unary->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    return call(*Call, Call->getDirectCallee());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    if (Constructor && Constructor->isMoveConstructor())
      return touches(Construct);
    return !Constructor ||
           (!isLibTorch(*Constructor) && call(*Construct, Constructor));
  }
  return isa<AsmStmt, RecoveryExpr>(S);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

Refetches::Refetches(const FunctionGraph &Graph, const BodyIndex &Index)
    : Graph(Graph), Index(Index) {
  const ASTContext &Context = Graph.function().getASTContext();
  // By hash; equal hashes of different expressions are told apart by profile.
  llvm::DenseMap<unsigned, llvm::SmallVector<
                               std::pair<llvm::FoldingSetNodeID, unsigned>, 1>>
      ByHash;
  for (const CFGBlock *Block : Graph.cfg())
    for (unsigned I = 0; I < Block->size(); ++I) {
      std::optional<CFGStmt> Element = (*Block)[I].getAs<CFGStmt>();
      const auto *Call =
          Element ? dyn_cast<CallExpr>(Element->getStmt()) : nullptr;
      if (!Call || kindOf(*Call) == FetchKind::None)
        continue;
      llvm::FoldingSetNodeID Profile = profileOf(*Call, Context);
      auto &Groups = ByHash[Profile.ComputeHash()];
      const auto *Same = llvm::find_if(
          Groups, [&](const auto &G) { return G.first == Profile; });
      unsigned Group = Same == Groups.end() ? GroupSizes.size() : Same->second;
      if (Same == Groups.end()) {
        Groups.push_back({Profile, Group});
        GroupSizes.push_back(0);
      }
      ++GroupSizes[Group];
      Places[Call] = {Block, I, Group};
    }
}

const CallExpr *Refetches::earlier(const Expr &Fetch) const {
  const auto *Call = dyn_cast<CallExpr>(&Fetch);
  auto At = Call ? Places.find(Call) : Places.end();
  if (At == Places.end() || GroupSizes[At->second.Group] < 2)
    return nullptr;
  std::optional<Reads> Read = readsOf(*fetched(*Call));
  if (!Read)
    return nullptr;
  const ASTContext &Context = Graph.function().getASTContext();
  FetchKind Kind = kindOf(*Call);
  Writes Written(*Read, Index);
  auto Serves = [&](const Stmt *S) {
    auto It = Places.find(S);
    if (It == Places.end() || It->second.Group != At->second.Group)
      return false;
    const auto &Other = *cast<CallExpr>(S);
    return S == Call ||
           (serves(kindOf(Other), Kind) && !inAssert(Other, Context));
  };

  const CallExpr *Found = nullptr;
  unsigned Budget = MaxElements;
  llvm::SmallPtrSet<const CFGBlock *, 16> Visited;
  llvm::SmallVector<Place, 8> Pending = {At->second};
  while (!Pending.empty()) {
    Place P = Pending.pop_back_val();
    bool Served = false;
    for (unsigned I = P.Position; I-- > 0 && !Served;) {
      std::optional<CFGStmt> Element = (*P.Block)[I].getAs<CFGStmt>();
      if (!Element)
        continue;
      if (Budget-- == 0)
        return nullptr;
      const Stmt *S = Element->getStmt();
      if (Serves(S)) {
        Served = true;
        if (S != Call)
          Found = cast<CallExpr>(S);
      } else if (Written.mayWrite(*S)) {
        return nullptr;
      }
    }
    if (Served)
      continue;
    if (P.Block == &Graph.cfg().getEntry() || P.Block->pred_empty())
      return nullptr;
    for (const CFGBlock *Before : P.Block->preds())
      if (Before && Visited.insert(Before).second)
        Pending.push_back({Before, Before->size(), 0});
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// The variable that has it
//===----------------------------------------------------------------------===//

/// What \p Item, a call of item(), fetches: also `x` where the whole of it is
/// copied first, x.cpu().item().
static const Expr *fetchedAfterCopies(const CallExpr &Item) {
  const Expr *Object = fetched(Item);
  while (true) {
    const auto *Call = dyn_cast<CallExpr>(Object);
    if (!Call || kindOf(*Call) != FetchKind::Copy)
      return Object;
    Object = fetched(*Call);
  }
}

/// A tensor that \p E names without computing anything: a variable, a member.
static bool namesTensor(const Expr *E) {
  E = ignoreWrappers(E);
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return false;
    E = ignoreWrappers(Member->getBase());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return isa<CXXThisExpr>(E) || (Ref && isa<VarDecl>(Ref->getDecl()));
}

/// True if \p E is a number, or a place of one that nothing else names: a local
/// variable whose address nobody takes.
static bool isOwnNumber(const Expr &E, const FunctionGraph &Graph) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParens());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && Var->getType()->isArithmeticType() &&
         isOnlyNamed(*Var, Graph);
}

/// A number, a text, or `std::endl`.
static bool isPrintable(const Expr *Argument) {
  Argument = Argument->IgnoreParenImpCasts();
  if (isa<StringLiteral>(Argument) ||
      Argument->getType().getNonReferenceType()->isArithmeticType())
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument);
  return Ref && isa<FunctionDecl>(Ref->getDecl()) &&
         isStandard(*Ref->getDecl());
}

/// An operation of LibTorch on tensors that only makes a result; a function of
/// the same name in a namespace within `torch` may be the program's own.
static bool onlyMakesResult(const FunctionDecl &Callee) {
  switch (Callee.getOverloadedOperator()) {
  case OO_None:
    if (!isOneOf(simpleName(Callee),
                 {"item", "is_nonzero", "size", "sizes", "dim", "numel",
                  "defined", "is_cuda", "device", "scalar_type", "dtype",
                  "detach", "sum", "mean", "abs", "sqrt", "cpu", "to"}))
      return false;
    break;
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
  case OO_Slash:
  case OO_Less:
  case OO_LessEqual:
  case OO_Greater:
  case OO_GreaterEqual:
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    break;
  default:
    return false;
  }
  std::string Name = Callee.getNameAsString();
  for (const char *Scope :
       {"::at::Tensor::", "::at::TensorBase::", "::at::", "::torch::"})
    if (isNamed(&Callee, Scope + Name))
      return true;
  return false;
}

/// A function of the standard library that makes a number from numbers, sqrt or
/// max: it writes through no reference and calls nothing.
static bool computesNumber(const FunctionDecl &Callee) {
  auto IsNumber = [](QualType Type) {
    return Type.getNonReferenceType()->isArithmeticType() &&
           (!Type->isReferenceType() ||
            (Type->isLValueReferenceType() &&
             Type->getPointeeType().isConstQualified()));
  };
  return isStandard(Callee) && !isa<CXXMethodDecl>(Callee) &&
         Callee.getNumParams() > 0 && IsNumber(Callee.getReturnType()) &&
         llvm::all_of(Callee.parameters(), [&](const ParmVarDecl *P) {
           return IsNumber(P->getType());
         });
}

/// True if \p Call, its arguments aside, can write no tensor's memory: it is an
/// operation of LibTorch that only makes a result, prints, or computes numbers.
static bool writesNoTensor(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return false;
  const bool Streams =
      Callee->getOverloadedOperator() == OO_LessLess && isStandard(*Callee);
  const bool ToFile = isNamed(Callee, "::fprintf");
  if (Streams || ToFile || isNamed(Callee, "::printf"))
    return llvm::all_of(llvm::drop_begin(Call.arguments(), Streams || ToFile),
                        isPrintable);
  return onlyMakesResult(*Callee) || computesNumber(*Callee);
}

/// True if evaluating \p S itself, its parts aside, can write no tensor.
static bool isHarmless(const Stmt &S, const FunctionGraph &Graph) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
    return !Binary->isAssignmentOp() || isOwnNumber(*Binary->getLHS(), Graph);
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
    return !Unary->isIncrementDecrementOp() ||
           isOwnNumber(*Unary->getSubExpr(), Graph);
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    return writesNoTensor(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    TypeKind Kind = classify(Construct->getType());
    return (Kind == TypeKind::Scalar || Kind == TypeKind::Tensor ||
            Kind == TypeKind::Device || Kind == TypeKind::TensorOptions) &&
           isLibTorch(*Construct->getConstructor()) &&
           !Construct->getConstructor()->isMoveConstructor();
  }
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
    return llvm::all_of(Declaration->decls(), [](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Var->hasLocalStorage() &&
             Var->getType()->isArithmeticType();
    });
  return isa<DeclRefExpr, MemberExpr, CXXThisExpr, IntegerLiteral,
             FloatingLiteral, CXXBoolLiteralExpr, StringLiteral,
             CharacterLiteral, CastExpr, ParenExpr, FullExpr,
             MaterializeTemporaryExpr, CXXBindTemporaryExpr, CXXDefaultArgExpr,
             ConditionalOperator>(S);
}

/// The variable that \p S declares with the value of a fetch like \p Item.
static const VarDecl *declaredWith(const Stmt &S, const CXXMemberCallExpr &Item,
                                   const FunctionGraph &Graph) {
  const auto *Declaration = dyn_cast<DeclStmt>(&S);
  if (!Declaration || !Declaration->isSingleDecl())
    return nullptr;
  const auto *Var = dyn_cast<VarDecl>(Declaration->getSingleDecl());
  const auto *Init =
      Var && Var->getInit()
          ? dyn_cast<CXXMemberCallExpr>(ignoreWrappers(Var->getInit()))
          : nullptr;
  if (!Init || Init->getMethodDecl() != Item.getMethodDecl() ||
      !isSameType(Var->getType(), Item.getType()))
    return nullptr;
  const ASTContext &Context = Graph.function().getASTContext();
  auto Profile = [&](const CallExpr &Call) {
    llvm::FoldingSetNodeID Id;
    fetchedAfterCopies(Call)->Profile(Id, Context, /*Canonical=*/true);
    return Id;
  };
  // A jump may lead back to before the declaration.
  return Profile(*Init) == Profile(Item) && keepsValue(*Var, Graph) &&
                 Graph.isWithin(&Item, Graph.parentOf(Declaration)) &&
                 Context.getSourceManager().isBeforeInTranslationUnit(
                     Var->getLocation(), Item.getExprLoc())
             ? Var
             : nullptr;
}

const VarDecl *keptValue(const CXXMemberCallExpr &Item,
                         const FunctionGraph &Graph) {
  if (kindOf(Item) != FetchKind::Value || !Item.getType()->isArithmeticType() ||
      !namesTensor(fetchedAfterCopies(Item)))
    return nullptr;
  const CFGBlock *Block = Graph.blockOf(&Item);
  unsigned Position = 0;
  while (Block && Position < Block->size()) {
    std::optional<CFGStmt> Element = (*Block)[Position].getAs<CFGStmt>();
    if (Element && Element->getStmt() == &Item)
      break;
    ++Position;
  }
  if (!Block || Position == Block->size())
    return nullptr;

  const VarDecl *Found = nullptr;
  unsigned Budget = MaxElements;
  llvm::SmallPtrSet<const CFGBlock *, 16> Visited;
  llvm::SmallVector<std::pair<const CFGBlock *, unsigned>, 8> Pending = {
      {Block, Position}};
  while (!Pending.empty()) {
    auto [In, End] = Pending.pop_back_val();
    const VarDecl *Here = nullptr;
    for (unsigned I = End; I-- > 0 && !Here;) {
      std::optional<CFGStmt> Element = (*In)[I].getAs<CFGStmt>();
      if (!Element || Budget-- == 0)
        return nullptr;
      Here = declaredWith(*Element->getStmt(), Item, Graph);
      if (!Here && !isHarmless(*Element->getStmt(), Graph))
        return nullptr;
    }
    if (Here) {
      if (Found && Found != Here)
        return nullptr;
      Found = Here;
      continue;
    }
    if (In->pred_empty())
      return nullptr;
    for (const CFGBlock *Before : In->preds())
      if (Before && Visited.insert(Before).second)
        Pending.push_back({Before, Before->size()});
  }
  return Found;
}

} // namespace torchsync
