// Stands in until TensorFacts.cpp lands; the commit that brings it deletes this
// file.
#include "TensorFacts.h"
namespace torchsync {
class FactSummaries::Impl {};
FactSummaries::FactSummaries(const clang::ASTContext &) {}
FactSummaries::~FactSummaries() = default;
class TensorFacts::Impl {};
TensorFacts::TensorFacts(const FunctionGraph &, FactSummaries &,
                         const EntryFacts &) {}
TensorFacts::~TensorFacts() = default;
TensorFact TensorFacts::at(const clang::Expr *) const { return {}; }
TensorFact TensorFacts::variableAt(const clang::ValueDecl &,
                                   const clang::Expr *) const {
  return {};
}
TensorFact TensorFact::join(const TensorFact &) const { return {}; }
} // namespace torchsync
