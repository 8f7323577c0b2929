//===- cuda_cmake_macros.h - Stands in for a generated LibTorch header ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibTorch's build generates this header only when it builds for CUDA, yet
// c10/cuda/CUDAMacros.h always includes it. With this one a LibTorch built for
// the CPU parses too. It is searched after LibTorch's own directories.
//
//===----------------------------------------------------------------------===//

#pragma once

#define C10_CUDA_BUILD_SHARED_LIBS
