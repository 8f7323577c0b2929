// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>
#include <cstddef>

namespace torch::data {
template <typename Data = at::Tensor, typename Target = at::Tensor>
struct Example {
  using DataType = Data;
  using TargetType = Target;
  Data data;
  Target target;
};

template <typename Batch> class Iterator {
public:
  using difference_type = std::ptrdiff_t;
  using value_type = Batch;
  using pointer = Batch *;
  using reference = Batch &;
  Iterator &operator++();
  Batch &operator*();
  Batch *operator->();
  bool operator==(const Iterator &other) const;
  bool operator!=(const Iterator &other) const;
};

struct DataLoaderOptions {
  DataLoaderOptions(size_t batch_size = 1);
  DataLoaderOptions &batch_size(size_t size);
  DataLoaderOptions &workers(size_t number);
};

template <typename Dataset, typename Batch, typename BatchRequest>
class DataLoaderBase {
public:
  Iterator<Batch> begin();
  Iterator<Batch> end();
};
template <typename Dataset, typename Sampler>
class StatelessDataLoader
    : public DataLoaderBase<Dataset, typename Dataset::BatchType, size_t> {};

namespace datasets {
template <typename Self, typename Batch> class BatchDataset {
public:
  virtual ~BatchDataset();
};
template <typename Self, typename SingleExample = Example<>>
class Dataset : public BatchDataset<Self, SingleExample> {
public:
  using ExampleType = SingleExample;
  using BatchType = SingleExample;
  virtual ExampleType get(size_t index) = 0;
  virtual std::optional<size_t> size() const = 0;
};
} // namespace datasets
namespace samplers {
class RandomSampler {};
class SequentialSampler {};
} // namespace samplers

template <typename Sampler = samplers::RandomSampler, typename Dataset>
std::unique_ptr<StatelessDataLoader<Dataset, Sampler>>
make_data_loader(Dataset dataset,
                 DataLoaderOptions options = DataLoaderOptions());
} // namespace torch::data
