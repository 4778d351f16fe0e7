// A sentence as the language model reads it, and what a replacement changes in that.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lm/model.h"
#include "units/units.h"

namespace ow {

/// Logs to base 10 of some words: of the first one, of those behind it, and of what follows them up
/// to where the model cannot tell any more what stood before.
struct ReadingParts {
  double first = 0.0, inside = 0.0, behind = 0.0;

  double sum() const { return first + inside + behind; }
};

/// Reads one sentence after the other; keeps its memory.
class SentenceReading {
 public:
  SentenceReading(const Units& units, const lm::Model& model) : units_(units), model_(model) {}

  void read(std::size_t sentence);

  /// Of the whole sentence, its end included; log10.
  double score() const { return scores_.back(); }
  /// The words of the sentence, and its end.
  std::span<const WordId> words() const { return words_; }
  /// The state before a word.
  lm::StateId state(std::size_t place) const { return states_[place]; }

  /// What the model says of the target in the place of the words [begin, end), and of these words
  /// themselves, in `old`, as far as the same words follow both.
  ReadingParts replaced(std::size_t begin, std::size_t end, std::span<const BatchWord> target,
                        ReadingParts& old) const;

 private:
  const Units& units_;
  const lm::Model& model_;
  std::vector<WordId> words_;
  std::vector<lm::StateId> states_;  // before each word, and after the last
  std::vector<double> scores_;       // of all words before
};

}  // namespace ow
