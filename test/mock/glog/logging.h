// Part of torchsync's mock of LibTorch: see README.md. What a program sees of
// glog: LOG(severity) gives a stream, CHECK(condition) dies with one.
#pragma once
#include <ostream>

namespace google {
class LogMessage {
public:
  LogMessage(const char *file, int line, int severity);
  ~LogMessage();
  std::ostream &stream();
};
class LogMessageFatal : public LogMessage {
public:
  LogMessageFatal(const char *file, int line);
  [[noreturn]] ~LogMessageFatal();
};
class LogMessageVoidify {
public:
  void operator&(std::ostream &) {}
};
} // namespace google
#define GLOG_INFO 0
#define GLOG_WARNING 1
#define GLOG_ERROR 2
#define LOG(severity)                                                          \
  ::google::LogMessage(__FILE__, __LINE__, GLOG_##severity).stream()
#define LOG_EVERY_N(severity, n)                                               \
  static int LogOccurrences = 0;                                               \
  if (++LogOccurrences > n)                                                    \
    LogOccurrences -= n;                                                       \
  if (LogOccurrences == 1)                                                     \
  ::google::LogMessage(__FILE__, __LINE__, GLOG_##severity).stream()
#define CHECK(condition)                                                       \
  __builtin_expect(!!(condition), 1)                                           \
      ? (void)0                                                                \
      : ::google::LogMessageVoidify() &                                        \
            ::google::LogMessageFatal(__FILE__, __LINE__).stream()
