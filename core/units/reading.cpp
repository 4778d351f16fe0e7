#include "units/reading.h"

namespace ow {

void SentenceReading::read(std::size_t sentence) {
  words_.clear();
  for (const BatchWord word : units_.tokens(sentence)) words_.push_back(units_.lm_words[word]);
  words_.push_back(model_.info().end_sentence);
  states_.assign(1, model_.begin_state());
  scores_.assign(1, 0.0);
  for (const WordId word : words_) {
    const lm::Model::Step step = model_.step(states_.back(), word);
    states_.push_back(step.next);
    scores_.push_back(scores_.back() + step.log10);
  }
}

ReadingParts SentenceReading::replaced(std::size_t begin, std::size_t end,
                                       std::span<const BatchWord> target, ReadingParts& old) const {
  ReadingParts parts;
  lm::StateId state = states_[begin];
  for (std::size_t i = 0; i < target.size(); ++i) {
    const lm::Model::Step step = model_.step(state, units_.lm_words[target[i]]);
    (i == 0 ? parts.first : parts.inside) += step.log10;
    state = step.next;
  }
  // From where the states are the same, all that follows is, too.
  std::size_t place = end;
  while (place < words_.size() && state != states_[place]) {
    const lm::Model::Step step = model_.step(state, words_[place++]);
    parts.behind += step.log10;
    state = step.next;
  }
  old.first = scores_[begin + 1] - scores_[begin];
  old.inside = scores_[end] - scores_[begin + 1];
  old.behind = scores_[place] - scores_[end];
  return parts;
}

}  // namespace ow
