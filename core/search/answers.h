// From paths to answers, in a total order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/paths.h"
#include "search/task.h"

namespace ow {

/// Scores further apart than this are different on the grid of search/order.h.
inline constexpr double kTie = 2e-9;

struct CollectOptions {
  std::uint32_t n = 1;
  bool distinct = false;  // one answer a string
  /// At most this many paths are looked at for each answer asked for; 0: no limit.
  std::uint32_t paths_per_answer = 20;
};

/// Follows the best paths to `goal` until there are n answers, sorted by score, then text, then
/// edges. Returns false when it gave up before it could be sure of that order or of n.
bool collect_answers(const Lattice& lattice, const PathGraph& graph, PathGraph::PointId goal,
                     const CollectOptions& options, PathEnumerator& paths,
                     std::vector<Answer>& answers);

/// The answer that takes these edges. Sums go from left to right, as everywhere: the same answer
/// has the same score to the last bit.
Answer answer_along(const Task& task, std::vector<std::uint32_t> edges);

/// The natural-log language model score of an answer, also where its weight is 0.
double unweighted_lm(const Task& task, const Answer& answer);

/// The words with blanks between them.
std::string join_words(const Lattice& lattice, std::span<const LocalWord> words);

/// Sorts by score (on the grid of search/order.h), then text, then edges.
void sort_answers(const Lattice& lattice, std::vector<Answer>& answers);

}  // namespace ow
