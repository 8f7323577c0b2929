// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/core/TensorBody.h>

namespace c10 {
template <class T> class intrusive_ptr final {
public:
  T *get() const noexcept;
  T &operator*() const noexcept;
  T *operator->() const noexcept;
};
struct IValue;
namespace ivalue {
struct Tuple {
  const std::vector<IValue> &elements() const &;
};
} // namespace ivalue

struct IValue final {
  IValue(const IValue &rhs);
  IValue(IValue &&rhs) noexcept;
  ~IValue();
  IValue();
  IValue &operator=(const IValue &rhs) &;
  IValue &operator=(IValue &&rhs) & noexcept;
  IValue(at::TensorBase t);
  IValue(double d);
  IValue(int64_t i);
  IValue(int32_t i);
  IValue(bool b);
  IValue(const char *v);
  IValue(std::string v);
  IValue(const std::vector<at::Tensor> &v);
  template <typename T> IValue(const std::vector<T> &v);
  IValue(at::Scalar s);

  bool isTensor() const;
  at::Tensor toTensor() &&;
  at::Tensor &toTensor() &;
  const at::Tensor &toTensor() const &;
  bool isTuple() const;
  c10::intrusive_ptr<ivalue::Tuple> toTuple() &&;
  c10::intrusive_ptr<ivalue::Tuple> toTuple() const &;
  ivalue::Tuple &toTupleRef() const;
  double toDouble() const;
  int64_t toInt() const;
  bool toBool() const;
  bool isNone() const;
  at::Scalar toScalar() const;
  c10::List<at::Tensor> toTensorList() &&;
  c10::List<at::Tensor> toTensorList() const &;
  std::vector<at::Tensor> toTensorVector() const;
  const std::string &toStringRef() const;
  template <typename T> T to() &&;
  template <typename T> T to() const &;

private:
  std::shared_ptr<void> payload;
};
std::ostream &operator<<(std::ostream &out, const IValue &v);
} // namespace c10
