// Results whose size is read from the device, next to those of a known size.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;

void shapes(const Tensor &x, const Tensor &counts, const Tensor &labels,
            int64_t total) {
  auto host = torch::ones({4}, torch::kLong);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto a = x.repeat_interleave(counts, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'repeat_interleave' makes the host wait for the device on every iteration of this hot loop; the output size is read from the device: pass output_size (recipes.md#sizes-known-beforehand) [torchsync-dynamic-shape]
    auto b = x.repeat_interleave(counts, 0, total);
    auto c = x.repeat_interleave(2, 0);
    auto d = torch::one_hot(labels);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'one_hot' makes the host wait for the device on every iteration of this hot loop; the number of classes is read from the device: pass num_classes (recipes.md#sizes-known-beforehand) [torchsync-dynamic-shape]
    auto e = torch::one_hot(labels, -1);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'one_hot' makes the host wait for the device on every iteration of this hot loop; the number of classes is read from the device: pass num_classes (recipes.md#sizes-known-beforehand) [torchsync-dynamic-shape]
    auto f = torch::one_hot(labels, 10);
    auto g = at::_unique2(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: '_unique2' makes the host wait for the device on every iteration of this hot loop; the number of distinct values is read from the device: sort and compare neighbours, or move it out of the loop [torchsync-dynamic-shape]
    auto h = at::unique_consecutive(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'unique_consecutive' makes the host wait for the device on every iteration of this hot loop; the number of distinct values is read from the device: compare neighbours, or move it out of the loop [torchsync-dynamic-shape]
    auto j = labels.bincount();
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'bincount' makes the host wait for the device on every iteration of this hot loop; the largest and smallest values are read from the device, with minlength too: where n is known, count with to(torch::kDouble).histc(n, 0, n), or add weights with scatter_add_ (recipes.md#sizes-known-beforehand) [torchsync-dynamic-shape]
    auto k = torch::one_hot(host);
  }
}
