// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/core/Scalar.h>
#include <c10/core/TensorOptions.h>
#include <functional>
#include <memory>
#include <torch/version.h>

namespace at {
class Tensor;
class TensorBase;
namespace indexing {
struct TensorIndex;
}
using TensorList = ArrayRef<Tensor>;
struct Generator {
  uint64_t current_seed() const;
};
struct Storage {
  Device device() const;
};
class DeprecatedTypeProperties {
public:
  ScalarType scalarType() const;
  bool is_cuda() const;
};
template <typename T, size_t N> class TensorAccessor {
public:
  decltype(auto) operator[](int64_t i) {
    if constexpr (N == 1)
      return static_cast<T &>(*data_);
    else
      return TensorAccessor<T, N - 1>{data_};
  }
  int64_t size(int64_t i) const;
  T *data_;
};
template <typename T, size_t N> class PackedTensorAccessor32 {};
template <typename T, size_t N> class PackedTensorAccessor64 {};
} // namespace at
namespace torch::autograd {
struct Node;
}

namespace at {
class TensorBase {
public:
  TensorBase() = default;
  TensorBase(const TensorBase &) = default;
  TensorBase(TensorBase &&) noexcept = default;
  TensorBase &operator=(const TensorBase &x) & = default;
  TensorBase &operator=(TensorBase &&x) & noexcept = default;
  TensorBase &operator=(const TensorBase &) && = delete;
  TensorBase &operator=(TensorBase &&) && noexcept = delete;

  int64_t dim() const;
  int64_t storage_offset() const;
  TensorBase
  contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const;
  bool is_complex() const;
  bool is_floating_point() const;
  bool is_signed() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  bool defined() const;
  void reset();
  bool is_same(const TensorBase &other) const noexcept;
  size_t use_count() const noexcept;
  std::string toString() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t ndimension() const;
  bool is_contiguous(
      at::MemoryFormat memory_format = at::MemoryFormat::Contiguous) const;
  size_t nbytes() const;
  int64_t numel() const;
  size_t itemsize() const;
  int64_t element_size() const;
  ScalarType scalar_type() const;
  bool has_storage() const;
  const Storage &storage() const;
  Layout layout() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  DeviceIndex get_device() const;
  bool is_cpu() const;
  bool is_cuda() const;
  bool is_xpu() const;
  bool is_mps() const;
  bool is_meta() const;
  bool is_sparse() const;
  bool is_quantized() const;
  TensorOptions options() const;
  const void *const_data_ptr() const;
  void *mutable_data_ptr() const;
  void *data_ptr() const;
  template <typename T> const T *const_data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
  template <typename T> T *data_ptr() const;
  void print() const;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() const &;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() && = delete;
  template <typename T, size_t N>
  PackedTensorAccessor32<T, N> packed_accessor32() const &;
  template <typename T, size_t N>
  PackedTensorAccessor64<T, N> packed_accessor64() const &;
  const TensorBase &set_requires_grad(bool requires_grad) const;
  bool requires_grad() const;
  bool is_leaf() const;
  int64_t output_nr() const;
  bool is_view() const;
  const std::string &name() const;

protected:
  std::shared_ptr<void> impl_;
};

class Tensor : public TensorBase {
public:
  Tensor() = default;
  Tensor(const Tensor &tensor) = default;
  Tensor(Tensor &&tensor) = default;
  explicit Tensor(const TensorBase &base) : TensorBase(base) {}
  Tensor(TensorBase &&base) : TensorBase(std::move(base)) {}

  Tensor
  contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const {
    return TensorBase::contiguous(memory_format);
  }
  using TensorBase::size;
  using TensorBase::stride;

  Tensor &operator=(const TensorBase &x) & noexcept;
  Tensor &operator=(TensorBase &&x) & noexcept;
  Tensor &operator=(const Tensor &x) & noexcept;
  Tensor &operator=(Tensor &&x) & noexcept;
#if TORCH_VERSION_MAJOR < 2
  Tensor &operator=(Scalar v) && { return fill_(v); }
#else
  Tensor &operator=(const Scalar &v) && { return fill_(v); }
#endif
  Tensor &operator=(const Tensor &rhs) && { return copy_(rhs); }
  Tensor &operator=(Tensor &&rhs) && { return copy_(rhs); }

  DeprecatedTypeProperties &type() const;
  Tensor toType(ScalarType t) const {
    return to(options().dtype(t), false, false);
  }
  Tensor toBackend(Backend b) const;
  template <typename T> T *data() const { return data_ptr<T>(); }
  template <typename T> T item() const;

  Tensor operator~() const { return bitwise_not(); }
  Tensor operator-() const { return neg(); }
  Tensor &operator+=(const Tensor &other) { return add_(other); }
  Tensor &operator+=(const Scalar &other) { return add_(other); }
  Tensor &operator-=(const Tensor &other) { return sub_(other); }
  Tensor &operator-=(const Scalar &other) { return sub_(other); }
  Tensor &operator*=(const Tensor &other) { return mul_(other); }
  Tensor &operator*=(const Scalar &other) { return mul_(other); }
  Tensor &operator/=(const Tensor &other) { return div_(other); }
  Tensor &operator/=(const Scalar &other) { return div_(other); }
  Tensor &operator&=(const Tensor &other) { return bitwise_and_(other); }
  Tensor &operator|=(const Tensor &other) { return bitwise_or_(other); }
  Tensor &operator^=(const Tensor &other) { return bitwise_xor_(other); }
#if TORCH_VERSION_MAJOR < 2
  Tensor operator[](Scalar index) const { return operator[](index.toLong()); }
  Tensor operator[](Tensor index) const { return operator[](index.item()); }
#else
  Tensor operator[](const Scalar &index) const {
    return operator[](index.toLong());
  }
  Tensor operator[](const Tensor &index) const {
    return operator[](index.item());
  }
#endif
  Tensor operator[](int64_t index) const { return select(0, index); }

  Tensor index(ArrayRef<at::indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<at::indexing::TensorIndex> indices) const;
  Tensor &index_put_(ArrayRef<at::indexing::TensorIndex> indices,
                     Tensor const &rhs);
  Tensor &index_put_(ArrayRef<at::indexing::TensorIndex> indices,
                     const Scalar &v);
  Tensor &index_put_(std::initializer_list<at::indexing::TensorIndex> indices,
                     Tensor const &rhs);
  Tensor &index_put_(std::initializer_list<at::indexing::TensorIndex> indices,
                     const Scalar &v);

  Tensor cpu() const {
    return to(options().device(c10::DeviceType::CPU), false, false);
  }
  Tensor cuda() const {
    return to(options().device(c10::DeviceType::CUDA), false, false);
  }
  Tensor hip() const {
    return to(options().device(c10::DeviceType::HIP), false, false);
  }
  Tensor meta() const {
    return to(options().device(c10::DeviceType::Meta), false, false);
  }

  void backward(const Tensor &gradient = {},
                std::optional<bool> retain_graph = std::nullopt,
                bool create_graph = false,
                std::optional<TensorList> inputs = std::nullopt) const;
  const Tensor &set_requires_grad(bool requires_grad) const;
  const Tensor &requires_grad_(bool _requires_grad = true) const;
  Tensor &mutable_grad() const;
  const Tensor &grad() const;
  at::Tensor tensor_data() const;
  at::Tensor variable_data() const;
  void set_data(const Tensor &new_data) const;
  Tensor data() const;
  int64_t _version() const;
  void retain_grad() const;
  const std::shared_ptr<torch::autograd::Node> &grad_fn() const;

  Tensor to(TensorOptions options = {}, bool non_blocking = false,
            bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Scalar item() const;
  bool is_nonzero() const;
  bool equal(const Tensor &other) const;
  bool allclose(const Tensor &other, double rtol = 1e-05, double atol = 1e-08,
                bool equal_nan = false) const;
  Tensor to(std::optional<ScalarType> dtype, std::optional<Layout> layout,
            std::optional<Device> device, std::optional<bool> pin_memory,
            bool non_blocking, bool copy,
            std::optional<MemoryFormat> memory_format) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false,
            bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(const Tensor &other, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(caffe2::TypeMeta type_meta, bool non_blocking = false,
            bool copy = false) const;
  Tensor to(Device device, caffe2::TypeMeta type_meta,
            bool non_blocking = false, bool copy = false) const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor nonzero() const;
  Tensor argwhere() const;
  std::vector<Tensor> nonzero_numpy() const;
  Tensor nonzero_static(int64_t size, int64_t fill_value = -1) const;
  Tensor where(const Tensor &condition, const Tensor &other) const;
  Tensor where(const Tensor &condition, const Scalar &other) const;
  Tensor masked_select(const Tensor &mask) const;
  Tensor &masked_fill_(const Tensor &mask, const Scalar &value) const;
  Tensor &masked_fill_(const Tensor &mask, const Tensor &value) const;
  Tensor masked_fill(const Tensor &mask, const Scalar &value) const;
  Tensor masked_fill(const Tensor &mask, const Tensor &value) const;
  Tensor &masked_scatter_(const Tensor &mask, const Tensor &source) const;
  Tensor masked_scatter(const Tensor &mask, const Tensor &source) const;
  Tensor &index_fill_(int64_t dim, const Tensor &index,
                      const Scalar &value) const;
  Tensor &index_fill_(int64_t dim, const Tensor &index,
                      const Tensor &value) const;
  Tensor index_fill(int64_t dim, const Tensor &index,
                    const Scalar &value) const;
  Tensor index_fill(int64_t dim, const Tensor &index,
                    const Tensor &value) const;
  Tensor index_select(int64_t dim, const Tensor &index) const;
  Tensor &index_copy_(int64_t dim, const Tensor &index,
                      const Tensor &source) const;
  Tensor &index_add_(int64_t dim, const Tensor &index, const Tensor &source,
                     const Scalar &alpha = 1) const;
  Tensor index_put(const c10::List<std::optional<Tensor>> &indices,
                   const Tensor &values, bool accumulate = false) const;
  Tensor index_add(int64_t dim, const Tensor &index, const Tensor &source,
                   const Scalar &alpha = 1) const;
  Tensor abs() const;
  Tensor add(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor add(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &add_(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor sub(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor sub(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &sub_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &sub_(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor mul(const Tensor &other) const;
  Tensor mul(const Scalar &other) const;
  Tensor &mul_(const Tensor &other) const;
  Tensor &mul_(const Scalar &other) const;
  Tensor div(const Tensor &other) const;
  Tensor div(const Tensor &other,
             std::optional<std::string_view> rounding_mode) const;
  Tensor div(const Scalar &other) const;
  Tensor div(const Scalar &other,
             std::optional<std::string_view> rounding_mode) const;
  Tensor &div_(const Tensor &other) const;
  Tensor &div_(const Tensor &other,
               std::optional<std::string_view> rounding_mode) const;
  Tensor &div_(const Scalar &other) const;
  Tensor &div_(const Scalar &other,
               std::optional<std::string_view> rounding_mode) const;
  Tensor neg() const;
  Tensor any(int64_t dim, bool keepdim = false) const;
  Tensor any(OptionalIntArrayRef dim, bool keepdim = false) const;
  Tensor any() const;
  Tensor all(int64_t dim, bool keepdim = false) const;
  Tensor all(OptionalIntArrayRef dim, bool keepdim = false) const;
  Tensor all() const;
  Tensor argmax(std::optional<int64_t> dim = std::nullopt,
                bool keepdim = false) const;
  Tensor argmin(std::optional<int64_t> dim = std::nullopt,
                bool keepdim = false) const;
  Tensor bernoulli(std::optional<Generator> generator = std::nullopt) const;
  Tensor bernoulli(double p,
                   std::optional<Generator> generator = std::nullopt) const;
  Tensor cholesky_inverse(bool upper = false) const;
  Tensor cholesky_solve(const Tensor &input2, bool upper = false) const;
  Tensor inverse() const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dim = 0) const;
  Tensor clamp(const std::optional<Scalar> &min,
               const std::optional<Scalar> &max = std::nullopt) const;
  Tensor clamp_min(const Scalar &min) const;
  Tensor clamp_min(const Tensor &min) const;
  Tensor clone(std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor coalesce() const;
  Tensor corrcoef() const;
  Tensor count_nonzero(IntArrayRef dim) const;
  Tensor count_nonzero(std::optional<int64_t> dim = std::nullopt) const;
  Tensor cumsum(int64_t dim,
                std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor cumprod(int64_t dim,
                 std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor prod(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor prod(int64_t dim, bool keepdim = false,
              std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor detach() const;
  Tensor &fill_(const Scalar &value) const;
  Tensor &fill_(const Tensor &value) const;
  Tensor &zero_() const;
  Tensor histc(int64_t bins = 100, const Scalar &min = 0,
               const Scalar &max = 0) const;
  Tensor isnan() const;
  Tensor isinf() const;
  Tensor isfinite() const;
  std::tuple<Tensor, Tensor> kthvalue(int64_t k, int64_t dim = -1,
                                      bool keepdim = false) const;
  Tensor det() const;
  std::tuple<Tensor, Tensor> slogdet() const;
  Tensor logdet() const;
  Tensor log_softmax(int64_t dim,
                     std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor softmax(int64_t dim,
                 std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor matmul(const Tensor &other) const;
  Tensor mm(const Tensor &mat2) const;
  Tensor bmm(const Tensor &mat2) const;
  Tensor matrix_exp() const;
  std::tuple<Tensor, Tensor> max(int64_t dim, bool keepdim = false) const;
  Tensor max() const;
  Tensor max(const Tensor &other) const;
  std::tuple<Tensor, Tensor> min(int64_t dim, bool keepdim = false) const;
  Tensor min() const;
  Tensor min(const Tensor &other) const;
  Tensor maximum(const Tensor &other) const;
  Tensor minimum(const Tensor &other) const;
  Tensor median() const;
  std::tuple<Tensor, Tensor> median(int64_t dim, bool keepdim = false) const;
  Tensor nanmedian() const;
  std::tuple<Tensor, Tensor> nanmedian(int64_t dim, bool keepdim = false) const;
  std::tuple<Tensor, Tensor> mode(int64_t dim = -1, bool keepdim = false) const;
  Tensor mean(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor mean(OptionalIntArrayRef dim, bool keepdim = false,
              std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor multinomial(int64_t num_samples, bool replacement = false,
                     std::optional<Generator> generator = std::nullopt) const;
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor narrow(int64_t dim, const Tensor &start, int64_t length) const;
  Tensor norm(const std::optional<Scalar> &p, ScalarType dtype) const;
  Tensor norm(const Scalar &p = 2) const;
  Tensor norm(const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim,
              ScalarType dtype) const;
  Tensor norm(const std::optional<Scalar> &p, IntArrayRef dim,
              bool keepdim = false) const;
  Tensor &normal_(double mean = 0, double std = 1,
                  std::optional<Generator> generator = std::nullopt) const;
  Tensor pin_memory(std::optional<Device> device = std::nullopt) const;
  bool is_pinned(std::optional<Device> device = std::nullopt) const;
  Tensor pow(const Tensor &exponent) const;
  Tensor pow(const Scalar &exponent) const;
  Tensor quantile(const Tensor &q, std::optional<int64_t> dim = std::nullopt,
                  bool keepdim = false,
                  std::string_view interpolation = "linear") const;
  Tensor quantile(double q, std::optional<int64_t> dim = std::nullopt,
                  bool keepdim = false,
                  std::string_view interpolation = "linear") const;
  Tensor nanquantile(const Tensor &q, std::optional<int64_t> dim = std::nullopt,
                     bool keepdim = false,
                     std::string_view interpolation = "linear") const;
  Tensor nanquantile(double q, std::optional<int64_t> dim = std::nullopt,
                     bool keepdim = false,
                     std::string_view interpolation = "linear") const;
  void record_stream(Stream s) const;
  Tensor
  repeat_interleave(const Tensor &repeats,
                    std::optional<int64_t> dim = std::nullopt,
                    std::optional<int64_t> output_size = std::nullopt) const;
  Tensor
  repeat_interleave(int64_t repeats, std::optional<int64_t> dim = std::nullopt,
                    std::optional<int64_t> output_size = std::nullopt) const;
  Tensor sigmoid() const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> start = std::nullopt,
               std::optional<int64_t> end = std::nullopt,
               int64_t step = 1) const;
  Tensor select(int64_t dim, int64_t index) const;
  std::tuple<Tensor, Tensor> sort(int64_t dim = -1,
                                  bool descending = false) const;
  std::tuple<Tensor, Tensor> sort(std::optional<bool> stable, int64_t dim = -1,
                                  bool descending = false) const;
  std::vector<Tensor> split(int64_t split_size, int64_t dim = 0) const;
  std::vector<Tensor> split(IntArrayRef split_size, int64_t dim = 0) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t dim) const;
  Tensor squeeze(IntArrayRef dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor sum(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor sum(OptionalIntArrayRef dim, bool keepdim = false,
             std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor t() const;
  Tensor take(const Tensor &index) const;
  std::vector<Tensor> tensor_split(int64_t sections, int64_t dim = 0) const;
  std::vector<Tensor> tensor_split(IntArrayRef indices, int64_t dim = 0) const;
  std::vector<Tensor> tensor_split(const Tensor &tensor_indices_or_sections,
                                   int64_t dim = 0) const;
  Tensor to_sparse(int64_t sparse_dim) const;
  Tensor to_sparse(std::optional<Layout> layout = std::nullopt,
                   OptionalIntArrayRef blocksize = std::nullopt,
                   std::optional<int64_t> dense_dim = std::nullopt) const;
  Tensor to_dense(std::optional<ScalarType> dtype = std::nullopt,
                  std::optional<bool> masked_grad = std::nullopt) const;
  std::tuple<Tensor, Tensor> topk(int64_t k, int64_t dim = -1,
                                  bool largest = true,
                                  bool sorted = true) const;
  Tensor view(IntArrayRef size) const;
  Tensor view(ScalarType dtype) const;
  Tensor reshape(IntArrayRef shape) const;
  Tensor expand(IntArrayRef size, bool implicit = false) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  Tensor relu() const;
  Tensor exp() const;
  Tensor log() const;
  Tensor sqrt() const;
  Tensor square() const;
  Tensor sin() const;
  Tensor cos() const;
  Tensor tanh() const;
  Tensor ge(const Scalar &other) const;
  Tensor ge(const Tensor &other) const;
  Tensor gt(const Scalar &other) const;
  Tensor gt(const Tensor &other) const;
  Tensor le(const Scalar &other) const;
  Tensor le(const Tensor &other) const;
  Tensor lt(const Scalar &other) const;
  Tensor lt(const Tensor &other) const;
  Tensor eq(const Scalar &other) const;
  Tensor eq(const Tensor &other) const;
  Tensor ne(const Scalar &other) const;
  Tensor ne(const Tensor &other) const;
  Tensor logical_and(const Tensor &other) const;
  Tensor logical_or(const Tensor &other) const;
  Tensor logical_not() const;
  Tensor logical_xor(const Tensor &other) const;
  Tensor bitwise_and(const Scalar &other) const;
  Tensor bitwise_and(const Tensor &other) const;
  Tensor bitwise_or(const Scalar &other) const;
  Tensor bitwise_or(const Tensor &other) const;
  Tensor bitwise_not() const;
  Tensor bitwise_xor(const Scalar &other) const;
  Tensor bitwise_xor(const Tensor &other) const;
  Tensor remainder(const Scalar &other) const;
  Tensor remainder(const Tensor &other) const;
  Tensor isclose(const Tensor &other, double rtol = 1e-05, double atol = 1e-08,
                 bool equal_nan = false) const;
  bool is_same_size(const Tensor &other) const;
  Tensor gather(int64_t dim, const Tensor &index,
                bool sparse_grad = false) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Scalar &value) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Tensor &src,
                   std::string_view reduce) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Scalar &value,
                   std::string_view reduce) const;
  Tensor &scatter_add_(int64_t dim, const Tensor &index,
                       const Tensor &src) const;
  Tensor scatter(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor scatter(int64_t dim, const Tensor &index, const Scalar &value) const;
  Tensor scatter(int64_t dim, const Tensor &index, const Tensor &src,
                 std::string_view reduce) const;
  Tensor scatter(int64_t dim, const Tensor &index, const Scalar &value,
                 std::string_view reduce) const;
  Tensor &bitwise_and_(const Scalar &other) const;
  Tensor &bitwise_and_(const Tensor &other) const;
  Tensor &bitwise_or_(const Scalar &other) const;
  Tensor &bitwise_or_(const Tensor &other) const;
  Tensor &bitwise_xor_(const Scalar &other) const;
  Tensor &bitwise_xor_(const Tensor &other) const;
  Tensor &remainder_(const Scalar &other) const;
  Tensor &remainder_(const Tensor &other) const;
  Tensor type_as(const Tensor &other) const;
  Tensor dot(const Tensor &tensor) const;
  Tensor cross(const Tensor &other,
               std::optional<int64_t> dim = std::nullopt) const;
  Tensor new_empty(IntArrayRef size, std::optional<ScalarType> dtype,
                   std::optional<Layout> layout, std::optional<Device> device,
                   std::optional<bool> pin_memory) const;
  Tensor new_zeros(IntArrayRef size, std::optional<ScalarType> dtype,
                   std::optional<Layout> layout, std::optional<Device> device,
                   std::optional<bool> pin_memory) const;
  Tensor new_full(IntArrayRef size, const Scalar &fill_value,
                  std::optional<ScalarType> dtype, std::optional<Layout> layout,
                  std::optional<Device> device,
                  std::optional<bool> pin_memory) const;
  Tensor new_ones(IntArrayRef size, std::optional<ScalarType> dtype,
                  std::optional<Layout> layout, std::optional<Device> device,
                  std::optional<bool> pin_memory) const;
  Tensor stft(int64_t n_fft, std::optional<int64_t> hop_length,
              std::optional<int64_t> win_length,
              const std::optional<Tensor> &window, bool normalized,
              std::optional<bool> onesided = std::nullopt,
              std::optional<bool> return_complex = std::nullopt,
              std::optional<bool> align_to_window = std::nullopt) const;
  Tensor pinverse(double rcond = 1e-15) const;
  std::tuple<Tensor, Tensor, Tensor> svd(bool some = true,
                                         bool compute_uv = true) const;
  Tensor lu_solve(const Tensor &LU_data, const Tensor &LU_pivots) const;
  std::tuple<Tensor, Tensor> triangular_solve(const Tensor &A,
                                              bool upper = true,
                                              bool transpose = false,
                                              bool unitriangular = false) const;
  Tensor values() const;
  Tensor indices() const;
  Tensor _values() const;
  Tensor _indices() const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor unfold(int64_t dimension, int64_t size, int64_t step) const;
  Tensor std(bool unbiased) const;
  Tensor std(OptionalIntArrayRef dim, bool unbiased,
             bool keepdim = false) const;
  Tensor std(OptionalIntArrayRef dim = std::nullopt,
             const std::optional<Scalar> &correction = std::nullopt,
             bool keepdim = false) const;
  Tensor std(int dim) const;
  Tensor var(bool unbiased) const;
  Tensor var(OptionalIntArrayRef dim, bool unbiased,
             bool keepdim = false) const;
  Tensor var(OptionalIntArrayRef dim = std::nullopt,
             const std::optional<Scalar> &correction = std::nullopt,
             bool keepdim = false) const;
  Tensor var(int dim) const;
  Tensor logsumexp(IntArrayRef dim, bool keepdim = false) const;
  std::tuple<Tensor, Tensor> aminmax(std::optional<int64_t> dim = std::nullopt,
                                     bool keepdim = false) const;
  Tensor argsort(int64_t dim = -1, bool descending = false) const;
  Tensor argsort(bool stable, int64_t dim = -1, bool descending = false) const;
  Tensor lerp(const Tensor &end, const Scalar &weight) const;
  Tensor lerp(const Tensor &end, const Tensor &weight) const;
  Tensor &lerp_(const Tensor &end, const Scalar &weight) const;
  Tensor &lerp_(const Tensor &end, const Tensor &weight) const;
  Tensor nan_to_num(std::optional<double> nan = std::nullopt,
                    std::optional<double> posinf = std::nullopt,
                    std::optional<double> neginf = std::nullopt) const;
  Tensor round() const;
  Tensor round(int64_t decimals) const;
  Tensor floor() const;
  Tensor ceil() const;
  Tensor sign() const;
  Tensor &clamp_(const std::optional<Scalar> &min,
                 const std::optional<Scalar> &max = std::nullopt) const;
  Tensor &uniform_(double from = 0, double to = 1,
                   std::optional<Generator> generator = std::nullopt) const;
  Tensor &random_(int64_t from, std::optional<int64_t> to,
                  std::optional<Generator> generator = std::nullopt) const;
  Tensor &random_(int64_t to,
                  std::optional<Generator> generator = std::nullopt) const;
  Tensor &random_(std::optional<Generator> generator = std::nullopt) const;
  Tensor &exponential_(double lambd = 1,
                       std::optional<Generator> generator = std::nullopt) const;
  Tensor &squeeze_() const;
  Tensor &squeeze_(int64_t dim) const;
  Tensor &squeeze_(IntArrayRef dim) const;
  Tensor &unsqueeze_(int64_t dim) const;
  Tensor &detach_() const;
  Tensor &set_(Storage source) const;
  Tensor &set_(const Tensor &source) const;
  Tensor &set_() const;
  const Tensor &
  resize_(IntArrayRef size,
          std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor flip(IntArrayRef dims) const;
  Tensor tril(int64_t diagonal = 0) const;
  Tensor triu(int64_t diagonal = 0) const;
  Tensor outer(const Tensor &vec2) const;
  std::vector<Tensor> unsafe_split(int64_t split_size, int64_t dim = 0) const;
  Tensor alias() const;
  Tensor view_as(const Tensor &other) const;
  Tensor expand_as(const Tensor &other) const;
  Tensor tile(IntArrayRef dims) const;
  Tensor repeat(IntArrayRef repeats) const;
  Tensor addmm(const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1,
               const Scalar &alpha = 1) const;
  Tensor renorm(const Scalar &p, int64_t dim, const Scalar &maxnorm) const;
  Tensor &renorm_(const Scalar &p, int64_t dim, const Scalar &maxnorm) const;
  std::tuple<Tensor, Tensor> geqrf() const;
  Tensor ormqr(const Tensor &input2, const Tensor &input3, bool left = true,
               bool transpose = false) const;
  Tensor orgqr(const Tensor &input2) const;
  Tensor amax(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor amin(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor bincount(const std::optional<Tensor> &weights = {},
                  int64_t minlength = 0) const;
  Tensor cov(int64_t correction = 1, const std::optional<Tensor> &fweights = {},
             const std::optional<Tensor> &aweights = {}) const;
  Tensor diff(int64_t n = 1, int64_t dim = -1,
              const std::optional<Tensor> &prepend = {},
              const std::optional<Tensor> &append = {}) const;
  Tensor cholesky(bool upper = false) const;
  Tensor &clamp_(const std::optional<Tensor> &min = {},
                 const std::optional<Tensor> &max = {}) const;
  std::tuple<Tensor, Tensor> histogram(const Tensor &bins,
                                       const std::optional<Tensor> &weight = {},
                                       bool density = false) const;
  std::tuple<Tensor, Tensor> histogram(
      int64_t bins = 100, std::optional<ArrayRef<double>> range = std::nullopt,
      const std::optional<Tensor> &weight = {}, bool density = false) const;
  Tensor stft(int64_t n_fft, std::optional<int64_t> hop_length = std::nullopt,
              std::optional<int64_t> win_length = std::nullopt,
              const std::optional<Tensor> &window = {}, bool center = true,
              std::string_view pad_mode = "reflect", bool normalized = false,
              std::optional<bool> onesided = std::nullopt,
              std::optional<bool> return_complex = std::nullopt,
              std::optional<bool> align_to_window = std::nullopt) const;
  Tensor roll(IntArrayRef shifts, IntArrayRef dims = {}) const;
  Tensor istft(int64_t n_fft, std::optional<int64_t> hop_length = std::nullopt,
               std::optional<int64_t> win_length = std::nullopt,
               const std::optional<Tensor> &window = {}, bool center = true,
               bool normalized = false,
               std::optional<bool> onesided = std::nullopt,
               std::optional<int64_t> length = std::nullopt,
               bool return_complex = false) const;
  Tensor clamp(const std::optional<Tensor> &min = {},
               const std::optional<Tensor> &max = {}) const;
  Tensor index(const c10::List<std::optional<Tensor>> &indices) const;
  Tensor &index_put_(const c10::List<std::optional<Tensor>> &indices,
                     const Tensor &values, bool accumulate = false) const;
  Tensor new_empty(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_zeros(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_ones(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_full(IntArrayRef size, const Scalar &fill_value,
                  TensorOptions options = {}) const;
};

template <> float Tensor::item<float>() const;
template <> double Tensor::item<double>() const;
template <> int Tensor::item<int>() const;
template <> int64_t Tensor::item<int64_t>() const;
template <> bool Tensor::item<bool>() const;
template <> uint8_t Tensor::item<uint8_t>() const;
template <> c10::Half Tensor::item<c10::Half>() const;
} // namespace at
