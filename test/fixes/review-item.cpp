// What is fetched elsewhere, more rarely or not at all. The records leave out
// what a rewrite changes on purpose, and each place says what that is.
using at::Tensor;

// Of the log every hundredth line stays.
static void logged(std::ostream &out, Tensor x) {
  TORCHSYNC_HOT for (int i = 0; i < 250; ++i) {
    if (i % 100 == 0)
      out << '*';
    x = x + 1;
    out << i << ' ' << x.item<double>() << ';'; // becomes: if (i % 100 == 0) {\n  out << i << ' ' << x.item<double>() << ';';\n}
  }
}

static std::string starred(const Tensor &x) {
  std::stringstream in;
  logged(in, x);
  std::string line, kept;
  while (std::getline(in, line, ';'))
    if (line.compare(0, 1, "*") == 0)
      kept += line + ';';
  return kept;
}

static std::string deferred(Tensor x) {
  std::ostringstream out;
  TORCHSYNC_HOT for (int i = 0; i < 250; ++i) {
    const float mean = x.mean().item<float>(); // becomes: const auto mean = x.mean().detach();
    auto most = x.max().item().toDouble(); // becomes: auto most = x.max().detach();
    x = x * 1.01;
    if (i % 100 == 0)
      out << mean << ' ' << most + mean << ';'; // becomes: out << mean.item<float>() << ' ' << most.item().toDouble() + mean.item<float>() << ';';
  }
  return out.str();
}

// Exact where the numbers are: in floating point a product with a number is
// rounded to the tensor's dtype, on the host to the number's.
static double sum(const Tensor &x, int64_t times, int steps) {
  double total = 3;
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) { // becomes: auto total_on_device = torch::zeros({}, torch::kDouble);\nTORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    total += (x + i).item<float>() * times; // becomes: total_on_device = total_on_device + (x + i).detach().to(torch::kDouble) * times;
  } // becomes: }\ntotal += total_on_device.item<double>();
  return total;
}

static size_t count(const Tensor &x, int steps) {
  size_t rightOnes = 0;
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) { // becomes: auto rightOnesOnDevice = torch::zeros({}, torch::kLong);\nTORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    rightOnes += x.eq(i).sum().item<int64_t>(); // becomes: rightOnesOnDevice = rightOnesOnDevice + x.eq(i).sum().detach();
  } // becomes: }\nrightOnes += rightOnesOnDevice.item<int64_t>();
  return rightOnes;
}

static float largest(const Tensor &x, int steps) {
  float most = -2;
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) { // becomes: auto most_on_device = torch::full({}, most, torch::kFloat);\nTORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    most = std::max(most, (x * i).item<float>()); // becomes: most_on_device = torch::maximum(most_on_device, (x * i).detach().to(torch::kFloat));
  } // becomes: }\nmost = most_on_device.item<float>();
  return most;
}

static double last(const Tensor &x, int steps) {
  double latest = 7;
  TORCHSYNC_HOT for (int i = 0; i < steps; ++i) { // becomes: auto latest_on_device = torch::full({}, latest, torch::kDouble);\nTORCHSYNC_HOT for (int i = 0; i < steps; ++i) {
    latest = (x - i).item<double>(); // becomes: latest_on_device = (x - i).detach();
  } // becomes: }\nlatest = latest_on_device.item<double>();
  return latest;
}

TORCHSYNC_HOT static Tensor selected(const Tensor &c, const Tensor &a,
                                     const Tensor &b) {
  Tensor y;
  if (c.item<bool>()) y = a + 1; else y = b; // becomes: y = torch::where(c.to(torch::kBool), a + 1, b);
  Tensor z = !torch::equal(a, b) ? a : b * 2; // becomes: Tensor z = torch::where((a == b).all(), b * 2, a);
  return y + (torch::allclose(a, b, 1e-3) ? z : b); // becomes: return y + (torch::where(torch::isclose(a, b, 1e-3).all(), z, b));
}

// Another exception is thrown, on the CPU; on CUDA none.
TORCHSYNC_HOT static Tensor checked(const Tensor &x) {
  if (torch::isnan(x).any().item<bool>()) throw std::runtime_error("nan"); // becomes: torch::_assert_async(torch::logical_not(torch::isnan(x).any()));
  return x;
}

// One of 16 iterations sees it: the same where it happens in such a one.
static int converged(Tensor x) {
  TORCHSYNC_HOT for (int i = 0; i < 100; ++i) {
    if (x.item<float>() <= 0) return i; // becomes: if (i % 16 == 0) {\n  if (x.item<float>() <= 0) return i;\n}
    x = x - 1;
  }
  return -1;
}

TORCHSYNC_HOT static double compared(const Tensor &a, const Tensor &b) {
  double more = std::max(a.item<double>(), b.item<double>()); // becomes: double more = torch::maximum(a, b).item<double>();
  return more * std::min<int64_t>(a.item().toLong(), b.item().toLong()); // becomes: return more * torch::minimum(a, b).item().toLong();
}

static void run(Record &record) {
  std::vector<Tensor> scalars;
  for (at::ScalarType dtype : dtypes())
    for (double number : numbers()) {
      // Undefined behaviour or an exception where the number does not fit.
      if (at::isComplexType(dtype) || std::abs(number) > 100 ||
          std::isnan(number))
        continue;
      scalars.push_back(
          at::full({}, number, at::kDouble).to(proofDevice(), dtype));
    }
  for (const Tensor &x : scalars) {
    record("log", [&] { return starred(x); });
    record("deferred", [&] { return deferred(x); });
    record("deferred", [&] { return deferred(at::stack({x, x + x})); });
    bool exact = !at::isFloatingType(x.scalar_type()) ||
                 x.item<double>() == std::floor(x.item<double>());
    for (int steps : {0, 1, 5}) {
      if (exact)
        record("sum", [&] { return sum(x, 4, steps); });
      record("count", [&] { return count(at::stack({x, x, x + 1}), steps); });
      record("largest", [&] { return largest(x, steps); });
      record("last", [&] { return last(x, steps); });
    }
    // One element in more dimensions: the sum of all fits any of them.
    record("sum", [&] { return sum(x.to(at::kLong).reshape({1, 1}), 4, 3); });
    for (const Tensor &y : scalars)
      // Of zeros with different signs CUDA may take the other.
      if (x.scalar_type() == y.scalar_type() &&
          !(x.is_cuda() && x.item<double>() == 0 && y.item<double>() == 0))
        record("compared", [&] { return compared(x, y); });
  }
  // One shape and dtype for both sides, and a condition without dimensions:
  // where() broadcasts and promotes.
  for (at::ScalarType dtype : {at::kFloat, at::kDouble, at::kLong})
    for (const auto &shape :
         std::vector<std::vector<int64_t>>{{}, {3}, {0, 2}, {2, 3}}) {
      Tensor a = at::arange(at::ones(shape).numel(), at::kDouble)
                     .reshape(shape)
                     .to(proofDevice(), dtype);
      for (const Tensor &b : {a, a + 1, a * 3})
        for (const Tensor &c : {at::ones({}, proofDevice()), at::zeros({}, proofDevice())})
          record("selected", [&] { return selected(c, a, b); });
    }
  // On CUDA nothing runs after an assertion that failed.
  for (double number :
       proofDevice().is_cuda() ? std::vector<double>{1} : numbers())
    record("checked", [&] {
      try {
        return checked(at::full({3}, number, proofDevice()));
      } catch (const std::exception &) {
        return Tensor();
      }
    });
  for (double number : {0.0, 16.0, 32.0, 96.0, 1000.0})
    record("converged", [&] { return converged(at::full({}, number, proofDevice())); });
}
