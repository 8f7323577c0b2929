//===- main.cpp - clangd with torchsync's checks --------------------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs LLVM's own clangd, with our checks linked in. clangd has no door for
// checks of others, so the linker's --wrap lets a few of its functions pass
// through here: those that choose which checks run, what --version says and how
// a finding reaches the editor. Must not know how a wait is found.
//
// The declarations repeat clangd's, whose headers are not packaged. All but
// opaque types are LLVM's public ones. Where a parameter changes, so does the
// symbol, and this no longer links; what is returned is not in the symbol, and
// only the tests of test/editor tell, for each LLVM.
//
//===----------------------------------------------------------------------===//

#include "Compat.h"
#include "Severity.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang::clangd {

int clangdMain(int Argc, char *Argv[]);

class SymbolIndex;
struct CodeAction;
struct PublishDiagnosticsParams;

namespace remote {
/// The only way into the gRPC client of a remote index.
std::unique_ptr<SymbolIndex> getClient(llvm::StringRef Address,
                                       llvm::StringRef Root);
} // namespace remote

} // namespace clang::clangd

using namespace clang::clangd;

// What --wrap calls clangd's own functions, and ours in their place.
#define WRAP(Symbol) __asm__("__wrap_" Symbol)
#define REAL(Symbol) __asm__("__real_" Symbol)
#define FEATURE_STRING "_ZN5clang6clangd13featureStringB5cxx11Ev"
#define VERSION_STRING "_ZN5clang6clangd13versionStringB5cxx11Ev"
#define IS_FAST "_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE"
#define DEFAULT_CHECKS "_ZN5clang6clangd20provideDefaultChecksEv"
#define ACTION_TO_JSON "_ZN5clang6clangd6toJSONERKNS0_10CodeActionE"
#define DIAGNOSTICS_TO_JSON                                                    \
  "_ZN5clang6clangd6toJSONERKNS0_24PublishDiagnosticsParamsE"

std::string realFeatures() REAL(FEATURE_STRING);
std::string features() WRAP(FEATURE_STRING);
std::string realVersion() REAL(VERSION_STRING);
std::string version() WRAP(VERSION_STRING);
std::optional<bool> realIsFast(llvm::StringRef Check) REAL(IS_FAST);
std::optional<bool> isFast(llvm::StringRef Check) WRAP(IS_FAST);
torchsync::ClangdTidyProvider realDefaultChecks() REAL(DEFAULT_CHECKS);
torchsync::ClangdTidyProvider defaultChecks() WRAP(DEFAULT_CHECKS);
llvm::json::Value realToJSON(const CodeAction &Action) REAL(ACTION_TO_JSON);
llvm::json::Value toJSON(const CodeAction &Action) WRAP(ACTION_TO_JSON);
llvm::json::Value realToJSON(const PublishDiagnosticsParams &Params)
    REAL(DIAGNOSTICS_TO_JSON);
llvm::json::Value toJSON(const PublishDiagnosticsParams &Params)
    WRAP(DIAGNOSTICS_TO_JSON);

//===- What --version says ------------------------------------------------===//

/// clangd's line stays whole: editors read the version out of it.
std::string version() {
  return realVersion() + " with torchsync " TORCHSYNC_VERSION;
}

/// The libraries say "+grpc" of the clangd that they were built for.
std::string features() {
  std::string Features = realFeatures();
  const llvm::StringRef Grpc = "+grpc";
  if (size_t At = Features.find(Grpc.str()); At != std::string::npos)
    Features.erase(At, Grpc.size());
  return Features + " (without gRPC: no remote index)";
}

std::unique_ptr<SymbolIndex> remote::getClient(llvm::StringRef Address,
                                               llvm::StringRef) {
  llvm::errs() << "torchsync-clangd is built without gRPC: the remote index at "
               << Address << " is not used\n";
  return nullptr;
}

//===- Which checks run ---------------------------------------------------===//

/// clangd runs no check whose speed it was not told, unless .clangd has
/// FastCheckFilter. Ours were measured: test/bench/editor-latency.
std::optional<bool> isFast(llvm::StringRef Check) {
  if (Check.starts_with("torchsync-"))
    return true;
  return realIsFast(Check);
}

/// \p Checks, the user's list, with ours in it, where it does not decide about
/// them by itself: it names some of them, or ends by turning everything off.
static std::string withOurs(llvm::StringRef Checks) {
  llvm::SmallVector<llvm::StringRef, 8> Globs;
  Checks.split(Globs, ',', -1, /*KeepEmpty=*/false);
  llvm::StringRef Last;
  for (llvm::StringRef Glob : Globs) {
    // A list in YAML's folded style has newlines.
    Glob = Glob.trim();
    // In front, so that what the user says of them holds.
    if (Glob.contains("torchsync"))
      return "torchsync-*," + Checks.str();
    if (!Glob.empty())
      Last = Glob;
  }
  return Last == "-*" ? Checks.str() : Checks.str() + ",torchsync-*";
}

/// The last word on the list of checks, after .clang-tidy and .clangd: whoever
/// starts this clangd wants our findings, unless the configuration speaks of
/// them.
static void chooseChecks(clang::tidy::ClangTidyOptions &Options,
                         llvm::StringRef File) {
  realDefaultChecks()(Options, File);
  Options.Checks = withOurs(Options.Checks.value_or(""));
}

torchsync::ClangdTidyProvider defaultChecks() { return chooseChecks; }

//===- How a finding reaches the editor -----------------------------------===//

/// The page of \p Check as a URI, if it is installed next to this program.
static std::optional<std::string> pageOf(llvm::StringRef Check) {
  Check.consume_front("torchsync-");
  static char Here;
  llvm::SmallString<128> Page(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(
          llvm::sys::fs::getMainExecutable(nullptr, &Here))));
  llvm::sys::path::append(Page, "share", "doc", "torchsync", "checks");
  llvm::sys::path::append(Page, Check + ".md");
  if (!llvm::sys::fs::exists(Page))
    return std::nullopt;
  std::string Uri = "file://";
  for (const char C : Page)
    if (llvm::isAlnum(C) || llvm::StringRef("/-._~").contains(C))
      Uri += C;
    else
      Uri += '%' + llvm::toHex(llvm::StringRef(&C, 1));
  return Uri;
}

/// True if the check asked for information instead of a warning. Editors that
/// show no notes get them at the end of the message.
static bool isInformation(const llvm::json::Object &Diagnostic) {
  const llvm::StringRef Wanted = torchsync::InformationNote;
  auto Says = [&](const llvm::json::Object &Object) {
    return Object.getString("message").value_or("").contains_insensitive(
        Wanted);
  };
  if (Says(Diagnostic))
    return true;
  const llvm::json::Array *Notes = Diagnostic.getArray("relatedInformation");
  return Notes && llvm::any_of(*Notes, [&](const llvm::json::Value &Note) {
           return Note.getAsObject() && Says(*Note.getAsObject());
         });
}

/// Gives one finding its severity, and its page, for which clangd would make up
/// one on LLVM's site.
static void finishDiagnostic(llvm::json::Object &Diagnostic) {
  const std::optional<llvm::StringRef> Code = Diagnostic.getString("code");
  if (!Code || !Code->starts_with("torchsync-"))
    return;
  if (isInformation(Diagnostic))
    Diagnostic["severity"] = 3;
  if (std::optional<std::string> Page = pageOf(*Code))
    Diagnostic["codeDescription"] = llvm::json::Object{{"href", *Page}};
  else
    Diagnostic.erase("codeDescription");
}

static void finishDiagnostics(llvm::json::Object &Holder) {
  if (llvm::json::Array *Diagnostics = Holder.getArray("diagnostics"))
    for (llvm::json::Value &Diagnostic : *Diagnostics)
      if (llvm::json::Object *Object = Diagnostic.getAsObject())
        finishDiagnostic(*Object);
}

llvm::json::Value toJSON(const PublishDiagnosticsParams &Params) {
  llvm::json::Value Value = realToJSON(Params);
  if (llvm::json::Object *Object = Value.getAsObject())
    finishDiagnostics(*Object);
  return Value;
}

/// True if \p Action rewrites what one of our checks found.
static bool isOurFix(const llvm::json::Object &Action) {
  const llvm::json::Array *Diagnostics = Action.getArray("diagnostics");
  if (!Diagnostics || Diagnostics->empty())
    return false;
  const llvm::json::Object *First = Diagnostics->front().getAsObject();
  const std::optional<llvm::StringRef> Code =
      First ? First->getString("code") : std::nullopt;
  return Code && Code->starts_with("torchsync-");
}

/// An editor applies a preferred fix without showing it. clangd prefers a fix
/// that is alone; ours are preferred when they are safe, and only then.
llvm::json::Value toJSON(const CodeAction &Action) {
  llvm::json::Value Value = realToJSON(Action);
  llvm::json::Object *Object = Value.getAsObject();
  if (!Object || !isOurFix(*Object))
    return Value;
  finishDiagnostics(*Object);
  const std::optional<llvm::StringRef> Title = Object->getString("title");
  if (Title && Title->starts_with("needs review"))
    Object->erase("isPreferred");
  else
    (*Object)["isPreferred"] = true;
  return Value;
}

//===- The program --------------------------------------------------------===//

static bool asksForResourceDir(llvm::StringRef Argument) {
  return Argument.ltrim('-').starts_with("resource-dir");
}

/// clangd looks for the compiler's own headers next to its program, where only
/// clang's package has them.
int main(int Argc, char *Argv[]) {
  std::vector<char *> Arguments(Argv, Argv + Argc);
  char ResourceDir[] = "--resource-dir=" TORCHSYNC_RESOURCE_DIR;
  const char *Flags = std::getenv("CLANGD_FLAGS");
  bool Asked = Flags && llvm::StringRef(Flags).contains("resource-dir");
  for (const char *Argument : llvm::ArrayRef(Argv, Argc).drop_front())
    Asked |= asksForResourceDir(Argument);
  if (!Asked)
    Arguments.insert(Arguments.begin() + 1, ResourceDir);
  const int Count = static_cast<int>(Arguments.size());
  Arguments.push_back(nullptr);
  return clangdMain(Count, Arguments.data());
}
