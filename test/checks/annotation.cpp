// torchsync-annotation: marks that cannot do what their author meant.
// RUN: %check --checks=torchsync-annotation %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

void consume(double);

void reasons(const torch::Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: TORCHSYNC_ALLOW_SYNC needs a reason: say why the wait is wanted [torchsync-annotation]
    consume(x.item<double>());
  }
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("  ");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: TORCHSYNC_ALLOW_SYNC needs a reason: say why the wait is wanted [torchsync-annotation]
    consume(x.item<double>());
  }
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("the plant needs the command now");
    consume(x.item<double>());
  }
}

// Outside hot code a reason is due, too.
void notHot(const torch::Tensor &x) {
  TORCHSYNC_ALLOW_SYNC("");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: TORCHSYNC_ALLOW_SYNC needs a reason: say why the wait is wanted [torchsync-annotation]
  consume(x.item<double>());
}

void nothing(const torch::Tensor &x) {
  TORCHSYNC_HOT consume(x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: TORCHSYNC_HOT marks nothing here: put it before a loop, a block or a function, or in a block as a statement [torchsync-annotation]
}
