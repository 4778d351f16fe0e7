// All phrase pairs of an aligned bitext, each once, with counts and weights.
#pragma once

#include <cstdint>
#include <vector>

#include "base/texts.h"
#include "extract/lexicon.h"
#include "extract/spans.h"
#include "extract/weights.h"

namespace ow {

struct ExtractOptions {
  PhraseLimits limits;
  WeightKind weights = WeightKind::kLinks;
  bool alignments = false;   ///< whether the links of each pair are wanted
  bool source_words = true;  ///< whether the words of the source phrases are wanted
  bool target_words = true;  ///< whether the words of the target phrases are wanted
  unsigned threads = 0;      ///< 0: as many as there are cores; the result does not depend on it
};

/// Phrases and their words, by identity.
struct PhraseList {
  std::vector<std::int64_t> id;
  Texts words;  // with single blanks
};

/// Distinct phrase pairs in the order of source and target. A phrase's identity is `hash_word` of
/// its words with single blanks between them: the same phrase has the same one everywhere.
struct PhrasePairs {
  std::vector<std::int64_t> source, target, count;
  /// The greatest of all occurrences, each direction for itself.
  std::vector<std::int64_t> source_weight, target_weight;
  /// If wanted: a byte for the source word and one for the target word of each link, from 0 on,
  /// of the occurrence with the greatest sum of weights.
  Texts alignment;
  PhraseList sources, targets;  // if wanted
};

/// Extracts the phrase pairs of a bitext. Throws FormatError when the links do not belong to it.
PhrasePairs extract_phrases(const Bitext& bitext, const Links& links, const Lexicon& lexicon,
                            const ExtractOptions& options);

}  // namespace ow
