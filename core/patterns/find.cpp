#include "patterns/find.h"

#include <string>

#include "patterns/pattern_text.h"

namespace ow::patterns {
namespace {

SlotNumbers numbers_of(std::span<const Word> tree, const Subtree& subtree, const Partial& partial) {
  SlotNumbers numbers{};
  SlotNumberer numberer;
  for_each_word(partial.slots, [&](unsigned slot) {
    numbers[slot] = numberer.next(tree[subtree.places[slot]].tag);
  });
  return numbers;
}

void add_fillers(const Subtree& subtree, const Partial& partial, FoundPatterns& found) {
  for_each_word(partial.slots, [&](unsigned slot) {
    const WordSet branch = subtree.branches[slot];
    found.filler_begin.push_back(subtree.places[static_cast<unsigned>(std::countr_zero(branch))]);
    found.filler_end.push_back(subtree.places[static_cast<unsigned>(std::bit_width(branch)) - 1] +
                               1);
  });
  found.filler_offsets.push_back(static_cast<std::int32_t>(found.filler_begin.size()));
}

}  // namespace

FoundPatterns find_patterns(const Trees& trees, const PatternLimits& limits) {
  limits.check();
  FoundPatterns found;
  SubtreeFinder finder(limits);
  std::string text;
  for (std::size_t sentence = 0; sentence < trees.size(); ++sentence) {
    for (const Subtree& subtree : finder.find(trees[sentence])) {
      for (const Partial& partial : finder.partials(trees[sentence], subtree)) {
        write_pattern(trees, sentence, subtree, partial,
                      numbers_of(trees[sentence], subtree, partial), text);
        found.sentence.push_back(static_cast<std::int32_t>(sentence));
        found.pattern.add(text);
        found.begin.push_back(subtree.begin());
        found.end.push_back(subtree.end());
        found.is_contiguous.push_back(subtree.is_contiguous(partial));
        add_fillers(subtree, partial, found);
      }
    }
  }
  found.counts = finder.counts();
  return found;
}

}  // namespace ow::patterns
