// Calls with a visible body are followed, and the chain is told in notes from
// the marked place down.
// RUN: %check --checks=torchsync-item %s %t
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);
Tensor fresh(); // A new value each time, where nobody knows.
bool wanted();

static void inner(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE+8]]:3: note: the hot loop is marked here
  // CHECK-NOTES: :[[@LINE+8]]:5: note: 'outer' is called here
  // CHECK-NOTES: :[[@LINE+3]]:3: note: 'inner' is called here
}
static void outer(const Tensor &x) {
  inner(x);
}
void chain(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    outer(x);
}

// Whatever runs once in the loop, runs once with its callees.
static void onTheWayOut(const Tensor &x) { consume(fresh().item<double>()); }
void rare(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    if (i % 100 == 0)
      onTheWayOut(x);
    if (wanted()) {
      onTheWayOut(x);
      return;
    }
  }
  onTheWayOut(x);
}

// A callee's own branches and loops count, too.
static void helper(const Tensor &x, int step) {
  if (!x.defined()) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+15]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+15]]:5: note: 'helper' is called here
    return;
  }
  if (step % 100 == 0)
    consume(fresh().item<double>());
  for (int j = 0; j < 3; ++j)
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+6]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+6]]:5: note: 'helper' is called here
  if (x.dim() > 3)
    throw fresh().item<double>();
}
void callee(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    helper(x, i);
}

// Methods, static methods, operators, constructors, conversions.
struct Meter {
  Tensor value_;
  double start_;
  Meter(const Tensor &x)
      : value_(x),
        start_(fresh().item<double>()) {
        // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'item' makes the host wait for the device on every iteration of a hot loop; {{.+}} [torchsync-item]
        // CHECK-NOTES: :[[@LINE+35]]:3: note: the hot loop is marked here
        // CHECK-NOTES: :[[@LINE+39]]:5: note: 'Meter' is called here
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+31]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+35]]:5: note: 'Meter' is called here
  }
  void update() {
    consume(value_.item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+25]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+25]]:11: note: 'update' is called here
  }
  static void print(const Tensor &x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+19]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+20]]:5: note: 'print' is called here
  }
  void operator()(const Tensor &x) const {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+13]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+15]]:5: note: 'operator()' is called here
  }
  Meter &operator+=(const Tensor &x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+7]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+10]]:11: note: 'operator+=' is called here
    return *this;
  }
  virtual ~Meter() = default;
};
void members(Meter &meter, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    meter.update();
    Meter::print(x);
    meter(x);
    meter += x;
    Meter(x).value_.dim();
  }
}

// A module that is called forwards.
struct NetImpl : torch::nn::Module {
  Tensor forward(const Tensor &x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+7]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+7]]:9: note: 'forward' is called here
    return x;
  }
};
TORCH_MODULE(Net);
void modules(NetImpl &net, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    net.forward(x);
}
struct HeldImpl : torch::nn::Module {
  Tensor forward(const Tensor &x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+7]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+7]]:5: note: 'forward' is called here
    return x;
  }
};
TORCH_MODULE(Held);
void holders(Held held, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    held(x);
}

// torch::autograd::Function<F>::apply runs F::forward.
struct Square : torch::autograd::Function<Square> {
  static Tensor forward(torch::autograd::AutogradContext *, Tensor x) {
    consume(fresh().item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
    // CHECK-NOTES: :[[@LINE+11]]:3: note: the hot loop is marked here
    // CHECK-NOTES: :[[@LINE+11]]:5: note: 'forward' is called here
    return x * x;
  }
  static torch::autograd::variable_list
  backward(torch::autograd::AutogradContext *, torch::autograd::variable_list g) {
    consume(g[0].item<double>());
    return g;
  }
};
void functions(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    Square::apply(x);
}

// Recursion ends.
static void down(const Tensor &x, int depth) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE+19]]:3: note: the hot loop is marked here
  // CHECK-NOTES: :[[@LINE+19]]:5: note: 'down' is called here
  if (depth)
    down(x[0], depth - 1);
}
static void pong(const Tensor &x);
static void ping(const Tensor &x) {
  if (x.dim())
    pong(x);
}
static void pong(const Tensor &x) {
  consume(fresh().item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of a hot loop; the value is copied to the host: keep it on the device as a 0-dim tensor (recipes.md#decisions-on-the-device) [torchsync-item]
  // CHECK-NOTES: :[[@LINE+6]]:3: note: the hot loop is marked here
  // CHECK-NOTES: :[[@LINE+7]]:5: note: 'ping' is called here
  // CHECK-NOTES: :[[@LINE-7]]:5: note: 'pong' is called here
  ping(x[0]);
}
void recursion(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    down(x, 3);
    ping(x);
  }
}

// An overrider is not known statically; what nobody calls is not hot.
struct Base {
  virtual void step(const Tensor &x);
};
struct Overrider : Base {
  void step(const Tensor &x) override { consume(fresh().item<double>()); }
};
void virtualCall(Base &base, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    base.step(x);
}
static void unused(const Tensor &x) { consume(fresh().item<double>()); }
void notCalled(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    auto later = &unused;
    consume(sizeof(later));
  }
}
