//===- HotRegions.h - Which statements run on every iteration -------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which calls run on every iteration of a hot loop (each time a hot
// block or function runs, or in a capture), following calls to visible bodies.
// Must not know what a tensor is or which calls wait.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_HOTREGIONS_H
#define TORCHSYNC_CHECKS_MODEL_HOTREGIONS_H

#include "Annotations.h"
#include "FunctionGraph.h"
#include "LibTorch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace torchsync {

enum class RegionKind {
  Loop,
  Block,
  Function,
  Capture, ///< Of a CUDA graph, from its begin to its end.
};

/// One call on the way from the annotated place down: \p Callee is called at
/// \p Call.
struct CallStep {
  const clang::Expr *Call;
  const clang::FunctionDecl *Callee;
};

/// Why a statement is hot.
struct HotReason {
  RegionKind Kind = RegionKind::Loop;
  /// The annotation, the loop or function that an option made hot, or the call
  /// that begins the capture.
  clang::SourceLocation Loc;
  /// Annotated in the source, not by an option.
  bool Marked = true;
  /// The loop or block; null for a function or a capture.
  const clang::Stmt *Region = nullptr;
  /// Empty when the statement is lexically in the region.
  llvm::SmallVector<CallStep, 2> Chain;
};

/// A call expression or construction that runs on every iteration.
struct HotCall {
  const clang::Expr *Call;
  const HotReason *Reason;
};

/// A function body some of whose statements are hot.
class HotBody {
public:
  explicit HotBody(std::unique_ptr<FunctionGraph> Graph)
      : Graph(std::move(Graph)) {}

  const FunctionGraph &graph() const { return *Graph; }
  /// In source order.
  llvm::ArrayRef<HotCall> calls() const { return Calls; }
  /// Null for a statement that does not run on every iteration.
  const HotReason *reasonOf(const clang::Stmt *S) const {
    return Reasons.lookup(S);
  }

  /// A hot call to this body. Caller is null for nobody.
  struct Caller {
    const HotBody *Body;
    const clang::Expr *Call;
  };
  llvm::ArrayRef<Caller> callers() const { return Callers; }
  /// True if something in the body, or the body itself, is hot whoever calls.
  bool isRoot() const { return Root; }

private:
  friend class RegionBuilder;
  std::unique_ptr<FunctionGraph> Graph;
  std::vector<HotCall> Calls;
  llvm::DenseMap<const clang::Stmt *, const HotReason *> Reasons;
  std::vector<Caller> Callers;
  bool Root = false;
  bool WholeBodyDone = false;
};

/// An annotation that cannot do what its author meant.
struct AnnotationProblem {
  enum Kind { EmptyReason, MarksNothing } What;
  clang::SourceLocation Loc;
};

struct RegionOptions {
  /// Globs on qualified names of functions that are hot without annotation.
  std::vector<std::string> HotFunctions;
  /// Every outermost loop counts as hot, and annotations still hold.
  bool AllLoops = false;
  /// The regions are the captures of CUDA graphs, and nothing else: neither
  /// marks nor options say what runs in them.
  bool Captures = false;
  /// How many calls deep visible bodies are followed.
  unsigned CallDepth = 8;
  bool operator==(const RegionOptions &O) const {
    return HotFunctions == O.HotFunctions && AllLoops == O.AllLoops &&
           Captures == O.Captures && CallDepth == O.CallDepth;
  }
};

/// The hot bodies of a translation unit.
class HotRegions {
public:
  HotRegions(clang::ASTContext &Context, const LibTorchHeaders &Headers,
             const RegionOptions &Options);
  ~HotRegions();

  /// Callers before callees where there is no recursion.
  llvm::ArrayRef<const HotBody *> bodies() const { return Order; }
  llvm::ArrayRef<AnnotationProblem> problems() const { return Problems; }
  /// Every body of the user's code that is looked at, hot or not.
  llvm::ArrayRef<const clang::FunctionDecl *> definitions() const {
    return Definitions;
  }
  /// Null for a function nothing of which is hot.
  const HotBody *bodyOf(const clang::FunctionDecl &Definition) const {
    auto Found = Bodies.find(&Definition);
    return Found == Bodies.end() ? nullptr : Found->second.get();
  }

private:
  friend class RegionBuilder;
  std::deque<HotReason> Reasons; ///< Stable addresses.
  llvm::MapVector<const clang::FunctionDecl *, std::unique_ptr<HotBody>> Bodies;
  std::vector<const HotBody *> Order;
  std::vector<AnnotationProblem> Problems;
  std::vector<const clang::FunctionDecl *> Definitions;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_HOTREGIONS_H
