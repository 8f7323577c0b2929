//===- Catalogue.h - Every operation that can wait, as data --------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the manifest catalogue.yaml (embedded in the plugin) and a user's rows
// of the same form, and finds the rows of a called function by one hash. Must
// not know where a tensor lives; conditions are judged in Conditions.h.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSYNC_CHECKS_CATALOGUE_CATALOGUE_H
#define TORCHSYNC_CHECKS_CATALOGUE_CATALOGUE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace torchsync {

/// What a condition asks of one argument. The manifest's spelling is in
/// Catalogue.cpp and documented at the head of catalogue.yaml.
enum class Predicate {
  OnDevice,        ///< on-device: CUDA, or unknown where AssumeDevice is cuda.
  KnownDevice,     ///< known-device: certainly CUDA.
  OnHost,          ///< on-host: certainly CPU.
  MaybeHost,       ///< maybe-host: not certainly CUDA.
  Absent,          ///< absent: no such parameter, or left to its default.
  Given,           ///< given: written by the caller.
  True,            ///< true: certainly true.
  NotTrue,         ///< not-true: absent, false or unknown.
  Tensor,          ///< tensor: its static type is a tensor.
  NotTensor,       ///< not-tensor: absent or any other static type.
  List,            ///< list: a braced list, vector or ArrayRef of values.
  Mask,            ///< mask: certainly a bool or byte tensor.
  HasMask,         ///< has-mask: an index list with a mask of rank >= 1.
  HasScalarIndex,  ///< has-0d-index: an index list with a 0-dim tensor.
  HasHostMask,     ///< has-host-mask: an index list with a mask on the CPU.
  HasHostIndex,    ///< has-host-index: an index list with a CPU integer tensor.
  HasIntegerIndex, ///< has-integer-index: an index list with a device integer
                   ///< tensor of rank >= 1 and no mask.
  NoTensorIndex,   ///< no-tensor-index: an index list without any tensor.
  OneElement,      ///< one-element: an index list that selects one element.
  RankZero,        ///< rank-0: certainly 0-dim.
  Pageable,        ///< pageable: certainly host memory that is not page-locked.
  Pinned,          ///< pinned: certainly page-locked host memory.
  NotPinned,       ///< not-pinned: not certainly page-locked.
  Distinct,        ///< distinct: not the same variable as the object.
  Temporary,       ///< temporary: the method that is called is &&-qualified.
  Equals,          ///< equals: the constant, enumerator, variable or string
                   ///< literal named by `value`.
  Differs,         ///< differs: certainly another one.
  Negative,        ///< negative: certainly a negative number.
  Undecidable, ///< undecidable: depends on what the source cannot tell; never
               ///< holds, so that the row is documented and measured only.
};

/// `{arg: output_size, is: absent}`. Arg is a parameter's name as LibTorch
/// declares it, or `self` (the object of a method, else the first tensor
/// argument), or `target` (whatever names the device to go to).
struct Condition {
  std::string Arg;
  Predicate Is;
  std::string Value; ///< For Equals and Differs.
};

/// What a waiting call gives to the host.
enum class ResultKind {
  None,       ///< Nothing that the host reads (or a device tensor).
  HostValue,  ///< A number or bool: item, equal.
  HostTensor, ///< A tensor in host memory: cpu.
};

/// One way in which one operation waits. All conditions must hold. Of the rows
/// of an operation the first that holds speaks.
struct Row {
  std::string Id;                 ///< Unique; users switch rows off by it.
  std::string Check;              ///< "item" for torchsync-item.
  std::string Group;              ///< What a programmer does, for the page.
  std::vector<std::string> Names; ///< "::at::Tensor::item", as declared.
  std::vector<Condition> When;
  ResultKind Result = ResultKind::None;
  std::string Blocks;  ///< The driver call that blocks.
  std::string Since;   ///< First LibTorch that waits ("2.4"); empty: always.
  std::string Until;   ///< First LibTorch that no longer waits.
  std::string Why;     ///< A clause: "the output size is read from the device".
  std::string Source;  ///< File in PyTorch's or CUDA's sources.
  std::string Instead; ///< A clause: "pass output_size".
  std::string Recipe; ///< Where that is worked out: "recipes.md#..."; or empty.
  bool KeepsBehaviour = false; ///< Instead gives the same result for any input.
  /// Work of start-up and of checkpoints, whose loops go over models and files:
  /// not told of in a loop that nobody marked.
  bool Startup = false;
  /// A statement of the oracle of captures that fails in the same way while a
  /// CUDA graph is captured; empty: this one is not known to fail.
  std::string Capture;
  std::string Example;    ///< A statement that waits (see the oracle).
  std::string Free;       ///< The nearest that does not; may be empty.
  std::string Measured;   ///< Name of the oracle's statement; or
  std::string Unmeasured; ///< why there is no measurement.
};

/// A popular call that does not wait, for the page, the tests and the oracle.
struct FreeRow {
  std::string Id;
  std::string Group;
  std::string Why;
  std::string Since; ///< First LibTorch that has the call; empty: every one.
  std::string Example;
  std::string Measured;
  std::string Unmeasured;
};

/// One complaint about a manifest: a whole sentence without file and line.
struct ManifestError {
  unsigned Line;
  std::string Text;
};

/// The rows of a manifest; bad rows are left out and complained of.
struct Manifest {
  std::vector<std::string> Checks; ///< "item", ...: what rows may belong to.
  std::vector<Row> Operations;
  std::vector<FreeRow> Free;
  std::vector<ManifestError> Errors;
};

/// Reads a manifest's text; never fails as a whole. A user's manifest has no
/// checks of its own: its rows belong to \p Checks.
Manifest readManifest(llvm::MemoryBufferRef Text,
                      llvm::ArrayRef<std::string> Checks = {});

/// The manifest that is built into the plugin.
llvm::StringRef builtinManifest();

/// "2.11" and the like. Compares as numbers, not as text.
struct LibTorchVersion {
  unsigned Major = 0, Minor = 0; ///< 0.0: not known; then newest is assumed.
  static std::optional<LibTorchVersion> parse(llvm::StringRef Text);
  bool known() const { return Major != 0; }
  bool operator<(const LibTorchVersion &O) const {
    return Major != O.Major ? Major < O.Major : Minor < O.Minor;
  }
};

/// The rows of one translation unit, by callee.
class Catalogue {
public:
  /// \p Rows must outlive the catalogue.
  Catalogue(clang::ASTContext &Context, llvm::ArrayRef<const Row *> Rows,
            LibTorchVersion Version);

  /// The rows that name \p Callee, in manifest order; empty for almost every
  /// function, at the price of one hash.
  llvm::SmallVector<const Row *, 2>
  rowsOf(const clang::FunctionDecl &Callee) const;

private:
  struct Entry {
    const Row *Operation;
    llvm::StringRef QualifiedName;
  };
  /// By clang::DeclarationName of the last component, which is a unique
  /// pointer.
  llvm::DenseMap<clang::DeclarationName, llvm::SmallVector<Entry, 4>> ByName;
};

} // namespace torchsync

#endif // TORCHSYNC_CHECKS_CATALOGUE_CATALOGUE_H
