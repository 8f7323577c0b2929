// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorIndexing.h>
#include <ATen/core/ivalue.h>
