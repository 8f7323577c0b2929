// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/util/ArrayRef.h>

namespace c10 {
struct Half {
  unsigned short x;
  Half() = default;
  Half(float value);
  operator float() const;
};
struct BFloat16 {
  unsigned short x;
  BFloat16() = default;
  BFloat16(float value);
  operator float() const;
};
template <typename T> struct complex {
  T real_, imag_;
  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }
};

enum class ScalarType : int8_t {
  Byte,
  Char,
  Short,
  Int,
  Long,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  QInt8,
  QUInt8,
  QInt32,
  BFloat16,
  Undefined,
  NumOptions
};
constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kComplexFloat = ScalarType::ComplexFloat;
constexpr ScalarType kComplexDouble = ScalarType::ComplexDouble;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;

std::ostream &operator<<(std::ostream &stream, ScalarType scalar_type);
const char *toString(ScalarType t);

enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn, NumOptions };
constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;
constexpr Layout kSparseCsr = Layout::SparseCsr;

enum class MemoryFormat : int8_t {
  Contiguous,
  Preserve,
  ChannelsLast,
  ChannelsLast3d,
  NumOptions
};

class SymInt {
public:
  SymInt(int64_t d) : data_(d) {}
  SymInt() : data_(0) {}
  int64_t guard_int(const char *file, int64_t line) const;

private:
  int64_t data_;
};
using SymIntArrayRef = ArrayRef<SymInt>;
} // namespace c10

namespace caffe2 {
class TypeMeta final {
public:
  TypeMeta() noexcept = default;
  template <typename T> static TypeMeta Make();
  static TypeMeta fromScalarType(c10::ScalarType scalar_type);
  c10::ScalarType toScalarType() const;
  size_t itemsize() const noexcept;
  friend bool operator==(const TypeMeta lhs, const TypeMeta rhs) noexcept;
  friend bool operator!=(const TypeMeta lhs, const TypeMeta rhs) noexcept;
  friend bool operator==(const TypeMeta lhs, c10::ScalarType rhs);

private:
  uint16_t index_ = 0;
};
} // namespace caffe2
namespace c10 {
inline ScalarType typeMetaToScalarType(caffe2::TypeMeta dtype) {
  return dtype.toScalarType();
}
} // namespace c10
