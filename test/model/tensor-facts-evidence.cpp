// Asked for, a note says what shows that the tensor is on the device.
//
// RUN: %check --checks=torchsync-item --option AssumeDevice=unknown \
// RUN:   --option ExplainDevice=true %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;

static Tensor moved(const Tensor &x) { return x.to(torch::kCUDA, true); }

TORCHSYNC_HOT void explained(const Tensor &x, const Tensor &y, Tensor z) {
  z = torch::zeros({1}, torch::kCUDA);
  z.sum().item();
  // CHECK-NOTES: :[[@LINE-1]]:11: warning: 'item' makes the host wait
  // CHECK-NOTES: :[[@LINE-4]]:1: note: the hot function is marked here
  // CHECK-NOTES: :[[@LINE-4]]:7: note: this shows that the tensor is on the device
  if (x.is_cuda())
    x.item();
  // CHECK-NOTES: :[[@LINE-1]]:7: warning: 'item' makes the host wait
  // CHECK-NOTES: :[[@LINE-9]]:1: note: the hot function is marked here
  // CHECK-NOTES: :[[@LINE-4]]:9: note: this shows that the tensor is on the device
  moved(y).item();
  // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'item' makes the host wait
  // CHECK-NOTES: :[[@LINE-13]]:1: note: the hot function is marked here
  // CHECK-NOTES: :[[@LINE-16]]:49: note: this shows that the tensor is on the device
}
