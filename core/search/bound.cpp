#include "search/bound.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ow {

WordBounds::WordBounds(const lm::Model& model)
    : log10_(model.vocabulary().size(), -std::numeric_limits<double>::infinity()) {
  const unsigned order = model.order();
  const auto& first_state = model.info().first_state;
  // A word found after a short context has paid the back-offs of longer ones; they may be gains.
  std::array<double, lm::kMaxOrder> gain{};
  for (unsigned length = order - 1; length > 0; --length) {
    float largest = 0.0f;
    for (lm::StateId state = first_state[length]; state < first_state[length + 1]; ++state)
      largest = std::max(largest, model.state(state).backoff);
    gain[length - 1] = gain[length] + largest;
  }
  for (unsigned length = 0; length < order; ++length) {
    if (first_state[length] == first_state[length + 1]) continue;
    const lm::ArcId end = model.state(first_state[length + 1] - 1).end;
    for (lm::ArcId id = model.state(first_state[length]).begin; id < end; ++id) {
      const lm::Model::Arc arc = model.arc(id);
      if (arc.word >= log10_.size())
        model.file().corrupt("an arc has a word outside the vocabulary");
      log10_[arc.word] = std::max(log10_[arc.word], arc.log10 + gain[length]);
    }
  }
}

void bound_completions(const Task& task, const WordBounds& words, std::vector<double>& bounds) {
  const Lattice& lattice = *task.lattice;
  const double scale = task.lm_weight * lm::kLn10;
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  bounds.assign(lattice.length() + 1, kNever);
  bounds[lattice.length()] = scale * words.log10(task.model->info().end_sentence);
  const auto nodes = lattice.nodes();
  std::vector<double> best(nodes.size(), kNever);  // from a trie node on
  for (std::uint32_t position = lattice.length(); position-- > 0;) {
    for (std::uint32_t n = lattice.root(position + 1); n-- > lattice.root(position);) {
      const Lattice::Node& node = nodes[n];
      for (const Lattice::End& end : lattice.ends(node))
        best[n] = std::max(best[n], end.score + bounds[end.position]);
      for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count;
           ++child) {
        const double word = scale * words.log10(task.lm_words[nodes[child].word]);
        best[n] = std::max(best[n], word + best[child]);
      }
    }
    bounds[position] = best[lattice.root(position)];
  }
}

}  // namespace ow
