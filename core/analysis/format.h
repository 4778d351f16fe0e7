// The layout of a file with an analyser.
#pragma once

#include "base/container.h"

namespace ow::analysis::format {

constexpr FileKind kKind{{'O', 'W', 'a', 'n', 'a', 'l', '\r', '\n'}, 1, "analyser"};

enum Section : std::uint32_t {
  kShape = 1,       // `Shape`
  kNames = 2,       // tags, kinds of entities, relations, each with a line feed behind it
  kPlaces = 3,      // `KnownWords::Place`: a table of the words with rows of their own
  kRows = 4,        // vectors of features, a byte a number
  kScales = 5,      // what the numbers of each row are to be multiplied by
  kParameters = 6,  // as `Layout` has them
  kRules = 7,       // `LemmaRules::Rule`: a table
  kEndings = 8,     // what rules put at the end of a word, each with its length before it
};

}  // namespace ow::analysis::format
