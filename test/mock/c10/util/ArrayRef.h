// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace c10 {}
namespace c10::cuda {}
namespace caffe2 {
using namespace c10;
}
namespace at {
using namespace c10;
}
namespace at::cuda {
using namespace c10::cuda;
}

namespace c10 {
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;

template <typename T> class ArrayRef final {
public:
  using iterator = const T *;
  constexpr ArrayRef() : Data(nullptr), Length(0) {}
  constexpr ArrayRef(const T &OneElt) : Data(&OneElt), Length(1) {}
  constexpr ArrayRef(const T *data, size_t length)
      : Data(data), Length(length) {}
  constexpr ArrayRef(const T *begin, const T *end)
      : Data(begin), Length(end - begin) {}
  template <typename A>
  ArrayRef(const std::vector<T, A> &Vec)
      : Data(Vec.data()), Length(Vec.size()) {}
  template <size_t N>
  constexpr ArrayRef(const std::array<T, N> &Arr)
      : Data(Arr.data()), Length(N) {}
  template <size_t N>
  constexpr ArrayRef(const T (&Arr)[N]) : Data(Arr), Length(N) {}
  constexpr ArrayRef(const std::initializer_list<T> &Vec)
      : Data(Vec.begin()), Length(Vec.size()) {}

  constexpr iterator begin() const { return Data; }
  constexpr iterator end() const { return Data + Length; }
  constexpr bool empty() const { return Length == 0; }
  constexpr const T *data() const { return Data; }
  constexpr size_t size() const { return Length; }
  constexpr const T &front() const { return Data[0]; }
  constexpr const T &back() const { return Data[Length - 1]; }
  constexpr const T &operator[](size_t Index) const { return Data[Index]; }
  constexpr const T &at(size_t Index) const { return Data[Index]; }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }

private:
  const T *Data;
  size_t Length;
};
template <typename T>
std::ostream &operator<<(std::ostream &out, ArrayRef<T> list);

using IntArrayRef = ArrayRef<int64_t>;

template <typename T> class OptionalArrayRef final {
public:
  constexpr OptionalArrayRef() noexcept = default;
  constexpr OptionalArrayRef(nullopt_t) noexcept {}
  template <typename U = ArrayRef<T>,
            std::enable_if_t<
                !std::is_same<std::decay_t<U>, OptionalArrayRef>::value &&
                    std::is_constructible<ArrayRef<T>, U &&>::value &&
                    std::is_convertible<U &&, ArrayRef<T>>::value,
                bool> = false>
  constexpr OptionalArrayRef(U &&value)
      : wrapped_opt_array_ref(std::forward<U>(value)) {}
  constexpr OptionalArrayRef(std::initializer_list<T> il)
      : wrapped_opt_array_ref(il) {}
  constexpr OptionalArrayRef(const T &value) : wrapped_opt_array_ref(value) {}

private:
  std::optional<ArrayRef<T>> wrapped_opt_array_ref;
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

template <class T> class List final {
public:
  List();
  List(std::initializer_list<T> initial_values);
  explicit List(ArrayRef<T> initial_values);
  T get(size_t pos) const;
  T operator[](size_t pos) const;
  void push_back(const T &value) const;
  size_t size() const;
  std::vector<T> vec() const;
};
} // namespace c10
