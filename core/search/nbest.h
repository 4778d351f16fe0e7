// N-best lists as Moses prints them: `index ||| words ||| name= values … ||| score`.
#pragma once

#include <cstdint>
#include <string>

#include "search/decoder.h"

namespace ow {

/// Appends a line for each derivation. Features are natural logs before weighting: LM0, a
/// TranslationModel for each table, SelfEdge0 if there are self edges, and UnknownWordPenalty0
/// where a word passed through for want of an entry. Where a scorer from outside ranks derivations,
/// the score is what it says, and Model0 that of the model.
void append_nbest(const LatticeMaker& maker, const Decoded& decoded, std::uint64_t index,
                  std::string& out);

}  // namespace ow
