//===- HostUse.h - What the host does with a fetched value ---------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers what a value that was fetched from the device is for: only printed,
// only summed, put back into a tensor operation, a branch, a size. Flows
// through variables without order except for the loop that a value is carried
// out of. Must not know which calls wait or how a finding is worded.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_HOSTUSE_H
#define TORCHSYNC_CHECKS_MODEL_HOSTUSE_H

#include "FunctionGraph.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace torchsync {

/// In order of how easily the wait can go.
enum class HostUse {
  Unknown,
  Discarded,   ///< Nobody reads it.
  Redundant,   ///< The host has the value already.
  Logged,      ///< Only printed or recorded.
  Accumulated, ///< Only summed up, read after the loop.
  Operand,     ///< Goes straight back into a tensor operation.
  Branch,      ///< Decides control flow.
  Size,        ///< Decides a shape, a slice or an index.
  Returned,    ///< Leaves the function; the caller decides.
};

/// "logged", "accumulated", ...: the word used in messages, options and docs.
llvm::StringRef spelling(HostUse Use);

/// A finer shape of the use, which decides the advice.
enum class UsePattern {
  None,
  SelectBranch,   ///< if (x.item<bool>()) y = a; else y = b;
  MinMax,         ///< std::max(a.item(), b.item()), or a running extreme.
  UntilConverged, ///< The condition of a loop, or of leaving one.
  ExitOnNan,      ///< Guards an early exit or a throw.
  EagerDefault,   ///< optional.value_or(x.item())
};

struct UseFact {
  HostUse Use = HostUse::Unknown;
  UsePattern Pattern = UsePattern::None;
  /// The statement that consumes the value, for notes; may be null.
  const clang::Stmt *Consumer = nullptr;
};

/// The one of two uses of a value that keeps it on the host: Size, Branch,
/// Returned, Unknown, Operand, Accumulated, Logged, Discarded, in this order.
/// Unknown outweighs what says "only". Redundant outweighs all: the wait can go
/// whatever the use.
UseFact moreBinding(const UseFact &A, const UseFact &B);

/// One step of the call chain: \p Call in \p Caller led to this body.
struct UseCaller {
  const FunctionGraph *Caller;
  const clang::Expr *Call;
};

/// The uses of one translation unit's fetched values. Remembers the bodies that
/// it walked, so that asking for every fetch of a body costs one walk of it.
class HostUses {
public:
  HostUses();
  ~HostUses();

  /// Follows \p Fetch's value (a number, or a tensor in host memory) through
  /// \p Graph and, when it is returned, through \p Callers (innermost first).
  /// Of several uses the most binding one is the answer: Size, Branch,
  /// Returned, Unknown, Operand, Accumulated, Logged, Discarded. Unknown
  /// outweighs what says "only". Redundant outweighs all: the wait can go
  /// whatever the use.
  UseFact of(const clang::Expr &Fetch, const FunctionGraph &Graph,
             llvm::ArrayRef<UseCaller> Callers = {});

private:
  class Impl;
  std::unique_ptr<Impl> Self;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_HOSTUSE_H
