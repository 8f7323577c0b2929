//===- Severity.h - What tells an editor that a finding can be put off ----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one sentence that the checks and torchsync-clangd agree upon: a note with
// this text makes the finding information instead of a warning in an editor.
// Must not know which findings these are.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_SEVERITY_H
#define TORCHSYNC_CHECKS_SEVERITY_H

namespace torchsync {

/// clangd shows a remark, the level that clang-tidy has for this, as a note of
/// whatever finding came before it.
inline constexpr char InformationNote[] =
    "information only: the option DeferrableSeverity says so";

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_SEVERITY_H
