#include "patterns/subtrees.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

namespace ow::patterns {
namespace {

bool is_run(WordSet set) {
  const unsigned ones = static_cast<unsigned>(set) >> std::countr_zero(set);
  return (ones & (ones + 1)) == 0;
}

}  // namespace

void PatternLimits::check() const {
  if (words < 2 || words > kMostWords)
    throw Error("patterns come from subtrees of 2 to " + std::to_string(kMostWords) +
                " words at most, not of " + std::to_string(words));
  if (slots == 0 || patterns == 0)
    throw Error("a pattern has a slot at least, and a subtree a pattern; give limits from 1 on");
}

SubtreeCounts& SubtreeCounts::operator+=(const SubtreeCounts& other) {
  subtrees += other.subtrees;
  long_subtrees += other.long_subtrees;
  patterns += other.patterns;
  left_out += other.left_out;
  return *this;
}

bool Subtree::is_contiguous(const Partial& partial) const {
  bool contiguous = unsigned{end()} - begin() == size;
  for_each_word(partial.slots, [&](unsigned slot) { contiguous &= is_run(branches[slot]); });
  return contiguous;
}

std::span<const Subtree> SubtreeFinder::find(std::span<const Word> tree) {
  begins_.assign(tree.size() + 1, 0);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const bool is_wanted = tree[i].size > 1 && tree[i].size <= limits_.words;
    begins_[i + 1] = begins_[i] + (is_wanted ? tree[i].size : 0);
    counts_.subtrees += is_wanted;
    counts_.long_subtrees += tree[i].size > limits_.words;
  }
  places_.resize(begins_.back());
  number_.resize(tree.size());
  // Each word goes up as far as subtrees are small enough, and so arrives in order everywhere.
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (std::size_t above = i; tree[above].size <= limits_.words; above = tree[above].head) {
      if (tree[above].size > 1) places_[next[above]++] = static_cast<std::uint16_t>(i);
      if (tree[above].head == above) break;
    }
  }
  subtrees_.clear();
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (begins_[i + 1] > begins_[i])
      add_subtree(tree, {places_.data() + begins_[i], places_.data() + begins_[i + 1]});
  return subtrees_;
}

void SubtreeFinder::add_subtree(std::span<const Word> tree, std::span<const std::uint16_t> places) {
  Subtree subtree{};
  subtree.size = static_cast<unsigned>(places.size());
  std::copy(places.begin(), places.end(), subtree.places.begin());
  for (unsigned i = 0; i < places.size(); ++i) {
    number_[places[i]] = static_cast<std::uint16_t>(i);
    if (tree[places[i]].is_content) subtree.content |= only(i);
  }
  for (unsigned i = 0; i < places.size(); ++i) {
    std::uint16_t above = places[i];
    subtree.branches[number_[above]] |= only(i);
    while (tree[above].size < places.size()) {
      above = tree[above].head;
      subtree.branches[number_[above]] |= only(i);
    }
  }
  const auto all = static_cast<WordSet>((1u << subtree.size) - 1);
  const auto root = std::find(subtree.branches.begin(), subtree.branches.end(), all);
  subtree.root = static_cast<unsigned>(root - subtree.branches.begin());
  subtrees_.push_back(subtree);
}

std::span<const Partial> SubtreeFinder::partials(std::span<const Word> tree,
                                                 const Subtree& subtree) {
  std::array<unsigned, PatternLimits::kMostWords> order{};  // heads before what is below them
  const auto end = order.begin() + subtree.size;
  std::iota(order.begin(), end, 0u);
  const auto size = [&](unsigned word) { return std::popcount(subtree.branches[word]); };
  std::sort(order.begin(), end, [&](unsigned a, unsigned b) {
    return std::tuple(size(b), a) < std::tuple(size(a), b);
  });
  for (unsigned i = 0; i < subtree.size; ++i)
    number_[subtree.places[i]] = static_cast<std::uint16_t>(i);
  partials_.assign({{only(order[0]), 0}});
  for (auto word = order.begin() + 1; word != end; ++word) {
    const Word& removed = tree[subtree.places[*word]];
    const WordSet head = only(number_[removed.head]);
    for (std::size_t i = 0, known = partials_.size(); i < known; ++i) {
      Partial& partial = partials_[i];
      if ((partial.kept & head) == 0) continue;
      const Partial without{partial.kept, static_cast<WordSet>(partial.slots | only(*word))};
      partial.kept |= only(*word);
      if (removed.tag != kNoSlot) partials_.push_back(without);
    }
  }
  std::erase_if(partials_, [&](const Partial& partial) {
    return partial.slots == 0 || (partial.kept & subtree.content) == 0;
  });
  std::sort(partials_.begin(), partials_.end(), [](const Partial& a, const Partial& b) {
    return std::tuple(std::popcount(a.slots), a.slots) <
           std::tuple(std::popcount(b.slots), b.slots);
  });
  const std::size_t found = partials_.size();
  while (!partials_.empty() &&
         (partials_.size() > limits_.patterns ||
          static_cast<unsigned>(std::popcount(partials_.back().slots)) > limits_.slots))
    partials_.pop_back();
  counts_.patterns += static_cast<std::int64_t>(partials_.size());
  counts_.left_out += static_cast<std::int64_t>(found - partials_.size());
  return partials_;
}

}  // namespace ow::patterns
