// The total order of answers: score, then text.
//
// Sums of the same numbers in another order may differ in their last bits, so scores are compared
// on a grid of 1e-9: what is equal there is equal, and the text decides.
#pragma once

#include <cmath>
#include <span>

#include "lattice/lattice.h"
#include "search/task.h"

namespace ow {

inline double on_grid(double score) {
  return std::floor(score * 1e9 + 0.5);
}

/// Scores further apart than this are different on the grid.
inline constexpr double kScoreSlack = 2e-9;

/// Negative, zero or positive, word by word in byte order; a beginning comes before the whole.
inline int compare_texts(const Lattice& lattice, std::span<const LocalWord> a,
                         std::span<const LocalWord> b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] == b[i]) continue;
    return lattice.text(a[i]).compare(lattice.text(b[i]));
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

/// Whether `a` comes before `b` in a list of answers.
inline bool comes_before(const Lattice& lattice, const Answer& a, const Answer& b) {
  const double score_a = on_grid(a.score), score_b = on_grid(b.score);
  if (score_a != score_b) return score_a > score_b;
  return compare_texts(lattice, a.words, b.words) < 0;
}

}  // namespace ow
