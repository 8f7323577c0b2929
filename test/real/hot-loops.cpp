// Small programs in the shapes of real LibTorch code, against its real headers.
// A comment gives the verdict on its line:
//   WARN + checks, each with its use if it has one: these report
//   SILENT + why: none does
// Every other line must be silent, too. FIXED gives the line above after -fix.
#include <ATen/cuda/CUDAGraph.h>
#include <torch/script.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <sstream>

using torch::Tensor;
using torch::indexing::None;
using torch::indexing::Slice;

void consume(double);
void consume(const Tensor &);

//===-- Training ------------------------------------------------------------===//

struct ClassifierImpl : torch::nn::Module {
  torch::nn::Linear first{nullptr}, second{nullptr};
  Tensor temperature;
  ClassifierImpl() {
    first = register_module("first", torch::nn::Linear(784, 64));
    second = register_module("second", torch::nn::Linear(64, 10));
    temperature = register_parameter("temperature", torch::ones({}));
  }
  Tensor forward(Tensor x) {
    x = torch::relu(first->forward(x));
    consume(temperature.item<float>()); // WARN torchsync-item -- called by epoch()
    return second->forward(x).log_softmax(1);
  }
};
TORCH_MODULE(Classifier);

template <typename Loader>
double epoch(Classifier &model, Loader &loader, torch::optim::Optimizer &optimizer, torch::Device device) {
  double sum = 0, correct = 0;
  size_t step = 0;
  TORCHSYNC_HOT for (auto &batch : loader) {
    auto data = batch.data.to(device);                            // WARN torchsync-host-to-device
    auto target = batch.target.to(device, /*non_blocking=*/true); // SILENT non_blocking
    optimizer.zero_grad();
    auto output = model->forward(data);
    auto loss = torch::nll_loss(output, target);
    TORCH_CHECK(loss.dim() == 0, "a loss of ", loss.template item<float>()); // SILENT the failure arm
    loss.backward();
    optimizer.step();
    sum += loss.template item<double>(); // WARN torchsync-item accumulated, torchsync-coalesce
    correct += output.argmax(1).eq(target).sum().template item<int64_t>(); // WARN torchsync-item accumulated
    if (step++ % 50 == 0)
      std::cout << step << ' ' << loss.template item<float>() << '\n'; // SILENT throttled
    if (std::isnan(loss.template item<float>())) // WARN torchsync-item redundant
      throw std::runtime_error("diverged");
  }
  std::cout << correct << '\n';
  return sum;
}
void train(Classifier model, torch::optim::Optimizer &optimizer) {
  auto loader = torch::data::make_data_loader(
      torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>()), 64);
  epoch(model, *loader, optimizer, torch::kCUDA);
}

void nobodyMarked(Classifier model, torch::optim::Optimizer &optimizer, const std::vector<Tensor> &inputs) {
  for (const auto &input : inputs) { // WARN torchsync-hot-annotation
    // FIXED: TORCHSYNC_HOT for (const auto &input : inputs) {
    model->forward(input).mean().backward();
    optimizer.step();
  }
}

void logged(const std::vector<Tensor> &losses, std::ostream &log) {
  TORCHSYNC_HOT for (const auto &loss : losses)
    log << "loss " << loss.item<float>() << std::endl; // WARN torchsync-item logged
}

//===-- Inference -----------------------------------------------------------===//

void infer(torch::jit::script::Module &module, const std::vector<Tensor> &frames) {
  TORCHSYNC_HOT for (const auto &frame : frames) {
    auto output = module.forward({frame.to(torch::kCUDA)}).toTensor(); // WARN torchsync-host-to-device
    auto scores = output.softmax(1).to(torch::kCPU);                   // WARN torchsync-device-to-host
    consume(scores[0][1].item<float>());                               // SILENT on the host by now
    auto best = output.argmax(1).to(torch::kCPU).item<int64_t>(); // WARN torchsync-device-to-host
    // FIXED: auto best = output.argmax(1).item<int64_t>();
    consume(static_cast<double>(best));
  }
}

//===-- Rendering -----------------------------------------------------------===//

struct Gaussians {
  Tensor means, opacities;
  Tensor visible() const { return opacities > 0.005; }
  void prune() {
    auto keep = visible();
    means = means.index({keep});                      // WARN torchsync-mask-index
    auto rows = torch::nonzero(keep);                 // WARN torchsync-nonzero
    opacities = opacities.index_select(0, rows.squeeze(1));
  }
};
static bool empty(const Tensor &mask) {
  return mask.sum().item<int64_t>() == 0; // WARN torchsync-item branch -- called by render()
}
void render(Gaussians &scene, int views) {
  TORCHSYNC_HOT for (int view = 0; view < views; ++view) {
    auto mask = scene.visible();
    if (empty(mask))
      continue;
    scene.means.index_put_({mask}, 0.0f);             // SILENT a number is filled in
    scene.means.masked_fill_(mask, 0.0f);             // SILENT likewise
    scene.prune();
    auto blended = torch::where(mask, scene.opacities, 0.0); // SILENT three arguments
    auto hits = torch::where(blended > 0.5);          // WARN torchsync-nonzero
    consume(hits[0]);
  }
}

//===-- Operands, sizes, indices --------------------------------------------===//

void operands(Tensor x, const Tensor &scale, const Tensor &lengths, const Tensor &labels) {
  auto longest = lengths.max();
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    x = x * scale.item<float>();                      // WARN torchsync-item operand, torchsync-coalesce
    x = x / scale;                                    // SILENT stays on the device
    consume(x.slice(1, 0, longest.item<int64_t>()));  // WARN torchsync-item size
    consume(x[longest]);                              // WARN torchsync-tensor-index
    consume(x[i]);                                    // SILENT a host integer
    consume(x.repeat_interleave(lengths, 0));         // WARN torchsync-dynamic-shape
    consume(x.repeat_interleave(2, 0));               // SILENT an int count
    consume(torch::one_hot(labels));                  // WARN torchsync-dynamic-shape
    consume(torch::one_hot(labels, 10));              // SILENT num_classes given
    consume(x.to(torch::kHalf));                      // SILENT a cast stays on the device
    consume(torch::tensor({0.1f, 0.2f}, torch::kCUDA)); // WARN torchsync-host-to-device
    consume(torch::tensor(0.5f, torch::kCUDA));       // SILENT a scalar is filled in
    consume(at::linalg_inv(x));                       // WARN torchsync-hidden-sync
  }
}
void defaults(const std::vector<Tensor> &offsets, std::optional<int64_t> length) {
  TORCHSYNC_HOT for (const auto &o : offsets)
    consume(torch::zeros({length.value_or(o[-1].item<int64_t>())})); // WARN torchsync-item size
}

//===-- Printing and waiting ------------------------------------------------===//

void prints(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    std::cout << x.sizes() << '\n';                   // SILENT metadata
    std::cout << x << '\n';                           // WARN torchsync-print
    torch::cuda::synchronize();                       // WARN torchsync-explicit-sync
    x.print();                                        // SILENT type and sizes only
  }
}

//===-- What is hot ---------------------------------------------------------===//

void converged(Tensor x) {
  TORCHSYNC_HOT while (x.norm().item<float>() > 1e-3f) // WARN torchsync-item branch
    x = x * 0.5;
}
void unbraced(const std::vector<Tensor> &xs) {
  TORCHSYNC_HOT for (const auto &x : xs)
    for (int64_t j = 0; j < x.size(0); ++j)
      if (x.dim() > 1)
        consume(x[j].sum().item<double>());           // WARN torchsync-item
  consume(xs[0].item<double>());                      // SILENT after the loop
}
double leaves(const std::vector<Tensor> &xs) {
  TORCHSYNC_HOT for (const auto &x : xs) {
    if (x.dim() > 3) {
      std::cerr << x << '\n';                         // SILENT on the way out
      break;
    }
    if (x.dim() == 3)
      return x.sum().item<double>();                  // SILENT likewise
  }
  return 0;
}
void lambdas(const std::vector<Tensor> &xs) {
  auto show = [](const Tensor &x) { std::cout << x.max().item<float>(); }; // WARN torchsync-item logged
  TORCHSYNC_HOT for (const auto &x : xs)
    show(x);
  TORCHSYNC_HOT {
    std::for_each(xs.begin(), xs.end(), [](const Tensor &x) {
      consume(x.min().item<double>());                // WARN torchsync-item
    });
  }
  auto step = [&](const Tensor &x) {
    TORCHSYNC_HOT;
    consume(x.mean().item<double>());                 // WARN torchsync-item
  };
  step(xs[0]);
}
TORCHSYNC_HOT Tensor act(const Tensor &logits) {
  auto action = logits.argmax();
  TORCHSYNC_ALLOW_SYNC("the environment runs on the host");
  consume(action.item<double>());                     // SILENT allowed
  return action;
}
void emptyReason(const Tensor &x) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    TORCHSYNC_ALLOW_SYNC("");                         // WARN torchsync-annotation
    consume(x.item<double>());
  }
}
template <typename T> T fetch(const Tensor &x) { return x.item<T>(); } // WARN torchsync-item
void templates(const std::vector<Tensor> &xs) {
  TORCHSYNC_HOT for (const auto &x : xs) {
    consume(fetch<float>(x));
    consume(fetch<double>(x));
  }
}
void unmarked(const std::vector<Tensor> &xs) {
  for (const auto &x : xs)
    std::cout << x.item<float>();                     // SILENT not marked
}

//===-- Where tensors live --------------------------------------------------===//

void devices(Tensor x, const Tensor &unknown) {
  auto table = torch::rand({16});
  x = x.to(torch::kCUDA);
  x = x.cpu();
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(table[i].item<double>());                 // SILENT made on the host
    consume(x[i].item<double>());                     // SILENT moved to the host
    if (!unknown.is_cuda())
      consume(unknown[0].item<double>());             // SILENT only for a CPU tensor
    auto later = unknown.to(torch::kCPU, /*non_blocking=*/true); // SILENT does not wait
    consume(later);
  }
}

//===-- Copies that nobody waited for ----------------------------------------===//

float race(const std::vector<Tensor> &xs) {
  float sum = 0;
  TORCHSYNC_HOT for (const auto &x : xs) {
    auto host = x.to(torch::kCPU, /*non_blocking=*/true); // SILENT does not wait
    sum += host.data_ptr<float>()[0];                 // WARN torchsync-non-blocking-read
  }
  return sum;
}
void reused(const std::vector<Tensor> &batches, Tensor input) {
  auto pinned = torch::empty({16}, torch::TensorOptions().pinned_memory(true));
  for (const auto &batch : batches) {
    pinned.copy_(batch);                              // WARN torchsync-non-blocking-read
    input.copy_(pinned, /*non_blocking=*/true);       // SILENT does not wait
  }
}
float aTurnLater(const std::vector<Tensor> &xs) {
  Tensor last;
  float sum = 0;
  for (const auto &x : xs) {
    auto next = x.to(torch::kCPU, /*non_blocking=*/true);
    if (last.defined())
      sum += last.accessor<float, 1>()[0];            // WARN torchsync-non-blocking-read
    last = next;
  }
  torch::cuda::synchronize();
  return sum + last.item<float>();                    // SILENT waited for
}

//===-- What only looks like a tensor ---------------------------------------===//

struct Image {
  int item() const { return 1; }
  Image cpu() const { return *this; }
  Image to(torch::Device) const { return *this; }
  Image index(std::initializer_list<int>) const { return *this; }
};
void foreign(const Image &image, Classifier &model) {
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {
    consume(image.item());                            // SILENT not a tensor
    consume(image.cpu().to(torch::kCPU).index({1}).item()); // SILENT not a tensor
    model->zero_grad();                               // SILENT no transfer
  }
}

//===-- Graph capture -------------------------------------------------------===//

struct GraphedPolicy {
  torch::nn::Linear layer{64, 4};
  at::cuda::CUDAGraph graph;
  Tensor input, output;

  Tensor forward(const Tensor &x) {
    auto y = layer->forward(x);
    if (!std::isfinite(y.sum().item<float>())) // WARN torchsync-graph-capture -- called by capture()
      throw std::runtime_error("diverged");
    return y;
  }
  void capture() {
    for (int i = 0; i < 3; ++i)
      consume(forward(input)); // SILENT the runs before the capture
    c10::cuda::device_synchronize(); // SILENT before the capture
    graph.capture_begin();
    output = forward(input);
    input.copy_(torch::zeros({8, 64})); // WARN torchsync-graph-capture
    auto rows = output.argmax(1);
    auto best = output[rows[0]]; // WARN torchsync-graph-capture
    auto scaled = output * scale(); // SILENT the capture runs it with a tensor
    graph.capture_end();
    std::cout << output.sum().item<float>() << '\n'; // SILENT after the capture
  }
  Tensor scale() { return torch::full({}, 0.5, torch::kCUDA); }
};
