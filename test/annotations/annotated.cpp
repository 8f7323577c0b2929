// The annotations in every place where they may stand, and the reason in every
// form. No compiler may warn about one, and none may make code of it: the
// object file is the same when the macros are empty.
//
// RUN: %S/check.sh g++ %s
// RUN: %S/check.sh clang++-14 %s
// RUN: %S/check.sh clang++-19 %s
// RUN: %S/check.sh clang++-22 %s

#include <torchsync/annotations.h>

TORCHSYNC_HOT static int declaredHot(int Value);
static int declaredHot(int Value) { return Value + 1; }

TORCHSYNC_COLD static int declaredCold(int Value);
static int declaredCold(int Value) { return Value - 1; }

template <class T> TORCHSYNC_HOT static T templated(T Value) {
  TORCHSYNC_HOT for (int I = 0; I < 3; ++I) Value += T(I);
  TORCHSYNC_ALLOW_SYNC("in a template");
  return Value;
}

namespace {
struct Model {
  TORCHSYNC_HOT Model() = default;
  TORCHSYNC_HOT explicit Model(int Value) : State(Value) {}
  TORCHSYNC_HOT int forward(int Value) const { return Value + State; }
  TORCHSYNC_COLD static int save(int Value);
  template <class T> TORCHSYNC_HOT T operator()(T Value) const {
    TORCHSYNC_HOT;
    return Value;
  }

private:
  int State = 0;
};
} // namespace

int Model::save(int Value) { return Value * 2; }

int train(const int (&Batches)[4]);
int train(const int (&Batches)[4]) {
  int Sum = 0;
  TORCHSYNC_HOT for (int Batch : Batches) {
    TORCHSYNC_ALLOW_SYNC("one fetch is wanted");
    Sum += Batch;
  }
  TORCHSYNC_HOT for (int I = 0; I < 4; ++I) Sum += Batches[I];
  TORCHSYNC_HOT while (Sum < 3)++ Sum;
  TORCHSYNC_HOT do { ++Sum; }
  while (Sum < 9)
    ;
  TORCHSYNC_HOT {
    TORCHSYNC_ALLOW_SYNC("joined "
                         "from two");
    Sum += 2;
  }
  if (Sum > 3)
    TORCHSYNC_COLD { Sum = declaredCold(Sum); }
  else
    TORCHSYNC_COLD Sum = 3;
  switch (Sum) {
  case 1:
    TORCHSYNC_HOT for (;;) { break; }
    break;
  default:
    TORCHSYNC_COLD;
  }
  auto Step = [&](int Value) {
    TORCHSYNC_HOT;
    TORCHSYNC_ALLOW_SYNC("");
    return Value + Sum;
  };
  auto Generic = [&](auto Value) {
    TORCHSYNC_HOT;
    TORCHSYNC_COLD;
    return Value + Sum;
  };
  const Model Net(Sum);
  return declaredHot(Sum) + templated(Sum) + templated(short(2)) +
         Net.forward(1) + Net(2) + Model::save(1) + Step(1) + Generic(2) +
         Model().forward(3);
}
