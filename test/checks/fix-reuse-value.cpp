// torchsync-item: a value that the host has already is not fetched again.
// RUN: %check --checks=torchsync-item %s %t
#include <array>
#include <cmath>
#include <iostream>
#include <thread>
#include <utility>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void use(double);
void change(Tensor &);
void bind(const double &);

struct Meter {
  Tensor loss_;
  double best_ = 0;
  TORCHSYNC_HOT double field() {
    const auto first = loss_.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'item' makes {{.*}}
    return first + loss_.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'item' makes the host wait for the device each time this hot function runs; the fetch is redundant: reuse the value that was fetched before [torchsync-item]
    // CHECK-FIXES: return first + first;
  }
};

TORCHSYNC_HOT void reused(const Tensor &x, const Tensor &other) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  double total = 0;
  if (x.item<float>() > 1)
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes {{.*}}
  // CHECK-FIXES: if (value > 1)
    total += x.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes {{.*}}
    // CHECK-FIXES: total += value;
  std::cout << "value " << value << std::endl;
  for (int i = 0; i < 3; ++i)
    total += other.item<float>() * std::sqrt(x.item<float>());
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
    // CHECK-MESSAGES: :[[@LINE-2]]:48: warning: 'item' makes {{.*}}
    // CHECK-FIXES: total += other.item<float>() * std::sqrt(value);
  use(total + (other * 2 < x).item<bool>());
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'item' makes {{.*}}
}

// Another type rounds otherwise.
TORCHSYNC_HOT void types(const Tensor &x) {
  double wide = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  use(wide + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes {{.*}}
}

TORCHSYNC_HOT void otherTypes(const Tensor &x) {
  float narrow = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  use(narrow + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes {{.*}}
}

// The variable holds something else by then, or something else may change it.
TORCHSYNC_HOT void changed(const Tensor &x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  value += 1;
  use(value + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

TORCHSYNC_HOT void addressed(const Tensor &x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  double *p = &value;
  *p = 2;
  use(value + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

// Something in between may write the tensor: another tensor may share its
// memory, and so may a number that a tensor was made of.
TORCHSYNC_HOT void shared(const Tensor &x, Tensor y) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  y.add_(1);
  use(value + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

TORCHSYNC_HOT void blob(const Tensor &x, double *memory) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  *memory = 1;
  use(value + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

TORCHSYNC_HOT void called(const Tensor &x, Tensor y) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  change(y);
  use(value + x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

// Not on every path, out of scope, or hidden by another of the same name.
TORCHSYNC_HOT void scopes(const Tensor &x, bool often) {
  if (often) {
    double value = x.item<double>();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'item' makes {{.*}}
    use(value);
  }
  use(x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes {{.*}}
}

TORCHSYNC_HOT void hidden(const Tensor &x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  for (int value = 0; value < 2; ++value)
    if (x.item<double>() > value)
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'item' makes {{.*}}
      use(1);
  use(value);
}

// A loop writes the tensor on its way round.
TORCHSYNC_HOT void around(Tensor x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  for (int i = 0; i < 4; ++i) {
    use(value + x.item<double>());
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
    x += 1;
  }
}

// Nobody reads the value, a reference is bound to it, or it would be compared
// with itself.
TORCHSYNC_HOT void uses(const Tensor &x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'item' makes {{.*}}
  if (value == x.item<double>())
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'item' makes {{.*}}
    use(0);
  bind(x.item<double>());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes {{.*}}
  use(value);
}

#define VALUE(x) x.item<double>()
TORCHSYNC_HOT void text(const Tensor &x) {
  double value = x.item<double>();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'item' makes {{.*}}
  use(value + VALUE(x));
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes {{.*}}
}

template <typename T> TORCHSYNC_HOT void templates(const Tensor &x) {
  T value = x.item<T>();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes {{.*}}
  use(value + x.item<T>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}
template void templates<float>(const Tensor &);

// An overload may prefer a variable, decltype(auto) is a reference to one.
void overloaded(float &);
void overloaded(double);
struct Made {
  Made(float &);
  Made(double);
  void operator()(float &);
  void operator()(double);
};
TORCHSYNC_HOT void overloads(const Tensor &x, Made made) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  overloaded(x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'item' makes {{.*}}
  use(value);
}
TORCHSYNC_HOT void constructors(const Tensor &x) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  Made made(x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'item' makes {{.*}}
  use(value);
}
TORCHSYNC_HOT void operators(const Tensor &x, Made made) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  made(x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes {{.*}}
  use(value);
}
TORCHSYNC_HOT void deduced(const Tensor &x) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  decltype(auto) reference = (x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'item' makes {{.*}}
  reference += 1;
  use(value);
}

// Functions of the standard library that write, call or wait for a thread.
TORCHSYNC_HOT void swapped(const Tensor &x, float *memory, float other) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  std::swap(*memory, other);
  use(value + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}
TORCHSYNC_HOT void refilled(const Tensor &x, std::array<float, 1> &memory) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  memory.fill(2);
  use(value + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}
TORCHSYNC_HOT void joined(const Tensor &x, std::thread &writer) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  writer.join();
  use(value + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}
struct Log {
  void printf(const char *, double);
};
TORCHSYNC_HOT void logged(const Tensor &x, Log log) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  log.printf("%f", value);
  use(value + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}
namespace torch::extension {
Tensor sum(Tensor &);
}
TORCHSYNC_HOT void extended(Tensor x) {
  float value = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
  Tensor sum = torch::extension::sum(x);
  use(value + x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'item' makes {{.*}}
}

// The name of the variable is a macro by then.
TORCHSYNC_HOT void renamed(const Tensor &x) {
  float later = x.item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes {{.*}}
#define later 7
  use(x.item<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'item' makes {{.*}}
#undef later
}
