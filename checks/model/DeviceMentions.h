//===- DeviceMentions.h - Whether a file's own code speaks of devices -----===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers whether the user's code in a translation unit names any device but
// the CPU, or asks for one. Must not know what a tensor operation does or what
// is hot.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_DEVICEMENTIONS_H
#define TORCHSYNC_CHECKS_MODEL_DEVICEMENTIONS_H

#include "LibTorch.h"

namespace torchsync {

/// True for a program (main is here) in which no code outside of LibTorch's and
/// the system's headers can put a tensor on a device or minds where one is: it
/// works with LibTorch's default, the CPU. A file without main may be handed
/// tensors from anywhere.
bool isHostProgram(clang::ASTContext &Context, const LibTorchHeaders &Headers);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_DEVICEMENTIONS_H
