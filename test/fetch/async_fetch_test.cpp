//===- async_fetch_test.cpp - AsyncFetch keeps what its header promises ---===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Started by test/fetch/run. With "cuda" it also tests what only a device that
// works on its own can show: that nothing waits, and that nothing is read or
// written too early.
//
// usage: async_fetch_test cpu|cuda
//
//===----------------------------------------------------------------------===//

#include "Testing.h"

#include <torchsync/async_fetch.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace testing;
using torchsync::AsyncFetch;

static_assert(!std::is_copy_constructible_v<AsyncFetch<float>> &&
              !std::is_copy_assignable_v<AsyncFetch<float>>);
static_assert(std::is_nothrow_move_constructible_v<AsyncFetch<float>> &&
              std::is_nothrow_move_assignable_v<AsyncFetch<float>>);

static const at::ScalarType AllTypes[] = {
    at::kBool,  at::kByte,   at::kChar,          at::kShort,
    at::kInt,   at::kLong,   at::kHalf,          at::kBFloat16,
    at::kFloat, at::kDouble, at::kComplexDouble, at::kComplexFloat};

template <class T> static bool same(T A, T B) {
  // Bits, so that a NaN is itself and a zero keeps its sign.
  return std::memcmp(&A, &B, sizeof(T)) == 0;
}

/// A fetched value is what `item<T>` gives, or throws where that throws.
template <class T>
static void testConversion(Checks &Check, TestDevice &D, const char *Name) {
  AsyncFetch<T> Fetch;
  const double Inf = std::numeric_limits<double>::infinity();
  for (at::ScalarType Type : AllTypes)
    for (double Number : {0.0, -0.0, 1.0, -1.0, 0.5, 300.0, -129.0, 1e10, 1e300,
                          Inf, -Inf, std::nan("")}) {
      const bool Floating = at::isFloatingType(Type) || at::isComplexType(Type);
      // What a conversion out of range gives is anybody's guess.
      if (!Floating && !(std::abs(Number) < 1e9))
        continue;
      auto Value = at::full({}, Number, at::kDouble).to(D.options(Type));
      std::optional<T> Expected;
      try {
        Expected = Value.template item<T>();
      } catch (const std::exception &) {
      }
      Fetch.push(Value);
      std::optional<T> Got;
      try {
        Got = Fetch.latest(0);
      } catch (const std::exception &) {
      }
      Check.that(Expected.has_value() == Got.has_value() &&
                     (!Got || same(*Expected, *Got)),
                 std::string(Name) + " from " + c10::toString(Type) + " " +
                     std::to_string(Number));
      // What did not fit must not be asked for again.
      if (!Got)
        Fetch = AsyncFetch<T>();
    }
}

static void testConversions(Checks &Check, TestDevice &D) {
  testConversion<bool>(Check, D, "bool");
  testConversion<uint8_t>(Check, D, "uint8_t");
  testConversion<int8_t>(Check, D, "int8_t");
  testConversion<int16_t>(Check, D, "int16_t");
  testConversion<int>(Check, D, "int");
  testConversion<int64_t>(Check, D, "int64_t");
  testConversion<at::Half>(Check, D, "Half");
  testConversion<float>(Check, D, "float");
  testConversion<double>(Check, D, "double");
}

static void testWhatIsNoValue(Checks &Check, TestDevice &D) {
  AsyncFetch<float> Fetch;
  Check.throws([&] { Fetch.push(at::Tensor()); }, "an undefined tensor");
  Check.throws([&] { Fetch.push(at::zeros({2}, D.options())); },
               "two elements as a scalar");
  Check.throws([&] { Fetch.push(at::zeros({0}, D.options())); },
               "no element as a scalar");
  auto Sparse = at::eye(3, D.options()).to_sparse();
  AsyncFetch<at::Tensor> Tensors;
  Check.throws([&] { Tensors.push(Sparse); }, "a sparse tensor");
  Check.that(!Fetch.poll() && Fetch.drain().empty() && Tensors.drain().empty(),
             "nothing is kept of a push that throws");
  for (const std::vector<int64_t> &Shape :
       std::vector<std::vector<int64_t>>{{}, {1}, {1, 1, 1}}) {
    Fetch.push(at::full(Shape, 3, D.options()));
    Check.that(Fetch.latest(0) == 3.0F, "one element of any rank");
  }
}

static void testTensors(Checks &Check, TestDevice &D) {
  AsyncFetch<at::Tensor> Fetch;
  auto Try = [&](const at::Tensor &Value, const std::string &What) {
    Fetch.push(Value);
    auto Got = Fetch.latest(0);
    auto Expected = Value.detach().cpu().resolve_conj().resolve_neg();
    Check.that(Got && Got->is_cpu() && !Got->requires_grad() &&
                   Got->scalar_type() == Expected.scalar_type() &&
                   Got->sizes() == Expected.sizes() && Got->equal(Expected),
               "a tensor: " + What);
  };
  auto X = at::arange(24, D.options()).reshape({2, 3, 4});
  Try(at::zeros({}, D.options()) + 5, "no dimension");
  Try(X, "three dimensions");
  Try(X.transpose(0, 2), "transposed");
  Try(X.slice(2, 0, 4, 2), "every second");
  Try(X.select(1, 1), "one row");
  Try(at::ones({1, 3}, D.options()).expand({4, 3}), "expanded");
  Try(at::zeros({0}, D.options()), "empty");
  Try(at::zeros({2, 0, 3}, D.options()), "empty with dimensions");
  for (at::ScalarType Type : AllTypes)
    Try(X.to(Type), c10::toString(Type));
  auto Complex = at::complex(X, X + 1);
  Try(Complex.conj(), "conjugated");
  Try(at::imag(Complex.conj()), "negated");
  Try(at::arange(100000, D.options(at::kLong)), "large");
  Try(X.clone().requires_grad_(), "with a gradient");

  Fetch.push(X);
  auto First = *Fetch.latest(0);
  Fetch.push(X + 1);
  Check.that(First.equal(X.cpu()), "a tensor handed out stays as it is");
  First.fill_(-1);
  Check.that(Fetch.latest(0)->equal((X + 1).cpu()),
             "a tensor handed out is the caller's");
}

static void testAutograd(Checks &Check, TestDevice &D) {
  AsyncFetch<float> Fetch;
  auto W = at::full({}, 3, D.options()).requires_grad_();
  auto Loss = W * W;
  Fetch.push(Loss);
  Fetch.push(W);
  Loss.backward();
  Check.that(Fetch.drain() == std::vector<float>({9, 3}) &&
                 W.grad().item<float>() == 6,
             "tensors that need gradients");

  // In every mode, whichever mode the buffers were made in.
  for (bool First : {false, true})
    for (bool Second : {false, true}) {
      AsyncFetch<float> Scalars;
      AsyncFetch<at::Tensor> Tensors;
      for (bool Mode : {First, Second, First}) {
        c10::InferenceMode Guard(Mode);
        auto Value = at::full({2}, 4, D.options());
        Scalars.push(Value.sum());
        Tensors.push(Value);
        Tensors.latest(0);
        Scalars.latest(0);
      }
      Check.that(Scalars.latest(0) == 8.0F, "inference mode, scalars");
      auto Got = *Tensors.latest(0);
      Tensors.push(at::full({2}, 5, D.options()));
      Got = *Tensors.latest(0);
      auto V = at::ones({2}).requires_grad_();
      (V * Got).sum().backward();
      Check.that(!Got.is_inference() && V.grad().equal(Got),
                 "inference mode, tensors");
    }
  at::NoGradGuard NoGrad;
  Fetch.push(W);
  Check.that(Fetch.latest(0) == 3.0F, "no-grad mode");
}

static void testSourceGoesAway(Checks &Check, TestDevice &D) {
  AsyncFetch<int> Fetch(1000);
  auto Reused = at::zeros({}, D.options(at::kInt));
  for (int I = 0; I < 500; ++I) {
    Reused.fill_(I);
    Fetch.push(Reused);
    Reused.fill_(-1);
    Fetch.push(at::full({}, I, D.options(at::kInt)));
    // The allocator has the same memory again.
    at::full({}, -2, D.options(at::kInt));
  }
  auto Values = Fetch.drain();
  bool Right = Values.size() == 1000;
  for (int I = 0; Right && I < 1000; ++I)
    Right = Values[I] == I / 2;
  Check.that(Right, "a source overwritten or freed right after");
}

static void testRing(Checks &Check, TestDevice &D) {
  auto Value = [&](int I) { return at::full({}, I, D.options(at::kInt)); };
  AsyncFetch<int> Fetch(4);
  Check.that(!Fetch.poll() && !Fetch.latest(0) && !Fetch.latest(7) &&
                 Fetch.drain().empty(),
             "nothing before the first push");
  for (int I = 0; I < 10; ++I) {
    Fetch.push(Value(I));
    D.synchronize();
  }
  Check.that(Fetch.drain() == std::vector<int>({6, 7, 8, 9}),
             "what has arrived makes room, the oldest first");
  Check.that(Fetch.drain().empty(), "a second drain gives nothing");
  Check.that(Fetch.poll() == 9 && Fetch.latest(0) == 9 && Fetch.latest(3) == 9,
             "the newest value stays");
  for (int I = 10; I < 13; ++I) {
    Fetch.push(Value(I));
    D.synchronize();
    if (I == 11)
      Check.that(Fetch.poll() == 11 && Fetch.poll() == 11,
                 "poll gives the newest, again and again");
  }
  Check.that(Fetch.drain() == std::vector<int>({12}),
             "drain gives what poll has not passed");
  for (std::size_t Capacity : {0, 1}) {
    AsyncFetch<int> Small(Capacity);
    for (int I = 0; I < 5; ++I) {
      Small.push(Value(I));
      D.synchronize();
    }
    Check.that(Small.latest(0) == 4, "a ring of almost no room");
  }
  AsyncFetch<int> Throws;
  Throws.push(at::full({}, 1e20, D.options(at::kDouble)));
  Check.throws([&] { Throws.drain(); }, "a value out of range");
  Throws.push(Value(1));
  Check.that(Throws.latest(0) == 1, "a newer value after one out of range");
}

static void testMixed(Checks &Check, TestDevice &D) {
  AsyncFetch<at::Tensor> Fetch(6);
  bool Right = true;
  for (int I = 0; I < 300; ++I) {
    const auto Type = AllTypes[I % 10];
    auto Value = at::full({I % 7, 3}, I % 2, D.options(Type));
    if (I % 5 == 0)
      Value = Value.cpu();
    Fetch.push(Value);
    Right &= Fetch.latest(0)->equal(Value.cpu());
  }
  Check.that(Right, "dtypes, shapes and devices in turn");
}

static void testMove(Checks &Check, TestDevice &D) {
  AsyncFetch<float> A;
  if (D.isCuda())
    D.keepBusy(5);
  A.push(at::full({}, 1, D.options()));
  AsyncFetch<float> B = std::move(A);
  B.push(at::full({}, 2, D.options()));
  AsyncFetch<float> C;
  C.push(at::full({}, 7, D.options()));
  C = std::move(B);
  Check.that(C.drain() == std::vector<float>({1, 2}) && C.poll() == 2.0F,
             "values in flight move along");
  A = std::move(C);
  A.push(at::full({}, 3, D.options()));
  Check.that(A.latest(0) == 3.0F, "a moved-from object is assigned to");
}

//===----------------------------------------------------------------------===//
// What only a device that works on its own can show
//===----------------------------------------------------------------------===//

static void testNothingWaits(Checks &Check, TestDevice &D) {
  AsyncFetch<float> Fetch(16);
  auto Value = at::full({}, 1, D.options());
  Fetch.push(Value);
  Fetch.latest(0);
  D.synchronize();
  // As many pushes as let the ring wrap many times while all are in flight.
  constexpr int Pushes = 200, Turns = 200;
  D.keepBusy(Turns);
  double Longest = 0;
  auto Start = Clock::now();
  bool Early = false;
  for (int I = 0; I < Pushes; ++I) {
    auto Call = Clock::now();
    Fetch.push(Value);
    Value.add_(1);
    Early |= Fetch.poll() != 1.0F || Fetch.latest(Pushes + 1) != 1.0F;
    Longest = std::max(Longest, millisecondsSince(Call));
  }
  const double Queued = millisecondsSince(Start);
  D.synchronize();
  const double Total = millisecondsSince(Start);
  std::printf("  %d x push, add_, poll, latest behind %.0f ms of work: %.2f ms "
              "in all, %.3f ms the longest\n",
              Pushes, Total, Queued, Longest);
  Check.that(Total > 100, "the device was busy");
  Check.that(Queued < Total / 4, "push and poll do not wait");
  Check.that(!Early, "poll hands nothing out that has not arrived");
  auto Values = Fetch.drain();
  bool Right = Values.size() == Pushes;
  for (int I = 0; Right && I < Pushes; ++I)
    Right = Values[I] == static_cast<float>(I + 1);
  Check.that(Right, "nothing in flight is lost");
}

static void testLatestWaitsNoLonger(Checks &Check, TestDevice &D) {
  AsyncFetch<int> Fetch;
  auto Value = [&](int I) { return at::full({}, I, D.options(at::kInt)); };
  auto Slow = Value(3);
  D.synchronize();
  Fetch.push(Value(1));
  Fetch.push(Value(2));
  D.keepBusy(100);
  Fetch.push(Slow);
  auto Start = Clock::now();
  Check.that(Fetch.latest(1) == 2, "latest waits for the value asked for");
  const double One = millisecondsSince(Start);
  Check.that(Fetch.latest(0) == 3, "latest gives the last value");
  const double Zero = millisecondsSince(Start);
  std::printf("  latest(1): %.2f ms, then latest(0): %.2f ms\n", One,
              Zero - One);
  Check.that(One < Zero / 4, "latest(1) does not wait for the last value");
}

static void testStreams(Checks &Check, TestDevice &D) {
  const auto Slow = D.newStream(), Fast = D.newStream();
  auto Value = [&](int I) { return at::full({}, I, D.options(at::kInt)); };
  std::vector<at::Tensor> Values;
  for (int I = 0; I < 400; ++I)
    Values.push_back(Value(I));
  D.synchronize();
  AsyncFetch<int> Fetch(8);
  {
    c10::StreamGuard Guard(Slow);
    D.keepBusy(100);
    Fetch.push(Values[0]);
  }
  bool Right = true;
  {
    c10::StreamGuard Guard(Fast);
    for (int I = 1; I < 300; ++I) {
      Fetch.push(Values[I]);
      D.synchronize(Fast);
      // The slow stream's slot is still written to: it must not be used again.
      Right &= I % 20 != 0 || Fetch.poll() == I;
    }
  }
  Check.that(Right, "a slow stream does not hold up a fast one");
  D.synchronize(Slow);
  Check.that(Fetch.drain() == std::vector<int>(
                                  {292, 293, 294, 295, 296, 297, 298, 299}) &&
                 Fetch.poll() == 299,
             "a late value of an earlier push is no news");

  // Memory of one stream, pushed on another, freed and given out again.
  AsyncFetch<int> Freed(1000);
  {
    c10::StreamGuard Guard(Fast);
    D.keepBusy(20);
  }
  for (int I = 0; I < 200; ++I) {
    auto Own = Value(I);
    D.synchronize();
    {
      c10::StreamGuard Guard(Fast);
      Freed.push(Own);
    }
    Own = at::Tensor();
    // Were it the same memory, this would overwrite it before the copy.
    Value(-1);
  }
  auto Got = Freed.drain();
  Right = Got.size() == 200;
  for (int I = 0; Right && I < 200; ++I)
    Right = Got[I] == I;
  Check.that(Right, "memory of another stream is not used again too early");
}

static void testDestroyedInFlight(Checks &Check, TestDevice &D) {
  bool Right = true;
  for (int Turn = 0; Turn < 20; ++Turn) {
    D.synchronize();
    D.keepBusy(5);
    {
      AsyncFetch<at::Tensor> Fetch;
      for (int I = 0; I < 8; ++I)
        Fetch.push(at::full({16384}, 7, D.options(at::kInt)));
    }
    // The allocator must not have that memory again yet.
    auto Other = at::empty(
        {8 * 16384}, at::TensorOptions().dtype(at::kInt).pinned_memory(true));
    Other.fill_(5);
    D.synchronize();
    Right &= Other.eq(5).all().item<bool>();
  }
  Check.that(Right, "destroyed while values are in flight");
}

static void testManyIterations(Checks &Check, TestDevice &D) {
  const c10::Stream Streams[] = {D.newStream(), D.newStream(), D.newStream()};
  AsyncFetch<int> All(64);
  AsyncFetch<at::Tensor> Rows(64);
  auto Work = at::ones({1 << 22}, D.options());
  int Last = -1;
  bool Right = true;
  uint32_t Random = 1;
  const int Iterations = D.IsSanitized ? 1000 : 30000;
  for (int I = 0; I < Iterations; ++I) {
    Random = Random * 1664525 + 1013904223;
    c10::StreamGuard Guard(Streams[Random >> 28 & 1 ? Random >> 30 & 1 : 0]);
    if ((Random >> 20) % 8 == 0)
      Work.add_(1);
    auto Value = at::full({4}, I, D.options(at::kInt));
    Rows.push(Value);
    Value.add_(1);
    All.push(Value.sum());
    Value.fill_(-1);
    if (auto Sum = All.poll()) {
      Right &= *Sum % 4 == 0 && *Sum >= Last && *Sum <= 4 * (I + 1);
      Last = *Sum;
    }
    if ((Random >> 10) % 4 == 0)
      if (auto Row = Rows.poll()) {
        const int *R = Row->data_ptr<int>();
        Right &= R[0] == R[1] && R[1] == R[2] && R[2] == R[3] && R[0] >= 0 &&
                 R[0] <= I;
      }
  }
  Right &= All.latest(0) == 4 * Iterations;
  Check.that(Right, "many iterations on three streams");
}

int main(int Argc, char **Argv) {
  const std::string Name = Argc == 2 ? Argv[1] : "";
  if (Name != "cpu" && Name != "cuda" && Name != "sanitizer") {
    std::fprintf(stderr, "usage: async_fetch_test cpu|cuda|sanitizer\n");
    return 2;
  }
  Checks Check;
  TestDevice D(Name);
  testConversions(Check, D);
  testWhatIsNoValue(Check, D);
  testTensors(Check, D);
  testAutograd(Check, D);
  testSourceGoesAway(Check, D);
  testRing(Check, D);
  testMixed(Check, D);
  testMove(Check, D);
  if (D.isCuda() && !D.IsSanitized) {
    testNothingWaits(Check, D);
    testLatestWaitsNoLonger(Check, D);
  }
  if (D.isCuda()) {
    testStreams(Check, D);
    testDestroyedInFlight(Check, D);
    testManyIterations(Check, D);
  }
  return Check.finish();
}
