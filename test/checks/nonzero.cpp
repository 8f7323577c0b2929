// torchsync-nonzero: what counts the elements that it finds.
// RUN: %check --checks=torchsync-nonzero %s %t
// RUN: %check --checks=torchsync-nonzero %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;

void consume(const Tensor &);
void consume(const std::vector<Tensor> &);

void found(const Tensor &x, Tensor *pointer) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.nonzero());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'nonzero' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(pointer->nonzero());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'nonzero' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume((x > 0).nonzero().squeeze(1));
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'nonzero' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(torch::nonzero(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'nonzero' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(at::nonzero(x > 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'nonzero' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(x.argwhere());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'argwhere' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(torch::argwhere(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'argwhere' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(x.nonzero_numpy());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'nonzero_numpy' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(torch::nonzero_numpy(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'nonzero_numpy' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use nonzero_static with an upper bound, or keep the mask (recipes.md#sizes-known-beforehand) [torchsync-nonzero]
    consume(torch::where(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'where' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use torch::where with three arguments, or keep the mask (recipes.md#padding-and-masks) [torchsync-nonzero]
    consume(at::where(x > 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'where' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use torch::where with three arguments, or keep the mask (recipes.md#padding-and-masks) [torchsync-nonzero]
    consume(torch::where(x > 0)[0]);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'where' makes the host wait for the device on every iteration of this hot loop; the number of nonzero elements is read from the device: use torch::where with three arguments, or keep the mask (recipes.md#padding-and-masks) [torchsync-nonzero]
  }
}

// The size of the result is known before.
void silent(const Tensor &x, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(torch::where(x > 0, x, y));
    consume(torch::where(x > 0, x, 0.0));
    consume(torch::where(x > 0, 1, 0));
    consume(x.where(x > 0, y));
    consume(torch::nonzero_static(x, 16));
    consume(x.nonzero_static(16, -1));
    consume(x.count_nonzero());
    consume(x.ne(0));
    consume(x.argmax());
  }
}

void onTheHost() {
  auto x = torch::rand({8});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.nonzero());
    consume(torch::nonzero(x > 0.5));
    consume(torch::where(x > 0.5));
  }
}

namespace foreign {
struct Matrix {
  Tensor nonzero() const;
};
std::vector<Tensor> where(const Matrix &);
void notTensors(const Matrix &matrix) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(matrix.nonzero());
    consume(where(matrix));
  }
}
} // namespace foreign
