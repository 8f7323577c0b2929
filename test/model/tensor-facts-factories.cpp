// Where a factory's result lives: its options say, and by default the CPU.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

TORCHSYNC_HOT void factories(torch::TensorOptions given, float *data) {
  torch::zeros({1}).item(); // on the CPU
  torch::ones({1}, torch::kCUDA).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'item' makes the host wait
  torch::rand({1}, torch::dtype(torch::kFloat)).item(); // on the CPU
  torch::full({1}, 2, torch::TensorOptions().device("cuda")).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:62: warning: 'item' makes the host wait
  torch::arange(1).item(); // on the CPU
  torch::tensor(1.0f).item(); // on the CPU
  torch::tensor(1.0f, torch::kCUDA).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'item' makes the host wait
  torch::from_blob(data, {1}).item(); // on the CPU
  torch::from_blob(data, {1}, torch::kCUDA).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'item' makes the host wait
  torch::empty({1}, given).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:28: warning: 'item' makes the host wait
  torch::empty({1}, given.device(torch::kCUDA)).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'item' makes the host wait
  torch::empty({1}, given.dtype(torch::kLong)).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:48: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void likeAnother(Tensor x) {
  Tensor device = torch::zeros({3}, torch::kCUDA);
  torch::zeros_like(device).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait
  torch::zeros_like(device, torch::kCPU).item(); // on the CPU
  torch::zeros_like(device, torch::kLong).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'item' makes the host wait
  device.new_zeros({1}).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait
  torch::zeros({1}, device.options()).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait
  torch::zeros({1}, device.options().device(torch::kCPU)).item(); // on the CPU
  torch::zeros({1}, torch::TensorOptions().device(device.device())).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:69: warning: 'item' makes the host wait
  torch::zeros({1}, x.options()).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:34: warning: 'item' makes the host wait
}
