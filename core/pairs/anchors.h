// Sentences of two texts that surely correspond, to find the rest between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs/words.h"

namespace ow::pairs {

struct Anchor {
  std::uint32_t first, second;  // numbers of sentences
};

/// The longest chain of sentences, increasing in both texts, that have a word in common which each
/// text has only once. It begins with (0, 0) and ends with the sizes of both texts.
std::vector<Anchor> anchors(std::span<const Sentence> first, std::span<const Sentence> second);

}  // namespace ow::pairs
