// Which sentences of one text correspond to which of another: two translations of a chapter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ow::pairs {

/// Sentences [first_begin, first_end) of one text say what [second_begin, second_end) of the other
/// say; one of the two may be empty.
struct Bead {
  std::uint32_t first_begin, first_end, second_begin, second_end;
  double overlap;  // 0: no words in common, 1: the same words
  friend bool operator==(const Bead&, const Bead&) = default;
};

/// Covers both texts, sentence by sentence, with beads of up to three sentences on one side. The
/// best sequence by the lengths in characters as Gale and Church (1993) weigh them, and by the
/// words in common, rare ones above all. Sentences are tokenised and in lower case. Time and memory
/// are linear in the lengths: correspondences are sought within `window` sentences of where words
/// that both texts have only once say they are.
std::vector<Bead> align_sentences(std::span<const std::string_view> first,
                                  std::span<const std::string_view> second,
                                  std::uint32_t window = 200);

}  // namespace ow::pairs
