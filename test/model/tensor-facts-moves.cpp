// What a move says about the tensor it gives, in every spelling of `to`.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

TORCHSYNC_HOT void spellings(Tensor x, Tensor host, torch::Device chosen) {
  x.item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  x.cuda().item();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  x.cpu().item(); // on the CPU
  x.to(torch::kCUDA, /*non_blocking=*/true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'item' makes the host wait
  x.to(torch::kCPU, /*non_blocking=*/true).item(); // on the CPU
  x.to("cuda:0", true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait
  x.to(torch::Device("cuda"), true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait
  x.to(torch::Device(torch::kCUDA, 1), true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'item' makes the host wait
  x.to(torch::dtype(torch::kLong).device(torch::kCUDA), true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:63: warning: 'item' makes the host wait
  x.to(torch::kCUDA, torch::kHalf, true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'item' makes the host wait
  x.to(chosen, true).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:22: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void likeAnother(Tensor x, Tensor y) {
  Tensor device = torch::zeros({3}, torch::kCUDA);
  Tensor host = torch::zeros({3});
  host.to(device, true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait
  host.to(device.device(), true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'item' makes the host wait
  host.to(device.options(), true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'item' makes the host wait
  device.to(host, true).item(); // on the CPU
  // A cast stays where the tensor is.
  device.to(torch::kFloat).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait
  host.to(torch::kFloat).item(); // on the CPU
  host.to(device.dtype()).item(); // on the CPU
  y.to(torch::kLong).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:22: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void constantsAndVariables(Tensor x) {
  torch::Device device = torch::kCUDA;
  const auto host = torch::Device(torch::kCPU);
  auto type = torch::kCUDA;
  x.to(device, true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait
  x.to(host, true).item(); // on the CPU
  x.to(type, true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait
  device = torch::kCPU;
  x.to(device, true).item(); // on the CPU
}

static const torch::Device Global(torch::kCUDA);
static torch::Device Variable(torch::kCUDA);
TORCHSYNC_HOT void globals(Tensor x) {
  x.to(Global, true).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait
  // Somebody may have assigned it.
  x.to(Variable, true).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:24: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void reassigned(Tensor x) {
  x = x.to(torch::kCUDA, true);
  x.item();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes the host wait
  x = x.to(torch::kCPU, true);
  x.item(); // on the CPU
  x[0].item(); // on the CPU
}
