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

// Copies of elements within the index of another.
TORCHSYNC_HOT void indices(const Tensor &x, const Tensor &y) {
  use(x.cpu()[y.cpu()[0].item<int64_t>()].item<float>(), x);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:17: warning: 'cpu' makes {{.*}}
  // CHECK-FIXES: use(x[y[0].item<int64_t>()].item<float>(), x);
}

// An argument of a macro may be used twice, or turned into text.
#define TWICE(value) use(value, x), use(value, x)
#define NAMED(value) use(value, torch::zeros({static_cast<int64_t>(sizeof(#value))}))
TORCHSYNC_HOT void arguments(const Tensor &x, torch::Device device) {
  TWICE(x.cpu().item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'cpu' makes {{.*}}
  NAMED(x.cpu().item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'cpu' makes {{.*}}
  use(0, torch::zeros({2}).to(device)), TWICE(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(0, torch::zeros({2}, device)), TWICE(1);
}

// Comments within a call stay, and so does what they stand in.
TORCHSYNC_HOT void commented(const Tensor &x, torch::Device device) {
  use(/*value=*/x.cpu().item<float>(), /*tensor=*/torch::zeros({2}).to(device)); // both
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:69: warning: 'to' makes {{.*}}
  // CHECK-FIXES: use(/*value=*/x.item<float>(), /*tensor=*/torch::zeros({2}, device)); // both
  use(x.cpu() // on the host
          .item<float>(),
      torch::zeros({2} /*size*/).to(device));
  // CHECK-MESSAGES: :[[@LINE-3]]:9: warning: 'cpu' makes {{.*}}
  // CHECK-MESSAGES: :[[@LINE-2]]:34: warning: 'to' makes {{.*}}
}

TORCHSYNC_HOT void named(const Tensor &x) {
  use(x.to(torch::kCPU, /*non_blocking=*/false).item<float>(), x);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'to' makes {{.*}}
}

// What is generic is written once for all.
TORCHSYNC_HOT void generic(const Tensor &x, torch::Device device) {
  auto both = [&](auto value) {
    use(value + x.cpu().item<float>(), torch::zeros({2}).to(device));
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'cpu' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:58: warning: 'to' makes {{.*}}
  };
  both(1);
  both(1.5f);
}
