#include "search/nested_units.h"

#include <algorithm>
#include <cmath>

namespace ow {

void NestedUnits::begin(const Units& units, std::size_t sentence, std::span<const double> scores,
                        const lm::Model& model, const UnitWeights& weights) {
  units_ = &units;
  sentence_ = sentence;
  scores_ = scores;
  model_ = &model;
  weights_ = &weights;
  left_ = kExpansions;
}

std::span<const NestedUnit> NestedUnits::find(std::uint32_t unit) {
  found_.clear();
  const auto tokens = units_->tokens(sentence_);
  const auto carried = units_->tokens_in_target(unit);
  const std::size_t context = model_->order() - 1;
  const auto begin = static_cast<std::size_t>(units_->begin[unit]);
  const auto end = static_cast<std::size_t>(units_->end[unit]);
  const std::size_t from = begin - std::min(begin, context);
  const std::size_t until = std::min(tokens.size(), end + context);
  const auto target = units_->target(unit);
  words_.assign(tokens.begin() + from, tokens.begin() + begin);
  first_ = static_cast<std::uint32_t>(words_.size());
  words_.insert(words_.end(), target.begin(), target.end());
  last_ = static_cast<std::uint32_t>(words_.size());
  words_.insert(words_.end(), tokens.begin() + end, tokens.begin() + until);
  place_.assign(tokens.size(), kSelf);
  for (std::uint32_t i = 0; i < carried.size(); ++i)
    if (carried[i] != Units::kNew) place_[static_cast<std::size_t>(carried[i])] = first_ + i;
  if (left_ == 0 || !add_inner(unit)) return {};
  for (std::uint32_t i = 0; i < words_.size(); ++i) add_edge(i, i + 1, {&words_[i], 1}, 0.0, kSelf);
  lattice_.finish(lm_words_);
  // One of the answers may be the unit without others.
  const SearchResult result = search_exact({&lattice_, model_, weights_->lm, lm_words_},
                                           {weights_->nested + 1, {left_, 0.0}}, exact_);
  left_ -= std::min(left_, result.expansions);
  for (const Answer& answer : result.answers)
    if (found_.size() < weights_->nested) add_answer(answer);
  return found_;
}

/// Adds an edge for each unit of the sentence whose source is carried along in one piece; false if
/// there is none.
bool NestedUnits::add_inner(std::uint32_t unit) {
  const auto first = static_cast<std::uint32_t>(units_->unit_offsets[sentence_]);
  bool any = false;
  for (std::uint32_t i = 0; i < scores_.size(); ++i) {
    const std::uint32_t other = first + i;
    const auto begin = static_cast<std::size_t>(units_->begin[other]);
    const auto end = static_cast<std::size_t>(units_->end[other]);
    if (std::isnan(scores_[i]) || other == unit || place_[begin] == kSelf) continue;
    const std::uint32_t place = place_[begin];
    bool in_one_piece = true;
    for (std::size_t token = begin; in_one_piece && token < end; ++token)
      in_one_piece = place_[token] == place + (token - begin);
    if (!in_one_piece) continue;
    if (!any) {
      texts_.clear();
      for (const BatchWord word : words_) texts_.push_back(units_->text(word));
      lattice_.reset(texts_);
      lm_words_.clear();
      batch_words_.clear();
      unit_of_edge_.clear();
      for (const BatchWord word : words_) local_word(word);
      any = true;
    }
    const auto words = static_cast<std::uint32_t>(end - begin);
    const double gain = scores_[i] - weights_->self * weights_->self_score * words;
    add_edge(place, place + words, units_->target(other), gain, other);
  }
  return any;
}

void NestedUnits::add_edge(std::uint32_t begin, std::uint32_t end,
                           std::span<const BatchWord> target, double score, std::uint32_t unit) {
  target_.clear();
  for (const BatchWord word : target) target_.push_back(local_word(word));
  lattice_.add(begin, end, target_, kSelfTable, {}, score, 0.0);
  unit_of_edge_.push_back(unit);
}

LocalWord NestedUnits::local_word(BatchWord word) {
  const LocalWord local = lattice_.intern(units_->text(word));
  if (local == lm_words_.size()) {
    lm_words_.push_back(units_->lm_words[word]);
    batch_words_.push_back(word);
  }
  return local;
}

/// Words around the unit are the same in all answers, so what an answer says between them is the
/// unit with others inside of it.
void NestedUnits::add_answer(const Answer& answer) {
  NestedUnit nested;
  for (const std::uint32_t edge : answer.edges) {
    const std::uint32_t unit = unit_of_edge_[edge];
    if (unit == kSelf) continue;
    nested.inner.push_back(unit);
    nested.gain += lattice_.edges()[edge].score;
    nested.growth += units_->target_bytes[unit] - units_->source_bytes[unit];
  }
  if (nested.inner.empty()) return;
  const std::size_t behind = words_.size() - last_;
  for (std::size_t i = first_; i + behind < answer.words.size(); ++i)
    nested.target.push_back(batch_words_[answer.words[i]]);
  found_.push_back(std::move(nested));
}

}  // namespace ow
