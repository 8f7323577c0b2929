// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/core/ScalarType.h>

namespace c10 {
class Scalar {
public:
  Scalar();
  ~Scalar();
  Scalar(uint8_t vv);
  Scalar(int8_t vv);
  Scalar(int16_t vv);
  Scalar(int vv);
  Scalar(int64_t vv);
  Scalar(float vv);
  Scalar(double vv);
  Scalar(Half vv);
  Scalar(BFloat16 vv);
  Scalar(complex<float> vv);
  Scalar(complex<double> vv);
  template <typename T,
            std::enable_if_t<std::is_same_v<T, bool>, bool> * = nullptr>
  Scalar(T vv);
  Scalar(SymInt si);
  Scalar(const Scalar &rhs);
  Scalar(Scalar &&rhs) noexcept;
  Scalar &operator=(const Scalar &rhs);
  Scalar &operator=(Scalar &&rhs) noexcept;

  uint8_t toByte() const;
  int8_t toChar() const;
  int16_t toShort() const;
  int toInt() const;
  int64_t toLong() const;
  Half toHalf() const;
  float toFloat() const;
  double toDouble() const;
  bool toBool() const;
  BFloat16 toBFloat16() const;
  SymInt toSymInt() const;
  template <typename T> T to() const = delete;

  bool isFloatingPoint() const;
  bool isIntegral(bool includeBool) const;
  bool isComplex() const;
  bool isBoolean() const;
  bool equal(bool num) const;
  ScalarType type() const;

private:
  alignas(16) char v[32];
};
template <> float Scalar::to<float>() const;
template <> double Scalar::to<double>() const;
template <> int Scalar::to<int>() const;
template <> int64_t Scalar::to<int64_t>() const;
template <> bool Scalar::to<bool>() const;
std::ostream &operator<<(std::ostream &out, const Scalar &s);
} // namespace c10
