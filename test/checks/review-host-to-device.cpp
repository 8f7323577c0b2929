// Copies to the device that the host need not wait for, if it leaves the
// source alone.
// RUN: %check --review --checks=torchsync-host-to-device %s %t
// RUN: %check --review --checks=torchsync-host-to-device %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <vector>

using torch::Tensor;
void use(const Tensor &);

// LibTorch's own pageable memory, its own pinned memory, anybody's.
void sources(const Tensor &unknown, std::vector<float> &numbers,
             torch::Device device, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    auto pageable = torch::rand({3}) + i;
    use(pageable.to(device));
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:18: note: needs review: with non_blocking the host need not wait for the device; the driver sets pageable memory aside before it returns
    // CHECK-FIXES: use(pageable.to(device, /*non_blocking=*/true));
    auto pinned = torch::rand({3}).pin_memory();
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'pin_memory' makes {{.*}}
    use(pinned.to(torch::kCUDA));
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:16: note: needs review: with non_blocking the host goes on during the copy; do not write to the pinned source before it is done
    // CHECK-FIXES: use(pinned.to(torch::kCUDA, /*non_blocking=*/true));
    use(torch::from_blob(numbers.data(), {3}).cuda());
    // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'cuda' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:47: note: needs review: with non_blocking the host need not wait; neither write to the source nor free it before the copy is done, unless it is pageable
    // CHECK-FIXES: use(torch::from_blob(numbers.data(), {3}).to(torch::kCUDA, /*non_blocking=*/true));
    use(unknown.to(device, torch::kHalf, false));
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'to' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:17: note: needs review: with non_blocking the host need not wait; neither write to the source nor free it before the copy is done, unless it is pageable
    // CHECK-FIXES: use(unknown.to(device, torch::kHalf, true));
  }
}

void into(Tensor &x, int n) {
  auto pinned = torch::rand({3}).pin_memory();
  auto pageable = torch::rand({3}).add(1);
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    x.copy_(pinned);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'copy_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: needs review: with non_blocking the host goes on during the copy; do not write to the pinned source before it is done
    // CHECK-FIXES: x.copy_(pinned, /*non_blocking=*/true);
    x.copy_(pageable);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'copy_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: needs review: with non_blocking the host need not wait for the device; the driver sets pageable memory aside before it returns
    // CHECK-FIXES: x.copy_(pageable, /*non_blocking=*/true);
  }
}

// A macro's text, a pattern's; what the safe rewrite changes already.
#define UP(T) T.cuda()
template <typename T> void pattern(const T &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i)
    use(x.cuda());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'cuda' makes {{.*}}
}
template void pattern(const Tensor &, int);
void refused(const Tensor &x, torch::Device device, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(UP(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'cuda' makes {{.*}}
    use(torch::zeros({3}).to(device));
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'to' makes {{.*}}
    // CHECK-FIXES: use(torch::zeros({3}, device));
    // CHECK-MESSAGES-NOT: needs review
  }
}
