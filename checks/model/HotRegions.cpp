//===- HotRegions.cpp - Which statements run on every iteration -----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HotRegions.h"
#include "CaptureRegions.h"
#include "RareBranches.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/GlobPattern.h"
#include <deque>

using namespace clang;

namespace torchsync {

static const Stmt *loopBody(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getBody();
  return cast<CXXForRangeStmt>(Loop)->getBody();
}

/// True if a macro made up the name of the function that \p F is or stands in:
/// test cases (TEST, TEST_CASE) and registrations (TORCH_LIBRARY). Their loops
/// repeat something for a test's sake or once for each thing registered.
static bool isNamedByMacro(const FunctionDecl &F) {
  const FunctionDecl *Outer = &F;
  for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (const auto *Around = dyn_cast<FunctionDecl>(C))
      Outer = Around;
  if (!Outer->getLocation().isMacroID() || !Outer->getIdentifier())
    return false;
  // A name that was given to the macro is spelled where the macro is used.
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  bool Invalid = false;
  const char *Text = Sources.getCharacterData(
      Sources.getFileLoc(Outer->getLocation()), &Invalid);
  return !Invalid && !llvm::StringRef(Text).starts_with(Outer->getName());
}

/// The call operator of a lambda, or all instantiations of a generic one.
static llvm::SmallVector<const FunctionDecl *, 1>
callOperators(const CXXRecordDecl &Lambda) {
  llvm::SmallVector<const FunctionDecl *, 1> Operators;
  if (FunctionTemplateDecl *Generic = Lambda.getDependentLambdaCallOperator()) {
    for (const FunctionDecl *F : Generic->specializations())
      Operators.push_back(F);
  } else if (const CXXMethodDecl *Operator = Lambda.getLambdaCallOperator()) {
    Operators.push_back(Operator);
  }
  return Operators;
}

/// Does the work of HotRegions: finds the roots, then spreads from them.
class RegionBuilder {
public:
  RegionBuilder(HotRegions &Result, const LibTorchHeaders &Headers,
                const RegionOptions &Options)
      : Result(Result), Headers(Headers), Options(Options), Captures(Headers) {
    for (const std::string &Glob : Options.HotFunctions)
      if (llvm::Expected<llvm::GlobPattern> Pattern =
              llvm::GlobPattern::create(Glob))
        HotFunctions.push_back(std::move(*Pattern));
      else
        llvm::consumeError(Pattern.takeError()); // Reported with the options.
  }

  void run(ASTContext &Context) {
    Sources = &Context.getSourceManager();
    if (Options.Captures && !CaptureRegions::mayCapture(Context))
      return;
    for (Decl *D : Context.getTraversalScope())
      visitDecl(D);
    if (Options.Captures)
      for (const FunctionDecl *F : Result.Definitions)
        addCaptures(*F);
    if (Options.AllLoops)
      dropHelpersOfTests();
    // Breadth first: the chain of calls that is reported is a shortest one.
    while (!Pending.empty()) {
      Work Next = Pending.front();
      Pending.pop_front();
      spread(*Next.Body, Next.Reason);
    }
    for (const auto &Entry : Result.Bodies)
      finish(*Entry.second);
  }

private:
  struct Work {
    HotBody *Body;
    const HotReason *Reason;
  };

  //===-- Finding the roots -----------------------------------------------===//

  void visitDecl(const Decl *D) {
    if (!D || D->isInvalidDecl())
      return;
    if (const auto *Unit = dyn_cast<TranslationUnitDecl>(D))
      return visitContext(Unit);
    if (Headers.isForeign(D->getLocation()) && !isa<LinkageSpecDecl>(D))
      return;
    if (isa<NamespaceDecl>(D) || isa<LinkageSpecDecl>(D) || isa<ExportDecl>(D))
      return visitContext(cast<DeclContext>(D));
    if (const auto *Record = dyn_cast<CXXRecordDecl>(D)) {
      if (Record->isThisDeclarationADefinition() &&
          !Record->isDependentContext())
        visitContext(Record);
    } else if (const auto *Class = dyn_cast<ClassTemplateDecl>(D)) {
      if (Class->isThisDeclarationADefinition())
        for (const ClassTemplateSpecializationDecl *S :
             Class->specializations())
          visitDecl(S);
    } else if (const auto *Function = dyn_cast<FunctionTemplateDecl>(D)) {
      for (const FunctionDecl *F : Function->specializations())
        visitFunction(*F);
    } else if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
      if (Function->doesThisDeclarationHaveABody())
        visitFunction(*Function);
    } else if (const auto *Friend = dyn_cast<FriendDecl>(D)) {
      visitDecl(Friend->getFriendDecl());
    } else if (const auto *Var = dyn_cast<VarDecl>(D)) {
      scan(Var->getInit(), nullptr, /*InLoop=*/false);
    } else if (const auto *Field = dyn_cast<FieldDecl>(D)) {
      if (Field->hasInClassInitializer())
        scan(Field->getInClassInitializer(), nullptr, /*InLoop=*/false);
    }
  }

  void visitContext(const DeclContext *Context) {
    for (const Decl *D : Context->decls())
      visitDecl(D);
  }

  void visitFunction(const FunctionDecl &F) {
    const FunctionDecl *Definition = nullptr;
    if (!F.hasBody(Definition) || Definition->isDependentContext() ||
        Headers.isForeign(Definition->getLocation()) ||
        !Visited.insert(Definition).second)
      return;
    Result.Definitions.push_back(Definition);
    Mark M = markIn(*Definition);
    if (M.Kind == MarkKind::Cold)
      ColdFunctions.insert(Definition);
    else if (M.Kind == MarkKind::Hot)
      addRoot(*Definition, RegionKind::Function, M.Loc, true, nullptr);
    else if (matchesHotFunctions(*Definition))
      addRoot(*Definition, RegionKind::Function, Definition->getLocation(),
              false, nullptr);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        scan(Init->getInit(), Definition, /*InLoop=*/false);
    scan(Definition->getBody(), Definition, /*InLoop=*/false);
  }

  /// A loop in a static function that only test cases use is one of theirs.
  void dropHelpersOfTests() {
    if (llvm::none_of(Result.Definitions,
                      [](const FunctionDecl *F) { return isNamedByMacro(*F); }))
      return;
    llvm::DenseSet<const FunctionDecl *> ByTests, ByOthers;
    for (const FunctionDecl *User : Result.Definitions) {
      auto &Used = isNamedByMacro(*User) ? ByTests : ByOthers;
      llvm::SmallVector<const Stmt *, 32> Todo{User->getBody()};
      while (!Todo.empty()) {
        const Stmt *S = Todo.pop_back_val();
        if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
          if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
            Used.insert(F->getCanonicalDecl());
        if (S)
          Todo.append(S->child_begin(), S->child_end());
      }
    }
    llvm::erase_if(Pending, [&](const Work &W) {
      const FunctionDecl *F = W.Body->graph().function().getCanonicalDecl();
      return !W.Reason->Marked && W.Reason->Kind == RegionKind::Loop &&
             !F->isExternallyVisible() && ByTests.contains(F) &&
             !ByOthers.contains(F);
    });
  }

  /// The mark of a statement or a function, where marks count.
  template <class T> Mark markIn(const T &Annotated) const {
    return Options.Captures ? Mark() : markOf(Annotated);
  }

  bool matchesHotFunctions(const FunctionDecl &F) const {
    if (HotFunctions.empty() || Options.Captures)
      return false;
    std::string Name = F.getQualifiedNameAsString();
    for (const llvm::GlobPattern &Glob : HotFunctions)
      if (Glob.match(Name))
        return true;
    return false;
  }

  /// Looks through \p S, part of \p F's body, for annotations, loops, lambdas
  /// and local classes. \p InLoop: a loop around \p S is a root already.
  void scan(const Stmt *S, const FunctionDecl *F, bool InLoop) {
    if (!S)
      return;
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
      Mark M = markIn(*Attributed);
      if (M.Kind == MarkKind::Hot)
        InLoop |= annotated(*Attributed, M, F);
      else if (M.Kind == MarkKind::Allow && M.Reason.trim().empty())
        problem(AnnotationProblem::EmptyReason, M.Loc);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      for (const Expr *Capture : Lambda->capture_inits())
        scan(Capture, F, InLoop);
      for (const FunctionDecl *Operator :
           callOperators(*Lambda->getLambdaClass()))
        visitFunction(*Operator);
      return;
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (isa<CXXRecordDecl>(D))
          visitDecl(D);
    } else if (isLoop(S) && Options.AllLoops && !Options.Captures && !InLoop &&
               F && !isNamedByMacro(*F)) {
      addRoot(*F, RegionKind::Loop, S->getBeginLoc(), false, S);
      InLoop = true;
    }
    for (const Stmt *Child : S->children())
      scanChild(S, Child, F, InLoop);
  }

  void scanChild(const Stmt *Parent, const Stmt *Child, const FunctionDecl *F,
                 bool InLoop) {
    // `TORCHSYNC_HOT;` and `TORCHSYNC_COLD;` speak of the block around them.
    if (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(Child))
      if (isa<NullStmt>(Attributed->getSubStmt())) {
        Mark M = markIn(*Attributed);
        if (M.Kind == MarkKind::Hot) {
          if (const auto *Block = dyn_cast<CompoundStmt>(Parent); Block && F)
            markBlock(*Block, M, *F);
          return;
        }
        if (M.Kind == MarkKind::Cold)
          return;
      }
    scan(Child, F, InLoop);
  }

  /// True if \p S became a loop that is a root.
  bool annotated(const AttributedStmt &S, const Mark &M,
                 const FunctionDecl *F) {
    const Stmt *Sub = S.getSubStmt();
    if (!F || !(isLoop(Sub) || isa<CompoundStmt>(Sub))) {
      problem(AnnotationProblem::MarksNothing, M.Loc);
      return false;
    }
    addRoot(*F, isLoop(Sub) ? RegionKind::Loop : RegionKind::Block, M.Loc, true,
            Sub);
    return isLoop(Sub);
  }

  void markBlock(const CompoundStmt &Block, const Mark &M,
                 const FunctionDecl &F) {
    if (F.getBody() == &Block) {
      addRoot(F, RegionKind::Function, M.Loc, true, nullptr);
      return;
    }
    // The body of a loop stands for the loop. Its loop is found when the body's
    // graph, which knows parents, is there.
    addRoot(F, RegionKind::Block, M.Loc, true, &Block);
  }

  void problem(AnnotationProblem::Kind What, SourceLocation Loc) {
    Loc = Sources->getExpansionLoc(Loc);
    for (const AnnotationProblem &P : Result.Problems)
      if (P.Loc == Loc)
        return; // Another instantiation of the same template.
    Result.Problems.push_back({What, Loc});
  }

  void addRoot(const FunctionDecl &F, RegionKind Kind, SourceLocation Loc,
               bool Marked, const Stmt *Region) {
    HotBody *Body = bodyOf(F);
    if (!Body)
      return;
    Body->Root = true;
    HotReason Reason;
    Reason.Kind = Kind;
    // Where the annotation stands, not what its macro expands to.
    Reason.Loc = Sources->getExpansionLoc(Loc);
    Reason.Marked = Marked;
    Reason.Region = Region;
    if (Kind == RegionKind::Block) {
      const Stmt *Parent = Body->graph().parentOf(Region);
      if (Parent && isLoop(Parent) && loopBody(Parent) == Region) {
        Reason.Kind = RegionKind::Loop;
        Reason.Region = Parent;
      }
    }
    Result.Reasons.push_back(std::move(Reason));
    Pending.push_back({Body, &Result.Reasons.back()});
  }

  /// Adds the captures in \p F's body, whose statements are claimed one by one:
  /// they begin and end in the middle of blocks.
  void addCaptures(const FunctionDecl &F) {
    if (!Captures.touchesCapture(F))
      return;
    HotBody *Body = bodyOf(F);
    if (!Body)
      return;
    for (const CaptureRegion &Region : Captures.regionsIn(Body->graph())) {
      Body->Root = true;
      HotReason Reason;
      Reason.Kind = RegionKind::Capture;
      Reason.Loc = Region.Begin;
      Reason.Marked = false;
      Result.Reasons.push_back(std::move(Reason));
      const HotReason *Kept = &Result.Reasons.back();
      for (const Stmt *S : Region.Statements)
        claim(*Body, S, Kept);
    }
  }

  HotBody *bodyOf(const FunctionDecl &F) {
    const FunctionDecl *Definition = nullptr;
    if (!F.hasBody(Definition) || Headers.isForeign(Definition->getLocation()))
      return nullptr;
    auto Found = Result.Bodies.find(Definition);
    if (Found != Result.Bodies.end())
      return Found->second.get();
    std::unique_ptr<FunctionGraph> Graph = FunctionGraph::build(*Definition);
    if (!Graph)
      return nullptr;
    std::unique_ptr<HotBody> &Slot = Result.Bodies[Definition];
    Slot = std::make_unique<HotBody>(std::move(Graph));
    Result.Order.push_back(Slot.get());
    collectExcluded(Slot->graph().body(), /*Cold=*/false, /*Allowed=*/false);
    return Slot.get();
  }

  //===-- What an annotation takes out ------------------------------------===//

  /// Notes the statements under TORCHSYNC_COLD, behind TORCHSYNC_ALLOW_SYNC and
  /// those that are never evaluated. Of HOT and COLD the inner one holds. What
  /// fails in a capture fails however it is marked.
  void collectExcluded(const Stmt &S, bool Cold, bool Allowed) {
    auto Apply = [&](const AttributedStmt &A) {
      MarkKind Kind = markIn(A).Kind;
      if (Kind == MarkKind::Hot || Kind == MarkKind::Cold)
        Cold = Kind == MarkKind::Cold;
    };
    if (const auto *Attributed = dyn_cast<AttributedStmt>(&S))
      if (!isa<NullStmt>(Attributed->getSubStmt()))
        Apply(*Attributed);
    if (isa<CompoundStmt>(S))
      for (const Stmt *Child : S.children())
        if (const auto *A = dyn_cast_or_null<AttributedStmt>(Child))
          if (isa<NullStmt>(A->getSubStmt()))
            Apply(*A);
    // The CFG has the operand of noexcept as if it ran.
    if (isa<CXXNoexceptExpr>(S))
      Cold = true;
    if (Cold || Allowed)
      Excluded.insert(&S);
    // A lambda's body belongs to its own function.
    if (isa<LambdaExpr>(S))
      return;
    for (const Stmt *Child : S.children()) {
      if (!Child)
        continue;
      if (const auto *A = dyn_cast<AttributedStmt>(Child))
        Allowed |= markIn(*A).Kind == MarkKind::Allow;
      collectExcluded(*Child, Cold, Allowed);
    }
  }

  //===-- Spreading -------------------------------------------------------===//

  /// A loop that handles a file each time goes over files, unless it trains and
  /// leaves a picture of how it goes.
  static bool exportsFiles(const FunctionGraph &Graph,
                           const llvm::BitVector &Blocks) {
    bool Handles = false;
    for (const CFGBlock *Block : Graph.cfg()) {
      if (!Blocks.test(Block->getBlockID()))
        continue;
      for (const CFGElement &Element : *Block) {
        std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
        if (S && isBackward(*S->getStmt()))
          return false;
        Handles |= S && handlesFile(*S->getStmt());
      }
    }
    return Handles;
  }

  static bool isBackward(const Stmt &S) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
    const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
    return Method && Method->getIdentifier() && Method->getName() == "backward";
  }

  /// True if the body reaches \p Loop only now and then: what a loop in a
  /// throttled branch does each time, the body does rarely.
  static bool isThrottled(const FunctionGraph &Graph, const Stmt &Loop) {
    RareBranches Rare(Graph, nullptr);
    llvm::BitVector Seen(Graph.cfg().getNumBlockIDs());
    llvm::SmallVector<const CFGBlock *, 16> Todo{&Graph.cfg().getEntry()};
    while (!Todo.empty()) {
      const CFGBlock *Block = Todo.pop_back_val();
      if (Seen.test(Block->getBlockID()))
        continue;
      Seen.set(Block->getBlockID());
      if (Block->getLoopTarget() == &Loop)
        return false;
      unsigned Index = 0;
      for (const CFGBlock *Next : Block->succs())
        if (!Rare.isRare(*Block, Index++) && Next)
          Todo.push_back(Next);
    }
    return true;
  }

  /// True if a loop within \p Loop does more than read tensors' elements.
  static bool hasInnerWork(const Stmt &Loop) {
    llvm::SmallVector<std::pair<const Stmt *, bool>, 32> Todo;
    auto Add = [&](const Stmt &S, bool Inner) {
      for (const Stmt *Child : S.children())
        if (Child)
          Todo.emplace_back(Child, Inner || isLoop(Child));
    };
    Add(Loop, false);
    while (!Todo.empty()) {
      auto [S, Inner] = Todo.pop_back_val();
      if (Inner && !onlyReadsElements(*S))
        return true;
      Add(*S, Inner);
    }
    return false;
  }

  /// False for a call that computes with tensors: all but x[i], x.item() and
  /// the like.
  static bool onlyReadsElements(const Stmt &S) {
    const auto *Call = dyn_cast<CallExpr>(&S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    // What did not compile computes nothing that is known.
    if (!Callee)
      return !Call || Call->containsErrors() || Call->isTypeDependent();
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    bool OfTensor =
        isTensor(Call->getType()) ||
        llvm::any_of(argumentsOf(Call),
                     [](const Expr *A) { return isTensor(A->getType()); }) ||
        (objectOf(Call) && isTensor(objectOf(Call)->getType()));
    if (!OfTensor)
      return true;
    return Method && (Method->getOverloadedOperator() == OO_Subscript ||
                      (Method->getIdentifier() &&
                       llvm::is_contained({"item", "select", "size"},
                                          Method->getName())));
  }

  /// True if \p S creates, copies or removes a file, or writes an image.
  static bool handlesFile(const Stmt &S) {
    const auto *Call = dyn_cast<CallExpr>(&S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Callee->getIdentifier() || isa<CXXMethodDecl>(Callee))
      return false;
    llvm::StringRef Name = Callee->getName();
    if (Name == "imwrite")
      return true;
    bool Changes = Name.starts_with("copy") || Name.starts_with("create_") ||
                   Name.starts_with("remove") || Name == "rename";
    for (const DeclContext *C = Callee->getDeclContext(); Changes && C;
         C = C->getParent())
      if (const auto *Space = dyn_cast<NamespaceDecl>(C))
        if (Space->getIdentifier() && Space->getName() == "filesystem")
          return true;
    return false;
  }

  void spread(HotBody &Body, const HotReason *Reason) {
    const FunctionDecl &F = Body.graph().function();
    if (ColdFunctions.count(&F) || markIn(F).Kind == MarkKind::Cold)
      return;
    bool Whole = Reason->Kind == RegionKind::Function || !Reason->Chain.empty();
    if (Whole) {
      if (Body.WholeBodyDone)
        return;
      Body.WholeBodyDone = true;
    }
    const Stmt *Region = Whole ? nullptr : Reason->Region;
    if (Region && !Reason->Marked && isThrottled(Body.graph(), *Region))
      return;
    llvm::BitVector Blocks = perIterationBlocks(Body.graph(), *Reason, Region);
    if (Region && !Reason->Marked && !hasInnerWork(*Region) &&
        exportsFiles(Body.graph(), Blocks)) {
      anyPart(Region, [&](const Stmt &S) {
        Exporting.insert(&S);
        return false;
      });
      return;
    }
    bool IsBlock = Region && Reason->Kind == RegionKind::Block;
    for (auto It = Body.graph().cfg().rbegin(), End = Body.graph().cfg().rend();
         It != End; ++It) {
      if (!Blocks.test((*It)->getBlockID()))
        continue;
      for (const CFGElement &Element : **It)
        if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
          if (!IsBlock || Body.graph().isWithin(S->getStmt(), Region))
            claim(Body, S->getStmt(), Reason);
    }
  }

  void claim(HotBody &Body, const Stmt *S, const HotReason *Reason) {
    // Roots come first, so that all exports are known when calls are followed.
    if (!Reason->Marked && Reason->Kind == RegionKind::Loop &&
        Exporting.count(S))
      return;
    if (Excluded.count(S) || !Body.Reasons.try_emplace(S, Reason).second)
      return;
    const auto *E = dyn_cast<Expr>(S);
    if (!E || !isa<CallExpr, CXXConstructExpr>(E))
      return;
    if (Reason->Kind == RegionKind::Capture && !Reason->Chain.empty() &&
        CaptureRegions::isSwitched(Body.graph(), *E))
      return;
    Body.Calls.push_back({E, Reason});
    follow(Body, *E, *Reason);
  }

  /// The blocks that run each time: for a loop those on a way round it that
  /// takes no rare edge, else those on such a way from entry to exit.
  static llvm::BitVector perIterationBlocks(const FunctionGraph &Graph,
                                            const HotReason &Reason,
                                            const Stmt *Region) {
    const CFG &Cfg = Graph.cfg();
    RareBranches Rare(Graph, Region);
    llvm::SmallVector<llvm::SmallVector<const CFGBlock *, 2>> Preds(
        Cfg.getNumBlockIDs());
    llvm::SmallVector<llvm::SmallVector<const CFGBlock *, 2>> Succs(
        Cfg.getNumBlockIDs());
    llvm::SmallVector<const CFGBlock *, 2> Latches;
    for (const CFGBlock *Block : Cfg) {
      unsigned Index = 0;
      for (const CFGBlock *Succ : Block->succs()) {
        const bool Leaves = Reason.Kind == RegionKind::Capture &&
                            CaptureRegions::leavesCapture(*Block, Index);
        if (Succ && !Leaves && !Rare.isRare(*Block, Index)) {
          Succs[Block->getBlockID()].push_back(Succ);
          Preds[Succ->getBlockID()].push_back(Block);
        }
        ++Index;
      }
      if (Region && Block->getLoopTarget() == Region)
        Latches.push_back(Block);
    }

    auto Reach = [&](llvm::ArrayRef<const CFGBlock *> Starts, auto &Edges,
                     const CFGBlock *Stop) {
      llvm::BitVector Seen(Cfg.getNumBlockIDs());
      llvm::SmallVector<const CFGBlock *, 16> Todo(Starts);
      for (const CFGBlock *Start : Starts)
        Seen.set(Start->getBlockID());
      while (!Todo.empty()) {
        const CFGBlock *Block = Todo.pop_back_val();
        if (Block == Stop)
          continue;
        for (const CFGBlock *Next : Edges[Block->getBlockID()])
          if (!Seen.test(Next->getBlockID())) {
            Seen.set(Next->getBlockID());
            Todo.push_back(Next);
          }
      }
      return Seen;
    };

    if (Region && Reason.Kind == RegionKind::Loop) {
      llvm::BitVector Loop(Cfg.getNumBlockIDs());
      for (const CFGBlock *Latch : Latches) {
        if (Latch->succ_empty() || !*Latch->succ_begin())
          continue;
        const CFGBlock *Header = *Latch->succ_begin();
        llvm::BitVector Back = Reach({Latch}, Preds, Header);
        if (!Back.test(Header->getBlockID()))
          continue;
        llvm::BitVector Forth = Reach({Header}, Succs, nullptr);
        Back &= Forth;
        Loop |= Back;
      }
      return Loop;
    }
    llvm::BitVector Blocks = Reach({&Cfg.getEntry()}, Succs, nullptr);
    // A hot block inside a loop that never ends runs each time, too.
    if (Blocks.test(Cfg.getExit().getBlockID()))
      Blocks &= Reach({&Cfg.getExit()}, Preds, nullptr);
    return Blocks;
  }

  //===-- Following calls -------------------------------------------------===//

  void follow(HotBody &From, const Expr &Call, const HotReason &Reason) {
    if (Reason.Chain.size() >= Options.CallDepth)
      return;
    llvm::SmallVector<const FunctionDecl *, 2> Callees;
    calleesOf(From, Call, Callees);
    for (const FunctionDecl *Callee : Callees) {
      // What touches the capture itself is no part of it as a whole.
      if (Options.Captures &&
          (Captures.touchesCapture(*Callee) || Captures.changesMode(*Callee)))
        continue;
      HotBody *To = bodyOf(*Callee);
      if (!To)
        continue;
      To->Callers.push_back({&From, &Call});
      if (To->WholeBodyDone)
        continue;
      HotReason Deeper = Reason;
      Deeper.Chain.push_back({&Call, &To->graph().function()});
      Result.Reasons.push_back(std::move(Deeper));
      Pending.push_back({To, &Result.Reasons.back()});
    }
  }

  void calleesOf(const HotBody &From, const Expr &Call,
                 llvm::SmallVectorImpl<const FunctionDecl *> &Callees) {
    const FunctionDecl *Callee = calleeOf(&Call);
    if (!Callee)
      return;
    if (!Headers.isForeign(Callee->getLocation())) {
      Callees.push_back(Callee);
      return;
    }
    throughLibTorch(*Callee, Callees);
    if (callsItsArguments(*Callee))
      for (const Expr *Argument : argumentsOf(&Call))
        lambdaIn(From.graph().function(), Argument, Callees);
    // std::function<void()> f = [...] { ... }; f();
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
      if (Operator->getOperator() == OO_Call && Operator->getNumArgs() > 0)
        lambdaIn(From.graph().function(), Operator->getArg(0), Callees);
  }

  /// Functions of LibTorch that do nothing but call the user's.
  void throughLibTorch(const FunctionDecl &Callee,
                       llvm::SmallVectorImpl<const FunctionDecl *> &Callees) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    const auto *Class =
        Method ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent())
               : nullptr;
    if (!Class || Class->getTemplateArgs().size() == 0 ||
        Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return;
    bool Applies = Method->getIdentifier() && Method->getName() == "apply" &&
                   isNamed(Class, "::torch::autograd::Function");
    // ModuleHolder declares it; a Linear-like holder derives from it.
    bool Forwards = Method->getOverloadedOperator() == OO_Call &&
                    isNamed(Class, "::torch::nn::ModuleHolder");
    if (!Applies && !Forwards)
      return;
    const CXXRecordDecl *User =
        Class->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
    if (!User || !User->hasDefinition())
      return;
    for (const CXXMethodDecl *M : User->getDefinition()->methods())
      if (M->getIdentifier() && M->getName() == "forward")
        Callees.push_back(M);
  }

  /// True if \p Callee, whose body we do not follow, calls the callables that
  /// it is given before it returns.
  static bool callsItsArguments(const FunctionDecl &Callee) {
    if (isa<CXXConstructorDecl>(Callee) || !Callee.getIdentifier())
      return false;
    llvm::StringRef Name = Callee.getName();
    if (isNamed(&Callee, "::at::parallel_for") ||
        isNamed(&Callee, "::at::parallel_reduce"))
      return true;
    // optimizer.step(closure) of LBFGS and the others.
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
      return Name == "step" &&
             Method->getParent()->getDeclContext()->isNamespace() &&
             cast<NamespaceDecl>(Method->getParent()->getDeclContext())
                     ->getName() == "optim";
    return Callee.isInStdNamespace() && Name != "async" && Name != "bind" &&
           Name != "make_unique" && Name != "make_shared" && Name != "move" &&
           Name != "forward" && Name != "make_pair" && Name != "make_tuple";
  }

  /// Adds the call operators of the lambda that \p E, an expression of \p From,
  /// is or was initialised with.
  void lambdaIn(const FunctionDecl &From, const Expr *E,
                llvm::SmallVectorImpl<const FunctionDecl *> &Callees) {
    for (unsigned Step = 0; E && Step != 8; ++Step) {
      E = ignoreWrappers(E);
      if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
        for (const FunctionDecl *F : callOperators(*Lambda->getLambdaClass()))
          Callees.push_back(F);
        return;
      }
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
        // A std::function that is assigned again may hold anything.
        const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        const CXXRecordDecl *Type =
            Var ? Var->getType().getNonReferenceType()->getAsCXXRecordDecl()
                : nullptr;
        if (const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Var))
          return lambdasFor(From, *Parameter, Callees);
        if (!Var || !Var->isLocalVarDecl() || !Var->getInit() ||
            (!(Type && Type->isLambda()) && isAssigned(From, *Var)))
          return;
        E = Var->getInit();
      } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
        // std::function's converting constructor.
        if (Construct->getNumArgs() == 0)
          return;
        E = Construct->getArg(0);
      } else if (const auto *Cast = dyn_cast<CastExpr>(E)) {
        E = Cast->getSubExpr();
      } else {
        return;
      }
    }
  }

  /// Adds the lambdas that \p F's callers give for its \p Parameter. Only for
  /// captures, where most code goes through such a helper.
  void lambdasFor(const FunctionDecl &F, const ParmVarDecl &Parameter,
                  llvm::SmallVectorImpl<const FunctionDecl *> &Callees) {
    if (!Options.Captures || isAssigned(F, Parameter))
      return;
    if (Calls.empty())
      for (const FunctionDecl *From : Result.Definitions)
        collectCalls(*From);
    const unsigned Index = Parameter.getFunctionScopeIndex();
    for (const auto &[From, Call] : Calls.lookup(F.getCanonicalDecl())) {
      auto Arguments = argumentsOf(Call);
      const Expr *Given = Index < Arguments.size() ? Arguments[Index] : nullptr;
      // Not on through the caller's own parameters.
      if (Given && !isParameter(*Given))
        lambdaIn(*From, Given, Callees);
    }
  }

  static bool isParameter(const Expr &E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(ignoreWrappers(&E));
    return Ref && isa<ParmVarDecl>(Ref->getDecl());
  }

  void collectCalls(const FunctionDecl &From) {
    llvm::SmallVector<const Stmt *, 32> Todo{From.getBody()};
    while (!Todo.empty()) {
      const Stmt *S = Todo.pop_back_val();
      if (!S || isa<LambdaExpr>(S)) // Its body is a definition of its own.
        continue;
      if (const auto *E = dyn_cast<Expr>(S);
          E && isa<CallExpr, CXXConstructExpr>(E))
        if (const FunctionDecl *Callee = calleeOf(E))
          Calls[Callee->getCanonicalDecl()].push_back({&From, E});
      Todo.append(S->child_begin(), S->child_end());
    }
  }

  static bool isAssigned(const FunctionDecl &From, const VarDecl &Var) {
    return anyPart(From.getBody(), [&](const Stmt &S) {
      const auto *Call = dyn_cast<CXXOperatorCallExpr>(&S);
      if (!Call || Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
        return false;
      const auto *Ref = dyn_cast<DeclRefExpr>(ignoreWrappers(Call->getArg(0)));
      return Ref && Ref->getDecl() == &Var;
    });
  }

  void finish(HotBody &Body) {
    llvm::sort(Body.Calls, [&](const HotCall &A, const HotCall &B) {
      return Sources->isBeforeInTranslationUnit(A.Call->getExprLoc(),
                                                B.Call->getExprLoc());
    });
  }

  HotRegions &Result;
  const LibTorchHeaders &Headers;
  const SourceManager *Sources = nullptr;
  const RegionOptions &Options;
  llvm::SmallVector<llvm::GlobPattern, 2> HotFunctions;
  std::deque<Work> Pending;
  llvm::DenseSet<const FunctionDecl *> Visited;
  llvm::DenseSet<const FunctionDecl *> ColdFunctions;
  llvm::DenseSet<const Stmt *> Excluded;
  /// What stands in unmarked loops over files.
  llvm::DenseSet<const Stmt *> Exporting;
  CaptureRegions Captures;
  /// Who calls a function, in which body; filled when first asked for.
  llvm::DenseMap<
      const FunctionDecl *,
      llvm::SmallVector<std::pair<const FunctionDecl *, const Expr *>, 2>>
      Calls;
};

HotRegions::HotRegions(ASTContext &Context, const LibTorchHeaders &Headers,
                       const RegionOptions &Options) {
  RegionBuilder(*this, Headers, Options).run(Context);
}

HotRegions::~HotRegions() = default;

} // namespace torchsync
