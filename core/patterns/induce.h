// Patterns of analysed sentences with the pivot patterns of their translations, counted.
#pragma once

#include <cstdint>
#include <vector>

#include "base/texts.h"
#include "extract/links.h"
#include "patterns/subtrees.h"
#include "patterns/trees.h"

namespace ow::patterns {

struct InduceOptions {
  PatternLimits limits;
  unsigned longest_pivot = 20;  ///< words and slots of a pivot pattern, at most 255
  bool tight = false;           ///< whether words at the ends of a pattern must have links
  unsigned threads = 0;         ///< 0: as many as there are cores; the result does not depend on it
};

/// Distinct pairs of a pattern and a pivot pattern with one root and alignment, in the order of the
/// identities, then of the roots and alignments. Rows of several batches are put together by adding
/// up counts.
struct PatternPairs {
  std::vector<std::int64_t> pattern_id, pivot_id;  // `hash_word` of the text
  Texts pattern, pivot;
  Texts root;  // the tag of the word that the pattern's others are below
  /// A byte for the place in the pattern and one for the place in the pivot pattern of each link
  /// between words, from 0 on; slots count as places.
  Texts alignment;
  std::vector<std::int64_t> count;

  // What became of the places in the text where there is a pattern.
  SubtreeCounts subtrees;
  std::int64_t paired = 0;
  std::int64_t gapped = 0;     // in trees whose arcs cross: not one stretch of text
  std::int64_t unaligned = 0;  // a slot, or all content words
  std::int64_t torn = 0;       // by the alignment
  std::int64_t too_long = 0;   // the pivot pattern
};

/// Induces the patterns of the source of a bitext. Throws FormatError when trees or links do not
/// belong to it, and Error for limits that cannot be.
PatternPairs induce_patterns(const Bitext& bitext, const Links& links, const Trees& trees,
                             const InduceOptions& options);

}  // namespace ow::patterns
