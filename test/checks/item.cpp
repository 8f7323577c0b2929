// torchsync-item: every way to spell a fetch of one value.
// RUN: %check --checks=torchsync-item %s %t
// RUN: %check --checks=torchsync-item %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/script.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;

// What the host does with the value is not known here.
void consume(double);
void consume(const at::Scalar &);

void methods(const Tensor &x, const Tensor &y, const Tensor &z) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(y.item());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(z.item().toDouble());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x[1].item().to<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x.is_nonzero());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'is_nonzero' makes the host wait for the device on every iteration of this hot loop; the truth value is copied to the host: keep the condition on the device (torch::where) (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x.sum().max().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x[0].item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume((x + 1).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume((x[2]).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x[3].at::Tensor::item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

void freeFunctions(const Tensor &x, const Tensor &y, const Tensor &z) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(at::_local_scalar_dense(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: '_local_scalar_dense' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(torch::is_nonzero(y));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'is_nonzero' makes the host wait for the device on every iteration of this hot loop; the truth value is copied to the host: keep the condition on the device (torch::where) (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(at::equal(x, y));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep (a == b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(torch::equal(y, z));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep (a == b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(x.equal(z));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep (a == b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(torch::allclose(x, y));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'allclose' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep torch::isclose(a, b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(y.allclose(z, 1e-3));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'allclose' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep torch::isclose(a, b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

namespace spelled {
using namespace torch;
void unqualified(const Tensor &x, const Tensor &y) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(equal(x, y));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'equal' makes the host wait for the device on every iteration of this hot loop; the verdict over all elements is copied to the host: keep (a == b).all() on the device (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(is_nonzero(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'is_nonzero' makes the host wait for the device on every iteration of this hot loop; the truth value is copied to the host: keep the condition on the device (torch::where) (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
} // namespace spelled

// Through whatever leads to a tensor.
using Reward = torch::Tensor;
typedef at::Tensor Loss;
struct Derived : Tensor {
  using Tensor::Tensor;
};
struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Tensor temperature;
};
struct Holder {
  Tensor value;
  Tensor &get() { return value; }
  Tensor *operator->() { return &value; }
};
void throughOthers(Tensor *pointer, std::optional<Tensor> maybe,
                   std::shared_ptr<Tensor> shared, Net &net,
                   torch::nn::Linear linear, c10::IValue value, Reward reward,
                   Loss loss, torch::autograd::Variable variable,
                   Derived derived, Holder holder, std::vector<Tensor> many,
                   std::tuple<Tensor, Tensor> pair, Tensor Holder::*member) {
  auto &[first, second] = pair;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(pointer->item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume((*pointer).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(maybe->item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(maybe.value().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(shared->item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(net.temperature.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(net.fc->weight.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(linear->bias.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(value.toTensor().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(reward.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(loss.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(variable.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(derived.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(holder.get().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(holder->item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(many[i].item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(many.back().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(std::get<0>(pair).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume(first.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    consume((holder.*member).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}

void scripted(torch::jit::script::Module &module, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(module.forward({x}).toTensor().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}

template <typename T> void dependent(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.template item<T>());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
template void dependent<float>(const Tensor &);
template void dependent<double>(const Tensor &);

template <typename TensorLike> void generic(const TensorLike &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.template item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
template void generic<Tensor>(const Tensor &);

// A tensor compared with itself is equal before any copy.
void same(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.equal(x));
}

// Names alone say nothing.
namespace foreign {
struct Tensor {
  template <typename T> T item() const;
  double item() const;
  bool is_nonzero() const;
  bool equal(const Tensor &) const;
};
bool equal(const Tensor &, const Tensor &);
double _local_scalar_dense(const Tensor &);
void notLibTorch(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<float>());
    consume(x.item());
    consume(x.is_nonzero());
    consume(x.equal(x));
    consume(equal(x, x));
    consume(_local_scalar_dense(x));
  }
}
} // namespace foreign

// What looks at a tensor and needs none of its values.
void metadata(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.numel());
    consume(x.size(0));
    consume(x.dim());
    consume(x.defined());
    consume(x.is_cuda());
    consume(x.sizes()[0]);
    consume(x.is_same(x));
    consume(sizeof(x.item<float>()));
    consume(noexcept(x.item<float>()));
    decltype(x.item<float>()) unevaluated = 0;
    consume(unevaluated);
  }
}

// Not hot, not reported.
void notHot(const Tensor &x) {
  for (int i = 0; i < 10; ++i)
    consume(x.item<float>());
}
