#include "search/unit_lattice.h"

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

Task UnitLattice::make(const Units& units, std::size_t sentence, std::span<const double> usability,
                       const lm::Model& model, const UnitWeights& weights) {
  // Words of an earlier sentence, maybe of another batch, are forgotten.
  for (const BatchWord word : seen_) local_words_[word] = kNoWord;
  seen_.clear();
  if (local_words_.size() < units.words.size()) local_words_.resize(units.words.size(), kNoWord);
  unit_of_edge_.clear();
  growth_.clear();
  lm_words_.clear();
  sentence_.clear();
  const auto tokens = units.tokens(sentence);
  for (const BatchWord word : tokens) sentence_.push_back(units.text(word));
  lattice_.reset(sentence_);
  for (const BatchWord word : tokens) local_word(units, word);
  const auto first = static_cast<std::size_t>(units.unit_offsets[sentence]);
  const auto behind = static_cast<std::size_t>(units.unit_offsets[sentence + 1]);
  for (std::size_t unit = first; unit < behind; ++unit) {
    const auto& table = weights.tables[static_cast<std::size_t>(units.table[unit])];
    if (table.empty() || std::isnan(usability[unit])) continue;
    double score = weights.usability * usability[unit];
    const auto features = units.scores(unit);
    for (std::size_t i = 0; i < features.size(); ++i) score += table[i] * features[i];
    target_.clear();
    for (const BatchWord word : units.target(unit)) target_.push_back(local_word(units, word));
    lattice_.add(static_cast<std::uint32_t>(units.begin[unit]),
                 static_cast<std::uint32_t>(units.end[unit]), target_,
                 static_cast<std::uint32_t>(units.table[unit]), {}, score, usability[unit]);
    unit_of_edge_.push_back(static_cast<std::uint32_t>(unit));
    growth_.push_back(units.target_bytes[unit] - units.source_bytes[unit]);
  }
  for (std::uint32_t position = 0; position < lattice_.length(); ++position) {
    const LocalWord word = lattice_.source(position);
    lattice_.add(position, position + 1, {&word, 1}, kSelfTable, {},
                 weights.self * weights.self_score, 0.0);
    unit_of_edge_.push_back(kSelf);
    growth_.push_back(0);
  }
  lattice_.finish(lm_words_);
  return {&lattice_, &model, weights.lm, lm_words_};
}

}  // namespace ow
