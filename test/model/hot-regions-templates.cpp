// Templates: one finding for a place, however many instantiations reach it,
// and none for what nobody instantiates.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);

template <typename T> void fetch(const Tensor &x) {
  consume(x.item<T>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
void many(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    fetch<float>(x);
    fetch<double>(x);
    fetch<int64_t>(x);
  }
}

template <typename T> void loop(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.item<T>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
template void loop<float>(const Tensor &);
template void loop<double>(const Tensor &);

template <typename T> void nobody(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<T>());
    consume(x.item<double>());
  }
}

// Only some instantiations wait.
struct Host {
  template <typename T> T item() const;
};
template <typename V> void sometimes(const V &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.template item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
}
template void sometimes<Host>(const Host &);
template void sometimes<Tensor>(const Tensor &);
template <typename V> void never(const V &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.template item<float>());
}
template void never<Host>(const Host &);

template <typename T> struct Trainer {
  Tensor loss_;
  void run() {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
      consume(loss_.item<T>());
      // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
  void notInstantiated() {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
      consume(loss_.item<T>());
  }
};
void use(Trainer<float> &a, Trainer<double> &b) {
  a.run();
  b.run();
}

template <bool Log> void constant(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if constexpr (Log)
      consume(x.item<double>());
    else
      consume(x.sum().item<double>());
      // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  }
}
template void constant<false>(const Tensor &);
