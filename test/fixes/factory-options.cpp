// A factory makes its tensor where it is wanted.
using at::Tensor;

TORCHSYNC_HOT static Tensor zeros(at::IntArrayRef size, torch::Device device) {
  return torch::zeros(size).to(device); // becomes: return torch::zeros(size, device);
}

TORCHSYNC_HOT static Tensor ones(int64_t n, int64_t m, torch::Device device) {
  return torch::ones({n, m}, torch::kHalf).to(device); // becomes: return torch::ones({n, m}, torch::dtype(torch::kHalf).device(device));
}

TORCHSYNC_HOT static Tensor full(int64_t n, int64_t value, torch::Device device) {
  return torch::full({n}, value).to(device); // becomes: return torch::full({n}, value, device);
}

TORCHSYNC_HOT static Tensor fullDouble(int64_t n, double value, const Tensor &like) {
  return at::full({n}, value, at::kDouble).to(like.device()); // becomes: return at::full({n}, value, at::dtype(at::kDouble).device(like.device()));
}

TORCHSYNC_HOT static Tensor fullByte(int64_t n, torch::Device device) {
  return torch::full({n}, 99.5, torch::TensorOptions().dtype(torch::kByte)).to(device); // becomes: return torch::full({n}, 99.5, torch::TensorOptions().dtype(torch::kByte).device(device));
}

TORCHSYNC_HOT static Tensor fullStandard(int64_t n, torch::Device device) {
  const torch::TensorOptions options;
  return torch::full({n}, 0.1, options).to(device); // becomes: return torch::full({n}, 0.1, options.device(device));
}

TORCHSYNC_HOT static Tensor arange(int64_t n, torch::DeviceType device) {
  return torch::arange(n).to(device); // becomes: return torch::arange(n, device);
}

TORCHSYNC_HOT static Tensor arangeInt(int64_t from, int64_t to, int64_t step, torch::Device device) {
  return torch::arange(from, to, step, torch::dtype(torch::kInt)).to(device); // becomes: return torch::arange(from, to, step, torch::dtype(torch::kInt).device(device));
}

TORCHSYNC_HOT static Tensor eye(int64_t n, torch::Device device) {
  return torch::eye(n).to(device); // becomes: return torch::eye(n, device);
}

TORCHSYNC_HOT static Tensor eyeDouble(int64_t n, int64_t m, torch::Device device) {
  return torch::eye(n, m, torch::kFloat64).to(device); // becomes: return torch::eye(n, m, torch::dtype(torch::kFloat64).device(device));
}

// Memory that nobody has written holds anything: only its shape is compared.
TORCHSYNC_HOT static Tensor empty(int64_t n, torch::Device device) {
  return torch::empty({n, 2}, torch::kBool).to(device).fill_(true); // becomes: return torch::empty({n, 2}, torch::dtype(torch::kBool).device(device)).fill_(true);
}

// Another name for torch.
namespace alias = torch;
TORCHSYNC_HOT static Tensor aliased(int64_t n, torch::Device device) {
  return alias::ones({n}, alias::kInt).to(device); // becomes: return alias::ones({n}, alias::dtype(alias::kInt).device(device));
}

static void run(Record &record) {
  const torch::Device to = proofDevice();
  const Tensor like = at::ones({}, to);
  for (at::ScalarType standard : {at::kFloat, at::kDouble, at::kHalf}) {
    at::set_default_dtype(c10::scalarTypeToTypeMeta(standard));
    record("0-dim", [&] { return zeros({}, to); });
    record("many", [&] { return zeros({2, 0, 3}, to); });
    record("negative", [&] { return zeros({2, -1}, to); });
    for (int64_t n : {-1, 0, 1, 2, 5, 1000}) {
      record("zeros", [&] { return zeros(n, to); });
      record("ones", [&] { return ones(n, 3, to); });
      record("aliased", [&] { return aliased(n, to); });
      record("arange", [&] { return arange(n, to.type()); });
      record("empty", [&] { return empty(n, to); });
      record("eye", [&] { return eye(n, to); });
      record("eyeDouble", [&] { return eyeDouble(n, 3, to); });
      for (int64_t step : {-3, -1, 0, 1, 7})
        for (int64_t from : {int64_t(-2), int64_t(3), int64_t(1) << 33})
          record("arangeInt",
                 [&] { return arangeInt(from, from + n, step, to); });
    }
    for (int64_t n : {-1, 0, 1, 3}) {
      record("fullByte", [&] { return fullByte(n, to); });
      record("fullStandard", [&] { return fullStandard(n, to); });
      for (int64_t value : {-1, 0, 300})
        record("full", [&] { return full(n, value << 40, to); });
      for (double value : numbers())
        record("fullDouble", [&] { return fullDouble(n, value, like); });
    }
  }
  at::set_default_dtype(c10::scalarTypeToTypeMeta(at::kFloat));
}
