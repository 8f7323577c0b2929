// torchsync-host-to-device: a number is filled into its element.
// RUN: %check --checks=torchsync-host-to-device %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
int64_t next();

TORCHSYNC_HOT void filled(int64_t row) {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  grid.index_put_({row, 2}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes the host wait for the device each time this hot function runs; the number becomes a tensor on the host that is copied into the one element with a wait: write x[i][j] = number, which fills on the device [torchsync-host-to-device]
  // CHECK-FIXES: grid.index({row, 2}).fill_(1.0);
  grid.index_put_({-1, row + 1}, 0.5f);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  // CHECK-FIXES: grid.index({-1, row + 1}).fill_(0.5f);
  if (row > 2) {
    grid.index_put_({0, 0}, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'index_put_' makes {{.*}}
    // CHECK-FIXES: grid.index({0, 0}).fill_(0);
  }
}

// The result is the tensor, not its element.
void use(const Tensor &);
TORCHSYNC_HOT void used() {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  use(grid.index_put_({0, 0}, 1.0));
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'index_put_' makes {{.*}}
}

// A number that may not fit, which one of two errors comes first, and indices
// whose order shows.
TORCHSYNC_HOT void numbers(double value) {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  grid.index_put_({0, 0}, value);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  grid.index_put_({0, 0}, 1e300);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  grid.index_put_({0, 0}, -1);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  grid.index_put_({next(), next()}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
}

#define AT(i) grid.index_put_({i, i}, 1.0)
TORCHSYNC_HOT void text() {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  grid.index_put_({0, 0}, /*one*/ 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  AT(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'index_put_' makes {{.*}}
}

template <typename T> TORCHSYNC_HOT void templates() {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  grid.index_put_({0, 0}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
}
template void templates<int>();

// A class of the program's own may mean something else by `index`; parentheses,
// braces and macros stay as they are.
struct Grid : Tensor {
  Tensor index(std::initializer_list<at::indexing::TensorIndex>) const;
};
#define ROW 2
TORCHSYNC_HOT void others(Grid own, const Tensor &at) {
  auto grid = torch::zeros({4, 4}, torch::kCUDA);
  if (own.dim() == 2) {
    own.index_put_({0, 0}, 1.0);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'index_put_' makes {{.*}}
  }
  (grid.index_put_)({0, 0}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'index_put_' makes {{.*}}
  grid.index_put_({0, 0}, {1.0});
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  grid.index_put_({ROW, 0}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
  // What is fetched may be for another fix to rewrite.
  grid.index_put_({at.item<int64_t>(), 0}, 1.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'index_put_' makes {{.*}}
}
