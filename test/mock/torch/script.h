// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <torch/torch.h>

namespace torch {
using c10::IValue;
}
namespace torch::jit {
using c10::IValue;
using Kwargs = std::unordered_map<std::string, c10::IValue>;

struct Method {
  c10::IValue operator()(std::vector<c10::IValue> stack,
                         const Kwargs &kwargs = Kwargs()) const;
};
struct Object {
  c10::IValue attr(const std::string &name) const;
  Method get_method(const std::string &name) const;
  template <typename... Types>
  c10::IValue run_method(const std::string &method_name, Types &&...args) {
    return get_method(method_name)({IValue(std::forward<Types>(args))...});
  }
};
struct Module : public Object {
  Module() = default;
  IValue forward(std::vector<IValue> inputs, const Kwargs &kwargs = Kwargs()) {
    return get_method("forward")(std::move(inputs), kwargs);
  }
  IValue operator()(std::vector<IValue> inputs);
  void eval();
  void train(bool on = true);
  void to(at::Device device, at::ScalarType dtype, bool non_blocking = false);
  void to(at::ScalarType dtype, bool non_blocking = false);
  void to(at::Device device, bool non_blocking = false);
};
namespace script {
using Module = ::torch::jit::Module;
}
Module load(const std::string &filename,
            std::optional<c10::Device> device = std::nullopt,
            bool load_debug_files = true);
} // namespace torch::jit
