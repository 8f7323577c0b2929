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

/// True if some code outside of LibTorch's and the system's headers can put a
/// tensor on a device or minds where one is. Where it is false, the program's
/// part that we see works with LibTorch's default, the CPU.
bool mentionsDevices(clang::ASTContext &Context,
                     const LibTorchHeaders &Headers);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_DEVICEMENTIONS_H
