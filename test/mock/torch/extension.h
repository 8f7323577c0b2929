// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <torch/torch.h>
