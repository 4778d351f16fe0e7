// The edit distance of two sentences, as far as it matters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs/words.h"

namespace ow::pairs {

/// Computes distances one after the other; keeps its buffer, so one for each thread.
class EditDistance {
 public:
  /// With `substitutions`, putting a word in place of another is one edit; without, it is two: a
  /// deletion and an insertion.
  explicit EditDistance(bool substitutions) : substitution_(substitutions ? 1 : 2) {}

  /// The least number of edits between the sentences, or `most` + 1 if it is more than `most`.
  std::uint32_t operator()(std::span<const Word> a, std::span<const Word> b, std::uint32_t most);

 private:
  std::uint32_t substitution_;
  std::vector<std::uint32_t> row_;
};

}  // namespace ow::pairs
