//===- cublas_v2.h - Stands in for a header of cuBLAS ---------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ATen/cuda/ names these types but calls nothing of cuBLAS, which is hundreds
// of megabytes. With this header it parses where no CUDA toolkit is installed;
// a toolkit's own is searched first.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS = 0 } cublasStatus_t;
