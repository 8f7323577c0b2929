// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <initializer_list>
#include <iosfwd>
#include <string>

#define C10_LIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 1))
#define C10_UNLIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 0))
#define C10_UNLIKELY_OR_CONST(e) C10_UNLIKELY(e)

namespace c10 {
class Error {
public:
  Error(std::string msg, std::string backtrace, const void *caller = nullptr);
  const char *what() const noexcept;
};
class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
struct SourceLocation {
  const char *function;
  const char *file;
  unsigned line;
};
class Warning;
void warn(const SourceLocation &source_location, const std::string &msg);

namespace detail {
template <typename... Args> std::string str(const Args &...args);
inline const char *torchCheckMsgImpl(const char *msg) { return msg; }
template <typename... Args>
std::string torchCheckMsgImpl(const char *msg, const Args &...args);
[[noreturn]] void torchCheckFail(const char *func, const char *file,
                                 unsigned line, const std::string &msg);
[[noreturn]] void torchCheckFail(const char *func, const char *file,
                                 unsigned line, const char *msg);
[[noreturn]] void torchInternalAssertFail(const char *func, const char *file,
                                          unsigned line, const char *condMsg,
                                          const char *userMsg);
[[noreturn]] void torchInternalAssertFail(const char *func, const char *file,
                                          unsigned line, const char *condMsg,
                                          const std::string &userMsg);
} // namespace detail
template <typename... Args> std::string str(const Args &...args);
} // namespace c10

#define TORCH_CHECK_MSG(cond, type, ...)                                       \
  (::c10::detail::torchCheckMsgImpl(                                           \
      "Expected " #cond " to be true, but got false.", ##__VA_ARGS__))

#define TORCH_CHECK(cond, ...)                                                 \
  if (C10_UNLIKELY_OR_CONST(!(cond))) {                                        \
    ::c10::detail::torchCheckFail(__func__, __FILE__,                          \
                                  static_cast<unsigned>(__LINE__),             \
                                  TORCH_CHECK_MSG(cond, "", ##__VA_ARGS__));   \
  }

#define TORCH_CHECK_WITH_MSG(error_t, cond, type, ...)                         \
  if (C10_UNLIKELY_OR_CONST(!(cond))) {                                        \
    throw ::c10::error_t(TORCH_CHECK_MSG(cond, type, ##__VA_ARGS__), "");      \
  }
#define TORCH_CHECK_WITH(error_t, cond, ...)                                   \
  TORCH_CHECK_WITH_MSG(error_t, cond, "", ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...)                                           \
  TORCH_CHECK_WITH_MSG(IndexError, cond, "INDEX", ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...)                                           \
  TORCH_CHECK_WITH_MSG(ValueError, cond, "VALUE", ##__VA_ARGS__)

#define TORCH_INTERNAL_ASSERT(cond, ...)                                       \
  if (C10_UNLIKELY_OR_CONST(!(cond))) {                                        \
    ::c10::detail::torchInternalAssertFail(                                    \
        __func__, __FILE__, static_cast<unsigned>(__LINE__),                   \
        #cond " INTERNAL ASSERT FAILED",                                       \
        ::c10::detail::torchCheckMsgImpl("", ##__VA_ARGS__));                  \
  }
#define AT_ASSERT(cond, ...) TORCH_INTERNAL_ASSERT(cond, ##__VA_ARGS__)
#define AT_ERROR(...)                                                          \
  do {                                                                         \
    TORCH_CHECK(false, ##__VA_ARGS__);                                         \
  } while (false)

#define TORCH_WARN(...)                                                        \
  ::c10::warn({__func__, __FILE__, static_cast<unsigned>(__LINE__)},           \
              ::c10::str(__VA_ARGS__))
#define TORCH_WARN_ONCE(...)                                                   \
  [[maybe_unused]] static const auto torch_warn_once = [&] {                   \
    TORCH_WARN(__VA_ARGS__);                                                   \
    return true;                                                               \
  }()
