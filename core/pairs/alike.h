// Sentences that have many n-grams in common.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ow::pairs {

/// Pairs of sentences by their numbers, the lower one first, in the order of the second.
struct AlikePairs {
  std::vector<std::uint32_t> first, second;
  std::vector<double> likeness;
};

/// All pairs of sentences (words with blanks between them) whose likeness is at least `least`:
/// twice the n-grams that they have in common, as a share of those of both; n from 1 to `longest`,
/// and an n-gram counts once in a sentence. N-grams are told apart by 64-bit hashes.
AlikePairs alike_pairs(std::span<const std::string_view> sentences, double least,
                       std::size_t longest);

}  // namespace ow::pairs
