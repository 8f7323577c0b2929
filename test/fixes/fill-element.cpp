// A number is filled into its element.
using at::Tensor;

TORCHSYNC_HOT static void flat(Tensor x, int64_t i) {
  TORCH_CHECK(x.dim() == 1);
  x.index_put_({i}, 100.f); // becomes: x.index({i}).fill_(100.f);
}

TORCHSYNC_HOT static void real(Tensor x, int64_t i, int64_t j) {
  TORCH_CHECK(x.dim() == 2);
  x.index_put_({i, j}, 0.5); // becomes: x.index({i, j}).fill_(0.5);
}

TORCHSYNC_HOT static void whole(Tensor x, int64_t i, int j) {
  TORCH_CHECK(x.dim() == 2);
  x.index_put_({i, j}, 7); // becomes: x.index({i, j}).fill_(7);
}

TORCHSYNC_HOT static void deep(Tensor x, int64_t i) {
  TORCH_CHECK(x.dim() == 3);
  x.index_put_({i, -1, i + 1}, true); // becomes: x.index({i, -1, i + 1}).fill_(true);
}

// The tensor after the store, or the store's exception.
template <typename Store>
static void store(Record &record, const Tensor &x, Store put) {
  record("store", [&] {
    put(x);
    return std::vector<Tensor>{x, at::full({}, x._version(), at::kLong)};
  });
  record("left", [&] { return x; });
}

static void run(Record &record) {
  for (at::ScalarType dtype : dtypes())
    for (int64_t i : {-4, -3, -1, 0, 1, 2, 3}) {
      auto Made = [&](at::IntArrayRef size) {
        return at::arange(at::ones(size).numel()).reshape(size).to(proofDevice(), dtype);
      };
      store(record, Made({3}), [&](Tensor x) { flat(x, i); });
      store(record, Made({0}), [&](Tensor x) { flat(x, i); });
      store(record, Made({1}).expand({3}), [&](Tensor x) { flat(x, i); });
      store(record, Made({3, 3, 4}), [&](Tensor x) { deep(x, i); });
      store(record, Made({3, 0, 4}), [&](Tensor x) { deep(x, i); });
      for (int j : {-3, 0, 1, 2}) {
        for (const auto &size :
             std::vector<std::vector<int64_t>>{{3, 2}, {1, 1}, {0, 2}}) {
          store(record, Made(size), [&](Tensor x) { real(x, i, j); });
          store(record, Made(size), [&](Tensor x) { whole(x, i, j); });
        }
        store(record, Made({3, 2}).t(), [&](Tensor x) { real(x, i, j); });
        store(record, Made({6, 4}).slice(0, 0, 6, 2).slice(1, 1, 4),
              [&](Tensor x) { whole(x, i, j); });
      }
    }
  // Gradients: a leaf throws, the way to one is cut at the element.
  store(record, at::ones({2, 2}, proofDevice()).requires_grad_(),
        [](Tensor x) { real(x, 0, 1); });
  record("gradient", [] {
    Tensor leaf = at::ones({2, 2}, proofDevice()).requires_grad_();
    Tensor x = leaf * 3;
    real(x, 0, 1);
    whole(x, 1, 1);
    (x * x).sum().backward();
    return std::vector<Tensor>{x, leaf.grad()};
  });
}
