//===- HotAnnotationCheck.h - Loops that nobody marked hot ----------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds training and inference loops without an annotation and marks them.
// See docs/checks/hot-annotation.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_HOTANNOTATIONCHECK_H
#define TORCHSYNC_CHECKS_HOTANNOTATIONCHECK_H

#include "SyncCheck.h"
#include "clang-tidy/utils/IncludeInserter.h"

namespace torchsync {

class HotAnnotationCheck : public SyncCheck {
public:
  HotAnnotationCheck(llvm::StringRef Name,
                     clang::tidy::ClangTidyContext *Context,
                     std::shared_ptr<SyncModel> Model);
  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;

protected:
  void reportMore(const SyncFindings &Findings) override;

private:
  /// True if the compiler would find torchsync/annotations.h.
  bool headerIsFound() const;
  /// TORCHSYNC_HOT before the loop at \p Loc, and the include that it needs.
  llvm::SmallVector<clang::FixItHint, 2>
  markingFixes(clang::SourceLocation Loc);

  clang::tidy::utils::IncludeInserter Inserter;
  clang::Preprocessor *PP = nullptr;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_HOTANNOTATIONCHECK_H
