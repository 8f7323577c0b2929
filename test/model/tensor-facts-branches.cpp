// What the way to a statement says about a tensor.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;
#define CHECK_CUDA(x) TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CPU(x) TORCH_CHECK(!(x).is_cuda(), #x " must be a CPU tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x)
#define CHECK_INPUT(x)                                                         \
  CHECK_CUDA(x);                                                               \
  CHECK_CONTIGUOUS(x)

TORCHSYNC_HOT void questions(const Tensor &x) {
  if (x.is_cuda())
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  else
    x.item(); // on the CPU
  if (!x.is_cuda())
    x.item(); // on the CPU
  if (x.is_cpu())
    x.item(); // on the CPU
  if (x.device() == torch::kCPU)
    x.item(); // on the CPU
  else
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  if (x.device() != torch::kCPU)
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  if (x.device().is_cuda())
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  if (x.device().type() == torch::kCUDA)
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  else
    x.item(); // on the CPU
  if (x.get_device() >= 0)
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  if (x.type().is_cuda())
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  if (torch::kCPU == x.device().type())
    x.item(); // on the CPU
  // cuda:1 is no CPU.
  if (x.device() != torch::Device(torch::kCUDA, 0))
    x.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void combined(const Tensor &x, const Tensor &y, bool other) {
  if (x.is_cuda() && y.is_cuda()) {
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
    y.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  } else {
    x.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  }
  if (x.is_cuda() || other)
    x.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  else
    x.item(); // on the CPU
  if (!(x.is_cpu() || y.is_cpu()))
    y.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  const Tensor z = x.is_cuda() ? x.to(torch::kCPU, true) : x;
  z.item(); // on the CPU
}

TORCHSYNC_HOT void keptInVariables(Tensor x, Tensor y) {
  const bool onDevice = x.is_cuda();
  if (onDevice)
    x.item();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  else
    x.item(); // on the CPU
  auto device = x.device();
  if (device.is_cpu())
    x.item(); // on the CPU
  // y is another tensor by the time the variable is asked.
  bool stale = y.is_cuda();
  y = y.to(torch::kCPU, true);
  if (stale)
    y.item(); // on the CPU
  bool changed = x.is_cuda();
  changed = !changed;
  if (changed)
    x.item();
    // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:7: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void leaving(const Tensor &x, const Tensor &y, const Tensor &z) {
  if (!x.is_cuda())
    return;
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  CHECK_INPUT(y);
  y.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  CHECK_CPU(z);
  z.item(); // on the CPU
}

TORCHSYNC_HOT void several(const Tensor &x, const Tensor &y) {
  TORCH_CHECK(x.is_cuda() && y.device().is_cpu(), "mixed");
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  y.item(); // on the CPU
}

TORCHSYNC_HOT void available(Tensor x) {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA);
  x.to(device, true).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:22: warning: 'item' makes the host wait
  auto chosen = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  x.to(chosen, true).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:22: warning: 'item' makes the host wait
  if (!torch::cuda::is_available())
    x.item(); // on the CPU
}
