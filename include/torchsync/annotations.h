//===- torchsync/annotations.h - Marks hot code and wanted waits ----------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three macros that tell torchsync's clang-tidy checks which code runs again
// and again, and which of its waits are wanted. For every compiler from C++17
// on they make no code and no warning; only Clang sees anything at all.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_ANNOTATIONS_H
#define TORCHSYNC_ANNOTATIONS_H

// Clang keeps gsl::suppress in its syntax tree on functions and statements of
// every kind, and acts on none of its arguments. clang::annotate would say it
// better, but on a statement it is an error in Clang 19 and older. nvcc may run
// Clang as its host compiler, yet parses the code with a front end of its own.
#if defined(__clang__) && !defined(__NVCC__)
#define TORCHSYNC_DETAIL_MARK(mark) [[gsl::suppress(mark)]]
#define TORCHSYNC_DETAIL_ALLOW(reason)                                         \
  [[gsl::suppress("torchsync::allow", reason)]]
#else
#define TORCHSYNC_DETAIL_MARK(mark)
#define TORCHSYNC_DETAIL_ALLOW(reason) static_assert(true, reason)
#endif

/// \def TORCHSYNC_HOT
/// Marks code that runs often: in it the host must not wait for the device.
///
/// Before a loop: what the loop does on every iteration is hot.
/// \code
///   TORCHSYNC_HOT for (auto &Batch : *Loader) { ... }
/// \endcode
/// Before a block: all of it is hot.
/// \code
///   TORCHSYNC_HOT { ... }
/// \endcode
/// Before a function's declaration or definition, after `template <...>`: its
/// body is hot. Where a function is declared first, either may be marked.
/// \code
///   TORCHSYNC_HOT static torch::Tensor step(const torch::Tensor &State);
///   template <class Policy> TORCHSYNC_HOT void rollout(Policy &P) { ... }
/// \endcode
/// As a statement: the block around it is hot, which is how to mark the body
/// of a lambda.
/// \code
///   auto Step = [&](torch::Tensor State) { TORCHSYNC_HOT; ... };
/// \endcode
#define TORCHSYNC_HOT TORCHSYNC_DETAIL_MARK("torchsync::hot")

/// \def TORCHSYNC_COLD
/// Takes code out of the hot code around it: a branch or a function that runs
/// rarely, though nothing in its condition shows it. It may stand wherever
/// TORCHSYNC_HOT may.
/// \code
///   if (Rejected) TORCHSYNC_COLD { ... }
///   TORCHSYNC_COLD void saveCheckpoint(const Model &M);
/// \endcode
#define TORCHSYNC_COLD TORCHSYNC_DETAIL_MARK("torchsync::cold")

/// \def TORCHSYNC_ALLOW_SYNC(reason)
/// A statement: from here to the end of the block around it waits are wanted.
/// The reason is a string literal that is not empty; it is for the reader.
/// \code
///   TORCHSYNC_ALLOW_SYNC("the environment runs on the host");
///   auto Action = Logits.argmax().item<int64_t>();
/// \endcode
#define TORCHSYNC_ALLOW_SYNC(reason) TORCHSYNC_DETAIL_ALLOW(reason)

#endif // TORCHSYNC_ANNOTATIONS_H
