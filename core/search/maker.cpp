#include "search/maker.h"

#include <cmath>

#include "base/error.h"
#include "search/lm_weight.h"

namespace ow {

LatticeMaker::LatticeMaker(std::vector<WeightedTable> tables,
                           std::shared_ptr<const lm::Model> model, double lm_weight,
                           const SelfScores& scores)
    : tables_(std::move(tables)), model_(std::move(model)), lm_weight_(lm_weight), scores_(scores) {
  check_lm_weight(lm_weight);
  if (!std::isfinite(scores.self.value_or(0.0)) || !std::isfinite(scores.self_weight) ||
      !std::isfinite(scores.unknown))
    throw Error("the scores of self edges and unknown words must be finite numbers");
  for (const WeightedTable& source : tables_) {
    const std::size_t scores_count = source.table->score_names().size();
    if (source.weights.size() != scores_count)
      throw Error(source.name + ": the table has " + std::to_string(scores_count) +
                  " score(s) but " + std::to_string(source.weights.size()) +
                  " weight(s) were given; give one weight a score");
    for (const double weight : source.weights) {
      if (!std::isfinite(weight)) throw Error(source.name + ": a weight is not a finite number");
    }
    const std::size_t words = source.table->vocabulary().size();
    lm_numbers_.push_back(std::make_unique<std::atomic<WordId>[]>(words));
    for (std::size_t word = 0; word < words; ++word)
      lm_numbers_.back()[word].store(kNotLookedUp, std::memory_order_relaxed);
  }
}

Task LatticeMaker::make(std::span<const std::string_view> sentence, Workspace& w) const {
  start(sentence, w);
  for (std::size_t table = 0; table < tables_.size(); ++table) add_units(table, sentence, w);
  add_passing(w);
  w.lattice_.finish(w.lm_words_);
  return {&w.lattice_, model_.get(), lm_weight_, w.lm_words_};
}

void LatticeMaker::start(std::span<const std::string_view> sentence, Workspace& w) const {
  w.lattice_.reset(sentence);
  w.lm_words_.clear();
  for (LocalWord word = 0; word < w.lattice_.word_count(); ++word)
    w.lm_words_.push_back(model_->word(w.lattice_.text(word)));
  w.covered_.assign(sentence.size(), 0);
  if (w.local_words_.empty() || ++w.round_ == 0) {
    w.round_ = 1;
    w.local_words_.clear();
    for (const WeightedTable& source : tables_)
      w.local_words_.emplace_back(source.table->vocabulary().size());
  }
}

LocalWord LatticeMaker::local_word(std::size_t table, WordId word, Workspace& w) const {
  Workspace::Seen& seen = w.local_words_[table][word];
  if (seen.round == w.round_) return seen.word;
  const std::string_view text = tables_[table].table->vocabulary().word(word);
  seen = {w.round_, w.lattice_.intern(text)};
  if (seen.word == w.lm_words_.size()) {
    std::atomic<WordId>& cached = lm_numbers_[table][word];
    WordId number = cached.load(std::memory_order_relaxed);
    if (number == kNotLookedUp) {
      number = model_->word(text);
      cached.store(number, std::memory_order_relaxed);
    }
    w.lm_words_.push_back(number);
  }
  return seen.word;
}

void LatticeMaker::add_units(std::size_t table, std::span<const std::string_view> sentence,
                             Workspace& w) const {
  const WeightedTable& source = tables_[table];
  w.sentence_.clear();
  for (const std::string_view word : sentence)
    w.sentence_.push_back(source.table->word_or_unknown(word));
  source.table->for_each_match(
      w.sentence_, [&](std::size_t begin, std::size_t end, const Entry& entry) {
        double score = 0.0;
        for (std::size_t i = 0; i < entry.scores.size(); ++i)
          score += source.weights[i] * entry.scores[i];
        w.target_.resize(entry.target.size());
        for (std::size_t i = 0; i < entry.target.size(); ++i)
          w.target_[i] = local_word(table, entry.target[i], w);
        if (end == begin + 1) w.covered_[begin] = 1;
        w.lattice_.add(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                       w.target_, static_cast<std::uint32_t>(table), entry.scores, score, 0.0);
      });
}

/// Self edges, or a way through for each word that would have none.
void LatticeMaker::add_passing(Workspace& w) const {
  for (std::uint32_t position = 0; position < w.lattice_.length(); ++position) {
    if (!scores_.self && w.covered_[position]) continue;
    const LocalWord word = w.lattice_.source(position);
    const double score = scores_.self ? scores_.self_weight * *scores_.self : scores_.unknown;
    w.lattice_.add(position, position + 1, {&word, 1}, scores_.self ? kSelfTable : kUnknownTable,
                   {}, score, 0.0);
  }
}

}  // namespace ow
