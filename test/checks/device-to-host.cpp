// torchsync-device-to-host: every way to spell a blocking copy to the host.
// RUN: %check --checks=torchsync-device-to-host %s %t
// RUN: %check --checks=torchsync-device-to-host %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/script.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;

// What is done with the copy is not known here.
void consume(const Tensor &);

void spelled(const Tensor &x) {
  const auto host = torch::zeros({3});
  const torch::Device cpu(torch::kCPU);
  const auto options = torch::TensorOptions().device(torch::kCPU);
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kCPU));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(at::kCPU));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(c10::DeviceType::CPU));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::Device(torch::kCPU)));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::Device("cpu")));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to("cpu"));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(cpu));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to({torch::kCPU, 0}));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kCPU, torch::kFloat));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kCPU, torch::kFloat, false));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kCPU, /*non_blocking=*/false));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kCPU, false, /*copy=*/true));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::TensorOptions().device(torch::kCPU)));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::device(torch::kCPU).dtype(torch::kDouble)));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::dtype(torch::kDouble).device("cpu")));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(options));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(host));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(host.options()));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(host.device()));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.to(torch::kDouble, torch::nullopt, torch::Device(torch::kCPU), torch::nullopt, false, false, torch::nullopt));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(x.toBackend(c10::Backend::CPU));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'toBackend' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
  }
}

void copied(const Tensor &x) {
  auto host = torch::empty({3});
  auto pinned = torch::empty({3}).pin_memory();
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    host.copy_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'copy_' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: copy into a pinned tensor with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    pinned.copy_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'copy_' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: copy into a pinned tensor with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    pinned.copy_(x, /*non_blocking=*/false);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'copy_' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: copy into a pinned tensor with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    pinned.copy_(x, /*non_blocking=*/true);
  }
}

void throughOthers(Tensor *pointer, std::optional<Tensor> maybe,
                   torch::nn::Linear linear, c10::IValue value) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(pointer->cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(maybe->to(torch::kCPU));
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'to' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(linear->weight.cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
    consume(value.toTensor().cpu());
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'cpu' makes the host wait for the device on every iteration of this hot loop; the copy to the host blocks until it is done: move it out of the loop, or copy with non_blocking and wait once before reading (recipes.md#log-without-stopping) [torchsync-device-to-host]
  }
}

// The host does not wait, or nobody knows where the copy goes.
void silent(const Tensor &x, const Tensor &other, torch::Device somewhere,
            torch::TensorOptions options) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.to(torch::kCPU, /*non_blocking=*/true));
    consume(x.to(torch::kCPU, torch::kFloat, true));
    consume(x.to(torch::TensorOptions().device(torch::kCPU), true));
    consume(x.to(torch::kFloat));
    consume(x.to(other.dtype()));
    consume(x.to(other.scalar_type()));
    consume(x.toType(torch::kFloat));
    consume(x.type_as(other));
    consume(x.to(somewhere));
    consume(x.to(options));
    consume(x.to(other));
    consume(x.to(torch::dtype(torch::kFloat)));
    consume(x.to(torch::kCUDA));
    consume(x.toBackend(c10::Backend::CUDA));
  }
}

// Certainly on the host before.
void onTheHost(std::vector<float> numbers) {
  auto made = torch::ones({2, 2});
  auto wrapped = torch::from_blob(numbers.data(), {4});
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(made.cpu());
    consume((made + 1).sum().cpu());
    consume(wrapped.to(torch::kCPU));
    consume(torch::tensor({1, 2, 3}).cpu());
    consume(made.cpu().cpu());
    made.copy_(wrapped);
  }
}

// A module is not a tensor.
struct Net : torch::nn::Module {};
void modules(Net &net, torch::nn::Linear linear, torch::jit::Module &script) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    net.to(torch::kCPU);
    linear->to(torch::kCPU);
    script.to(torch::kCPU);
  }
}

namespace foreign {
struct Image {
  Image cpu() const;
  Image to(torch::Device) const;
  Image &copy_(const Image &);
};
void notTensors(Image image) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    image.cpu();
    image.to(torch::kCPU);
    image.copy_(image);
  }
}
} // namespace foreign
