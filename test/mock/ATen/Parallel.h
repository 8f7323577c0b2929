// Part of torchsync's mock of LibTorch: see README.md.
#pragma once
#include <cstdint>

namespace at {
int get_num_threads();
template <class F>
inline void parallel_for(const int64_t begin, const int64_t end,
                         const int64_t grain_size, const F &f) {
  if (begin < end)
    f(begin, end);
}
template <class scalar_t, class F, class SF>
inline scalar_t parallel_reduce(const int64_t begin, const int64_t end,
                                const int64_t grain_size, const scalar_t ident,
                                const F &f, const SF &sf) {
  return sf(ident, f(begin, end, ident));
}
} // namespace at
