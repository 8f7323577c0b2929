// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace c10 {
struct TensorOptions {
  TensorOptions() {}
  TensorOptions(Layout layout) : TensorOptions() { set_layout(layout); }
  // A template, so that TensorOptions({kCUDA, 1}) is not ambiguous.
  template <typename T, typename = std::enable_if_t<
                            std::is_same_v<std::decay_t<T>, Device>>>
  TensorOptions(T &&device) : TensorOptions() {
    set_device(std::forward<T>(device));
  }
  template <typename... Args, typename = std::enable_if_t<
                                  std::is_constructible_v<Device, Args &&...>>>
  TensorOptions(Args &&...args)
      : TensorOptions(Device(std::forward<Args>(args)...)) {}
  TensorOptions(caffe2::TypeMeta dtype) : TensorOptions() { set_dtype(dtype); }
  TensorOptions(ScalarType dtype) : TensorOptions() { set_dtype(dtype); }
  TensorOptions(MemoryFormat memory_format) : TensorOptions() {
    set_memory_format(memory_format);
  }

  [[nodiscard]] TensorOptions
  device(std::optional<Device> device) const noexcept {
    TensorOptions r = *this;
    r.set_device(device);
    return r;
  }
  template <typename... Args>
  [[nodiscard]] TensorOptions device(Args &&...args) const noexcept {
    return device(
        std::optional<Device>(std::in_place, std::forward<Args>(args)...));
  }
  [[nodiscard]] TensorOptions
  device_index(c10::DeviceIndex device_index) const noexcept {
    return device(Device::Type::CUDA, device_index);
  }
  [[nodiscard]] TensorOptions
  dtype(std::optional<caffe2::TypeMeta> dtype) const noexcept;
  [[nodiscard]] TensorOptions
  dtype(std::optional<ScalarType> dtype) const noexcept;
  template <typename T> TensorOptions &dtype();
  [[nodiscard]] TensorOptions
  layout(std::optional<Layout> layout) const noexcept;
  [[nodiscard]] TensorOptions
  requires_grad(std::optional<bool> requires_grad) const noexcept;
  [[nodiscard]] TensorOptions
  pinned_memory(std::optional<bool> pinned_memory) const noexcept;
  [[nodiscard]] TensorOptions
  memory_format(std::optional<MemoryFormat> memory_format) const noexcept;

  Device device() const noexcept;
  bool has_device() const noexcept;
  std::optional<Device> device_opt() const noexcept;
  int32_t device_index() const noexcept;
  caffe2::TypeMeta dtype() const noexcept;
  bool has_dtype() const noexcept;
  Layout layout() const noexcept;
  bool requires_grad() const noexcept;
  bool pinned_memory() const noexcept;
  bool is_sparse() const;
  Backend backend() const;
  TensorOptions merge_in(TensorOptions options) const noexcept;

private:
  void set_device(std::optional<Device> device) & noexcept;
  void set_dtype(std::optional<caffe2::TypeMeta> dtype) & noexcept;
  void set_dtype(std::optional<ScalarType> dtype) & noexcept;
  void set_layout(std::optional<Layout> layout) & noexcept;
  void set_memory_format(std::optional<MemoryFormat> memory_format) & noexcept;

  Device device_ = kCPU;
  caffe2::TypeMeta dtype_;
};

inline TensorOptions dtype(caffe2::TypeMeta dtype) {
  return TensorOptions().dtype(dtype);
}
inline TensorOptions dtype(ScalarType dtype) {
  return TensorOptions().dtype(caffe2::TypeMeta::fromScalarType(dtype));
}
template <typename T> inline TensorOptions dtype() {
  return dtype(caffe2::TypeMeta::Make<T>());
}
inline TensorOptions layout(Layout layout) {
  return TensorOptions().layout(layout);
}
inline TensorOptions device(Device device) {
  return TensorOptions().device(device);
}
inline TensorOptions device_index(c10::DeviceIndex device_index) {
  return TensorOptions().device_index(device_index);
}
inline TensorOptions requires_grad(bool requires_grad = true) {
  return TensorOptions().requires_grad(requires_grad);
}
inline TensorOptions memory_format(MemoryFormat memory_format) {
  return TensorOptions().memory_format(memory_format);
}
} // namespace c10
