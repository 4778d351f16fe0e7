#include "search/monte_carlo_fluency.h"

namespace ow::monte_carlo {

void Fluency::start(const Task& task, const Rules& rules) {
  task_ = task;
  rules_ = &rules;
  slots_.assign(std::size_t{1} << kSlotBits, {});
  states_.assign(1, task.model->begin_state());
  sums_.assign(1, 0.0);
  const std::uint32_t words = rules.piece_count();
  for (std::uint32_t i = 0; i < rules.length(); ++i) {
    const Reading reading = read_slowly(states_.back(), words + i);
    states_.push_back(reading.next);
    sums_.push_back(sums_.back() + reading.score);
  }
  source_end_ = read_slowly(states_.back(), words + rules.length()).score;
}

Fluency::Reading Fluency::read_slowly(lm::StateId state, std::uint32_t item) const {
  double log10 = 0.0;
  const auto read = [&](WordId word) {
    const lm::Model::Step step = task_.model->step(state, word);
    log10 += step.log10;
    state = step.next;
  };
  const std::uint32_t pieces = rules_->piece_count();
  if (item < pieces) {
    for (const LocalWord word : rules_->words(rules_->piece(item))) read(task_.lm_words[word]);
  } else if (item < pieces + rules_->length()) {
    read(task_.lm_words[task_.lattice->source(item - pieces)]);
  } else {
    read(task_.model->info().end_sentence);
  }
  return {task_.lm_weight * lm::kLn10 * log10, state};
}

Fluency::Reading Fluency::read(lm::StateId state, std::uint32_t item) {
  Slot& slot = slots_[(state * 0x9e3779b1u + item * 0x85ebca77u) >> (32 - kSlotBits)];
  if (slot.item != item || slot.state != state) slot = {item, state, read_slowly(state, item)};
  return slot.reading;
}

double Fluency::score(const Rewriting& sentence) {
  double total = 0.0;
  lm::StateId state = states_[0];
  const std::uint32_t words = rules_->piece_count();
  sentence.walk(
      [&](std::uint32_t begin, std::uint32_t end) {
        for (; begin < end && state != states_[begin]; ++begin) {
          const Reading reading = read(state, words + begin);
          total += reading.score;
          state = reading.next;
        }
        if (begin == end) return;
        total += sums_[end] - sums_[begin];
        state = states_[end];
      },
      [&](std::uint32_t piece) {
        const Reading reading = read(state, piece);
        total += reading.score;
        state = reading.next;
      });
  if (state == states_.back()) return total + source_end_;
  return total + read(state, words + rules_->length()).score;
}

}  // namespace ow::monte_carlo
