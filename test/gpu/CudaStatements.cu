//===- CudaStatements.cu - The manifest's statements that take nvcc -------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CudaStatements.inc is made by test/gpu/run.
//
//===----------------------------------------------------------------------===//

#include "CudaIncludes.h"
#include "Oracle.h"

extern const Statement CudaTable[];
#define Table CudaTable
#include "CudaStatements.inc"
