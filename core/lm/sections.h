// Section numbers of a language model file, shared by its reader and its writer.
#pragma once

#include <cstdint>

namespace ow::lm {

enum Section : std::uint32_t {
  kInfo = 1,
  kStates = 2,  // PlainState or CodedState, and one more whose first_arc ends the last state's arcs
  kArcs = 3,    // PlainArc or CodedArc; the arcs of state 0 are those of all words, in order
  kHints = 4,   // int16, see kHintSpan
  kBooks = 5,   // 256 floats a book: kMaxOrder for probabilities, then kMaxOrder for back-offs
  kExtensions = 6,  // one byte an arc below the highest order, see lm/extension.h
  kLeeways = 7,     // lm/leeway.h, one a state
  kProspects = 8,   // one byte an arc of orders with room for two more words, see lm/prospect.h
  kVocabulary = 16,
};

}  // namespace ow::lm
