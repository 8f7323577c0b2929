// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <cstdio>
#include <string>

namespace fmt {
template <typename... T> std::string format(const char *fmt, T &&...args);
template <typename... T> void print(const char *fmt, T &&...args);
} // namespace fmt
