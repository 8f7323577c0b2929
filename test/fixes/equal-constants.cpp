// A list of one value is filled where it is wanted.
using at::Tensor;

TORCHSYNC_HOT static Tensor real(float c, torch::Device device) {
  return torch::tensor({c, c, c}, torch::dtype(torch::kFloat).device(device)); // becomes: return torch::full({3}, c, torch::dtype(torch::kFloat).device(device));
}

TORCHSYNC_HOT static Tensor wide(double c, torch::Device device) {
  auto options = torch::TensorOptions().dtype(torch::kDouble).device(device);
  return torch::tensor({c, c}, options); // becomes: return torch::full({2}, c, options);
}

TORCHSYNC_HOT static Tensor whole(int64_t c, torch::Device device) {
  return torch::tensor({c, c, c, c, c}, device); // becomes: return torch::full({5}, c, device);
}

TORCHSYNC_HOT static Tensor size(const Tensor &x, torch::Device device) {
  return torch::tensor({x.size(0), x.size(0)}, torch::device(device).dtype(torch::kLong)); // becomes: return torch::full({2}, x.size(0), torch::device(device).dtype(torch::kLong));
}

TORCHSYNC_HOT static Tensor truth(bool c, torch::Device device) {
  return torch::tensor({c, c}, device); // becomes: return torch::full({2}, c, device);
}

TORCHSYNC_HOT static std::vector<Tensor> literals(torch::Device device) {
  return {
      torch::tensor({0.1f, 0.1f}, device), // becomes: torch::full({2}, 0.1f, device),
      torch::tensor({0.1, 0.1}, torch::dtype(torch::kHalf).device(device)), // becomes: torch::full({2}, 0.1, torch::dtype(torch::kHalf).device(device)),
      torch::tensor({99.9, 99.9}, torch::dtype(torch::kBFloat16).device(device)), // becomes: torch::full({2}, 99.9, torch::dtype(torch::kBFloat16).device(device)),
      torch::tensor({0.5, 0.5}, torch::dtype(torch::kInt).device(device)), // becomes: torch::full({2}, 0.5, torch::dtype(torch::kInt).device(device)),
      torch::tensor({0.5, 0.5}, torch::dtype(torch::kBool).device(device)), // becomes: torch::full({2}, 0.5, torch::dtype(torch::kBool).device(device)),
      torch::tensor({100, 100}, torch::dtype(torch::kByte).device(device)), // becomes: torch::full({2}, 100, torch::dtype(torch::kByte).device(device)),
      torch::tensor({-0.0, -0.0}, device), // becomes: torch::full({2}, -0.0, device),
      torch::tensor({-1, -1}, device), // becomes: torch::full({2}, -1, device),
      torch::tensor({4294967296, 4294967296}, device), // becomes: torch::full({2}, 4294967296, device),
      torch::tensor({true}, device), // becomes: torch::full({1}, true, device),
  };
}

static void run(Record &record) {
  const torch::Device to = proofDevice();
  for (at::ScalarType standard : {at::kFloat, at::kDouble, at::kHalf}) {
    at::set_default_dtype(c10::scalarTypeToTypeMeta(standard));
    record("literals", [&] { return literals(to); });
    record("size", [&] { return size(at::ones({7}), to); });
    record("no size", [&] { return size(at::ones({}), to); });
    for (double c : numbers()) {
      record("real", [&] { return real(static_cast<float>(c), to); });
      record("wide", [&] { return wide(c, to); });
    }
    for (int64_t c : {-300, -1, 0, 1, 127, 70000}) {
      record("whole", [&] { return whole(c << 40, to); });
      record("truth", [&] { return truth(c > 0, to); });
    }
  }
  at::set_default_dtype(c10::scalarTypeToTypeMeta(at::kFloat));
}
