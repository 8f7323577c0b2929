// torchsync-mask-index: what needs to know how many elements a mask selects.
// RUN: %check --checks=torchsync-mask-index %s %t
// RUN: %check --checks=torchsync-mask-index %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
namespace idx = torch::indexing;

void consume(const Tensor &);

// The mask's place in the list, and the ways to make one.
void read(const Tensor &x, const Tensor &y) {
  auto mask = x > 0;
  auto bytes = mask.to(torch::kByte);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.index({mask}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({mask, idx::Slice()}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({idx::Slice(), mask}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({"...", mask}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({idx::None, mask, 0}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({bytes}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({x > 0}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({x == y}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({x.gt(0)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({torch::isnan(x)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({torch::isfinite(x)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({torch::logical_and(mask, x < y)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({mask & (y > 0)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({~mask}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({y.to(torch::kBool)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({y.toType(torch::kBool)}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.index({mask.reshape({-1})}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(x.masked_select(mask));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'masked_select' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
    consume(torch::masked_select(x, y > 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'masked_select' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
  }
}

void write(Tensor x, const Tensor &y, const Tensor &value) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto mask = y > 0;
    x.index_put_({mask}, value);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: write x.copy_(torch::where(mask, value, x)), or pass a number instead of a tensor (recipes.md#decisions-on-the-device) [torchsync-mask-index]
    x.index_put_({idx::Slice(), mask}, y.sum());
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: write x.copy_(torch::where(mask, value, x)), or pass a number instead of a tensor (recipes.md#decisions-on-the-device) [torchsync-mask-index]
    x.index_put_({mask}, x + 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: write x.copy_(torch::where(mask, value, x)), or pass a number instead of a tensor (recipes.md#decisions-on-the-device) [torchsync-mask-index]
    x.masked_fill_(mask, value);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'masked_fill_' makes the host wait for the device on every iteration of this hot loop; the fill value is fetched from the device: use torch::where(mask, value, x), which takes the value on the device (recipes.md#decisions-on-the-device) [torchsync-mask-index]
    consume(x.masked_fill(mask, value));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'masked_fill' makes the host wait for the device on every iteration of this hot loop; the fill value is fetched from the device: use torch::where(mask, value, x), which takes the value on the device (recipes.md#decisions-on-the-device) [torchsync-mask-index]
  }
}

// Both sides of the assignment wait, each for itself.
void both(Tensor x, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto mask = y > 0;
    x.index_put_({mask}, y.index({mask}) + 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: write x.copy_(torch::where(mask, value, x)), or pass a number instead of a tensor (recipes.md#decisions-on-the-device) [torchsync-mask-index]
    // CHECK-MESSAGES: :[[@LINE-2]]:28: warning: 'index' makes the host wait for the device on every iteration of this hot loop; the number of selected elements is read from the device: keep the full shape (torch::where, or a product with the mask) (recipes.md#padding-and-masks) [torchsync-mask-index]
  }
}

// A number is filled in on the device, without counting.
void numbers(Tensor x, const Tensor &y) {
  const auto onHost = torch::tensor(0.5f);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto mask = y > 0;
    x.index_put_({mask}, 0.0f);
    x.index_put_({mask, idx::Slice()}, 1);
    x.index_put_({mask}, onHost);
    x.masked_fill_(mask, 0.0f);
    x.masked_fill_(mask, onHost);
    x.index_fill_(0, y, 1.0);
    consume(x.masked_fill(mask, 1));
  }
}

// No mask, no count.
void others(Tensor x, const Tensor &y, const Tensor &unknown, int n) {
  auto positions = torch::arange(3, torch::kCUDA);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto mask = y > 0;
    consume(x.index({n}));
    consume(x.index({idx::Slice(1, n)}));
    consume(x.index({idx::None, "..."}));
    consume(x.index({true}));
    consume(x.index({y.to(torch::kLong)}));
    consume(x.index({y.argmax(1)}));
    consume(x.index({positions}));
    consume(x.index({mask.to(torch::kLong)}));
    consume(x.index({unknown}));
    consume(x.index_select(0, positions));
    consume(torch::where(mask, x, y));
    x.masked_scatter_(mask, y);
    x.index_put_({positions}, y);
  }
}

// Certainly on the host, where nobody waits.
void onTheHost() {
  auto x = torch::rand({8});
  auto mask = x > 0.5;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.index({mask}));
    consume(x.masked_select(mask));
    x.index_put_({mask}, x);
  }
}

namespace foreign {
struct Table {
  Tensor index(std::initializer_list<idx::TensorIndex>) const;
  Tensor masked_select(const Tensor &) const;
};
void notTensors(const Table &table, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(table.index({y > 0}));
    consume(table.masked_select(y > 0));
  }
}
} // namespace foreign
