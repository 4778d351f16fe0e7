#include "search/unit_lattice.h"

#include <algorithm>
#include <cmath>

namespace ow {

LocalWord UnitLattice::local_word(const Units& units, BatchWord word) {
  LocalWord& local = local_words_[word];
  if (local == kNoWord) {
    local = lattice_.intern(units.text(word));
    seen_.push_back(word);
    if (local == lm_words_.size()) lm_words_.push_back(units.lm_words[word]);
  }
  return local;
}

void UnitLattice::score_units(const Units& units, std::size_t sentence,
                              std::span<const double> usability, const UnitWeights& weights) {
  scores_.clear();
  const auto first = static_cast<std::size_t>(units.unit_offsets[sentence]);
  const auto behind = static_cast<std::size_t>(units.unit_offsets[sentence + 1]);
  for (std::size_t unit = first; unit < behind; ++unit) {
    const auto& table = weights.tables[static_cast<std::size_t>(units.table[unit])];
    double score = table.empty() ? NAN : weights.usability * usability[unit];
    const auto features = units.scores(unit);
    for (std::size_t i = 0; !table.empty() && i < features.size(); ++i)
      score += table[i] * features[i];
    scores_.push_back(score);
  }
}

void UnitLattice::take_places(const Units& units, std::size_t sentence,
                              std::span<const std::int64_t> chosen) {
  taken_.assign(units.tokens(sentence).size(), 0);
  chosen_ = chosen;
  for (const std::int64_t row : chosen) {
    const auto unit = static_cast<std::size_t>(row);
    if (static_cast<std::size_t>(units.sentence[unit]) != sentence) continue;
    std::fill(taken_.begin() + units.begin[unit], taken_.begin() + units.end[unit], 1);
  }
}

/// Whether a unit may stand by itself: it is chosen, or takes no place of one that is.
bool UnitLattice::is_open(const Units& units, std::uint32_t unit) const {
  const auto begin = taken_.begin() + units.begin[unit], end = taken_.begin() + units.end[unit];
  return std::find(begin, end, 1) == end ||
         std::find(chosen_.begin(), chosen_.end(), unit) != chosen_.end();
}

void UnitLattice::add_edge(const Units& units, std::uint32_t unit,
                           std::span<const BatchWord> target, double score, double usability,
                           std::int32_t growth, std::span<const std::int32_t> carried,
                           std::span<const std::uint32_t> inner) {
  target_.clear();
  for (const BatchWord word : target) target_.push_back(local_word(units, word));
  lattice_.add(static_cast<std::uint32_t>(units.begin[unit]),
               static_cast<std::uint32_t>(units.end[unit]), target_,
               static_cast<std::uint32_t>(units.table[unit]), {}, score, usability);
  edge_units_.push_back(unit);
  edge_units_.insert(edge_units_.end(), inner.begin(), inner.end());
  end_edge(growth, carried);
  if (!inner.empty()) std::fill(carried_.end() - target_.size(), carried_.end(), Task::kNested);
}

/// Words of the edge's target that nothing is said of carry none along.
void UnitLattice::end_edge(std::int32_t growth, std::span<const std::int32_t> carried) {
  static_assert(Task::kNotCarried == Units::kNew);
  carried_.insert(carried_.end(), carried.begin(), carried.end());
  const Edge& edge = lattice_.edges().back();
  carried_.resize(edge.target_begin + edge.target_size, Task::kNotCarried);
  unit_ends_.push_back(static_cast<std::uint32_t>(edge_units_.size()));
  growth_.push_back(growth);
}

/// Adds edges for units with others inside of them. Where there is too much of them, those with the
/// best scores come first.
void UnitLattice::add_nested(const Units& units, std::size_t sentence,
                             std::span<const double> usability) {
  const auto first = static_cast<std::uint32_t>(units.unit_offsets[sentence]);
  carrying_.clear();
  for (std::uint32_t i = 0; i < scores_.size(); ++i)
    if (units.rule[first + i] != Units::kNoRule && !std::isnan(scores_[i]) &&
        is_open(units, first + i))
      carrying_.push_back(first + i);
  std::stable_sort(carrying_.begin(), carrying_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return scores_[a - first] > scores_[b - first];
  });
  for (const std::uint32_t unit : carrying_) {
    const std::int32_t growth = units.target_bytes[unit] - units.source_bytes[unit];
    for (const NestedUnit& nested : nested_.find(unit))
      add_edge(units, unit, nested.target, scores_[unit - first] + nested.gain, usability[unit],
               growth + nested.growth, {}, nested.inner);
  }
}

Task UnitLattice::make(const Units& units, std::size_t sentence, std::span<const double> usability,
                       std::span<const std::int64_t> chosen, const lm::Model& model,
                       const UnitWeights& weights) {
  // Words of an earlier sentence, maybe of another batch, are forgotten.
  for (const BatchWord word : seen_) local_words_[word] = kNoWord;
  seen_.clear();
  if (local_words_.size() < units.words.size()) local_words_.resize(units.words.size(), kNoWord);
  edge_units_.clear();
  unit_ends_.clear();
  growth_.clear();
  carried_.clear();
  lm_words_.clear();
  sentence_.clear();
  const auto tokens = units.tokens(sentence);
  for (const BatchWord word : tokens) sentence_.push_back(units.text(word));
  lattice_.reset(sentence_);
  for (const BatchWord word : tokens) local_word(units, word);
  score_units(units, sentence, usability, weights);
  take_places(units, sentence, chosen);
  const auto first = static_cast<std::uint32_t>(units.unit_offsets[sentence]);
  for (std::uint32_t i = 0; i < scores_.size(); ++i) {
    const std::uint32_t unit = first + i;
    if (!std::isnan(scores_[i]) && is_open(units, unit))
      add_edge(units, unit, units.target(unit), scores_[i], usability[unit],
               units.target_bytes[unit] - units.source_bytes[unit], units.tokens_in_target(unit),
               {});
  }
  if (weights.nested > 0) {
    nested_.begin(units, sentence, scores_, model, weights);
    add_nested(units, sentence, usability);
  }
  for (std::uint32_t position = 0; position < lattice_.length(); ++position) {
    if (taken_[position]) continue;
    const LocalWord word = lattice_.source(position);
    lattice_.add(position, position + 1, {&word, 1}, kSelfTable, {},
                 weights.self * weights.self_score, 0.0);
    end_edge(0, {});
  }
  lattice_.finish(lm_words_);
  // Without ways inside, what is carried along is not free for others.
  if (weights.nested == 0) carried_.clear();
  return {&lattice_, &model, weights.lm, lm_words_, carried_};
}

}  // namespace ow
