// What the host has already is not fetched again.
using at::Tensor;

TORCHSYNC_HOT static double summed(const Tensor &x) {
  const double value = x.item<double>();
  double total = value;
  if (x.item<double>() > 0) // becomes: if (value > 0)
    total += x.item<double>(); // becomes: total += value;
  for (int i = 0; i < 3; ++i)
    total = total * 2 - x.item<double>(); // becomes: total = total * 2 - value;
  return std::abs(total) + x.item<double>(); // becomes: return std::abs(total) + value;
}

TORCHSYNC_HOT static std::vector<Tensor> tensors(const Tensor &x) {
  auto value = x.item<float>();
  return {x * value, x + x.item<float>()}; // becomes: return {x * value, x + value};
}

TORCHSYNC_HOT static int64_t whole(const Tensor &x, const Tensor &y) {
  int64_t value = x.item<int64_t>();
  int64_t other = y.item<int64_t>();
  return value - x.item<int64_t>() + (y.item<int64_t>() ^ other); // becomes: return value - value + (other ^ other);
}

TORCHSYNC_HOT static bool truth(const Tensor &x) {
  bool value = x.item<bool>();
  bool again = x.item<bool>(); // becomes: bool again = value;
  return value && !again;
}

// A copy before the fetch goes, or goes with the fetch.
TORCHSYNC_HOT static double copied(const Tensor &x) {
  const double value = x.cpu().item<double>(); // becomes: const double value = x.item<double>();
  if (x.to(torch::kCPU).item<double>() > 0) // becomes: if (value > 0)
    return x.item<double>() * 2; // becomes: return value * 2;
  return value - x.cpu().item<double>(); // becomes: return value - value;
}

static void run(Record &record) {
  std::vector<Tensor> inputs = {at::empty({0}), at::ones({2}),
                                at::ones({1, 1}),
                                at::ones({}).requires_grad_(),
                                at::ones({1}).expand({3, 1})};
  for (at::ScalarType dtype : dtypes())
    for (double number : numbers())
      inputs.push_back(at::full({}, number, at::kDouble).to(dtype));
  for (Tensor &x : inputs)
    x = x.to(proofDevice());
  for (const Tensor &x : inputs) {
    record("sum", [&] { return summed(x); });
    record("tensors", [&] { return tensors(x); });
    record("copied", [&] { return copied(x); });
    record("truth", [&] { return truth(x); });
    record("the same", [&] { return whole(x, x); });
    record("another", [&] { return whole(x, inputs.back()); });
  }
}
