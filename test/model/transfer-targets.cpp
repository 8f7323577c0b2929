// Which targets of a transfer to the device are taken to be one.
// RUN: %check --checks=torchsync-host-to-device %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

void use(const torch::Tensor &);
torch::Tensor next();
torch::Tensor features(const torch::Tensor &);

void targets(torch::Device device, const torch::Tensor &other) {
  auto like = other.sum().options();
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    use(next().to(device));
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'to' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-host-to-device]
    // A tensor that goes where another is nearly always is there already,
    use(next().to(other.device()));
    use(next().to(like));
    auto here = torch::zeros({3});
    use(here.to(other.device()));
    // unless it was made on the host in the same breath.
    use(torch::zeros({3}).to(other.device()));
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'to' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-host-to-device]
    // CHECK-FIXES: use(torch::zeros({3}, other.device()));
    use(torch::tensor({1.0, 2.0}, other.options()));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'tensor' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-host-to-device]
    // Options of a dtype alone leave a list on the CPU.
    use(torch::tensor({1.0, 2.0}, torch::kFloat));
    use(torch::tensor({1.0, 2.0}, torch::dtype(torch::kFloat)));
    // Nothing to copy.
    use(torch::empty({0}, torch::kLong).to(device));
    use(torch::zeros({4, 0}).to(device));
  }
}

void results(torch::Device device, torch::Device second,
             const torch::Tensor &other) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    // A function's result is where its arguments are, for all we know.
    auto moved = other.to(device, true);
    use(features(moved).to(device));
    use(features(other).to(device));
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-host-to-device]
    use(features(moved).to(second));
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'to' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-host-to-device]
  }
}
