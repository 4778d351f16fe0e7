// How often each phrase of an aligned bitext was seen with which tag signature.
#pragma once

#include <cstdint>
#include <vector>

#include "base/texts.h"
#include "extract/spans.h"
#include "phrases/signature.h"

namespace ow {

enum class Side { kSource, kTarget };

/// Distinct pairs of a phrase, by its identity, and a signature, in the order of phrases.
struct SignatureCounts {
  std::vector<std::int64_t> phrase, count;
  Texts signature;
};

/// Counts the signatures of the phrases of one side that are part of a phrase pair within `limits`;
/// a phrase counts once for each place in the text. `tags` has the Penn tags of each sentence with
/// blanks between them. Throws FormatError when links or tags do not belong to the bitext. The
/// result does not depend on the number of threads; 0 takes as many as there are cores.
SignatureCounts count_signatures(const Bitext& bitext, const Links& links, Side side,
                                 const TextsView& tags, Detail detail, const PhraseLimits& limits,
                                 unsigned threads);

}  // namespace ow
