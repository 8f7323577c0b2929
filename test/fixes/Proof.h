//===- Proof.h - What two versions of one program do, to be compared ------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each proof is a file with the code that is rewritten and a function
// `run(Record &)` that tries it on many inputs. It is compiled twice, as it is
// and as clang-tidy -fix leaves it, and the records must be the same. With
// PROOF_ON_CUDA the inputs are on the first CUDA device, and the waits of both
// versions are counted, too.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_TEST_FIXES_PROOF_H
#define TORCHSYNC_TEST_FIXES_PROOF_H

#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <torch/torch.h>
#include <torchsync/annotations.h>
#include <type_traits>
#include <vector>
#ifdef PROOF_ON_CUDA
#include "../fetch/WaitCounter.h"
#endif

/// Where the programs compute.
inline torch::Device proofDevice() {
#ifdef PROOF_ON_CUDA
  return {torch::kCUDA, 0};
#else
  return torch::kCPU;
#endif
}

/// Counts how often the driver makes the host wait.
inline int waitsSoFar() {
#ifdef PROOF_ON_CUDA
  static const testing::WaitCounter Counter;
  return Counter.count();
#else
  return 0;
#endif
}

/// What a program answered, bit for bit.
class Record {
public:
  std::vector<std::string> Lines;
  int Waits = 0; ///< Of the programs alone.

  /// Tries \p Body and writes down its answer or its exception.
  template <typename Function>
  void operator()(const std::string &Input, Function Body) {
    std::ostringstream Line;
    Line << Input << ": ";
    const int Before = waitsSoFar();
    std::optional<decltype(Body())> Answer;
    try {
      Answer.emplace(Body());
    } catch (const c10::IndexError &E) {
      Line << "IndexError: " << E.msg();
    } catch (const c10::Error &E) {
      Line << "Error: " << E.msg();
    } catch (const std::exception &E) {
      Line << "exception: " << E.what();
    }
    Waits += waitsSoFar() - Before;
    if (Answer)
      write(Line, *Answer);
    Lines.push_back(Line.str());
  }

private:
  static void bytes(std::ostream &Out, const void *Data, size_t Size) {
    const auto *Bytes = static_cast<const unsigned char *>(Data);
    Out << std::hex;
    for (size_t I = 0; I < Size; ++I)
      Out << static_cast<unsigned>(Bytes[I]) << '.';
    Out << std::dec;
  }
  static void write(std::ostream &Out, const at::Tensor &X) {
    if (!X.defined()) {
      Out << "undefined";
      return;
    }
    Out << c10::toString(X.scalar_type()) << X.sizes() << X.strides()
        << X.device() << X.layout() << (X.requires_grad() ? "grad" : "")
        << (X.is_leaf() ? "leaf" : "") << (X.is_pinned() ? "pinned" : "")
        << ' ';
    at::Tensor Data = X.detach().cpu().contiguous();
    bytes(Out, Data.data_ptr(), static_cast<size_t>(Data.nbytes()));
  }
  static void write(std::ostream &Out, const std::vector<at::Tensor> &Many) {
    for (const at::Tensor &X : Many)
      write(Out, X);
  }
  template <typename T>
  static std::enable_if_t<std::is_arithmetic_v<T>> write(std::ostream &Out,
                                                         T Value) {
    Out << (std::is_floating_point_v<T> ? "real" : "integer") << sizeof(T)
        << ' ';
    bytes(Out, &Value, sizeof(T));
  }
  static void write(std::ostream &Out, const std::string &Text) { Out << Text; }
};

/// Every dtype that the CPU computes in.
inline const std::vector<at::ScalarType> &dtypes() {
  static const std::vector<at::ScalarType> All = {
      at::kFloat, at::kDouble, at::kHalf,        at::kBFloat16,
      at::kLong,  at::kInt,    at::kShort,       at::kChar,
      at::kByte,  at::kBool,   at::kComplexFloat};
  return All;
}

/// Numbers that are rounded, wrapped, negated or compared in special ways.
inline const std::vector<double> &numbers() {
  static const std::vector<double> All = {
      0.0,
      -0.0,
      1.0,
      -1.0,
      0.1,
      -2.5,
      127.0,
      300.0,
      3e9,
      1e300,
      1e-40,
      std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(),
      std::numeric_limits<double>::quiet_NaN()};
  return All;
}

#endif // TORCHSYNC_TEST_FIXES_PROOF_H
