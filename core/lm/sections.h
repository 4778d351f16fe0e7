// Section numbers of a language model file, shared by its reader and its writer.
#pragma once

#include <cstdint>

namespace ow::lm {

enum Section : std::uint32_t {
  kInfo = 1,
  kFirstArc = 2,
  kParents = 3,
  kBackoffs = 4,  // float, or one byte a state when quantised
  kArcWords = 5,
  kArcProbs = 6,  // float, or one byte an arc when quantised
  kArcNext = 7,
  kBooks = 8,  // 256 floats a book: kMaxOrder for probabilities, kMaxOrder for back-offs
  kVocabulary = 16,
};

}  // namespace ow::lm
