//===- Catalogue.cpp - Every operation that can wait, as data ------------===//
//
// Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Catalogue.h"
#include "../model/LibTorch.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/OperatorKinds.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace clang;

namespace torchsync {

static constexpr unsigned char ManifestBytes[] = {
#include "CatalogueText.inc"
    0};

llvm::StringRef builtinManifest() {
  return {reinterpret_cast<const char *>(ManifestBytes),
          sizeof(ManifestBytes) - 1};
}

static std::optional<Predicate> parsePredicate(llvm::StringRef Text) {
  return llvm::StringSwitch<std::optional<Predicate>>(Text)
      .Case("on-device", Predicate::OnDevice)
      .Case("known-device", Predicate::KnownDevice)
      .Case("on-host", Predicate::OnHost)
      .Case("maybe-host", Predicate::MaybeHost)
      .Case("absent", Predicate::Absent)
      .Case("given", Predicate::Given)
      .Case("true", Predicate::True)
      .Case("not-true", Predicate::NotTrue)
      .Case("tensor", Predicate::Tensor)
      .Case("not-tensor", Predicate::NotTensor)
      .Case("list", Predicate::List)
      .Case("mask", Predicate::Mask)
      .Case("has-mask", Predicate::HasMask)
      .Case("has-host-mask", Predicate::HasHostMask)
      .Case("has-0d-index", Predicate::HasScalarIndex)
      .Case("has-host-index", Predicate::HasHostIndex)
      .Case("has-integer-index", Predicate::HasIntegerIndex)
      .Case("no-tensor-index", Predicate::NoTensorIndex)
      .Case("one-element", Predicate::OneElement)
      .Case("rank-0", Predicate::RankZero)
      .Case("pageable", Predicate::Pageable)
      .Case("pinned", Predicate::Pinned)
      .Case("not-pinned", Predicate::NotPinned)
      .Case("distinct", Predicate::Distinct)
      .Case("temporary", Predicate::Temporary)
      .Case("equals", Predicate::Equals)
      .Case("differs", Predicate::Differs)
      .Case("negative", Predicate::Negative)
      .Case("undecidable", Predicate::Undecidable)
      .Default(std::nullopt);
}

std::optional<LibTorchVersion> LibTorchVersion::parse(llvm::StringRef Text) {
  LibTorchVersion Version;
  auto [Major, Minor] = Text.split('.');
  if (Major.getAsInteger(10, Version.Major) ||
      Minor.getAsInteger(10, Version.Minor) || Version.Major == 0)
    return std::nullopt;
  return Version;
}

namespace {

/// Walks the YAML tree itself rather than llvm::yaml::Input's traits: a bad row
/// must not end the reading of the rows after it, and each complaint names the
/// line and the field.
class Reader {
public:
  Reader(llvm::MemoryBufferRef Text, llvm::ArrayRef<std::string> Checks)
      : Text(Text) {
    Result.Checks = Checks.vec();
    IsBuiltin = Checks.empty();
    // The parser's own complaint about malformed YAML becomes one of ours.
    Sources.setDiagHandler(
        [](const llvm::SMDiagnostic &D, void *Self) {
          static_cast<Reader *>(Self)->Result.Errors.push_back(
              {static_cast<unsigned>(std::max(D.getLineNo(), 1)),
               ("not valid YAML: " + D.getMessage()).str()});
        },
        this);
  }

  Manifest read() {
    llvm::yaml::Stream Stream(Text, Sources, /*ShowColors=*/false);
    llvm::yaml::document_iterator Document = Stream.begin();
    llvm::yaml::Node *Root =
        Document == Stream.end() ? nullptr : Document->getRoot();
    if (Stream.failed() || !Root)
      return finish();
    auto *Top = llvm::dyn_cast<llvm::yaml::MappingNode>(Root);
    if (!Top) {
      complain(*Root, "a manifest is a mapping with 'operations' and 'free'");
      return finish();
    }
    for (llvm::yaml::KeyValueNode &Entry : *Top) {
      std::string Key = scalar(Entry.getKey());
      if (Key == "checks" && IsBuiltin)
        rows(Entry.getValue(), [&](llvm::yaml::MappingNode &M) { check(M); });
      else if (Key == "operations")
        rows(Entry.getValue(), [&](llvm::yaml::MappingNode &M) { row(M); });
      else if (Key == "free")
        rows(Entry.getValue(), [&](llvm::yaml::MappingNode &M) { freeRow(M); });
      else if (Entry.getKey())
        complain(*Entry.getKey(), "unknown field '" + Key +
                                      "'; 'operations' and 'free' are known");
      if (Stream.failed())
        break;
    }
    return finish();
  }

private:
  using Node = llvm::yaml::Node;

  Manifest finish() {
    if (Result.Errors.empty() && Result.Operations.empty() &&
        Result.Free.empty())
      Result.Errors.push_back({1, "the manifest has no rows"});
    return std::move(Result);
  }

  unsigned lineOf(const Node &N) {
    // A block scalar's or empty node's range may be invalid.
    llvm::SMLoc Loc = N.getSourceRange().Start;
    const char *At = Loc.getPointer();
    if (!At || At < Text.getBufferStart() || At > Text.getBufferEnd())
      return 1;
    return 1 +
           llvm::StringRef(Text.getBufferStart(), At - Text.getBufferStart())
               .count('\n');
  }

  void complain(const Node &N, const llvm::Twine &What) {
    Result.Errors.push_back({lineOf(N), What.str()});
    RowIsBad = true;
  }

  static std::string scalar(Node *N) {
    llvm::SmallString<64> Storage;
    if (auto *S = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(N))
      return S->getValue(Storage).str();
    if (auto *B = llvm::dyn_cast_or_null<llvm::yaml::BlockScalarNode>(N))
      return B->getValue().str();
    return {};
  }

  template <typename Fn> void rows(Node *Value, Fn Each) {
    auto *Sequence = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Value);
    if (!Sequence) {
      // An absent list is an empty one.
      if (Value && !llvm::isa<llvm::yaml::NullNode>(Value))
        complain(*Value, "a list of rows is expected here");
      return;
    }
    for (Node &N : *Sequence) {
      RowIsBad = false;
      if (auto *Map = llvm::dyn_cast<llvm::yaml::MappingNode>(&N))
        Each(*Map);
      else
        complain(N, "a row is a mapping of fields");
    }
  }

  /// Puts scalar field \p Value into \p Out; complains where it is none.
  void text(const std::string &Key, Node *Value, std::string &Out) {
    if (!llvm::isa_and_nonnull<llvm::yaml::ScalarNode,
                               llvm::yaml::BlockScalarNode>(Value)) {
      if (Value)
        complain(*Value, "field '" + Key + "' takes a text");
      return;
    }
    Out = scalar(Value);
  }

  void names(Node *Value, std::vector<std::string> &Out) {
    auto *Sequence = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Value);
    if (!Sequence) {
      if (Value)
        complain(*Value, "field 'names' takes a list of qualified names");
      return;
    }
    for (Node &N : *Sequence) {
      std::string Name = scalar(&N);
      if (!llvm::StringRef(Name).starts_with("::") || Name.size() < 3)
        complain(N, "field 'names': '" + Name +
                        "' is not a qualified name that starts with '::'");
      Out.push_back(std::move(Name));
    }
  }

  void conditions(Node *Value, std::vector<Condition> &Out) {
    auto *Sequence = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Value);
    if (!Sequence) {
      if (Value)
        complain(*Value, "field 'when' takes a list of conditions");
      return;
    }
    for (Node &N : *Sequence) {
      auto *Map = llvm::dyn_cast<llvm::yaml::MappingNode>(&N);
      if (!Map) {
        complain(N, "field 'when': a condition has the form {arg: NAME, is: "
                    "PREDICATE}");
        continue;
      }
      condition(*Map, Out);
    }
  }

  void condition(llvm::yaml::MappingNode &Map, std::vector<Condition> &Out) {
    Condition C;
    std::string Is;
    for (llvm::yaml::KeyValueNode &Entry : Map) {
      std::string Key = scalar(Entry.getKey());
      if (Key == "arg")
        text(Key, Entry.getValue(), C.Arg);
      else if (Key == "is")
        text(Key, Entry.getValue(), Is);
      else if (Key == "value")
        text(Key, Entry.getValue(), C.Value);
      else
        complain(*Entry.getKey(), "field 'when': unknown field '" + Key +
                                      "'; 'arg', 'is' and 'value' are known");
    }
    std::optional<Predicate> P = parsePredicate(Is);
    if (!P)
      return complain(Map, "field 'when': '" + Is + "' is not a predicate");
    C.Is = *P;
    if (C.Arg.empty())
      return complain(Map, "field 'when': a condition needs 'arg'");
    bool NeedsValue = *P == Predicate::Equals || *P == Predicate::Differs;
    if (NeedsValue == C.Value.empty())
      return complain(Map, NeedsValue
                               ? "field 'when': '" + Is + "' needs 'value'"
                               : "field 'when': '" + Is + "' takes no 'value'");
    Out.push_back(std::move(C));
  }

  void version(const std::string &Key, Node *Value, std::string &Out) {
    text(Key, Value, Out);
    if (Value && !Out.empty() && !LibTorchVersion::parse(Out))
      complain(*Value, "field '" + Key + "': '" + Out +
                           "' is not a version such as 2.4");
  }

  void row(llvm::yaml::MappingNode &Map) {
    Row R;
    for (llvm::yaml::KeyValueNode &Entry : Map) {
      std::string Key = scalar(Entry.getKey());
      Node *Value = Entry.getValue();
      std::string *Plain = llvm::StringSwitch<std::string *>(Key)
                               .Case("id", &R.Id)
                               .Case("check", &R.Check)
                               .Case("group", &R.Group)
                               .Case("blocks", &R.Blocks)
                               .Case("why", &R.Why)
                               .Case("source", &R.Source)
                               .Case("instead", &R.Instead)
                               .Case("recipe", &R.Recipe)
                               .Case("capture", &R.Capture)
                               .Case("example", &R.Example)
                               .Case("free", &R.Free)
                               .Case("measured", &R.Measured)
                               .Case("unmeasured", &R.Unmeasured)
                               .Default(nullptr);
      if (Plain)
        text(Key, Value, *Plain);
      else if (Key == "since")
        version(Key, Value, R.Since);
      else if (Key == "until")
        version(Key, Value, R.Until);
      else if (Key == "names")
        names(Value, R.Names);
      else if (Key == "when")
        conditions(Value, R.When);
      else if (Key == "result")
        result(Value, R.Result);
      else if (Key == "keeps-behaviour")
        boolean(Key, Value, R.KeepsBehaviour);
      else if (Key == "startup")
        boolean(Key, Value, R.Startup);
      else
        complain(*Entry.getKey(), "unknown field '" + Key + "'");
    }
    requireFields(Map, R);
    if (!RowIsBad)
      Result.Operations.push_back(std::move(R));
  }

  void check(llvm::yaml::MappingNode &Map) {
    std::string Id, Finds;
    for (llvm::yaml::KeyValueNode &Entry : Map) {
      std::string Key = scalar(Entry.getKey());
      if (Key == "id")
        text(Key, Entry.getValue(), Id);
      else if (Key == "finds")
        text(Key, Entry.getValue(), Finds);
      else
        complain(*Entry.getKey(), "unknown field '" + Key + "'");
    }
    if (!Id.empty())
      Result.Checks.push_back(std::move(Id));
  }

  void result(Node *Value, ResultKind &Out) {
    std::string Text;
    text("result", Value, Text);
    std::optional<ResultKind> Kind =
        llvm::StringSwitch<std::optional<ResultKind>>(Text)
            .Case("none", ResultKind::None)
            .Case("host-value", ResultKind::HostValue)
            .Case("host-tensor", ResultKind::HostTensor)
            .Default(std::nullopt);
    if (Kind)
      Out = *Kind;
    else if (Value)
      complain(*Value, "field 'result': '" + Text +
                           "' is none of none, host-value, host-tensor");
  }

  void boolean(const std::string &Key, Node *Value, bool &Out) {
    std::string Text;
    text(Key, Value, Text);
    if (Text != "true" && Text != "false" && Value)
      complain(*Value, "field '" + Key + "' is true or false");
    Out = Text == "true";
  }

  void requireFields(llvm::yaml::MappingNode &Map, const Row &R) {
    auto Require = [&](llvm::StringRef Key, bool Present) {
      if (!Present)
        complain(Map, "the row" + (R.Id.empty() ? "" : " '" + R.Id + "'") +
                          " lacks the field '" + Key + "'");
    };
    Require("id", !R.Id.empty());
    Require("check", !R.Check.empty());
    if (!R.Check.empty() && !llvm::is_contained(Result.Checks, R.Check))
      complain(Map, "field 'check': there is no check '" + R.Check + "'");
    Require("names", !R.Names.empty());
    Require("why", !R.Why.empty());
    Require("instead", !R.Instead.empty());
    if (!R.Id.empty() && !Ids.insert(R.Id).second)
      complain(Map, "field 'id': '" + R.Id + "' is used twice");
  }

  void freeRow(llvm::yaml::MappingNode &Map) {
    FreeRow R;
    for (llvm::yaml::KeyValueNode &Entry : Map) {
      std::string Key = scalar(Entry.getKey());
      std::string *Plain = llvm::StringSwitch<std::string *>(Key)
                               .Case("id", &R.Id)
                               .Case("group", &R.Group)
                               .Case("why", &R.Why)
                               .Case("example", &R.Example)
                               .Case("measured", &R.Measured)
                               .Case("unmeasured", &R.Unmeasured)
                               .Default(nullptr);
      if (Plain)
        text(Key, Entry.getValue(), *Plain);
      else if (Key == "since")
        version(Key, Entry.getValue(), R.Since);
      else
        complain(*Entry.getKey(), "unknown field '" + Key + "'");
    }
    if (!RowIsBad)
      Result.Free.push_back(std::move(R));
  }

  llvm::MemoryBufferRef Text;
  llvm::SourceMgr Sources;
  Manifest Result;
  llvm::StringSet<> Ids;
  bool RowIsBad = false;
  bool IsBuiltin = false;
};

} // namespace

Manifest readManifest(llvm::MemoryBufferRef Text,
                      llvm::ArrayRef<std::string> Checks) {
  return Reader(Text, Checks).read();
}

/// The name under which the AST declares \p Last, the last component of a
/// qualified name: an identifier or an operator.
static std::optional<DeclarationName> declarationName(ASTContext &Context,
                                                      llvm::StringRef Last) {
  llvm::StringRef Operator = Last;
  if (Operator.consume_front("operator") && !Operator.empty()) {
    static constexpr struct {
      llvm::StringLiteral Spelling;
      OverloadedOperatorKind Kind;
    } Operators[] = {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly)  \
  {Spelling, OO_##Name},
#include "clang/Basic/OperatorKinds.def"
    };
    for (const auto &O : Operators)
      if (O.Spelling == Operator)
        return Context.DeclarationNames.getCXXOperatorName(O.Kind);
  }
  return DeclarationName(&Context.Idents.get(Last));
}

Catalogue::Catalogue(ASTContext &Context, llvm::ArrayRef<const Row *> Rows,
                     LibTorchVersion Version) {
  for (const Row *R : Rows) {
    if (Version.known()) {
      std::optional<LibTorchVersion> Since = LibTorchVersion::parse(R->Since);
      std::optional<LibTorchVersion> Until = LibTorchVersion::parse(R->Until);
      if ((Since && Version < *Since) || (Until && !(Version < *Until)))
        continue;
    } else if (!R->Until.empty()) {
      continue; // The newest LibTorch no longer waits.
    }
    for (const std::string &Name : R->Names) {
      llvm::StringRef Last = llvm::StringRef(Name).rsplit("::").second;
      if (std::optional<DeclarationName> D = declarationName(Context, Last))
        ByName[*D].push_back({R, Name});
    }
  }
}

llvm::SmallVector<const Row *, 2>
Catalogue::rowsOf(const FunctionDecl &Callee) const {
  llvm::SmallVector<const Row *, 2> Rows;
  DeclarationName Name = Callee.getDeclName();
  // A constructor is listed under its class: "::thrust::device_vector".
  const NamedDecl *Declared = &Callee;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee)) {
    Declared = Constructor->getParent();
    Name = Declared->getDeclName();
  }
  auto Found = ByName.find(Name);
  if (Found == ByName.end())
    return Rows;
  for (const Entry &E : Found->second)
    if (isNamed(Declared, E.QualifiedName))
      Rows.push_back(E.Operation);
  return Rows;
}

} // namespace torchsync
