// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <ATen/ATen.h>

namespace torch {
template <typename Value, typename... SaveToArgs>
void save(const Value &value, SaveToArgs &&...args);
template <typename... SaveToArgs>
void save(const std::vector<at::Tensor> &tensor_vec, SaveToArgs &&...args);
template <typename Value, typename... LoadFromArgs>
void load(Value &value, LoadFromArgs &&...args);
template <typename... LoadFromArgs>
void load(std::vector<at::Tensor> &tensor_vec, LoadFromArgs &&...args);
std::vector<char> pickle_save(const at::IValue &ivalue);
at::IValue pickle_load(const std::vector<char> &data);
} // namespace torch
