// All checks at once on one statement, and text that is not plain: no edit is
// torn or made twice.
// RUN: %check %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void use(double, const Tensor &);

// Fixes of three checks in one statement, over several lines and with tabs.
TORCHSYNC_HOT void several(const Tensor &x, torch::Device device) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  use(x.item<float>() + (x + 1).cpu().item<float>(), torch::zeros({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-3]]:72: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(value + (x + 1).item<float>(), torch::zeros({2}, device));
	use(	(x + 2)	.cpu()	.item<float>(),	torch::ones({2})	.to(	device	));
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:56: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(	(x + 2)	.item<float>(),	torch::ones({2}, device));
  use(value, torch::full(
                 {2},
                 1.0)
                 .to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'to' makes {{.*}}
  // CHECK-FIXES: 1.0, device));
}

// A line of the preprocessor inside the range stays.
TORCHSYNC_HOT void conditional(double v, torch::Device device) {
  use(v, torch::zeros({2})
#if 1
             .to(device));
             // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'to' makes {{.*}}
#else
             .to(torch::kCPU));
#endif
#if 1
  use(v, torch::ones({2}).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(v, torch::ones({2}, device));
#else
  use(v, torch::ones({2}).to(device).clone());
#endif
}

// A fix inside the argument of another's call.
TORCHSYNC_HOT void nested(const Tensor &x, torch::Device device) {
  use(0, torch::full({x.cpu().item<int64_t>()}, 1.0).to(device));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:54: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(0, torch::full({x.item<int64_t>()}, 1.0, device));
}
