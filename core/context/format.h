// The layout of a confidence file, shared by its writer and its reader.
#pragma once

#include <cstdint>

#include "base/container.h"

namespace ow::context::format {

constexpr FileKind kKind{{'O', 'W', 'c', 'o', 'n', 'f', '\r', '\n'}, 2, "confidence"};

enum Section : std::uint32_t {
  kShape = 1,
  kVectors = 2,         // a signed byte a number
  kScales = 3,          // of the vectors, a float a row
  kWeights = 4,         // two signed numbers of two bytes a row
  kParameters = 5,      // floats; see network.cpp
  kCalibration = 6,     // for each origin what log-odds are multiplied by and what is added: floats
  kTags = 7,            // names, each ended by a newline
  kWordTags = 8,        // hashes of words, ascending, with their tags
  kVectorWords = 10,    // hashes of words with vectors, ascending
  kVectorNumbers = 11,  // of each as many signed bytes
  kGuards = 9,          // lines, see guards.h
};

}  // namespace ow::context::format
