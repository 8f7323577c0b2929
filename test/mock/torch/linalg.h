// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>

namespace torch::linalg {
using at::Tensor;
inline Tensor cholesky(const Tensor &self) { return at::linalg_cholesky(self); }
inline Tensor det(const Tensor &self) { return at::linalg_det(self); }
inline std::tuple<Tensor, Tensor> eig(const Tensor &self) {
  return at::linalg_eig(self);
}
inline Tensor eigvals(const Tensor &self) { return at::linalg_eigvals(self); }
inline std::tuple<Tensor, Tensor> eigh(const Tensor &self,
                                       std::string_view uplo) {
  return at::linalg_eigh(self, uplo);
}
inline Tensor eigvalsh(const Tensor &self, std::string_view uplo) {
  return at::linalg_eigvalsh(self, uplo);
}
inline Tensor inv(const Tensor &input) { return at::linalg_inv(input); }
inline Tensor solve(const Tensor &input, const Tensor &other, bool left) {
  return at::linalg_solve(input, other, left);
}
inline std::tuple<Tensor, Tensor> lu_factor(const Tensor &self,
                                            const bool pivot = true) {
  return at::linalg_lu_factor(self, pivot);
}
inline std::tuple<Tensor, Tensor, Tensor>
svd(const Tensor &input, bool full_matrices,
    std::optional<std::string_view> driver) {
  return at::linalg_svd(input, full_matrices, driver);
}
inline Tensor svdvals(const Tensor &input,
                      std::optional<std::string_view> driver) {
  return at::linalg_svdvals(input, driver);
}
} // namespace torch::linalg
