// The patterns of sentences that are to be paraphrased, and what fills their slots.
#pragma once

#include <cstdint>
#include <vector>

#include "base/texts.h"
#include "patterns/subtrees.h"
#include "patterns/trees.h"

namespace ow::patterns {

/// One row a pattern, in the order of sentence, root of the subtree, number of slots, and slots.
struct FoundPatterns {
  std::vector<std::int32_t> sentence;
  Texts pattern;                         // slots of a tag numbered from left to right
  std::vector<std::int32_t> begin, end;  // the subtree's words [begin, end) of the sentence
  /// Whether these are all words of the subtree and no others, and likewise for the fillers: only
  /// then can the words be replaced.
  std::vector<std::uint8_t> is_contiguous;
  /// The fillers of row i, from left to right as their slots are: [offsets[i], offsets[i + 1]).
  std::vector<std::int32_t> filler_offsets{0};
  std::vector<std::int32_t> filler_begin, filler_end;  // words [begin, end) of the sentence

  SubtreeCounts counts;
};

/// Finds all patterns of each sentence. Throws Error for limits that cannot be.
FoundPatterns find_patterns(const Trees& trees, const PatternLimits& limits);

}  // namespace ow::patterns
