// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
// Which LibTorch the mock stands for; 2.11 unless the compile line says so.
#ifndef TORCH_VERSION_MAJOR
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 11
#endif
#define TORCH_VERSION_PATCH 0
