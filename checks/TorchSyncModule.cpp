//===- TorchSyncModule.cpp - The plugin's checks --------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the checks with clang-tidy, gives those of one context a common
// model, and refuses a clang-tidy of another LLVM.
//
//===----------------------------------------------------------------------===//

#include "AnnotationCheck.h"
#include "CoalesceCheck.h"
#include "Compat.h"
#include "DeviceToHostCheck.h"
#include "DynamicShapeCheck.h"
#include "ExplicitSyncCheck.h"
#include "GraphCaptureCheck.h"
#include "HiddenSyncCheck.h"
#include "HostToDeviceCheck.h"
#include "HotAnnotationCheck.h"
#include "ItemCheck.h"
#include "MaskIndexCheck.h"
#include "NonBlockingReadCheck.h"
#include "NonzeroCheck.h"
#include "PrintCheck.h"
#include "TensorIndexCheck.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdio>
#include <cstdlib>
#include <mutex>

using namespace clang;

namespace torchsync {

namespace {

/// The models of the contexts that are alive. Owned by the check factories: in
/// clangd these are shared by threads that each build one file's AST.
class Models {
public:
  std::shared_ptr<SyncModel> of(tidy::ClangTidyContext *Context) {
    std::lock_guard<std::mutex> Lock(Mutex);
    std::weak_ptr<SyncModel> &Slot = ByContext[Context];
    std::shared_ptr<SyncModel> Model = Slot.lock();
    if (!Model)
      Slot = Model = std::make_shared<SyncModel>(Builtin);
    return Model;
  }

private:
  std::mutex Mutex;
  std::shared_ptr<BuiltinRows> Builtin = std::make_shared<BuiltinRows>();
  llvm::DenseMap<tidy::ClangTidyContext *, std::weak_ptr<SyncModel>> ByContext;
};

class TorchSyncModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    auto Shared = std::make_shared<Models>();
    add<AnnotationCheck>(Factories, Shared, "torchsync-annotation");
    add<CoalesceCheck>(Factories, Shared, "torchsync-coalesce");
    add<DeviceToHostCheck>(Factories, Shared, "torchsync-device-to-host");
    add<DynamicShapeCheck>(Factories, Shared, "torchsync-dynamic-shape");
    add<ExplicitSyncCheck>(Factories, Shared, "torchsync-explicit-sync");
    add<GraphCaptureCheck>(Factories, Shared, "torchsync-graph-capture");
    add<HiddenSyncCheck>(Factories, Shared, "torchsync-hidden-sync");
    add<HotAnnotationCheck>(Factories, Shared, "torchsync-hot-annotation");
    add<HostToDeviceCheck>(Factories, Shared, "torchsync-host-to-device");
    add<ItemCheck>(Factories, Shared, "torchsync-item");
    add<MaskIndexCheck>(Factories, Shared, "torchsync-mask-index");
    add<NonBlockingReadCheck>(Factories, Shared, "torchsync-non-blocking-read");
    add<NonzeroCheck>(Factories, Shared, "torchsync-nonzero");
    add<PrintCheck>(Factories, Shared, "torchsync-print");
    add<TensorIndexCheck>(Factories, Shared, "torchsync-tensor-index");
  }

private:
  template <typename Check>
  static void add(tidy::ClangTidyCheckFactories &Factories,
                  const std::shared_ptr<Models> &Shared,
                  llvm::StringRef CheckName) {
    Factories.registerCheckFactory(
        CheckName,
        [Shared](llvm::StringRef Name, tidy::ClangTidyContext *Context) {
          return std::make_unique<Check>(Name, Context, Shared->of(Context));
        });
  }
};

/// A plugin of another LLVM loads without a word, lists its checks and finds
/// nothing. So the plugin asks the libclang-cpp that loaded it for its version
/// before any other of its code runs. Patch releases keep the interface.
struct VersionGuard {
  VersionGuard() {
    std::string Host = getClangFullVersion();
    std::string Wanted = "version " + std::to_string(CLANG_VERSION_MAJOR) + ".";
    if (Host.find(Wanted) != std::string::npos)
      return;
    std::fprintf(stderr,
                 "torchsync: this plugin is built for LLVM %d, but the program "
                 "that loads it is '%s'; use the plugin of the same LLVM.\n",
                 CLANG_VERSION_MAJOR, Host.c_str());
    std::_Exit(78); // EX_CONFIG
  }
};

} // namespace

[[gnu::init_priority(101)]] static const VersionGuard Guard;
static tidy::ClangTidyModuleRegistry::Add<TorchSyncModule>
    Registration("torchsync-module", "Adds checks for LibTorch code in which "
                                     "the host waits for the device.");

} // namespace torchsync
