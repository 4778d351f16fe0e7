#include "units/finder.h"

#include <algorithm>

#include "base/error.h"
#include "units/batch.h"
#include "units/collocation_units.h"
#include "units/pattern_units.h"
#include "units/phrase_units.h"

namespace ow {
namespace {

std::unique_ptr<UnitMaker> maker_of(const UnitTable& table, std::size_t number, UnitBatch& batch) {
  switch (table.kind) {
    case TableKind::kPatterns:
    case TableKind::kLoosePatterns:
      return std::make_unique<PatternUnits>(*table.table, number, batch,
                                            table.kind == TableKind::kLoosePatterns);
    case TableKind::kCollocations:
      return std::make_unique<CollocationUnits>(*table.table, *table.forms, number, batch);
    case TableKind::kPhrases:
      break;
  }
  return std::make_unique<PhraseUnits>(*table.table, number, batch);
}

}  // namespace

UnitFinder::UnitFinder(std::vector<UnitTable> tables, std::shared_ptr<const lm::Model> model,
                       bool lower_case, const text::Rules& rules)
    : tables_(std::move(tables)), model_(std::move(model)), lower_case_(lower_case), rules_(rules) {
  for (const UnitTable& table : tables_)
    if (table.kind == TableKind::kCollocations && table.forms == nullptr)
      throw Error(table.table->path() + ": collocations need the table of their forms");
}

Units UnitFinder::find(std::span<const SentenceView> sentences,
                       std::span<const std::string_view> avoid,
                       std::span<const std::uint32_t> only) const {
  UnitBatch batch(rules_, lower_case_, avoid);
  std::vector<std::unique_ptr<UnitMaker>> makers;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (only.empty() || std::find(only.begin(), only.end(), i) != only.end())
      makers.push_back(maker_of(tables_[i], i, batch));
  for (const SentenceView& sentence : sentences) {
    batch.begin_sentence(sentence);
    for (const auto& maker : makers) maker->make();
    batch.end_sentence();
  }
  return batch.finish(*model_);
}

}  // namespace ow
