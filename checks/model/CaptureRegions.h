//===- CaptureRegions.h - Where a CUDA graph is being captured -----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which statements of a body run between the begin and the end of a
// CUDA graph's capture. Must not know which calls fail there, nor follow calls
// out of the region; that is HotRegions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_CAPTUREREGIONS_H
#define TORCHSYNC_CHECKS_MODEL_CAPTUREREGIONS_H

#include "FunctionGraph.h"
#include "LibTorch.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace torchsync {

/// The statements that one capture in a body covers.
struct CaptureRegion {
  clang::SourceLocation Begin;
  /// In the order of a walk along the control flow.
  std::vector<const clang::Stmt *> Statements;
};

class CaptureRegions {
public:
  explicit CaptureRegions(const LibTorchHeaders &Headers) : Headers(Headers) {}

  /// False for a translation unit that calls nothing that begins a capture, at
  /// the price of two lookups.
  static bool mayCapture(clang::ASTContext &Context);

  /// True if \p F's body begins or ends a capture, itself or through a function
  /// whose body shows.
  bool touchesCapture(const clang::FunctionDecl &F);

  /// The regions of a body: from a call that begins a capture to the calls that
  /// end the same one, or the scope of an object whose constructor begins one
  /// and whose destructor ends it. A capture in relaxed mode, in which nothing
  /// is forbidden, is none.
  std::vector<CaptureRegion> regionsIn(const FunctionGraph &Graph);

  /// True if \p F changes for a while what a capture forbids.
  bool changesMode(const clang::FunctionDecl &F);

  /// True if \p S runs beside the rest when a mere switch says so: a parameter,
  /// a member or a variable that somebody set. Who captures may have set it the
  /// other way.
  static bool isSwitched(const FunctionGraph &Graph, const clang::Stmt &S);

  /// True if the edge from \p From to its successor number \p Index is not
  /// taken while capturing, because its condition asks for that, or if it asks
  /// in a way that is not understood.
  static bool leavesCapture(const clang::CFGBlock &From, unsigned Index);

private:
  class Walk;

  /// What running a function or an expression does to a capture.
  enum class Effect { None, Begins, Ends, Both };
  /// What a function's body does, calls to visible bodies included.
  struct Summary {
    Effect What = Effect::None;
    bool ChangesMode = false;
  };

  const Summary &summaryOf(const clang::FunctionDecl &Definition);
  void summarise(const clang::Stmt &Body, Summary &Result);
  Effect effectOf(const clang::Expr &E);
  Effect effectOf(const clang::FunctionDecl &Callee);
  bool isGuard(const clang::CXXRecordDecl &Class);

  const LibTorchHeaders &Headers;
  llvm::DenseMap<const clang::FunctionDecl *, Summary> Summaries;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_CAPTUREREGIONS_H
