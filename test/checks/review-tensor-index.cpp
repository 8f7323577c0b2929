// An index that stays on the device, and printing without a wait.
// RUN: %check --review --checks=torchsync-tensor-index,torchsync-print %s %t
// RUN: %check --review --checks=torchsync-tensor-index,torchsync-print %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <iostream>

using torch::Tensor;
void use(const Tensor &);

void indices(const Tensor &x, const Tensor &scores, const Tensor &any,
             Tensor y, int n) {
  auto best = scores.argmax();
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(x[best]);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: '[]' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:9: note: needs review: an int64 index of shape {1} stays on the device; the result is a copy, not a view, and an index out of range is a failed assertion on the device
    // CHECK-FIXES: use(x.index({best.reshape({1})}).squeeze(0));
    use(x[best + 1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: '[]' makes {{.*}}
    // CHECK-FIXES: use(x.index({(best + 1).reshape({1})}).squeeze(0));
    use(x.index({scores.argmax()}));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-FIXES: use(x.index({scores.argmax().reshape({1})}).squeeze(0));
  }
}

// What is written to, and an index that may be a bool.
void refused(const Tensor &x, const Tensor &scores, const Tensor &any, Tensor y,
             int n) {
  auto best = scores.argmax();
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    y[best] = 1.0;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: '[]' makes {{.*}}
    y[best].add_(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: '[]' makes {{.*}}
    y[best][0] = x[0];
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: '[]' makes {{.*}}
    use(x[any]);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: '[]' makes {{.*}}
    use(x.index({torch::indexing::Slice(), best}));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
  }
}

void prints(const Tensor &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i)
    std::cout << x << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: '<<' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:15: note: needs review: torchsync::AsyncFetch<torch::Tensor> hands the values out when they are on the host, some iterations later, without a wait
}
