//===- Statements.cpp - One piece of the manifest's statements ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled once for each SHARD. Statements.inc is made by test/gpu/run.
//
//===----------------------------------------------------------------------===//

#include "Includes.h"
#include "Oracle.h"

#define CONCAT_(A, B) A##B
#define CONCAT(A, B) CONCAT_(A, B)
#define Table CONCAT(Table, SHARD)
extern const Statement Table[];
#include "Statements.inc"
