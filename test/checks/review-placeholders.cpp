// Sizes that only the programmer knows: what is written does not compile
// without them.
// RUN: %check --review --placeholders %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
namespace F = torch::nn::functional;
void use(const Tensor &);
void use(const std::vector<Tensor> &);

void shapes(const Tensor &x, Tensor *p, const Tensor &counts,
            const Tensor &labels, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(x.repeat_interleave(counts, 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'repeat_interleave' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:11: note: needs review: with output_size, the sum of the counts, 'repeat_interleave' does not wait; any other size is a failed assertion on the device
    // CHECK-FIXES: use(x.repeat_interleave(counts, 0, /*output_size=*/FILL_IN));
    use(x.repeat_interleave(counts));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'repeat_interleave' makes {{.*}}
    // CHECK-FIXES: use(x.repeat_interleave(counts, {}, /*output_size=*/FILL_IN));
    use(torch::repeat_interleave(counts));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'repeat_interleave' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:9: note: needs review: with output_size, {{.*}}
    use(torch::repeat_interleave(x, counts, 1));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'repeat_interleave' makes {{.*}}
    // CHECK-FIXES: use(torch::repeat_interleave(x, counts, 1, /*output_size=*/FILL_IN));
    use(torch::one_hot(labels));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'one_hot' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:9: note: needs review: with num_classes 'one_hot' does not wait; a label past it is a failed assertion on the device
    // CHECK-FIXES: use(torch::one_hot(labels, /*num_classes=*/FILL_IN));
    use(F::one_hot(labels, -1));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'one_hot' makes {{.*}}
    // CHECK-FIXES: use(F::one_hot(labels, /*num_classes=*/FILL_IN));
    use(labels.bincount());
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'bincount' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:16: note: needs review: with the number n of classes, 'to(kDouble).histc(n, 0, n).to(kLong)' counts without a wait; it has n elements, and no value may be n or more
    // CHECK-FIXES: use(labels.to(torch::kDouble).histc(/*bins=*/FILL_IN, 0, /*max=*/FILL_IN).to(torch::kLong));
    use(labels.bincount({}, 10));
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'bincount' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:16: note: needs review: with the number n of classes, {{.*}}
    use(x.histc(10));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'histc' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:11: note: needs review: with min and max 'histc' does not wait; values outside are not counted
    // CHECK-FIXES: use(x.histc(10, /*min=*/FILL_IN, /*max=*/FILL_IN));
  }
}

void indices(const Tensor &x, Tensor *p, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(x.nonzero());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'nonzero' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:11: note: needs review: 'nonzero_static' with an upper bound of the count does not wait; rows past the count hold its fill_value
    // CHECK-FIXES: use(x.nonzero_static(/*size=*/FILL_IN));
    use(p->argwhere());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'argwhere' makes {{.*}}
    // CHECK-FIXES: use(p->nonzero_static(/*size=*/FILL_IN));
    use(torch::nonzero(x > 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'nonzero' makes {{.*}}
    // CHECK-FIXES: use(torch::nonzero_static(x > 0, /*size=*/FILL_IN));
    use(torch::where(x > 0)[0]);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'where' makes {{.*}}
    // CHECK-FIXES: use(torch::nonzero_static(x > 0, /*size=*/FILL_IN).unbind(1)[0]);
    use(x.nonzero_numpy());
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'nonzero_numpy' makes {{.*}}
    // CHECK-FIXES: use(x.nonzero_static(/*size=*/FILL_IN).unbind(1));
  }
}

// The count is asked for, which the bound would be in place of.
int64_t count(const Tensor &x, int n) {
  int64_t found = 0;
  TORCHSYNC_HOT for (int i = 0; i < n; ++i)
    found += torch::nonzero(x).size(0);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'nonzero' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
  return found;
}

// Macros and patterns keep their text.
#define FIND(T) T.nonzero()
template <typename T> void pattern(const T &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i)
    use(torch::one_hot(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'one_hot' makes {{.*}}
}
template void pattern(const Tensor &, int);
void refused(const Tensor &x, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i)
    use(FIND(x));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'nonzero' makes {{.*}}
}
