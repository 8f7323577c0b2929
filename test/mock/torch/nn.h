// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>

namespace torch {
namespace enumtype {
struct kNone {};
struct kMean {};
struct kSum {};
} // namespace enumtype
} // namespace torch

namespace torch::nn {
class Module;
template <typename Contained> class ModuleHolder {
protected:
  std::shared_ptr<Contained> impl_;

public:
  using ContainedType = Contained;
  ModuleHolder();
  ModuleHolder(std::nullptr_t) : impl_(nullptr) {}
  template <typename Head, typename... Tail,
            typename = std::enable_if_t<
                !(std::is_base_of_v<ModuleHolder, std::decay_t<Head>> ||
                  std::is_convertible_v<Head, std::shared_ptr<Contained>>)>>
  explicit ModuleHolder(Head &&head, Tail &&...tail)
      : impl_(new Contained(std::forward<Head>(head),
                            std::forward<Tail>(tail)...)) {}
  ModuleHolder(std::shared_ptr<Contained> module) : impl_(std::move(module)) {}
  explicit operator bool() const noexcept { return !is_empty(); }
  Contained *operator->() { return get(); }
  const Contained *operator->() const { return get(); }
  Contained &operator*() { return *get(); }
  const std::shared_ptr<Contained> &ptr() const { return impl_; }
  Contained *get() { return impl_.get(); }
  const Contained *get() const { return impl_.get(); }
  template <typename... Args> auto operator()(Args &&...args) {
    return impl_->forward(::std::forward<Args>(args)...);
  }
  bool is_empty() const noexcept { return impl_ == nullptr; }
};

#define TORCH_MODULE_IMPL(Name, ImplType)                                      \
  class Name : public torch::nn::ModuleHolder<ImplType> {                      \
  public:                                                                      \
    using torch::nn::ModuleHolder<ImplType>::ModuleHolder;                     \
    using Impl [[maybe_unused]] = ImplType;                                    \
  }
#define TORCH_MODULE(Name) TORCH_MODULE_IMPL(Name, Name##Impl)

class Module : public std::enable_shared_from_this<Module> {
public:
  explicit Module(std::string name);
  Module();
  virtual ~Module() = default;
  std::vector<Tensor> parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  virtual void train(bool on = true);
  void eval();
  virtual bool is_training() const noexcept;
  virtual void to(torch::Device device, Dtype dtype, bool non_blocking = false);
  virtual void to(Dtype dtype, bool non_blocking = false);
  virtual void to(torch::Device device, bool non_blocking = false);
  virtual void zero_grad(bool set_to_none = true);
  virtual void pretty_print(std::ostream &stream) const;
  Tensor &register_parameter(std::string name, Tensor tensor,
                             bool requires_grad = true);
  Tensor &register_buffer(std::string name, Tensor tensor);
  template <typename ModuleType>
  std::shared_ptr<ModuleType>
  register_module(std::string name, std::shared_ptr<ModuleType> module);
  template <typename ModuleType>
  std::shared_ptr<ModuleType>
  register_module(std::string name, ModuleHolder<ModuleType> module_holder);
};
std::ostream &operator<<(std::ostream &stream, const nn::Module &module);
template <typename ModuleType>
std::ostream &operator<<(std::ostream &stream,
                         const nn::ModuleHolder<ModuleType> &module) {
  return stream << *module;
}
template <typename Derived> class Cloneable : public Module {
public:
  using Module::Module;
  virtual void reset() = 0;
};

struct LinearOptions {
  LinearOptions(int64_t in_features, int64_t out_features);
  LinearOptions &bias(bool bias);
};
class LinearImpl : public Cloneable<LinearImpl> {
public:
  LinearImpl(int64_t in_features, int64_t out_features);
  explicit LinearImpl(const LinearOptions &options_);
  void reset() override;
  Tensor forward(const Tensor &input);
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(Linear);

struct DropoutOptions {
  DropoutOptions(double p = 0.5);
};
class DropoutImpl : public Cloneable<DropoutImpl> {
public:
  explicit DropoutImpl(const DropoutOptions &options_ = {});
  void reset() override;
  Tensor forward(Tensor input);
};
TORCH_MODULE(Dropout);

class FlattenImpl : public Cloneable<FlattenImpl> {
public:
  FlattenImpl();
  void reset() override;
  Tensor forward(const Tensor &input);
};
TORCH_MODULE(Flatten);

class SequentialImpl : public Cloneable<SequentialImpl> {
public:
  template <typename... Modules> explicit SequentialImpl(Modules &&...modules);
  void reset() override;
  template <typename ReturnType = Tensor, typename... InputTypes>
  ReturnType forward(InputTypes &&...inputs);
};
TORCH_MODULE(Sequential);

struct MultiheadAttentionOptions {
  MultiheadAttentionOptions(int64_t embed_dim, int64_t num_heads);
};
class MultiheadAttentionImpl : public Cloneable<MultiheadAttentionImpl> {
public:
  MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads);
  void reset() override;
  std::tuple<Tensor, Tensor>
  forward(const Tensor &query, const Tensor &key, const Tensor &value,
          const Tensor &key_padding_mask = {}, bool need_weights = true,
          const Tensor &attn_mask = {}, bool average_attn_weights = true);
};
TORCH_MODULE(MultiheadAttention);
} // namespace torch::nn

namespace torch::nn::functional {
// Every options class of LibTorch has one setter per option, which returns the
// object.
struct MSELossFuncOptions {
  MSELossFuncOptions();
  MSELossFuncOptions(enumtype::kMean reduction);
};
struct KLDivFuncOptions {};
struct SmoothL1LossFuncOptions {};
struct CosineEmbeddingLossFuncOptions {};
struct NLLLossFuncOptions {};
struct CrossEntropyFuncOptions {};
struct CTCLossFuncOptions {};
struct BinaryCrossEntropyFuncOptions {};
struct EmbeddingFuncOptions {
  EmbeddingFuncOptions &max_norm(double max_norm);
};
struct EmbeddingBagFuncOptions {
  EmbeddingBagFuncOptions &offsets(const Tensor &offsets);
};
struct InterpolateFuncOptions {
  InterpolateFuncOptions &scale_factor(const std::vector<double> &scale_factor);
  InterpolateFuncOptions &size(const std::vector<int64_t> &size);
};
struct Conv2dFuncOptions {
  Conv2dFuncOptions &stride(int64_t stride);
};
struct MaxPool2dFuncOptions {
  MaxPool2dFuncOptions(int64_t kernel_size);
};
struct NormalizeFuncOptions {
  NormalizeFuncOptions &dim(int64_t dim);
};
struct DropoutFuncOptions {
  DropoutFuncOptions &p(double p);
};
struct SoftmaxFuncOptions {
  SoftmaxFuncOptions(int64_t dim);
};

Tensor mse_loss(const Tensor &input, const Tensor &target,
                const MSELossFuncOptions &options = {});
Tensor kl_div(const Tensor &input, const Tensor &target,
              const KLDivFuncOptions &options = {});
Tensor smooth_l1_loss(const Tensor &input, const Tensor &target,
                      const SmoothL1LossFuncOptions &options = {});
Tensor
cosine_embedding_loss(const Tensor &input1, const Tensor &input2,
                      const Tensor &target,
                      const CosineEmbeddingLossFuncOptions &options = {});
Tensor nll_loss(const Tensor &input, const Tensor &target,
                const NLLLossFuncOptions &options = {});
Tensor cross_entropy(const Tensor &input, const Tensor &target,
                     const CrossEntropyFuncOptions &options = {});
Tensor binary_cross_entropy(const Tensor &input, const Tensor &target,
                            const BinaryCrossEntropyFuncOptions &options = {});
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets,
                const Tensor &input_lengths, const Tensor &target_lengths,
                const CTCLossFuncOptions &options = {});
Tensor one_hot(const Tensor &tensor, int64_t num_classes = -1);
Tensor embedding(const Tensor &input, const Tensor &weight,
                 const EmbeddingFuncOptions &options = {});
Tensor embedding_bag(const Tensor &input, const Tensor &weight,
                     const EmbeddingBagFuncOptions &options = {});
Tensor interpolate(const Tensor &input,
                   const InterpolateFuncOptions &options = {});
Tensor conv2d(const Tensor &input, const Tensor &weight,
              const Conv2dFuncOptions &options = {});
Tensor max_pool2d(const Tensor &input, const MaxPool2dFuncOptions &options);
Tensor normalize(Tensor input, NormalizeFuncOptions options = {});
Tensor dropout(Tensor input, const DropoutFuncOptions &options = {});
Tensor softmax(const Tensor &input, const SoftmaxFuncOptions &options);
Tensor relu(Tensor input, bool inplace = false);
} // namespace torch::nn::functional

namespace torch::nn::utils {
#if TORCH_VERSION_MAJOR < 2
double clip_grad_norm_(std::vector<Tensor> parameters, double max_norm,
                       double norm_type = 2.0, bool error_if_nonfinite = false);
#else
double clip_grad_norm_(const std::vector<Tensor> &parameters, double max_norm,
                       double norm_type = 2.0, bool error_if_nonfinite = false);
#endif
double clip_grad_norm_(std::initializer_list<Tensor> parameters,
                       double max_norm, double norm_type = 2.0,
                       bool error_if_nonfinite = false);
double clip_grad_norm_(Tensor parameter, double max_norm,
                       double norm_type = 2.0, bool error_if_nonfinite = false);
void clip_grad_value_(const std::vector<Tensor> &parameters, double clip_value);
void clip_grad_value_(std::initializer_list<Tensor> parameters,
                      double clip_value);
void clip_grad_value_(Tensor parameter, double clip_value);
Tensor parameters_to_vector(const std::vector<Tensor> &parameters);
void vector_to_parameters(const Tensor &vec,
                          const std::vector<Tensor> &parameters);

namespace rnn {
class PackedSequence {
public:
  const Tensor &data() const;
  const Tensor &batch_sizes() const;
};
PackedSequence pack_padded_sequence(Tensor input, Tensor lengths,
                                    bool batch_first = false,
                                    bool enforce_sorted = true);
std::tuple<Tensor, Tensor>
pad_packed_sequence(const PackedSequence &sequence, bool batch_first = false,
                    double padding_value = 0.0,
                    std::optional<int64_t> total_length = std::nullopt);
Tensor pad_sequence(ArrayRef<Tensor> sequences, bool batch_first = false,
                    double padding_value = 0,
                    std::string_view padding_side = "right");
} // namespace rnn
} // namespace torch::nn::utils
