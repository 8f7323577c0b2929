//===- ItemCheck.cpp - Values fetched one at a time -----------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemCheck.h"

using namespace clang;

namespace torchsync {

/// What to do about a branch, by the shape that it has.
static llvm::StringRef branchAdvice(UsePattern Pattern) {
  switch (Pattern) {
  case UsePattern::SelectBranch:
    return "select with torch::where on the device";
  case UsePattern::MinMax:
    return "compare on the device with torch::maximum or torch::minimum and "
           "fetch once";
  case UsePattern::UntilConverged:
    return "test for convergence every N iterations";
  case UsePattern::ExitOnNan:
    return "test every N iterations, or check on the device with "
           "torch::_assert_async";
  case UsePattern::EagerDefault:
  case UsePattern::None:
    break;
  }
  return "decide on the device with torch::where, or test every N iterations";
}

std::string ItemCheck::clause(const SyncPoint &Point) const {
  if (Point.Operation->Result != ResultKind::HostValue)
    return SyncCheck::clause(Point);
  // value_or evaluates its argument also when the optional has a value.
  if (Point.Use.Pattern == UsePattern::EagerDefault) {
    std::string Use = Point.Use.Use == HostUse::Size
                          ? "the value decides a size, and "
                          : std::string();
    return Use + "'value_or' fetches it even when the optional has a value: "
                 "test has_value() first";
  }
  switch (Point.Use.Use) {
  case HostUse::Logged:
    return "the value is only logged: log it every N iterations";
  case HostUse::Accumulated:
    if (Point.Use.Pattern == UsePattern::MinMax)
      return "the value is only accumulated: keep the extreme on the device "
             "with torch::maximum or torch::minimum and fetch once after the "
             "loop";
    return "the value is only accumulated: sum on the device and fetch once "
           "after the loop";
  case HostUse::Operand:
    return "the value is only an operand: keep it on the device as a 0-dim "
           "tensor";
  case HostUse::Branch:
    return "the value decides a branch: " +
           branchAdvice(Point.Use.Pattern).str();
  case HostUse::Size:
    return "the value decides a size: pass a size that the host knows, or pad "
           "to a fixed one";
  case HostUse::Redundant:
    return "the fetch is redundant: reuse the value that was fetched before";
  case HostUse::Discarded:
    return "the value is discarded: remove the call";
  case HostUse::Returned:
    return "the value is returned: return the tensor and let the caller decide "
           "when to fetch";
  case HostUse::Unknown:
    break;
  }
  if (Point.Use.Pattern == UsePattern::MinMax)
    return "the host compares two fetched values: " +
           branchAdvice(UsePattern::MinMax).str();
  return SyncCheck::clause(Point);
}

} // namespace torchsync
