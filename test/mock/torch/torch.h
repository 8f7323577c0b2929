// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>
#include <torch/version.h>

// torch/csrc/api/include/torch/types.h
namespace torch {
using namespace at;
using std::nullopt;
using std::optional;
using Dtype = at::ScalarType;
constexpr auto kUInt8 = at::kByte;
constexpr auto kInt8 = at::kChar;
constexpr auto kInt16 = at::kShort;
constexpr auto kInt32 = at::kInt;
constexpr auto kInt64 = at::kLong;
constexpr auto kFloat16 = at::kHalf;
constexpr auto kFloat32 = at::kFloat;
constexpr auto kFloat64 = at::kDouble;
constexpr auto kI64 = kInt64;
constexpr auto kF16 = kFloat16;
constexpr auto kF32 = kFloat32;
constexpr auto kF64 = kFloat64;

using NoGradGuard = at::NoGradGuard;
using AutoGradMode = at::AutoGradMode;
using at::manual_seed;
using at::set_num_threads;
} // namespace torch

// torch/csrc/api/include/torch/detail/TensorDataContainer.h
namespace torch::detail {
struct TensorDataContainer {
  TensorDataContainer();
#define TORCH_MOCK_CONTAINER(T)                                                \
  TensorDataContainer(T value);                                                \
  TensorDataContainer(at::ArrayRef<T> values);
  TORCH_MOCK_CONTAINER(uint8_t)
  TORCH_MOCK_CONTAINER(int8_t)
  TORCH_MOCK_CONTAINER(int16_t)
  TORCH_MOCK_CONTAINER(int)
  TORCH_MOCK_CONTAINER(int64_t)
  TORCH_MOCK_CONTAINER(float)
  TORCH_MOCK_CONTAINER(double)
  TORCH_MOCK_CONTAINER(bool)
#undef TORCH_MOCK_CONTAINER
#define TORCH_MOCK_CONTAINER(T)                                                \
  TensorDataContainer(const std::vector<T> &values);
  TORCH_MOCK_CONTAINER(int)
  TORCH_MOCK_CONTAINER(int64_t)
  TORCH_MOCK_CONTAINER(float)
  TORCH_MOCK_CONTAINER(double)
#undef TORCH_MOCK_CONTAINER
  TensorDataContainer(std::initializer_list<TensorDataContainer> init_list);
};
} // namespace torch::detail

// torch/csrc/autograd/generated/variable_factories.h: functions of their own,
// which hide those of namespace at.
namespace torch {
at::Tensor tensor(detail::TensorDataContainer tensor_data_container,
                  const at::TensorOptions &options = {});
using Deleter = std::function<void(void *)>;
at::Tensor from_blob(void *data, at::IntArrayRef sizes, at::IntArrayRef strides,
                     const Deleter &deleter,
                     const at::TensorOptions &options = at::TensorOptions());
at::Tensor from_blob(void *data, at::IntArrayRef sizes, at::IntArrayRef strides,
                     const at::TensorOptions &options = at::TensorOptions());
at::Tensor from_blob(void *data, at::IntArrayRef sizes, const Deleter &deleter,
                     const at::TensorOptions &options = at::TensorOptions());
at::Tensor from_blob(void *data, at::IntArrayRef sizes,
                     const at::TensorOptions &options = at::TensorOptions());
at::Tensor zeros(at::IntArrayRef size, at::TensorOptions options = {});
at::Tensor ones(at::IntArrayRef size, at::TensorOptions options = {});
at::Tensor empty(at::IntArrayRef size, at::TensorOptions options = {},
                 std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor full(at::IntArrayRef size, const at::Scalar &fill_value,
                at::TensorOptions options = {});
at::Tensor rand(at::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randn(at::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randint(int64_t high, at::IntArrayRef size,
                   at::TensorOptions options = at::kLong);
at::Tensor randint(int64_t low, int64_t high, at::IntArrayRef size,
                   at::TensorOptions options = at::kLong);
at::Tensor randperm(int64_t n, at::TensorOptions options = at::kLong);
at::Tensor eye(int64_t n, at::TensorOptions options = {});
at::Tensor eye(int64_t n, int64_t m, at::TensorOptions options = {});
at::Tensor arange(const at::Scalar &end, at::TensorOptions options = {});
at::Tensor arange(const at::Scalar &start, const at::Scalar &end,
                  at::TensorOptions options = {});
at::Tensor arange(const at::Scalar &start, const at::Scalar &end,
                  const at::Scalar &step, at::TensorOptions options = {});
at::Tensor linspace(const at::Scalar &start, const at::Scalar &end,
                    int64_t steps, at::TensorOptions options = {});
at::Tensor linspace(const at::Tensor &start, const at::Tensor &end,
                    int64_t steps, at::TensorOptions options = {});
at::Tensor linspace(const at::Tensor &start, const at::Scalar &end,
                    int64_t steps, at::TensorOptions options = {});
at::Tensor linspace(const at::Scalar &start, const at::Tensor &end,
                    int64_t steps, at::TensorOptions options = {});
at::Tensor logspace(const at::Scalar &start, const at::Scalar &end,
                    int64_t steps, double base = 10.0,
                    at::TensorOptions options = {});
at::Tensor logspace(const at::Tensor &start, const at::Tensor &end,
                    int64_t steps, double base = 10.0,
                    at::TensorOptions options = {});
at::Tensor logspace(const at::Tensor &start, const at::Scalar &end,
                    int64_t steps, double base = 10.0,
                    at::TensorOptions options = {});
at::Tensor logspace(const at::Scalar &start, const at::Tensor &end,
                    int64_t steps, double base = 10.0,
                    at::TensorOptions options = {});
at::Tensor scalar_tensor(const at::Scalar &s, at::TensorOptions options = {});
at::Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0,
                        at::TensorOptions options = at::kLong);
at::Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0,
                        at::TensorOptions options = at::kLong);
at::Tensor hann_window(int64_t window_length, at::TensorOptions options = {});
at::Tensor hann_window(int64_t window_length, bool periodic,
                       at::TensorOptions options = {});
at::Tensor hamming_window(int64_t window_length,
                          at::TensorOptions options = {});
at::Tensor hamming_window(int64_t window_length, bool periodic,
                          at::TensorOptions options = {});
at::Tensor blackman_window(int64_t window_length,
                           at::TensorOptions options = {});
at::Tensor blackman_window(int64_t window_length, bool periodic,
                           at::TensorOptions options = {});
at::Tensor bartlett_window(int64_t window_length,
                           at::TensorOptions options = {});
at::Tensor kaiser_window(int64_t window_length, at::TensorOptions options = {});
at::Tensor kaiser_window(int64_t window_length, bool periodic,
                         at::TensorOptions options = {});
at::Tensor kaiser_window(int64_t window_length, bool periodic, double beta,
                         at::TensorOptions options = {});
at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                         at::TensorOptions options = {});
at::Tensor
empty_like(const at::Tensor &self, at::TensorOptions options = {},
           std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
zeros_like(const at::Tensor &self, at::TensorOptions options = {},
           std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
ones_like(const at::Tensor &self, at::TensorOptions options = {},
          std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
full_like(const at::Tensor &self, const at::Scalar &fill_value,
          at::TensorOptions options = {},
          std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
rand_like(const at::Tensor &self, at::TensorOptions options = {},
          std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
randn_like(const at::Tensor &self, at::TensorOptions options = {},
           std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
randint_like(const at::Tensor &self, int64_t high,
             at::TensorOptions options = {},
             std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor
randint_like(const at::Tensor &self, int64_t low, int64_t high,
             at::TensorOptions options = {},
             std::optional<at::MemoryFormat> memory_format = std::nullopt);
at::Tensor fft_fftfreq(int64_t n, double d = 1.0,
                       at::TensorOptions options = {});
} // namespace torch

#include <torch/autograd.h>
#include <torch/cuda.h>
#include <torch/data.h>
#include <torch/linalg.h>
#include <torch/nn.h>
#include <torch/optim.h>
#include <torch/serialize.h>
