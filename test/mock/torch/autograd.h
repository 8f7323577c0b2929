// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>
#include <unordered_map>

namespace torch::autograd {
using Variable = at::Tensor;
using variable_list = std::vector<Variable>;

struct AutogradContext {
  std::unordered_map<std::string, at::IValue> saved_data;
  void save_for_backward(variable_list to_save);
  variable_list get_saved_variables() const;
};

template <typename X, typename... Args>
using forward_t = decltype(X::forward(nullptr, std::declval<Args>()...));

template <class T> struct Function {
  template <typename X = T, typename... Args>
  static auto apply(Args &&...args)
      -> std::enable_if_t<std::is_same_v<X, T>, forward_t<X, Args...>> {
    AutogradContext ctx;
    return T::forward(&ctx, std::forward<Args>(args)...);
  }
};

variable_list grad(const variable_list &outputs, const variable_list &inputs,
                   const variable_list &grad_outputs = {},
                   std::optional<bool> retain_graph = std::nullopt,
                   bool create_graph = false, bool allow_unused = false);
} // namespace torch::autograd
