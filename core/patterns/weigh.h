// Lexical weights of aligned patterns, equation 5 of Zhao, Wang, Liu and Li (2009):
//
//     log p(c | e) = 1/n sum over the n words of c of log (the mean of w(c_i | e_j) over its links)
//
// Slots are no words. A word without a link is weighed with the null word.
#pragma once

#include <cstdint>
#include <vector>

#include "base/texts.h"
#include "extract/lexicon.h"

namespace ow::patterns {

/// By row, natural logs times 2^kWeightBits, rounded; see extract/weights.h.
struct PatternWeights {
  std::vector<std::int64_t> source;  // log p(pattern | pivot pattern)
  std::vector<std::int64_t> target;  // log p(pivot pattern | pattern)
};

/// Weighs pairs as `induce_patterns` gives them. Throws FormatError when columns differ in length
/// or an alignment leads outside of its patterns.
PatternWeights weigh_patterns(const TextsView& patterns, const TextsView& pivots,
                              const TextsView& alignments, const Lexicon& lexicon);

}  // namespace ow::patterns
