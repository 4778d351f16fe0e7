#include "search/bound.h"

#include <algorithm>
#include <limits>

namespace ow {

namespace {

/// The highest log10 probability of a word after any context.
double highest_log10(const lm::Model& model, WordId word) {
  // The arcs of the empty context are the words themselves.
  const float alone = model.arc(word).log10;
  const float highest = std::max(alone, model.extension_bound(word, alone));
  // A word found after a short context has paid the back-offs of longer ones; they may be gains.
  return highest + (model.order() - 1) * std::max(0.0, double{model.info().largest_backoff});
}

/// The highest score of a word; a negative weight rewards what is improbable, without end.
double highest_score(const Task& task, double scale, WordId word) {
  if (scale > 0.0) return scale * highest_log10(*task.model, word);
  return scale == 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

void bound_completions(const Task& task, std::vector<double>& bounds) {
  const Lattice& lattice = *task.lattice;
  const double scale = task.lm_weight * lm::kLn10;
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  bounds.assign(lattice.length() + 1, kNever);
  bounds[lattice.length()] = highest_score(task, scale, task.model->info().end_sentence);
  std::vector<double> words;  // by local word
  for (const WordId word : task.lm_words) words.push_back(highest_score(task, scale, word));
  const auto nodes = lattice.nodes();
  std::vector<double> best(nodes.size(), kNever);  // from a trie node on
  for (std::uint32_t position = lattice.length(); position-- > 0;) {
    for (std::uint32_t n = lattice.root(position + 1); n-- > lattice.root(position);) {
      const Lattice::Node& node = nodes[n];
      for (const Lattice::End& end : lattice.ends(node))
        best[n] = std::max(best[n], end.score + bounds[end.position]);
      for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count;
           ++child) {
        const double word = words[nodes[child].word];
        best[n] = std::max(best[n], word + best[child]);
      }
    }
    bounds[position] = best[lattice.root(position)];
  }
}

}  // namespace ow
