// Rewrites for review that give the same values where their notes' conditions
// hold: matrices that can be inverted, one dtype, a mask of the tensor's shape,
// sums that are exact in any order.
using at::Tensor;

TORCHSYNC_HOT static Tensor inv(const Tensor &a) {
  return torch::linalg_inv(a); // becomes: return std::get<0>(at::linalg_inv_ex(a));
}

TORCHSYNC_HOT static Tensor inverseOf(const Tensor &a) {
  return a.t().inverse(); // becomes: return std::get<0>(at::linalg_inv_ex(a.t()));
}

TORCHSYNC_HOT static Tensor solve(const Tensor &a, const Tensor &b) {
  return torch::linalg_solve(a, b); // becomes: return std::get<0>(at::linalg_solve_ex(a, b));
}

TORCHSYNC_HOT static Tensor choleskyOf(const Tensor &a, bool upper) {
  return at::linalg_cholesky(a, upper); // becomes: return std::get<0>(at::linalg_cholesky_ex(a, upper));
}

TORCHSYNC_HOT static Tensor fill(Tensor x, const Tensor &m, const Tensor &v) {
  x.masked_fill_(m, v); // becomes: x.copy_(torch::where(m, v, x));
  return x;
}

TORCHSYNC_HOT static Tensor filled(const Tensor &x, const Tensor &m,
                                   const Tensor &v) {
  return x.masked_fill(m, v); // becomes: return torch::where(m, v, x);
}

TORCHSYNC_HOT static Tensor put(Tensor x, const Tensor &v) {
  Tensor one = v.sum();
  x.index_put_({x > 0}, one); // becomes: x.copy_(torch::where(x > 0, one, x));
  return x;
}

TORCHSYNC_HOT static Tensor sumOf(const Tensor &x) {
  return x.index({x > 0}).sum(); // becomes: return torch::where(x > 0, x, 0).sum();
}

TORCHSYNC_HOT static Tensor selected(const Tensor &x, const Tensor &m) {
  return x.masked_select(m).sum(); // becomes: return torch::where(m, x, 0).sum();
}

TORCHSYNC_HOT static Tensor meanOf(const Tensor &x) {
  return x.index({x > 0}).mean(); // becomes: return (torch::where(x > 0, x, 0).sum() / (x > 0).sum());
}

TORCHSYNC_HOT static Tensor row(const Tensor &x, const Tensor &scores) {
  return x[scores.argmax()]; // becomes: return x.index({scores.argmax().reshape({1})}).squeeze(0);
}

TORCHSYNC_HOT static Tensor behind(const Tensor &x, const Tensor &scores) {
  return x.index({scores.argmax() - 1}); // becomes: return x.index({(scores.argmax() - 1).reshape({1})}).squeeze(0);
}

TORCHSYNC_HOT static double largest(const Tensor &x) {
  return x.cpu().max().item<double>(); // becomes: return x.max().item<double>();
}

TORCHSYNC_HOT static Tensor up(const Tensor &x, torch::Device device) {
  return x.to(device, torch::kDouble); // becomes: return x.to(device, torch::kDouble, /*non_blocking=*/true);
}

static Tensor down(const Tensor &x) {
  Tensor sum = torch::zeros({}, torch::kDouble);
  TORCHSYNC_HOT for (int i = 0; i < 1; ++i) {
    Tensor host = x.to(torch::kCPU, torch::kDouble); // becomes: Tensor host = x.to(torch::kCPU, torch::kDouble, /*non_blocking=*/true);
    for (int j = 0; j < 3; ++j)
      sum += j;
    sum = sum + host; // becomes: if (torch::cuda::is_available()) torch::cuda::synchronize();\nsum = sum + host;
  }
  return sum;
}

/// What somebody fills in for FILL_IN, against what was there before.
static void same(const Tensor &a, const Tensor &b) {
  if (a.scalar_type() != b.scalar_type() || !a.equal(b))
    std::abort();
}

static void filledIn() {
  Tensor x = at::arange(12, at::kFloat).reshape({4, 3});
  Tensor counts = at::tensor({2, 0, 1, 3}, at::kLong);
  Tensor labels = at::tensor({3, 1, 1, 0, 3}, at::kLong);
  same(x.repeat_interleave(counts, 0),
       x.repeat_interleave(counts, 0, /*output_size=*/6));
  same(x.repeat_interleave(at::ones({12}, at::kLong)),
       x.repeat_interleave(at::ones({12}, at::kLong), {}, /*output_size=*/12));
  same(torch::repeat_interleave(x, counts, 0),
       torch::repeat_interleave(x, counts, 0, /*output_size=*/6));
  same(torch::one_hot(labels), torch::one_hot(labels, /*num_classes=*/4));
  same(labels.bincount(), labels.to(torch::kDouble)
                              .histc(/*bins=*/4, 0, /*max=*/4)
                              .to(torch::kLong));
  same(x.histc(3), x.histc(3, /*min=*/0, /*max=*/11));
#if TORCH_VERSION_MAJOR > 2 ||                                                 \
    (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 7)
  same(x.nonzero(), x.nonzero_static(/*size=*/11));
  same(x.argwhere(), torch::nonzero_static(x, /*size=*/11));
  for (int64_t i : {0, 1}) {
    same(x.nonzero_numpy()[i], x.nonzero_static(/*size=*/11).unbind(1)[i]);
    same(torch::where(x > 0)[i],
         torch::nonzero_static(x > 0, /*size=*/11).unbind(1)[i]);
  }
#endif
}

static void run(Record &record) {
  filledIn();
  torch::manual_seed(0);
  for (at::ScalarType dtype : {at::kFloat, at::kDouble, at::kComplexFloat})
    for (int64_t n : {1, 2, 5})
      for (int64_t batch : {0, 1, 3}) {
        Tensor a = at::randn({batch, n, n}, dtype).to(proofDevice());
        a = a.matmul(a.mH()) + at::eye(n, a.options());
        Tensor b = at::randn({batch, n, 2}, dtype).to(proofDevice());
        for (Tensor each : a.unbind(0))
          record("inverse", [&] { return inverseOf(each); });
        record("inv", [&] { return inv(a); });
        record("solve", [&] { return solve(a, b); });
        record("lower", [&] { return choleskyOf(a, false); });
        record("upper", [&] { return choleskyOf(a, true); });
      }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<Tensor> inputs = {
      at::empty({0}),
      at::tensor({2.0, -1.0, 0.5}),
      at::tensor({nan, inf, -inf, -0.0, 4.0}),
      at::arange(-4, 8, at::kLong).reshape({3, 4}),
      at::arange(-4, 8, at::kLong).reshape({3, 4}).t(),
      at::arange(-4, 8, at::kDouble).reshape({2, 2, 3}),
      at::arange(-4, 8, at::kHalf).reshape({3, 4}).slice(1, 0, 4, 2),
      at::full({}, 3.0)};
  for (Tensor &x : inputs)
    x = x.to(proofDevice());
  for (const Tensor &x : inputs) {
    Tensor v = at::full({}, 7, x.options());
    for (const Tensor &m : {x > 1, at::zeros({1}, at::kBool).to(proofDevice()),
                            at::ones({}, at::kBool).to(proofDevice())}) {
      // Both throw there, on CUDA in different words.
      if (x.is_cuda() && m.dim() > x.dim())
        continue;
      record("fill", [&] { return fill(x.clone(), m, v); });
      // Of another stride where x is not contiguous.
      record("filled", [&] { return filled(x, m, v).contiguous(); });
      record("selected", [&] { return selected(x, m); });
    }
    record("put", [&] { return put(x.clone(), v); });
    record("sum", [&] { return sumOf(x); });
    // The bits of a NaN that CUDA computes depend on the kernel.
    const bool onlyNumbers = !x.is_cuda() || (x.numel() > 0 &&
                             !at::isnan(x).any().item<bool>());
    if (x.is_floating_point() && onlyNumbers)
      record("mean", [&] { return meanOf(x); });
    if (x.dim() > 0 && x.numel() > 0) {
      Tensor scores = at::rand({x.size(0)}).to(proofDevice());
      record("row", [&] { return row(x, scores).contiguous(); });
      record("behind", [&] { return behind(x, scores).contiguous(); });
    }
    if (x.numel() > 0 && onlyNumbers)
      record("largest", [&] { return largest(x); });
    record("up", [&] { return up(x, x.device()); });
    record("down", [&] { return down(x); });
  }
}
