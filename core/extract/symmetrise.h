// One alignment of two that were made in opposite directions.
#pragma once

#include <span>
#include <vector>

#include "extract/links.h"

namespace ow {

/// How the two become one (Och and Ney 2003; Koehn, Och and Marcu 2003).
enum class Symmetrisation {
  kIntersection,      ///< links in both
  kUnion,             ///< links in either
  kGrowDiag,          ///< the intersection, grown to neighbours in the union that link a free word
  kGrowDiagFinalAnd,  ///< the same, then links of either between two free words
};

/// The links of one pair of sentences with so many words. Where order matters, links are looked at
/// by source word, then target word, and those of `forward` before those of `reverse`.
std::vector<Link> symmetrise(std::span<const Link> forward, std::span<const Link> reverse,
                             std::size_t source_words, std::size_t target_words,
                             Symmetrisation method);

/// The links of each pair of a bitext. Throws FormatError when they do not belong to it.
Links symmetrise(const Links& forward, const Links& reverse, const Bitext& bitext,
                 Symmetrisation method);

}  // namespace ow
