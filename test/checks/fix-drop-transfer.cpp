// torchsync-device-to-host: 'item' fetches its value by itself, so the copy
// before it goes away.
// RUN: %check --checks=torchsync-device-to-host %s %t
#include <torch/script.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
void consume(const at::Scalar &);

void dropped(const Tensor &x, Tensor *pointer, c10::IValue value) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.cpu().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(x.item<float>());
    consume(x.to(torch::kCPU).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(x.item<float>());
    consume(x.to(torch::Device("cpu")).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(x.item<float>());
    consume(x.mean().cpu().item());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(x.mean().item());
    consume(x.detach().cpu().item().toDouble());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(x.detach().item().toDouble());
    consume((x + 1).cpu().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume((x + 1).item<double>());
    consume(pointer->cpu().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(pointer->item<float>());
    consume(value.toTensor().to(torch::kCPU).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    // CHECK-FIXES: consume(value.toTensor().item<float>());
  }
}

// A copy of which one element is asked for.
int next();
struct Mine : Tensor {
  Tensor operator[](int64_t) const;
};
TORCHSYNC_HOT void elements(const Tensor &x, Tensor *pointer, const Mine &mine, int64_t i) {
  consume(x.cpu()[i].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes {{.*}}
  // CHECK-FIXES: consume(x[i].item<float>());
  consume((x + 1).to(torch::kCPU)[i + 1][0].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'to' makes {{.*}}
  // CHECK-FIXES: consume((x + 1)[i + 1][0].item<float>());
  consume(x.cpu()[next()].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes {{.*}}
  consume(x.cpu()[x].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes {{.*}}
  consume(pointer->cpu()[i].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'cpu' makes {{.*}}
  consume(mine.cpu()[i].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
  consume((x.cpu())[i].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'cpu' makes {{.*}}
}

// A copy that also changes the dtype changes the value.
void anotherDtype(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.to(torch::kCPU, torch::kHalf).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
    consume(x.to(torch::device(torch::kCPU).dtype(torch::kHalf)).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
  }
}

// The host may sum in another order.
void computedOnTheHost(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.cpu().sum().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
}

// Never inside a macro, whose other uses are not known.
#define VALUE_OF(tensor) (tensor).cpu().item<float>()
void macros(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(VALUE_OF(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
}

// Never from a template, whose instantiations may mean different things.
template <typename T> void templates(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.cpu().template item<T>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
}
template void templates<float>(const Tensor &);
template void templates<double>(const Tensor &);

// Nor where a comment stands in between.
void commented(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.cpu(/*why*/).item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the transfer is redundant: 'item' alone fetches the value [torchsync-device-to-host]
}

// What is thrown away at once.
void dropped(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    x.cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the result is discarded: remove the call [torchsync-device-to-host]
}

// What names the device is evaluated no more: only where nothing is lost by it.
int chosen = 0;
torch::Device host() {
  ++chosen;
  return torch::Device(torch::kCPU);
}
#define HOST torch::kCPU
#define NOTHING
TORCHSYNC_HOT void devices(const Tensor &x, torch::DeviceType device) {
  const torch::Device constant = torch::kCPU;
  consume(x.to(constant).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  // CHECK-FIXES: consume(x.item<float>());
  consume(x.to("cpu").item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  // CHECK-FIXES: consume(x.item<float>());
  consume(x.to("cpu:7").item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.to(host()).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.to((++chosen, torch::kCPU)).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.to(device = torch::kCPU).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.to(torch::zeros({2}).device()).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.to(HOST).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'to' makes {{.*}}
  consume(x.cpu() NOTHING.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes {{.*}}
}

// A class of the program's own may mean something else by `item`.
struct Other : Tensor {
  template <typename T> T item() const;
  TORCHSYNC_HOT void fetch() {
    consume(cpu().item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'cpu' makes {{.*}}
  }
};
TORCHSYNC_HOT void derived(const Other &other, const Tensor &x) {
  consume(other.cpu().item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'cpu' makes {{.*}}
  consume(((x).cpu().item<float>()));
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
  // CHECK-FIXES: consume(((x).item<float>()));
  consume((x.cpu)()[0].item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'cpu' makes {{.*}}
}

// What the host has then is not fetched again, so that a second run finds
// nothing to do.
TORCHSYNC_HOT void again(const Tensor &x) {
  const float value = x.cpu().item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cpu' makes {{.*}}
  // CHECK-FIXES: const float value = x.item<float>();
  consume(value + x.to(torch::kCPU).item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'to' makes {{.*}}
  // CHECK-FIXES: consume(value + value);
}
