// A fetch that can be put off is a remark where the option says so: shown, and
// no error with WarningsAsErrors. Without the option it is a warning.
// RUN: %check --checks=torchsync-item --option=DeferrableSeverity=Information --tidy=--warnings-as-errors=* --suffix=REMARK %s %t
// RUN: %check --checks=torchsync-item --suffix=WARNING %s %t
// RUN: %check --checks=torchsync-item --option=DeferrableSeverity=Hint --exit=1 --suffix=WARNING,HINT %s %t
// CHECK-MESSAGES-HINT: error: option 'DeferrableSeverity' of torchsync is 'Hint'; the values allowed are Warning and Information [clang-tidy-config]
#include <torch/torch.h>
#include <torchsync/annotations.h>

void f(const torch::Tensor &x) {
  float sum = 0;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    sum += x.item<float>();
    // CHECK-MESSAGES-REMARK: :[[@LINE-1]]:14: remark: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
    // CHECK-MESSAGES-WARNING: :[[@LINE-2]]:14: warning: 'item' makes the host wait for the device on every iteration of this hot loop; the value is only accumulated: sum on the device and fetch once after the loop (recipes.md#log-without-stopping) [torchsync-item]
  }
  (void)sum;
}
