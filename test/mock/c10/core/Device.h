// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>

namespace c10 {
enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  HIP = 6,
  XLA = 9,
  Vulkan = 10,
  Metal = 11,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  VE = 16,
};
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kHIP = DeviceType::HIP;
constexpr DeviceType kMPS = DeviceType::MPS;
constexpr DeviceType kXPU = DeviceType::XPU;
constexpr DeviceType kMeta = DeviceType::Meta;

using DeviceIndex = int8_t;

struct Device final {
  using Type = DeviceType;
  Device(DeviceType type, DeviceIndex index = -1)
      : type_(type), index_(index) {}
  Device(const std::string &device_string);

  bool operator==(const Device &other) const noexcept {
    return type_ == other.type_ && index_ == other.index_;
  }
  bool operator!=(const Device &other) const noexcept {
    return !(*this == other);
  }
  void set_index(DeviceIndex index) { index_ = index; }
  DeviceType type() const noexcept { return type_; }
  DeviceIndex index() const noexcept { return index_; }
  bool has_index() const noexcept { return index_ != -1; }
  bool is_cuda() const noexcept { return type_ == DeviceType::CUDA; }
  bool is_mps() const noexcept { return type_ == DeviceType::MPS; }
  bool is_hip() const noexcept { return type_ == DeviceType::HIP; }
  bool is_xpu() const noexcept { return type_ == DeviceType::XPU; }
  bool is_meta() const noexcept { return type_ == DeviceType::Meta; }
  bool is_cpu() const noexcept { return type_ == DeviceType::CPU; }
  std::string str() const;

private:
  DeviceType type_;
  DeviceIndex index_ = -1;
};
std::ostream &operator<<(std::ostream &stream, const Device &device);
std::ostream &operator<<(std::ostream &stream, DeviceType type);

class Stream final {
public:
  Device device() const noexcept;
  DeviceType device_type() const noexcept;
  bool query() const;
  void synchronize() const;

private:
  Stream();
};
enum class Backend { CPU, CUDA, HIP, SparseCPU, SparseCUDA, Undefined };
} // namespace c10
namespace torch {
using c10::DeviceType;
}
