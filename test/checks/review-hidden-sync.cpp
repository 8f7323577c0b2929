// Linear algebra that leaves its error code on the device.
// RUN: %check --review --checks=torchsync-hidden-sync %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void use(const Tensor &);

void solved(const Tensor &a, const Tensor &b, Tensor *p, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(torch::linalg_inv(a));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'linalg_inv' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:9: note: needs review: 'linalg_inv_ex' throws for no matrix and does not wait; its second result is 0 where it succeeded, and the rewrite drops it
    // CHECK-FIXES: use(std::get<0>(at::linalg_inv_ex(a)));
    use((a + b).inverse());
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'inverse' makes {{.*}}
    // CHECK-FIXES: use(std::get<0>(at::linalg_inv_ex((a + b))));
    use(torch::linalg::solve(a, b, /*left=*/true));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'solve' makes {{.*}}
    // CHECK-FIXES: use(std::get<0>(at::linalg_solve_ex(a, b, /*left=*/true)));
    use(at::linalg_cholesky(a, true));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'linalg_cholesky' makes {{.*}}
    // CHECK-FIXES: use(std::get<0>(at::linalg_cholesky_ex(a, true)));
    use(at::linalg_inv(at::inverse(a)));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'linalg_inv' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:24: warning: 'inverse' makes {{.*}}
    // CHECK-FIXES: use(std::get<0>(at::linalg_inv_ex(std::get<0>(at::linalg_inv_ex(a)))));
    use(p->inverse());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'inverse' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:12: note: needs review: 'linalg_inv_ex' {{.*}}
    auto [lu, pivots] = at::linalg_lu_factor(a);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'linalg_lu_factor' makes {{.*}}
    use(at::linalg_eigvalsh(a));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'linalg_eigvalsh' makes {{.*}}
    // CHECK-MESSAGES-NOT: needs review
  }
}

#define INVERSE(T) T.inverse()
void refused(const Tensor &a, int n) {
  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {
    use(INVERSE(a));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'inverse' makes {{.*}}
    use(at::linalg_inv(/* nearly singular */ a));
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'linalg_inv' makes {{.*}}
  }
}
