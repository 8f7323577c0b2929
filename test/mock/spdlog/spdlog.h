// Part of torchsync's mock of LibTorch: see README.md.
#pragma once

namespace spdlog {
template <typename... Args> inline void info(const char *fmt, Args &&...args);
template <typename... Args> inline void debug(const char *fmt, Args &&...args);
template <typename... Args> inline void warn(const char *fmt, Args &&...args);
template <typename T> inline void info(const T &msg);
} // namespace spdlog
