// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>

namespace torch::optim {
class OptimizerParamGroup;
class Optimizer {
public:
  using LossClosure = std::function<at::Tensor()>;
  virtual ~Optimizer() = default;
  virtual at::Tensor step(LossClosure closure = nullptr) = 0;
  void zero_grad(bool set_to_none = true);
  const std::vector<at::Tensor> &parameters() const noexcept;
};
#define TORCH_MOCK_OPTIMIZER(Name, Default)                                    \
  struct Name##Options {                                                       \
    Name##Options(double lr Default);                                          \
    Name##Options &lr(double lr);                                              \
    Name##Options &weight_decay(double weight_decay);                          \
  };                                                                           \
  class Name : public Optimizer {                                              \
  public:                                                                      \
    explicit Name(std::vector<at::Tensor> params, Name##Options defaults);     \
    explicit Name(std::vector<at::Tensor> params);                             \
    at::Tensor step(LossClosure closure = nullptr) override;                   \
  };
TORCH_MOCK_OPTIMIZER(SGD, )
TORCH_MOCK_OPTIMIZER(Adam, = 1e-3)
TORCH_MOCK_OPTIMIZER(AdamW, = 1e-3)
TORCH_MOCK_OPTIMIZER(RMSprop, = 1e-2)
TORCH_MOCK_OPTIMIZER(Adagrad, = 1e-2)
#undef TORCH_MOCK_OPTIMIZER
struct LBFGSOptions {
  LBFGSOptions(double lr = 1);
};
class LBFGS : public Optimizer {
public:
  explicit LBFGS(std::vector<at::Tensor> params, LBFGSOptions defaults = {});
  at::Tensor step(LossClosure closure) override;
};
} // namespace torch::optim
