// An operation's result lives where its operands live.
// Certainly CUDA warns in both runs, certainly CPU in neither, and what nobody
// can know in the second alone.
//
// RUN: %check --checks=torchsync-item,torchsync-mask-index,torchsync-tensor-index --option AssumeDevice=unknown \
// RUN:   %s %t
// RUN: %check --checks=torchsync-item,torchsync-mask-index,torchsync-tensor-index --suffix=,ASSUMED %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

TORCHSYNC_HOT void operands(Tensor x, Tensor y) {
  Tensor device = torch::ones({3}, torch::kCUDA), host = torch::ones({3});
  Tensor number = torch::tensor(2.0f);
  device.sum().item();
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait
  host.sum().item(); // on the CPU
  (device + x).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes the host wait
  (device * number).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait
  // A CPU tensor with dimensions mixes with nothing else, a 0-dim one does.
  (host + x).item(); // on the CPU
  (number * y).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:16: warning: 'item' makes the host wait
  (number * number).item(); // on the CPU
  torch::stack({host, host}).item(); // on the CPU
  torch::where(device > 0, device, x).item();
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'item' makes the host wait
  // No operand of a product may be elsewhere, whatever its rank.
  torch::matmul(x, host.index({0})).item(); // on the CPU
  x.mm(host).item(); // on the CPU
  host.index({torch::arange(1)}).item(); // on the CPU
  // A view of y is where y is, whatever lends it the shape.
  y.view_as(device).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:21: warning: 'item' makes the host wait
  y.expand_as(host).item();
  // CHECK-MESSAGES-ASSUMED: :[[@LINE-1]]:21: warning: 'item' makes the host wait
}

TORCHSYNC_HOT void layers(torch::nn::Linear layer) {
  layer->forward(torch::zeros({3})).item(); // on the CPU
}

TORCHSYNC_HOT void masks(Tensor x, Tensor y, Tensor given) {
  Tensor device = torch::ones({3}, torch::kCUDA);
  device.index({device > 0});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({(device > 0) & (device < 1)});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({~(device > 0)});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({torch::isnan(device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({device.to(torch::kBool)});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({device.to(torch::kByte)});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index' makes the host wait
  device.index({device.to(torch::kLong)});
  device.index({device.argsort()});
  device.index({(device > 0).to(torch::kLong)});
}

TORCHSYNC_HOT void ranks(Tensor x) {
  Tensor device = torch::ones({3, 4}, torch::kCUDA);
  device[device.argmax()];
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: '[]' makes the host wait
  device[device.to(torch::kLong).sum()];
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: '[]' makes the host wait
}
