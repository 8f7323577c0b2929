// item fetches its value by itself: the copy before it, of one element or all,
// goes.
using at::Tensor;

TORCHSYNC_HOT static float cpu(const Tensor &x) {
  return x.cpu().item<float>(); // becomes: return x.item<float>();
}

TORCHSYNC_HOT static int64_t to(const Tensor *x) {
  return x->to(torch::kCPU).item<int64_t>(); // becomes: return x->item<int64_t>();
}

TORCHSYNC_HOT static bool device(const Tensor &x) {
  return (x != 0).to(torch::Device("cpu")).item<bool>(); // becomes: return (x != 0).item<bool>();
}

TORCHSYNC_HOT static float text(const Tensor &x) {
  return x.to("cpu").item<float>(); // becomes: return x.item<float>();
}

TORCHSYNC_HOT static double element(const Tensor &x, int64_t i) {
  return x.cpu()[i][0].item<double>(); // becomes: return x[i][0].item<double>();
}

static std::string scalar(const Tensor &x) {
  std::ostringstream out;
  TORCHSYNC_HOT for (int i = 0; i < 1; ++i) {
    at::Scalar s = x.cpu().item(); // becomes: at::Scalar s = x.item();
    out << s.type() << ' ' << s;
  }
  return out.str();
}

static void run(Record &record) {
  // Nothing is fetched from no tensor, though LibTorch says so in other words.
  record("undefined", [] {
    try {
      return cpu(Tensor()) != 0;
    } catch (const c10::Error &) {
      throw std::runtime_error("c10::Error");
    }
  });
  std::vector<Tensor> inputs = {at::empty({0}), at::ones({2}),
                                at::ones({1, 1, 1}),
                                at::ones({}).requires_grad_(),
                                at::ones({4, 4})[1].narrow(0, 2, 1),
                                at::ones({1}).expand({1, 1}),
                                at::ones({1}).expand({3, 1})};
  for (at::ScalarType dtype : dtypes())
    for (double number : numbers()) {
      Tensor wide = at::full({}, number, at::kDouble);
      inputs.push_back(wide.to(dtype));
      inputs.push_back(wide.to(dtype).reshape({1, 1}));
    }
  for (const Tensor &input : inputs) {
    const Tensor x = input.to(proofDevice());
    record("cpu", [&] { return cpu(x); });
    record("to", [&] { return to(&x); });
    record("text", [&] { return text(x); });
    record("device", [&] { return device(x); });
    for (int64_t i : {-3, -1, 0, 1, 3})
      record("element", [&] { return element(x, i); });
    record("scalar", [&] { return scalar(x); });
  }
}
