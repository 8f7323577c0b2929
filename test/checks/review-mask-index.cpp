// Selections that keep their shape, and values that stay on the device.
// RUN: %check --review --checks=torchsync-mask-index %s %t
// RUN: %check --review --checks=torchsync-mask-index %s %t -- -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
namespace idx = torch::indexing;
void use(const Tensor &);

void filled(Tensor x, const Tensor &m, const Tensor &v, Tensor *p, int n) {
  const auto scale = v.mean();
  const auto whole = torch::ones({3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    x.masked_fill_(m, v);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'masked_fill_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: needs review: 'where' takes the value on the device; it must have the dtype of the tensor
    // CHECK-FIXES: x.copy_(torch::where(m, v, x));
    use((x + 1).masked_fill(m, v[0]));
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'masked_fill' makes {{.*}}
    // CHECK-FIXES: use(torch::where(m, v[0], (x + 1)));
    use(torch::masked_fill(x, m, v));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'masked_fill' makes {{.*}}
    // CHECK-FIXES: use(torch::where(m, v, x));
    x.index_put_({x > 0}, scale);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: needs review: 'where' takes the value on the device; it must have the dtype of the tensor, and the mask its shape
    // CHECK-FIXES: x.copy_(torch::where(x > 0, scale, x));
  }
}

void summed(const Tensor &x, const Tensor &y, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    const auto mask = (x > 0) & x.isfinite();
    use(x.index({mask}).sum());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:11: note: needs review: a sum over torch::where(mask, x, 0) does not wait; its last bits may differ, and the mask must have the shape of the tensor
    // CHECK-FIXES: use(torch::where(mask, x, 0).sum());
    use(x.index({mask}).mean());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-FIXES: use((torch::where(mask, x, 0).sum() / (mask).sum()));
    use(y.masked_select(mask).sum());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'masked_select' makes {{.*}}
    // CHECK-FIXES: use(torch::where(mask, y, 0).sum());
  }
}

// The shapes are not known to be one, a value for each selected element, bytes,
// dtypes that differ.
void refused(Tensor x, const Tensor &m, const Tensor &v, Tensor *p, int n) {
  const auto mask = m > 0;
  const auto bytes = m.to(torch::kByte);
  const auto whole =
      torch::ones({3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    x.index_put_({mask}, v.mean());
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    x.index_put_({x > 0}, v);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'index_put_' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    use(x.index({mask}).sum());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:11: note: needs review: a sum over torch::where(mask, x, 0) {{.*}}
    use(x.index({x > 0}).max());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'index' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    x.masked_fill_(bytes, v);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'masked_fill_' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
    use(whole.masked_fill(mask, v.mean()));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'masked_fill' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:15: note: needs review: 'where' takes {{.*}}
    use(x.masked_fill_(mask, v));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'masked_fill_' makes {{.*}}
    p->masked_fill_(mask, v);
    // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'masked_fill_' makes {{.*}}
  }
}
