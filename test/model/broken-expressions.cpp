// Code that does not compile must not crash the analyses; the parts that do
// are judged as ever.
// RUN: %not %tidy -checks=-*,torchsync-* %s -- -std=c++17 -isystem %mock -I%include -ferror-limit=0 2>&1 | %filecheck %s
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
void consume(double);

// CHECK-NOT: Stack dump
// CHECK-DAG: warning: 'item' makes the host wait for the device on every iteration of this hot loop;{{.*}} [torchsync-item]
void whole(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i)
    consume(x.item<double>());
}

void unknownNames(const Tensor &x) {
  TORCHSYNC_HOT for (auto &b : undeclared) {
    auto y = unknownFunction(x, b);
    consume(y.item<float>());
    consume(x.item<float>() + missing.item<float>());
    if (unknownFlag % 10 == 0)
      consume(x.index({y > 0}).item<float>());
    x.index_put_({unknown}, y.cpu());
    x.to(nowhere).cpu();
  }
}
void unknownTypes(Unknown u, const Missing &m) {
  TORCHSYNC_HOT while (u.more()) {
    Tensor t = u.tensor();
    consume(t.item<float>());
    for (Missing n = m; n; ++n)
      consume(n.item());
  }
}
void wrongCalls(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(x.item<float>(1, 2, 3));
    consume(x.cpu(4).item<float>());
    x.noSuchMethod().item<float>();
    torch::noSuchFunction(x).cpu();
    auto [a, b, c] = x;
    auto lambda = [&](auto v) { return v.item<Undeclared>(); };
    lambda(x);
  }
}
template <typename T> void patterns(const T &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) consume(x.template item<typename T::none>());
}
template void patterns<Tensor>(const Tensor &);
struct Incomplete;
void incomplete(Incomplete &i) {
  TORCHSYNC_HOT for (;;) i.step();
}
struct Wrong : NoBase {
  Tensor member = undefinedInitialiser();
  Wrong() : member(nothing), other(1) {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i) consume(member.item<float>());
  }
};
struct WrongInitialiser {
  Tensor member;
  WrongInitialiser() : member(nothing) {
    TORCHSYNC_HOT for (int i = 0; i < 10; ++i) consume(member.item<float>());
  }
};
void switches(int n, const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) switch (wrong) {
    case bad: consume(x.item<float>());
    default: goto nowhere;
  }
}
// CHECK-DAG: warning: the host uses 'compiles' while a non_blocking copy may still write it;{{.*}} [torchsync-non-blocking-read]
void copies(const Tensor &x) {
  auto compiles = x.to(torch::kCPU, true);
  consume(compiles.item<float>());
  auto waited = x.to(torch::kCPU, true);
  x.unknownMember(waited);
  consume(waited.item<float>());
  auto broken = unknownFunction(x).to(torch::kCPU, true);
  missing = broken.copy_(x.to(nowhere, true), unknownFlag);
  for (auto &b : undeclared)
    broken[b] = x.to(torch::kCPU, unknownFlag);
  consume(broken.data_ptr<Missing>()[0] + broken.item<float>());
}
TORCHSYNC_HOT void unfinished(const Tensor &x) {
  if (x.item<bool>() {
    consume(x.item<float>());
  for (;;
