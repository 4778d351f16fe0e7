// What the rest of a derivation can add at most, when nobody has time to find out exactly.
#pragma once

#include <span>
#include <vector>

#include "search/task.h"

namespace ow {

/// For each word of a model the highest probability it has after any context. Costs one pass over
/// the model, so make it only when a bound is asked for.
class WordBounds {
 public:
  explicit WordBounds(const lm::Model& model);
  double log10(WordId word) const { return log10_[word]; }

 private:
  std::vector<double> log10_;
};

/// Upper bounds by source position on the score of everything from there to the end of the
/// sentence; minus infinity where there is no way to the end. The weight of the language model must
/// not be negative.
void bound_completions(const Task& task, const WordBounds& words, std::vector<double>& bounds);

}  // namespace ow
