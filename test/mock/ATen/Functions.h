// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/core/TensorBody.h>

namespace at {
namespace Reduction {
enum Reduction { None, Mean, Sum, END };
}
using ITensorListRef = TensorList;

Scalar _local_scalar_dense(const Tensor &self);
bool is_nonzero(const Tensor &self);
bool equal(const Tensor &self, const Tensor &other);
bool allclose(const Tensor &self, const Tensor &other, double rtol = 1e-05,
              double atol = 1e-08, bool equal_nan = false);
Tensor nonzero(const Tensor &self);
Tensor argwhere(const Tensor &self);
std::vector<Tensor> nonzero_numpy(const Tensor &self);
Tensor nonzero_static(const Tensor &self, int64_t size,
                      int64_t fill_value = -1);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor where(const Tensor &condition, const Scalar &self, const Tensor &other);
Tensor where(const Tensor &condition, const Tensor &self, const Scalar &other);
Tensor where(const Tensor &condition, const Scalar &self, const Scalar &other);
std::vector<Tensor> where(const Tensor &condition);
Tensor masked_select(const Tensor &self, const Tensor &mask);
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Scalar &value);
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Tensor &value);
Tensor masked_scatter(const Tensor &self, const Tensor &mask,
                      const Tensor &source);
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index,
                  const Scalar &value);
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index,
                  const Tensor &value);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);
Tensor index_put(const Tensor &self,
                 const c10::List<std::optional<Tensor>> &indices,
                 const Tensor &values, bool accumulate = false);
Tensor index_add(const Tensor &self, int64_t dim, const Tensor &index,
                 const Tensor &source, const Scalar &alpha = 1);
Tensor abs(const Tensor &self);
Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor add(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor sub(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor mul(const Tensor &self, const Tensor &other);
Tensor mul(const Tensor &self, const Scalar &other);
Tensor div(const Tensor &self, const Tensor &other);
Tensor div(const Tensor &self, const Tensor &other,
           std::optional<std::string_view> rounding_mode);
Tensor div(const Tensor &self, const Scalar &other);
Tensor div(const Tensor &self, const Scalar &other,
           std::optional<std::string_view> rounding_mode);
Tensor neg(const Tensor &self);
Tensor any(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor any(const Tensor &self, OptionalIntArrayRef dim, bool keepdim = false);
Tensor any(const Tensor &self);
Tensor all(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor all(const Tensor &self, OptionalIntArrayRef dim, bool keepdim = false);
Tensor all(const Tensor &self);
Tensor argmax(const Tensor &self, std::optional<int64_t> dim = std::nullopt,
              bool keepdim = false);
Tensor argmin(const Tensor &self, std::optional<int64_t> dim = std::nullopt,
              bool keepdim = false);
Tensor bernoulli(const Tensor &self,
                 std::optional<Generator> generator = std::nullopt);
Tensor bernoulli(const Tensor &self, double p,
                 std::optional<Generator> generator = std::nullopt);
Tensor bernoulli(const Tensor &self, const Tensor &p,
                 std::optional<Generator> generator = std::nullopt);
Tensor cat(const ITensorListRef &tensors, int64_t dim = 0);
Tensor stack(TensorList tensors, int64_t dim = 0);
Tensor cholesky_inverse(const Tensor &self, bool upper = false);
Tensor cholesky_solve(const Tensor &self, const Tensor &input2,
                      bool upper = false);
Tensor inverse(const Tensor &self);
std::vector<Tensor> chunk(const Tensor &self, int64_t chunks, int64_t dim = 0);
Tensor clamp(const Tensor &self, const std::optional<Scalar> &min,
             const std::optional<Scalar> &max = std::nullopt);
Tensor clamp_min(const Tensor &self, const Scalar &min);
Tensor clamp_min(const Tensor &self, const Tensor &min);
Tensor clone(const Tensor &self,
             std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor combinations(const Tensor &self, int64_t r = 2,
                    bool with_replacement = false);
Tensor corrcoef(const Tensor &self);
Tensor count_nonzero(const Tensor &self, IntArrayRef dim);
Tensor count_nonzero(const Tensor &self,
                     std::optional<int64_t> dim = std::nullopt);
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets,
                IntArrayRef input_lengths, IntArrayRef target_lengths,
                int64_t blank = 0, int64_t reduction = Reduction::Mean,
                bool zero_infinity = false);
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets,
                const Tensor &input_lengths, const Tensor &target_lengths,
                int64_t blank = 0, int64_t reduction = Reduction::Mean,
                bool zero_infinity = false);
Tensor cumsum(const Tensor &self, int64_t dim,
              std::optional<ScalarType> dtype = std::nullopt);
Tensor cumprod(const Tensor &self, int64_t dim,
               std::optional<ScalarType> dtype = std::nullopt);
Tensor prod(const Tensor &self, std::optional<ScalarType> dtype = std::nullopt);
Tensor prod(const Tensor &self, int64_t dim, bool keepdim = false,
            std::optional<ScalarType> dtype = std::nullopt);
Tensor detach(const Tensor &self);
Tensor histc(const Tensor &self, int64_t bins = 100, const Scalar &min = 0,
             const Scalar &max = 0);
Tensor isin(const Tensor &elements, const Tensor &test_elements,
            bool assume_unique = false, bool invert = false);
Tensor isin(const Tensor &elements, const Scalar &test_element,
            bool assume_unique = false, bool invert = false);
Tensor isin(const Scalar &element, const Tensor &test_elements,
            bool assume_unique = false, bool invert = false);
Tensor isnan(const Tensor &self);
Tensor isinf(const Tensor &self);
Tensor isfinite(const Tensor &self);
std::tuple<Tensor, Tensor> kthvalue(const Tensor &self, int64_t k,
                                    int64_t dim = -1, bool keepdim = false);
Tensor linalg_cholesky(const Tensor &self, bool upper = false);
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor &self,
                                              bool upper = false,
                                              bool check_errors = false);
std::tuple<Tensor, Tensor> linalg_eig(const Tensor &self);
std::tuple<Tensor, Tensor> linalg_eigh(const Tensor &self,
                                       std::string_view UPLO = "L");
Tensor linalg_eigvals(const Tensor &self);
Tensor linalg_eigvalsh(const Tensor &self, std::string_view UPLO = "L");
Tensor linalg_inv(const Tensor &A);
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor &A,
                                         bool check_errors = false);
std::tuple<Tensor, Tensor, Tensor, Tensor>
linalg_lstsq(const Tensor &self, const Tensor &b,
             std::optional<double> rcond = std::nullopt,
             std::optional<std::string_view> driver = std::nullopt);
std::tuple<Tensor, Tensor, Tensor> linalg_lu(const Tensor &A,
                                             bool pivot = true);
std::tuple<Tensor, Tensor> linalg_lu_factor(const Tensor &A, bool pivot = true);
Tensor linalg_matrix_rank(const Tensor &self, std::optional<double> atol,
                          std::optional<double> rtol, bool hermitian = false);
Tensor linalg_matrix_rank(const Tensor &self, double tol,
                          bool hermitian = false);
Tensor linalg_matrix_rank(const Tensor &input, const Tensor &tol,
                          bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, std::optional<double> atol,
                   std::optional<double> rtol, bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, double rcond, bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, const Tensor &rcond,
                   bool hermitian = false);
std::tuple<Tensor, Tensor> linalg_qr(const Tensor &A,
                                     std::string_view mode = "reduced");
std::tuple<Tensor, Tensor, Tensor>
linalg_svd(const Tensor &A, bool full_matrices = true,
           std::optional<std::string_view> driver = std::nullopt);
Tensor linalg_svdvals(const Tensor &A,
                      std::optional<std::string_view> driver = std::nullopt);
Tensor linalg_solve(const Tensor &A, const Tensor &B, bool left = true);
std::tuple<Tensor, Tensor> linalg_solve_ex(const Tensor &A, const Tensor &B,
                                           bool left = true,
                                           bool check_errors = false);
std::tuple<Tensor, Tensor> linalg_ldl_factor(const Tensor &self,
                                             bool hermitian = false);
Tensor linalg_cond(const Tensor &self,
                   const std::optional<Scalar> &p = std::nullopt);
Tensor linalg_cond(const Tensor &self, std::string_view p);
std::tuple<Tensor, Tensor, Tensor>
linalg_lu_factor_ex(const Tensor &A, bool pivot = true,
                    bool check_errors = false);
Tensor linalg_ldl_solve(const Tensor &LD, const Tensor &pivots, const Tensor &B,
                        bool hermitian = false);
Tensor linalg_matrix_power(const Tensor &self, int64_t n);
Tensor linalg_tensorinv(const Tensor &self, int64_t ind = 2);
Tensor linalg_det(const Tensor &A);
Tensor det(const Tensor &self);
std::tuple<Tensor, Tensor> slogdet(const Tensor &self);
Tensor logdet(const Tensor &self);
Tensor log_softmax(const Tensor &self, int64_t dim,
                   std::optional<ScalarType> dtype = std::nullopt);
Tensor softmax(const Tensor &self, int64_t dim,
               std::optional<ScalarType> dtype = std::nullopt);
Tensor matmul(const Tensor &self, const Tensor &other);
Tensor mm(const Tensor &self, const Tensor &mat2);
Tensor mm(const Tensor &self, const Tensor &mat2, ScalarType out_dtype);
Tensor bmm(const Tensor &self, const Tensor &mat2);
Tensor bmm(const Tensor &self, const Tensor &mat2, ScalarType out_dtype);
Tensor matrix_exp(const Tensor &self);
std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim,
                               bool keepdim = false);
Tensor max(const Tensor &self);
Tensor max(const Tensor &self, const Tensor &other);
std::tuple<Tensor, Tensor> min(const Tensor &self, int64_t dim,
                               bool keepdim = false);
Tensor min(const Tensor &self);
Tensor min(const Tensor &self, const Tensor &other);
Tensor maximum(const Tensor &self, const Tensor &other);
Tensor minimum(const Tensor &self, const Tensor &other);
Tensor median(const Tensor &self);
std::tuple<Tensor, Tensor> median(const Tensor &self, int64_t dim,
                                  bool keepdim = false);
Tensor nanmedian(const Tensor &self);
std::tuple<Tensor, Tensor> nanmedian(const Tensor &self, int64_t dim,
                                     bool keepdim = false);
std::tuple<Tensor, Tensor> mode(const Tensor &self, int64_t dim = -1,
                                bool keepdim = false);
Tensor mean(const Tensor &self, std::optional<ScalarType> dtype = std::nullopt);
Tensor mean(const Tensor &self, OptionalIntArrayRef dim, bool keepdim = false,
            std::optional<ScalarType> dtype = std::nullopt);
std::vector<Tensor> meshgrid(TensorList tensors);
std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing);
Tensor mse_loss(const Tensor &self, const Tensor &target,
                int64_t reduction = Reduction::Mean);
Tensor multinomial(const Tensor &self, int64_t num_samples,
                   bool replacement = false,
                   std::optional<Generator> generator = std::nullopt);
Tensor narrow(const Tensor &self, int64_t dim, int64_t start, int64_t length);
Tensor narrow(const Tensor &self, int64_t dim, const Tensor &start,
              int64_t length);
Tensor norm(const Tensor &self, const std::optional<Scalar> &p,
            ScalarType dtype);
Tensor norm(const Tensor &self, const Scalar &p = 2);
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
            bool keepdim, ScalarType dtype);
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
            bool keepdim = false);
Tensor normal(const Tensor &mean, double std = 1,
              std::optional<Generator> generator = std::nullopt);
Tensor normal(double mean, const Tensor &std,
              std::optional<Generator> generator = std::nullopt);
Tensor normal(const Tensor &mean, const Tensor &std,
              std::optional<Generator> generator = std::nullopt);
Tensor normal(double mean, double std, IntArrayRef size,
              std::optional<Generator> generator,
              std::optional<ScalarType> dtype, std::optional<Layout> layout,
              std::optional<Device> device, std::optional<bool> pin_memory);
Tensor one_hot(const Tensor &self, int64_t num_classes = -1);
Tensor pow(const Tensor &self, const Tensor &exponent);
Tensor pow(const Scalar &self, const Tensor &exponent);
Tensor pow(const Tensor &self, const Scalar &exponent);
Tensor quantile(const Tensor &self, const Tensor &q,
                std::optional<int64_t> dim = std::nullopt, bool keepdim = false,
                std::string_view interpolation = "linear");
Tensor quantile(const Tensor &self, double q,
                std::optional<int64_t> dim = std::nullopt, bool keepdim = false,
                std::string_view interpolation = "linear");
Tensor nanquantile(const Tensor &self, const Tensor &q,
                   std::optional<int64_t> dim = std::nullopt,
                   bool keepdim = false,
                   std::string_view interpolation = "linear");
Tensor nanquantile(const Tensor &self, double q,
                   std::optional<int64_t> dim = std::nullopt,
                   bool keepdim = false,
                   std::string_view interpolation = "linear");
Tensor repeat_interleave(const Tensor &repeats,
                         std::optional<int64_t> output_size = std::nullopt);
Tensor repeat_interleave(const Tensor &self, const Tensor &repeats,
                         std::optional<int64_t> dim = std::nullopt,
                         std::optional<int64_t> output_size = std::nullopt);
Tensor repeat_interleave(const Tensor &self, int64_t repeats,
                         std::optional<int64_t> dim = std::nullopt,
                         std::optional<int64_t> output_size = std::nullopt);
Tensor sigmoid(const Tensor &self);
Tensor slice(const Tensor &self, int64_t dim = 0,
             std::optional<int64_t> start = std::nullopt,
             std::optional<int64_t> end = std::nullopt, int64_t step = 1);
Tensor select(const Tensor &self, int64_t dim, int64_t index);
std::tuple<Tensor, Tensor> sort(const Tensor &self, int64_t dim = -1,
                                bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor &self, std::optional<bool> stable,
                                int64_t dim = -1, bool descending = false);
Tensor sparse_coo_tensor(IntArrayRef size, TensorOptions options);
Tensor sparse_coo_tensor(IntArrayRef size, std::optional<ScalarType> dtype,
                         std::optional<Layout> layout,
                         std::optional<Device> device,
                         std::optional<bool> pin_memory);
Tensor sparse_coo_tensor(const Tensor &indices, const Tensor &values,
                         std::optional<ScalarType> dtype,
                         std::optional<Layout> layout,
                         std::optional<Device> device,
                         std::optional<bool> pin_memory,
                         std::optional<bool> is_coalesced);
Tensor sparse_coo_tensor(const Tensor &indices, const Tensor &values,
                         IntArrayRef size, std::optional<ScalarType> dtype,
                         std::optional<Layout> layout,
                         std::optional<Device> device,
                         std::optional<bool> pin_memory,
                         std::optional<bool> is_coalesced);
std::vector<Tensor> split(const Tensor &self, int64_t split_size,
                          int64_t dim = 0);
std::vector<Tensor> split(const Tensor &self, IntArrayRef split_size,
                          int64_t dim = 0);
Tensor squeeze(const Tensor &self);
Tensor squeeze(const Tensor &self, int64_t dim);
Tensor squeeze(const Tensor &self, IntArrayRef dim);
Tensor unsqueeze(const Tensor &self, int64_t dim);
Tensor sum(const Tensor &self, std::optional<ScalarType> dtype = std::nullopt);
Tensor sum(const Tensor &self, OptionalIntArrayRef dim, bool keepdim = false,
           std::optional<ScalarType> dtype = std::nullopt);
Tensor t(const Tensor &self);
Tensor take(const Tensor &self, const Tensor &index);
std::vector<Tensor> tensor_split(const Tensor &self, int64_t sections,
                                 int64_t dim = 0);
std::vector<Tensor> tensor_split(const Tensor &self, IntArrayRef indices,
                                 int64_t dim = 0);
std::vector<Tensor> tensor_split(const Tensor &self,
                                 const Tensor &tensor_indices_or_sections,
                                 int64_t dim = 0);
std::tuple<Tensor, Tensor> topk(const Tensor &self, int64_t k, int64_t dim = -1,
                                bool largest = true, bool sorted = true);
Tensor trapezoid(const Tensor &y, const Tensor &x, int64_t dim = -1);
Tensor trapezoid(const Tensor &y, const Scalar &dx = 1, int64_t dim = -1);
std::tuple<Tensor, Tensor> _unique(const Tensor &self, bool sorted = true,
                                   bool return_inverse = false);
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor &self,
                                            bool sorted = true,
                                            bool return_inverse = false,
                                            bool return_counts = false);
std::tuple<Tensor, Tensor, Tensor>
unique_consecutive(const Tensor &self, bool return_inverse = false,
                   bool return_counts = false,
                   std::optional<int64_t> dim = std::nullopt);
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &self, int64_t dim,
                                              bool sorted = true,
                                              bool return_inverse = false,
                                              bool return_counts = false);
std::tuple<Tensor, Tensor, Tensor>
unique_dim_consecutive(const Tensor &self, int64_t dim,
                       bool return_inverse = false, bool return_counts = false);
Tensor reshape(const Tensor &self, IntArrayRef shape);
Tensor permute(const Tensor &self, IntArrayRef dims);
Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor flatten(const Tensor &self, int64_t start_dim = 0, int64_t end_dim = -1);
Tensor relu(const Tensor &self);
Tensor exp(const Tensor &self);
Tensor log(const Tensor &self);
Tensor sqrt(const Tensor &self);
Tensor square(const Tensor &self);
Tensor sin(const Tensor &self);
Tensor cos(const Tensor &self);
Tensor tanh(const Tensor &self);
Tensor ge(const Tensor &self, const Scalar &other);
Tensor ge(const Tensor &self, const Tensor &other);
Tensor gt(const Tensor &self, const Scalar &other);
Tensor gt(const Tensor &self, const Tensor &other);
Tensor le(const Tensor &self, const Scalar &other);
Tensor le(const Tensor &self, const Tensor &other);
Tensor lt(const Tensor &self, const Scalar &other);
Tensor lt(const Tensor &self, const Tensor &other);
Tensor eq(const Tensor &self, const Scalar &other);
Tensor eq(const Tensor &self, const Tensor &other);
Tensor ne(const Tensor &self, const Scalar &other);
Tensor ne(const Tensor &self, const Tensor &other);
Tensor logical_and(const Tensor &self, const Tensor &other);
Tensor logical_or(const Tensor &self, const Tensor &other);
Tensor logical_not(const Tensor &self);
Tensor logical_xor(const Tensor &self, const Tensor &other);
Tensor bitwise_and(const Tensor &self, const Scalar &other);
Tensor bitwise_and(const Scalar &self, const Tensor &other);
Tensor bitwise_and(const Tensor &self, const Tensor &other);
Tensor bitwise_or(const Tensor &self, const Scalar &other);
Tensor bitwise_or(const Scalar &self, const Tensor &other);
Tensor bitwise_or(const Tensor &self, const Tensor &other);
Tensor bitwise_not(const Tensor &self);
Tensor bitwise_xor(const Tensor &self, const Scalar &other);
Tensor bitwise_xor(const Scalar &self, const Tensor &other);
Tensor bitwise_xor(const Tensor &self, const Tensor &other);
Tensor remainder(const Tensor &self, const Scalar &other);
Tensor remainder(const Tensor &self, const Tensor &other);
Tensor remainder(const Scalar &self, const Tensor &other);
Tensor isclose(const Tensor &self, const Tensor &other, double rtol = 1e-05,
               double atol = 1e-08, bool equal_nan = false);
bool is_same_size(const Tensor &self, const Tensor &other);
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index,
              bool sparse_grad = false);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index,
               const Tensor &src);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index,
               const Scalar &value);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index,
               const Tensor &src, std::string_view reduce);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index,
               const Scalar &value, std::string_view reduce);
Tensor dot(const Tensor &self, const Tensor &tensor);
Tensor cross(const Tensor &self, const Tensor &other,
             std::optional<int64_t> dim = std::nullopt);
Tensor stft(const Tensor &self, int64_t n_fft,
            std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length,
            const std::optional<Tensor> &window, bool normalized,
            std::optional<bool> onesided = std::nullopt,
            std::optional<bool> return_complex = std::nullopt,
            std::optional<bool> align_to_window = std::nullopt);
Tensor pinverse(const Tensor &self, double rcond = 1e-15);
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &self, bool some = true,
                                       bool compute_uv = true);
Tensor lu_solve(const Tensor &self, const Tensor &LU_data,
                const Tensor &LU_pivots);
std::tuple<Tensor, Tensor> triangular_solve(const Tensor &self, const Tensor &A,
                                            bool upper = true,
                                            bool transpose = false,
                                            bool unitriangular = false);
Tensor embedding(const Tensor &weight, const Tensor &indices,
                 int64_t padding_idx = -1, bool scale_grad_by_freq = false,
                 bool sparse = false);
Tensor dropout(const Tensor &input, double p, bool train);
std::vector<Tensor> unbind(const Tensor &self, int64_t dim = 0);
Tensor cdist(const Tensor &x1, const Tensor &x2, double p = 2,
             std::optional<int64_t> compute_mode = std::nullopt);
Tensor std(const Tensor &self, bool unbiased);
Tensor std(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
           bool keepdim = false);
Tensor std(const Tensor &self, OptionalIntArrayRef dim = std::nullopt,
           const std::optional<Scalar> &correction = std::nullopt,
           bool keepdim = false);
Tensor var(const Tensor &self, bool unbiased);
Tensor var(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
           bool keepdim = false);
Tensor var(const Tensor &self, OptionalIntArrayRef dim = std::nullopt,
           const std::optional<Scalar> &correction = std::nullopt,
           bool keepdim = false);
Tensor logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim = false);
std::tuple<Tensor, Tensor> aminmax(const Tensor &self,
                                   std::optional<int64_t> dim = std::nullopt,
                                   bool keepdim = false);
Tensor argsort(const Tensor &self, int64_t dim = -1, bool descending = false);
Tensor argsort(const Tensor &self, bool stable, int64_t dim = -1,
               bool descending = false);
Tensor lerp(const Tensor &self, const Tensor &end, const Scalar &weight);
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight);
Tensor nan_to_num(const Tensor &self, std::optional<double> nan = std::nullopt,
                  std::optional<double> posinf = std::nullopt,
                  std::optional<double> neginf = std::nullopt);
Tensor round(const Tensor &self);
Tensor round(const Tensor &self, int64_t decimals);
Tensor floor(const Tensor &self);
Tensor ceil(const Tensor &self);
Tensor sign(const Tensor &self);
void _assert_async(const Tensor &self);
void _assert_async(const Tensor &self, std::string_view assert_msg);
Tensor flip(const Tensor &self, IntArrayRef dims);
Tensor tril(const Tensor &self, int64_t diagonal = 0);
Tensor triu(const Tensor &self, int64_t diagonal = 0);
Tensor outer(const Tensor &self, const Tensor &vec2);
Tensor einsum(std::string_view equation, TensorList tensors,
              OptionalIntArrayRef path = std::nullopt);
Tensor hstack(TensorList tensors);
Tensor vstack(TensorList tensors);
Tensor bucketize(const Tensor &self, const Tensor &boundaries,
                 bool out_int32 = false, bool right = false);
Tensor bucketize(const Scalar &self, const Tensor &boundaries,
                 bool out_int32 = false, bool right = false);
Tensor tile(const Tensor &self, IntArrayRef dims);
Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2,
             const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2,
             ScalarType out_dtype, const Scalar &beta = 1,
             const Scalar &alpha = 1);
Tensor renorm(const Tensor &self, const Scalar &p, int64_t dim,
              const Scalar &maxnorm);
std::tuple<Tensor, Tensor> geqrf(const Tensor &self);
Tensor ormqr(const Tensor &self, const Tensor &input2, const Tensor &input3,
             bool left = true, bool transpose = false);
std::tuple<Tensor, Tensor, Tensor> lu_unpack(const Tensor &LU_data,
                                             const Tensor &LU_pivots,
                                             bool unpack_data = true,
                                             bool unpack_pivots = true);
Tensor _nested_tensor_from_mask(const Tensor &t, const Tensor &mask,
                                bool mask_check = true);
Tensor nested_to_padded_tensor(const Tensor &self, double padding,
                               OptionalIntArrayRef output_size = std::nullopt);
Tensor orgqr(const Tensor &self, const Tensor &input2);
Tensor linalg_multi_dot(TensorList tensors);
Tensor poisson(const Tensor &self,
               std::optional<Generator> generator = std::nullopt);
Tensor binomial(const Tensor &count, const Tensor &prob,
                std::optional<Generator> generator = std::nullopt);
Tensor grid_sampler(const Tensor &input, const Tensor &grid,
                    int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners);
Tensor conv2d(const Tensor &input, const Tensor &weight,
              const std::optional<Tensor> &bias, IntArrayRef stride,
              std::string_view padding, IntArrayRef dilation = 1,
              int64_t groups = 1);
Tensor l1_loss(const Tensor &self, const Tensor &target,
               int64_t reduction = Reduction::Mean);
Tensor smooth_l1_loss(const Tensor &self, const Tensor &target,
                      int64_t reduction = Reduction::Mean, double beta = 1.0);
std::tuple<Tensor, Tensor, Tensor, Tensor>
embedding_bag(const Tensor &weight, const Tensor &indices,
              const Tensor &offsets, bool scale_grad_by_freq, int64_t mode,
              bool sparse, const std::optional<Tensor> &per_sample_weights,
              bool include_last_offset, std::optional<int64_t> padding_idx);
Tensor batch_norm(const Tensor &input, const std::optional<Tensor> &weight,
                  const std::optional<Tensor> &bias,
                  const std::optional<Tensor> &running_mean,
                  const std::optional<Tensor> &running_var, bool training,
                  double momentum, double eps, bool cudnn_enabled);
Tensor amax(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor amin(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor bincount(const Tensor &self, const std::optional<Tensor> &weights = {},
                int64_t minlength = 0);
Tensor cov(const Tensor &self, int64_t correction = 1,
           const std::optional<Tensor> &fweights = {},
           const std::optional<Tensor> &aweights = {});
Tensor diff(const Tensor &self, int64_t n = 1, int64_t dim = -1,
            const std::optional<Tensor> &prepend = {},
            const std::optional<Tensor> &append = {});
Tensor cholesky(const Tensor &self, bool upper = false);
Tensor clamp(const Tensor &self, const std::optional<Tensor> &min = {},
             const std::optional<Tensor> &max = {});
Tensor roll(const Tensor &self, IntArrayRef shifts, IntArrayRef dims = {});
Tensor istft(const Tensor &self, int64_t n_fft,
             std::optional<int64_t> hop_length = std::nullopt,
             std::optional<int64_t> win_length = std::nullopt,
             const std::optional<Tensor> &window = {}, bool center = true,
             bool normalized = false,
             std::optional<bool> onesided = std::nullopt,
             std::optional<int64_t> length = std::nullopt,
             bool return_complex = false);
Tensor index(const Tensor &self,
             const c10::List<std::optional<Tensor>> &indices);
Tensor linalg_matrix_norm(const Tensor &self, const Scalar &ord,
                          IntArrayRef dim = {-2, -1}, bool keepdim = false,
                          std::optional<ScalarType> dtype = std::nullopt);
Tensor linalg_matrix_norm(const Tensor &self, std::string_view ord = "fro",
                          IntArrayRef dim = {-2, -1}, bool keepdim = false,
                          std::optional<ScalarType> dtype = std::nullopt);
Tensor scaled_dot_product_attention(const Tensor &query, const Tensor &key,
                                    const Tensor &value,
                                    const std::optional<Tensor> &attn_mask = {},
                                    double dropout_p = 0.0,
                                    bool is_causal = false,
                                    std::optional<double> scale = std::nullopt,
                                    bool enable_gqa = false);
Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self,
                    bool out_int32 = false, bool right = false,
                    std::optional<std::string_view> side = std::nullopt,
                    const std::optional<Tensor> &sorter = {});
Tensor searchsorted(const Tensor &sorted_sequence, const Scalar &self,
                    bool out_int32 = false, bool right = false,
                    std::optional<std::string_view> side = std::nullopt,
                    const std::optional<Tensor> &sorter = {});
Tensor nll_loss(const Tensor &self, const Tensor &target,
                const std::optional<Tensor> &weight = {},
                int64_t reduction = Reduction::Mean,
                int64_t ignore_index = -100);
Tensor binary_cross_entropy(const Tensor &self, const Tensor &target,
                            const std::optional<Tensor> &weight = {},
                            int64_t reduction = Reduction::Mean);
Tensor cross_entropy_loss(const Tensor &self, const Tensor &target,
                          const std::optional<Tensor> &weight = {},
                          int64_t reduction = Reduction::Mean,
                          int64_t ignore_index = -100,
                          double label_smoothing = 0.0);
Tensor max_pool2d(const Tensor &self, IntArrayRef kernel_size,
                  IntArrayRef stride = {}, IntArrayRef padding = 0,
                  IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor segment_reduce(const Tensor &data, std::string_view reduce,
                      const std::optional<Tensor> &lengths = {},
                      const std::optional<Tensor> &indices = {},
                      const std::optional<Tensor> &offsets = {},
                      int64_t axis = 0, bool unsafe = false,
                      const std::optional<Scalar> &initial = std::nullopt);
Tensor conv2d(const Tensor &input, const Tensor &weight,
              const std::optional<Tensor> &bias = {}, IntArrayRef stride = 1,
              IntArrayRef padding = 0, IntArrayRef dilation = 1,
              int64_t groups = 1);
Tensor sparse_coo_tensor(const Tensor &indices, const Tensor &values,
                         TensorOptions options = {},
                         std::optional<bool> is_coalesced = std::nullopt);
Tensor sparse_coo_tensor(const Tensor &indices, const Tensor &values,
                         IntArrayRef size, TensorOptions options = {},
                         std::optional<bool> is_coalesced = std::nullopt);

Tensor zeros(IntArrayRef size, TensorOptions options = {});
Tensor ones(IntArrayRef size, TensorOptions options = {});
Tensor empty(IntArrayRef size, TensorOptions options = {},
             std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor full(IntArrayRef size, const Scalar &fill_value,
            TensorOptions options = {});
Tensor rand(IntArrayRef size, TensorOptions options = {});
Tensor randn(IntArrayRef size, TensorOptions options = {});
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options = kLong);
Tensor randint(int64_t low, int64_t high, IntArrayRef size,
               TensorOptions options = kLong);
Tensor randperm(int64_t n, TensorOptions options = kLong);
Tensor eye(int64_t n, TensorOptions options = {});
Tensor eye(int64_t n, int64_t m, TensorOptions options = {});
Tensor arange(const Scalar &end, TensorOptions options = {});
Tensor arange(const Scalar &start, const Scalar &end,
              TensorOptions options = {});
Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step,
              TensorOptions options = {});
Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps,
                TensorOptions options = {});
Tensor linspace(const Tensor &start, const Tensor &end, int64_t steps,
                TensorOptions options = {});
Tensor linspace(const Tensor &start, const Scalar &end, int64_t steps,
                TensorOptions options = {});
Tensor linspace(const Scalar &start, const Tensor &end, int64_t steps,
                TensorOptions options = {});
Tensor logspace(const Scalar &start, const Scalar &end, int64_t steps,
                double base = 10.0, TensorOptions options = {});
Tensor logspace(const Tensor &start, const Tensor &end, int64_t steps,
                double base = 10.0, TensorOptions options = {});
Tensor logspace(const Tensor &start, const Scalar &end, int64_t steps,
                double base = 10.0, TensorOptions options = {});
Tensor logspace(const Scalar &start, const Tensor &end, int64_t steps,
                double base = 10.0, TensorOptions options = {});
Tensor scalar_tensor(const Scalar &s, TensorOptions options = {});
Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0,
                    TensorOptions options = kLong);
Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0,
                    TensorOptions options = kLong);
Tensor hann_window(int64_t window_length, TensorOptions options = {});
Tensor hann_window(int64_t window_length, bool periodic,
                   TensorOptions options = {});
Tensor hamming_window(int64_t window_length, TensorOptions options = {});
Tensor hamming_window(int64_t window_length, bool periodic,
                      TensorOptions options = {});
Tensor blackman_window(int64_t window_length, TensorOptions options = {});
Tensor blackman_window(int64_t window_length, bool periodic,
                       TensorOptions options = {});
Tensor bartlett_window(int64_t window_length, TensorOptions options = {});
Tensor kaiser_window(int64_t window_length, TensorOptions options = {});
Tensor kaiser_window(int64_t window_length, bool periodic,
                     TensorOptions options = {});
Tensor kaiser_window(int64_t window_length, bool periodic, double beta,
                     TensorOptions options = {});
Tensor empty_strided(IntArrayRef size, IntArrayRef stride,
                     TensorOptions options = {});
Tensor empty_like(const Tensor &self, TensorOptions options = {},
                  std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor zeros_like(const Tensor &self, TensorOptions options = {},
                  std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor ones_like(const Tensor &self, TensorOptions options = {},
                 std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor full_like(const Tensor &self, const Scalar &fill_value,
                 TensorOptions options = {},
                 std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor rand_like(const Tensor &self, TensorOptions options = {},
                 std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor randn_like(const Tensor &self, TensorOptions options = {},
                  std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor randint_like(const Tensor &self, int64_t high,
                    TensorOptions options = {},
                    std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor randint_like(const Tensor &self, int64_t low, int64_t high,
                    TensorOptions options = {},
                    std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor fft_fftfreq(int64_t n, double d = 1.0, TensorOptions options = {});
// The spelled-out form that every factory has; one stands for them all.
Tensor zeros(IntArrayRef size, std::optional<ScalarType> dtype,
             std::optional<Layout> layout, std::optional<Device> device,
             std::optional<bool> pin_memory);
Tensor empty(IntArrayRef size, std::optional<ScalarType> dtype,
             std::optional<Layout> layout, std::optional<Device> device,
             std::optional<bool> pin_memory,
             std::optional<MemoryFormat> memory_format);
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides,
                 const std::function<void(void *)> &deleter,
                 const TensorOptions &options = {},
                 const std::optional<Device> target_device = std::nullopt);
Tensor from_blob(void *data, IntArrayRef sizes,
                 std::function<void(void *)> deleter,
                 const TensorOptions &options = {},
                 const std::optional<Device> target_device = std::nullopt);
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides,
                 const TensorOptions &options = {});
Tensor from_blob(void *data, IntArrayRef sizes,
                 const TensorOptions &options = {});
Tensor linalg_pinv(const Tensor &self, const std::optional<Tensor> &atol = {},
                   const std::optional<Tensor> &rtol = {},
                   bool hermitian = false);
Tensor linalg_matrix_rank(const Tensor &input,
                          const std::optional<Tensor> &atol = {},
                          const std::optional<Tensor> &rtol = {},
                          bool hermitian = false);
Tensor stft(const Tensor &self, int64_t n_fft,
            std::optional<int64_t> hop_length = std::nullopt,
            std::optional<int64_t> win_length = std::nullopt,
            const std::optional<Tensor> &window = {}, bool center = true,
            std::string_view pad_mode = "reflect", bool normalized = false,
            std::optional<bool> onesided = std::nullopt,
            std::optional<bool> return_complex = std::nullopt,
            std::optional<bool> align_to_window = std::nullopt);
Tensor
binary_cross_entropy_with_logits(const Tensor &self, const Tensor &target,
                                 const std::optional<Tensor> &weight = {},
                                 const std::optional<Tensor> &pos_weight = {},
                                 int64_t reduction = Reduction::Mean);
std::tuple<Tensor, Tensor> histogram(const Tensor &self, const Tensor &bins,
                                     const std::optional<Tensor> &weight = {},
                                     bool density = false);
std::tuple<Tensor, Tensor>
histogram(const Tensor &self, int64_t bins = 100,
          std::optional<ArrayRef<double>> range = std::nullopt,
          const std::optional<Tensor> &weight = {}, bool density = false);
std::tuple<Tensor, std::vector<Tensor>>
histogramdd(const Tensor &self, IntArrayRef bins,
            std::optional<ArrayRef<double>> range = std::nullopt,
            const std::optional<Tensor> &weight = {}, bool density = false);
Tensor multi_margin_loss(const Tensor &self, const Tensor &target,
                         const Scalar &p = 1, const Scalar &margin = 1,
                         const std::optional<Tensor> &weight = {},
                         int64_t reduction = Reduction::Mean);
Tensor layer_norm(const Tensor &input, IntArrayRef normalized_shape,
                  const std::optional<Tensor> &weight = {},
                  const std::optional<Tensor> &bias = {}, double eps = 1e-05,
                  bool cudnn_enable = true);

#define TORCH_MOCK_TENSOR(T)                                                   \
  Tensor tensor(ArrayRef<T> values, const TensorOptions &options);             \
  Tensor tensor(std::initializer_list<T> values,                               \
                const TensorOptions &options);                                 \
  Tensor tensor(T value, const TensorOptions &options);                        \
  Tensor tensor(ArrayRef<T> values);                                           \
  Tensor tensor(std::initializer_list<T> values);                              \
  Tensor tensor(T value);
TORCH_MOCK_TENSOR(uint8_t)
TORCH_MOCK_TENSOR(int)
TORCH_MOCK_TENSOR(int64_t)
TORCH_MOCK_TENSOR(float)
TORCH_MOCK_TENSOR(double)
TORCH_MOCK_TENSOR(bool)
#undef TORCH_MOCK_TENSOR
int64_t size(const Tensor &self, int64_t dim);
int64_t numel(const Tensor &tensor);

inline Tensor operator+(const Tensor &x, const Tensor &y) { return x.add(y); }
inline Tensor operator+(const Tensor &x, const Scalar &y) { return x.add(y); }
Tensor operator+(const Scalar &x, const Tensor &y);
inline Tensor operator*(const Tensor &x, const Tensor &y) { return x.mul(y); }
inline Tensor operator*(const Tensor &x, const Scalar &y) { return x.mul(y); }
Tensor operator*(const Scalar &x, const Tensor &y);
inline Tensor operator-(const Tensor &x, const Tensor &y) { return x.sub(y); }
inline Tensor operator-(const Tensor &x, const Scalar &y) { return x.sub(y); }
Tensor operator-(const Scalar &x, const Tensor &y);
inline Tensor operator/(const Tensor &x, const Tensor &y) { return x.div(y); }
inline Tensor operator/(const Tensor &x, const Scalar &y) { return x.div(y); }
Tensor operator/(const Scalar &x, const Tensor &y);
inline Tensor operator%(const Tensor &x, const Tensor &y) {
  return x.remainder(y);
}
inline Tensor operator%(const Tensor &x, const Scalar &y) {
  return x.remainder(y);
}
Tensor operator%(const Scalar &x, const Tensor &y);
inline Tensor operator&(const Tensor &x, const Tensor &y) {
  return x.bitwise_and(y);
}
inline Tensor operator&(const Tensor &x, const Scalar &y) {
  return x.bitwise_and(y);
}
Tensor operator&(const Scalar &x, const Tensor &y);
inline Tensor operator|(const Tensor &x, const Tensor &y) {
  return x.bitwise_or(y);
}
inline Tensor operator|(const Tensor &x, const Scalar &y) {
  return x.bitwise_or(y);
}
Tensor operator|(const Scalar &x, const Tensor &y);
inline Tensor operator^(const Tensor &x, const Tensor &y) {
  return x.bitwise_xor(y);
}
inline Tensor operator^(const Tensor &x, const Scalar &y) {
  return x.bitwise_xor(y);
}
Tensor operator^(const Scalar &x, const Tensor &y);
inline Tensor operator<(const Tensor &x, const Tensor &y) { return x.lt(y); }
inline Tensor operator<(const Tensor &x, const Scalar &y) { return x.lt(y); }
Tensor operator<(const Scalar &x, const Tensor &y);
inline Tensor operator<=(const Tensor &x, const Tensor &y) { return x.le(y); }
inline Tensor operator<=(const Tensor &x, const Scalar &y) { return x.le(y); }
Tensor operator<=(const Scalar &x, const Tensor &y);
inline Tensor operator>(const Tensor &x, const Tensor &y) { return x.gt(y); }
inline Tensor operator>(const Tensor &x, const Scalar &y) { return x.gt(y); }
Tensor operator>(const Scalar &x, const Tensor &y);
inline Tensor operator>=(const Tensor &x, const Tensor &y) { return x.ge(y); }
inline Tensor operator>=(const Tensor &x, const Scalar &y) { return x.ge(y); }
Tensor operator>=(const Scalar &x, const Tensor &y);
inline Tensor operator==(const Tensor &x, const Tensor &y) { return x.eq(y); }
inline Tensor operator==(const Tensor &x, const Scalar &y) { return x.eq(y); }
Tensor operator==(const Scalar &x, const Tensor &y);
inline Tensor operator!=(const Tensor &x, const Tensor &y) { return x.ne(y); }
inline Tensor operator!=(const Tensor &x, const Scalar &y) { return x.ne(y); }
Tensor operator!=(const Scalar &x, const Tensor &y);

// ATen/core/Formatting.h
std::ostream &print(std::ostream &stream, const Tensor &tensor,
                    int64_t linesize);
inline std::ostream &operator<<(std::ostream &out, const Tensor &t) {
  return print(out, t, 80);
}
std::ostream &operator<<(std::ostream &out, const DeprecatedTypeProperties &t);
void print(const Tensor &t, int64_t linesize = 80);

void manual_seed(uint64_t seed);
void set_num_threads(int num_threads);
struct NoGradGuard {
  NoGradGuard();
  ~NoGradGuard();
};
struct AutoGradMode {
  AutoGradMode(bool enabled);
  ~AutoGradMode();
};
} // namespace at
namespace c10 {
struct InferenceMode {
  InferenceMode(bool enabled = true);
  ~InferenceMode();
};
} // namespace c10
