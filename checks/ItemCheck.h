//===- ItemCheck.h - Values fetched one at a time ------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds item() and its kin: a single value copied to the host.
// See docs/checks/item.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_ITEMCHECK_H
#define TORCHSYNC_CHECKS_ITEMCHECK_H

#include "SyncCheck.h"

namespace torchsync {

class ItemCheck : public SyncCheck {
public:
  using SyncCheck::SyncCheck;

protected:
  std::string clause(const SyncPoint &Point) const override;
  std::optional<SafeFix> safeFix(const SyncPoint &Point) const override;
  std::optional<ReviewFix> reviewFix(const SyncPoint &Point) const override;
};

/// The rewrite of \p Item, a call of item<T>(), to the variable that has its
/// value already; nothing where none certainly has. \p Point is in the same
/// body.
std::optional<SafeFix> reuseFix(const clang::CXXMemberCallExpr &Item,
                                const SyncPoint &Point,
                                const clang::ASTContext &Context);

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_ITEMCHECK_H
