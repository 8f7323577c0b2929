// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/Functions.h>

namespace at::indexing {
enum class TensorIndexType { None, Ellipsis, SymInt, Boolean, Slice, Tensor };
constexpr std::nullopt_t None = std::nullopt;
struct EllipsisIndexType final {
  EllipsisIndexType() = default;
};
extern const EllipsisIndexType Ellipsis;

struct Slice final {
#if TORCH_VERSION_MAJOR < 2
  Slice(std::optional<int64_t> start_index = std::nullopt,
        std::optional<int64_t> stop_index = std::nullopt,
        std::optional<int64_t> step_index = std::nullopt);
#else
  Slice(std::optional<c10::SymInt> start_index = std::nullopt,
        std::optional<c10::SymInt> stop_index = std::nullopt,
        std::optional<c10::SymInt> step_index = std::nullopt);
#endif
};

struct TensorIndex final {
  TensorIndex(std::nullopt_t);
  TensorIndex(at::indexing::EllipsisIndexType);
  TensorIndex(const char *str);
#if TORCH_VERSION_MAJOR >= 2
  TensorIndex(SymInt integer);
#endif
  TensorIndex(int64_t integer);
  TensorIndex(int integer);
  template <class T, class = std::enable_if_t<std::is_same_v<bool, T>>>
  TensorIndex(T boolean);
  TensorIndex(Slice slice);
  TensorIndex(Tensor tensor);
  TensorIndex(const TensorIndex &);

private:
  Tensor tensor_;
};
} // namespace at::indexing
