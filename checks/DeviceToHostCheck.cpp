//===- DeviceToHostCheck.cpp - Tensors copied to the host -----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceToHostCheck.h"

#include "ItemCheck.h"
#include "Rewriting.h"
#include "model/CallRoles.h"
#include "model/Refetch.h"
#include "model/TensorTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace torchsync {

/// The `item` of `x.cpu().item<float>()`, if that is how the copy is used.
static const CXXMemberCallExpr *itemOnResult(const SyncPoint &Point) {
  const CXXMemberCallExpr *Outer =
      calledOnResult(*Point.Call, Point.Body->graph());
  const CXXMethodDecl *Callee = Outer ? Outer->getMethodDecl() : nullptr;
  return Callee && isNamed(Callee, "::at::Tensor::item") ? Outer : nullptr;
}

/// True if the transfer changes nothing but the device: cpu(), to(kCPU).
static bool onlyMoves(const SyncPoint &Point) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  if (Callee->getName() == "cpu")
    return true;
  if (Callee->getName() != "to" || writtenArguments(*Call) != 1)
    return false;
  // Options and other tensors may carry a dtype.
  const Expr *Target = ignoreWrappers(Call->getArg(0));
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(Target)) {
    if (Construct->getNumArgs() == 0)
      return false;
    Target = ignoreWrappers(Construct->getArg(0));
  }
  TypeKind Kind = classify(Target->getType());
  return Kind == TypeKind::Device || Kind == TypeKind::DeviceType ||
         isa<StringLiteral>(Target);
}

/// True if the device that \p Transfer, a cpu() or a to() with one argument,
/// names is a constant or a variable, so that nothing is lost without it.
static bool namesHostPlainly(const CXXMemberCallExpr &Transfer) {
  return llvm::all_of(Transfer.arguments(), [](const Expr *Argument) {
    return onlyReads(*Argument) && !anyPart(Argument, [](const Stmt &Part) {
             const auto *Text = dyn_cast<StringLiteral>(&Part);
             return isa<CallExpr, IntegerLiteral>(Part) ||
                    (Text && Text->getString() != "cpu");
           });
  });
}

/// The copy is asked for one element, through a variable or a view, or the same
/// tensor was copied before.
static std::string redundancy(const SyncPoint &Point) {
  const FunctionDecl *Other =
      calleeOf(dyn_cast_or_null<Expr>(Point.Use.Consumer));
  if (Other && isNamed(Other, "::at::Tensor::item"))
    return "the transfer is redundant: 'item' alone fetches the value";
  return "the transfer is redundant: reuse the copy that was made before";
}

std::string DeviceToHostCheck::clause(const SyncPoint &Point) const {
  if (itemOnResult(Point))
    return "the transfer is redundant: 'item' alone fetches the value";
  if (Point.Use.Use == HostUse::Redundant)
    return redundancy(Point);
  if (Point.Use.Use == HostUse::Discarded)
    return "the result is discarded: remove the call";
  return SyncCheck::clause(Point);
}

/// The `item` of `x.cpu()[i][j].item<float>()`, where the copy is only asked
/// for one element by integers, or null.
static const CXXMemberCallExpr *itemOfElement(const SyncPoint &Point) {
  const FunctionGraph &Graph = Point.Body->graph();
  const Expr *Element = Point.Call;
  while (true) {
    const Stmt *Parent = Graph.parentOf(Element);
    while (isa_and_nonnull<ImplicitCastExpr, MaterializeTemporaryExpr,
                           CXXBindTemporaryExpr>(Parent))
      Parent = Graph.parentOf(Parent);
    const auto *Subscript = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
    if (!Subscript || Subscript->getOperator() != OO_Subscript ||
        !isTensor(Subscript->getArg(0)->getType()) ||
        !Subscript->getArg(1)->getType()->isIntegerType() ||
        !onlyReads(*Subscript->getArg(1)))
      break;
    Element = Subscript;
  }
  const CXXMemberCallExpr *Outer =
      Element == Point.Call ? nullptr : calledOnResult(*Element, Graph);
  const CXXMethodDecl *Callee = Outer ? Outer->getMethodDecl() : nullptr;
  return Callee && isNamed(Callee, "::at::Tensor::item") ? Outer : nullptr;
}

std::optional<SafeFix>
DeviceToHostCheck::safeFix(const SyncPoint &Point) const {
  const CXXMemberCallExpr *Outer = itemOnResult(Point);
  const bool OfElement = !Outer;
  if (OfElement)
    Outer = itemOfElement(Point);
  if (!Outer || !onlyMoves(Point) ||
      isUnsafeToRewrite(*Outer, Point, context()))
    return std::nullopt;
  const auto &Call = *cast<CXXMemberCallExpr>(Point.Call);
  const auto *Item = cast<MemberExpr>(Outer->getCallee()->IgnoreParens());
  const auto *Transfer = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (!Transfer || Item->isArrow() || !isMemberOfTensor(*Transfer) ||
      !namesHostPlainly(Call))
    return std::nullopt;
  if (OfElement) {
    // `.cpu()` goes and leaves `x[i]`; `p->` would need another form.
    CharSourceRange Range = CharSourceRange::getTokenRange(
        Transfer->getOperatorLoc(), Call.getEndLoc());
    if (Transfer->isArrow() || Transfer->isImplicitAccess() ||
        isa<ParenExpr>(Call.getCallee()) || !plainText(Range, context()))
      return std::nullopt;
    return SafeFix{Rewrite::DropTransfer, FixItHint::CreateRemoval(Range)};
  }
  // Where the host has the value, nothing is fetched.
  if (std::optional<SafeFix> Reuse = reuseFix(*Outer, Point, context()))
    return Reuse;
  // From `cpu` up to `item` (or the `template` before it): what is left reads
  // `x.item<float>()`, or `p->item<float>()`.
  SourceLocation Begin = Transfer->getMemberLoc();
  SourceLocation End = Item->getTemplateKeywordLoc().isValid()
                           ? Item->getTemplateKeywordLoc()
                           : Item->getMemberLoc();
  CharSourceRange Range = CharSourceRange::getCharRange(Begin, End);
  // A parenthesis around the transfer stays.
  std::optional<llvm::StringRef> Text = plainText(Range, context());
  if (!Text || Text->count('(') != Text->count(')'))
    return std::nullopt;
  return SafeFix{Rewrite::DropTransfer, FixItHint::CreateRemoval(Range)};
}

//===----------------------------------------------------------------------===//
// The wait is placed where the copy is read
//===----------------------------------------------------------------------===//

namespace {
/// A copy to the host that has a name, and the code that reads it.
struct NamedCopy {
  const VarDecl *Host = nullptr;
  /// The statement with the copy, and the first after it in the same block that
  /// speaks of the copy.
  const Stmt *Made = nullptr;
  const Stmt *FirstRead = nullptr;
  /// Code may read the copy on a way that does not come past FirstRead.
  bool ReadElsewhere = false;
  /// Something that takes time lies between copy and read.
  bool Gains = false;
};
} // namespace

static unsigned mentions(const VarDecl &Var, const Stmt &Root) {
  unsigned Count = 0;
  anyPart(&Root, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    Count += Ref && Ref->getDecl() == &Var;
    return false;
  });
  return Count;
}

/// True for `auto h = y.cpu();`: one more wait is no work to do meanwhile.
static bool onlyFetches(const Stmt &S) {
  const auto *Declaration = dyn_cast<DeclStmt>(&S);
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(
      Var && Var->getInit() ? ignoreWrappers(Var->getInit()) : nullptr);
  return Call && Call->getMethodDecl() &&
         isOneOf(simpleName(*Call->getMethodDecl()), {"cpu", "to", "item"});
}

/// The local variable that \p Transfer initialises, or that is the whole
/// statement's object: `auto h = x.cpu();`, `h.copy_(x);`.
static NamedCopy namedCopy(const CXXMemberCallExpr &Transfer,
                           const FunctionGraph &Graph) {
  NamedCopy Copy;
  const Stmt *Made = declaredWith(Transfer, Graph);
  if (Made) {
    Copy.Host = cast<VarDecl>(cast<DeclStmt>(Made)->getSingleDecl());
  } else if (isWholeStatement(Transfer, Graph)) {
    Made = &Transfer;
    while (isa_and_nonnull<FullExpr>(Graph.parentOf(Made)))
      Made = Graph.parentOf(Made);
    Copy.Host = dyn_cast_or_null<VarDecl>(
        namedBy(Transfer.getImplicitObjectArgument()));
  }
  const auto *Block =
      dyn_cast_or_null<CompoundStmt>(Made ? Graph.parentOf(Made) : nullptr);
  if (!Block || !Copy.Host || !Copy.Host->hasLocalStorage() ||
      Copy.Host->getDeclContext() != &Graph.function())
    return {};
  Copy.Made = Made;
  unsigned Found = 0;
  bool Behind = false;
  for (const Stmt *S : Block->body()) {
    // Another way leads into the middle of the block.
    Copy.ReadElsewhere |= isa<LabelStmt, SwitchCase>(S);
    Behind |= S == Made;
    if (!Behind)
      continue;
    const unsigned Count = mentions(*Copy.Host, *S);
    Found += Count;
    if (S == Made || Copy.FirstRead)
      continue;
    if (Count)
      Copy.FirstRead = S;
    else if (!onlyFetches(*S))
      Copy.Gains |= anyPart(S, [](const Stmt &Part) {
        return isa<CallExpr>(Part) || isLoop(&Part);
      });
  }
  Copy.ReadElsewhere |= mentions(*Copy.Host, Graph.body()) != Found;
  return Copy;
}

/// The rewrite's other half: a wait before the first read, or nothing where
/// none can be written. An event is waited for without what is queued behind
/// the copy.
static llvm::SmallVector<FixItHint, 2>
waitFor(const NamedCopy &Copy, bool OnDevice, const ASTContext &Context) {
  // On a machine without a device these throw.
  std::string Guard = OnDevice ? "" : "if (torch::cuda::is_available()) ";
  if (!OnDevice && !declares("torch::cuda", "is_available", Context))
    return {};
  const auto *Declaration = dyn_cast<DeclStmt>(Copy.Made);
  std::string Event = Copy.Host->getNameAsString() + "Copied";
  for (llvm::StringRef Space : {"at::cuda", "c10::cuda"}) {
    // A name that the file uses nowhere hides nothing.
    if (!Declaration || !declares(Space, "CUDAEvent", Context) ||
        Context.Idents.find(Event) != Context.Idents.end())
      continue;
    std::optional<FixItHint> Record =
        insertAfter(*Declaration,
                    {(Space + "::CUDAEvent " + Event + ";").str(),
                     Guard + Event + ".record();"},
                    Context);
    // One that was never recorded is not waited for.
    std::optional<FixItHint> Wait =
        insertBefore(*Copy.FirstRead, {Event + ".synchronize();"}, Context);
    if (Record && Wait)
      return {*Record, *Wait};
  }
  std::string Wait;
  if (declares("c10::cuda", "getCurrentCUDAStream", Context))
    Wait = "c10::cuda::getCurrentCUDAStream().synchronize();";
  else if (declares("torch::cuda", "synchronize", Context))
    Wait = "torch::cuda::synchronize();";
  else
    return {};
  if (auto Hint = insertBefore(*Copy.FirstRead, {Guard + Wait}, Context))
    return {*Hint};
  return {};
}

/// True if the copy is kept for code that this body does not show: a member,
/// a container, the caller.
static bool isKept(const SyncPoint &Point) {
  const FunctionGraph &Graph = Point.Body->graph();
  const Stmt *User = Graph.parentOf(Point.Call);
  while (
      isa_and_nonnull<FullExpr, ImplicitCastExpr, MaterializeTemporaryExpr,
                      CXXBindTemporaryExpr, CXXConstructExpr, ParenExpr>(User))
    User = Graph.parentOf(User);
  if (isa_and_nonnull<ReturnStmt>(User))
    return true;
  const auto *Call = dyn_cast_or_null<CallExpr>(User);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  if (const auto *Assign = dyn_cast<CXXOperatorCallExpr>(Call)) {
    const auto *Local = dyn_cast_or_null<VarDecl>(namedBy(Assign->getArg(0)));
    return Assign->getOperator() == OO_Equal &&
           !(Local && Local->hasLocalStorage());
  }
  return isStandard(*Callee) && (simpleName(*Callee).starts_with("push") ||
                                 simpleName(*Callee).starts_with("emplace") ||
                                 simpleName(*Callee) == "insert");
}

std::optional<ReviewFix>
DeviceToHostCheck::waitLater(const SyncPoint &Point) const {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Point.Call);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  llvm::StringRef Name = Callee ? simpleName(*Callee) : llvm::StringRef();
  const bool Into = Name == "copy_";
  // Into pageable memory the copy waits all the same.
  if (!(Name == "cpu" || Name == "to" || Into) ||
      (Into && Point.SubjectFact.Pinned != Tri::Yes))
    return std::nullopt;
  NamedCopy Copy = namedCopy(*Call, Point.Body->graph());
  ReviewFix Review;
  Review.Text = "needs review: with non_blocking the copy does not wait, but "
                "the result must not be read before the stream is synchronized";
  if (!Copy.Host)
    return Into || isKept(Point) ? std::optional(Review) : std::nullopt;
  if (Copy.ReadElsewhere)
    return Review;
  // What is read at once cannot wait for later.
  if (!Copy.FirstRead || !Copy.Gains)
    return std::nullopt;
  if (isUnsafeToRewrite(*Call, Point, context()))
    return Review;
  Review.Fix = withNonBlocking(*Call, context());
  const TensorFact Source =
      Into ? Point.Facts->at(Call->getArg(0)) : Point.SubjectFact;
  Review.Others = waitFor(Copy, Source.Device == DeviceFact::Cuda, context());
  if (!Review.Fix || Review.Others.empty())
    Review.Fix.reset();
  else
    Review.Text = "needs review: with non_blocking the host waits only where "
                  "'" +
                  Copy.Host->getNameAsString() +
                  "' is read first; before that wait it holds no values";
  return Review;
}

//===----------------------------------------------------------------------===//
// The device computes what is fetched
//===----------------------------------------------------------------------===//

/// `x.cpu().max().item<float>()`: of a whole tensor one number is wanted.
std::optional<ReviewFix>
DeviceToHostCheck::reduceThere(const SyncPoint &Point) const {
  const FunctionGraph &Graph = Point.Body->graph();
  const CXXMemberCallExpr *Reduction = calledOnResult(*Point.Call, Graph);
  const CXXMethodDecl *Callee =
      Reduction ? Reduction->getMethodDecl() : nullptr;
  const CXXMemberCallExpr *Item =
      Callee ? calledOnResult(*Reduction, Graph) : nullptr;
  if (!Item || !Item->getMethodDecl() || !onlyMoves(Point) ||
      !isLibTorch(*Callee) || writtenArguments(*Reduction) != 0 ||
      !isNamed(Item->getMethodDecl(), "::at::Tensor::item"))
    return std::nullopt;
  llvm::StringRef Name = simpleName(*Callee);
  const bool Exact = isOneOf(Name, {"max", "min", "any", "all"});
  if (!Exact && !isOneOf(Name, {"sum", "mean", "norm", "std", "var", "prod"}))
    return std::nullopt;
  ReviewFix Review;
  Review.Text = ("needs review: without the transfer the device computes '" +
                 Name + "', and only its result is copied")
                    .str();
  if (!Exact) {
    Review.Text += "; the last bits may differ";
    return Review;
  }
  const auto *Transfer = dyn_cast<MemberExpr>(
      cast<CXXMemberCallExpr>(Point.Call)->getCallee()->IgnoreParens());
  if (!Transfer || Transfer->isArrow() ||
      isUnsafeToRewrite(*Item, Point, context()) ||
      !isSameType(Transfer->getBase()->IgnoreImpCasts()->getType(),
                  Point.Call->getType()))
    return Review;
  CharSourceRange Range = CharSourceRange::getTokenRange(
      Transfer->getOperatorLoc(), Point.Call->getEndLoc());
  if (plainText(Range, context()))
    Review.Fix = FixItHint::CreateRemoval(Range);
  return Review;
}

std::optional<ReviewFix>
DeviceToHostCheck::reviewFix(const SyncPoint &Point) const {
  // The warning says already that the copy is not needed.
  if (Point.Use.Use == HostUse::Redundant ||
      Point.Use.Use == HostUse::Discarded)
    return std::nullopt;
  if (calledOnResult(*Point.Call, Point.Body->graph()))
    return reduceThere(Point);
  return waitLater(Point);
}

} // namespace torchsync
