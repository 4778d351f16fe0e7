// The layout of a file of casing statistics.
#pragma once

#include "base/container.h"

namespace ow::text::casing_format {

constexpr FileKind kKind{{'O', 'W', 'c', 'a', 's', 'e', '\r', '\n'}, 1, "casing"};

enum Section : std::uint32_t {
  kWords = 1,    // hashes, ascending, of words that are not written in lower case
  kOffsets = 2,  // where their forms begin; one more: where the last one ends
  kForms = 3,
  kCommon = 4,  // hashes, ascending, of words in lower case
};

}  // namespace ow::text::casing_format
