//===- SyncPoints.h - The findings of a translation unit ------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the analyses together, once a translation unit, and gives all checks the
// same record of what waits. Must not word or rewrite anything.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_MODEL_SYNCPOINTS_H
#define TORCHSYNC_CHECKS_MODEL_SYNCPOINTS_H

#include "../catalogue/Catalogue.h"
#include "HostUse.h"
#include "HotRegions.h"
#include "InFlightCopies.h"
#include "TensorFacts.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <mutex>

namespace clang {
class Preprocessor;
} // namespace clang

namespace torchsync {

/// The check of what fails while a CUDA graph is captured. It reports every
/// check's operations there, and has rows for what fails without a wait.
inline constexpr llvm::StringLiteral GraphCaptureCheckName = "graph-capture";

/// One call that makes the host wait on every iteration, or that fails in a
/// capture.
struct SyncPoint {
  const clang::Expr *Call;
  const Row *Operation;
  const HotBody *Body;
  const HotReason *Reason;
  /// What the host does with the result, for rows that give it one.
  UseFact Use;
  /// The tensor that the host waits for, where the call has one.
  const clang::Expr *Subject = nullptr;
  TensorFact SubjectFact;
  /// Of the body around the call.
  const TensorFacts *Facts = nullptr;
};

/// What the user's options say to the analyses; the same for all checks unless
/// a check is configured by itself.
struct ModelOptions {
  RegionOptions Regions;
  bool AssumeDevice = true;
  std::string CatalogueFile;
  std::vector<std::string> DisabledOperations;
  bool operator==(const ModelOptions &O) const {
    return Regions == O.Regions && AssumeDevice == O.AssumeDevice &&
           CatalogueFile == O.CatalogueFile &&
           DisabledOperations == O.DisabledOperations;
  }
};

/// The findings for one set of options.
struct SyncFindings {
  ModelOptions Options;
  LibTorchVersion Version;
  std::unique_ptr<HotRegions> Regions;
  /// In source order; one for each place, however many template instantiations
  /// reach it.
  std::vector<SyncPoint> Points;
  /// Hot or not.
  std::vector<EarlyAccess> EarlyAccesses;
  /// Facts of each hot body that has a point.
  llvm::DenseMap<const HotBody *, std::unique_ptr<TensorFacts>> Facts;
};

/// The rows that are built in, read when a hot region first asks for them.
/// Shared by all models: an editor makes a model for each version of a file,
/// and thousands of lines take longer to read than the file's findings.
class BuiltinRows {
public:
  const Manifest &get();

private:
  std::once_flag Once;
  Manifest Rows;
};

/// Computes each set of findings once a translation unit. Shared by the checks
/// of one clang-tidy context.
class SyncModel {
public:
  explicit SyncModel(std::shared_ptr<BuiltinRows> Builtin);
  ~SyncModel();

  /// Drops everything: the next ASTContext may stand at the same address.
  void startTranslationUnit(const clang::Preprocessor *PP);

  const SyncFindings &findings(clang::ASTContext &Context,
                               const ModelOptions &Options);

  /// The rows that \p CatalogueFile adds, read once, with its errors. Errors
  /// are taken by the first caller, so that they are reported once.
  std::vector<ManifestError> takeCatalogueErrors(llvm::StringRef CatalogueFile);

  /// True for the first caller with this text: one check reports for all.
  bool reportOnce(llvm::StringRef Text) { return Said.insert(Text).second; }

private:
  struct UserRows {
    std::string File;
    Manifest Rows;
    std::vector<ManifestError> Untold;
  };
  UserRows &userRows(llvm::StringRef File);
  LibTorchVersion libTorchVersion() const;
  std::vector<const Row *> rowsFor(const ModelOptions &Options);
  void compute(clang::ASTContext &Context, SyncFindings &Findings);
  void findPoints(clang::ASTContext &Context, SyncFindings &Findings,
                  const LibTorchHeaders &Headers, const Catalogue &Operations);

  const clang::Preprocessor *PP = nullptr;
  std::shared_ptr<BuiltinRows> Builtin;
  std::vector<std::unique_ptr<UserRows>> User;
  std::vector<std::unique_ptr<SyncFindings>> Computed;
  llvm::StringSet<> Said;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_MODEL_SYNCPOINTS_H
