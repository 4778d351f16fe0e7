// Word vectors, and how near phrases are by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/texts.h"

namespace ow {

/// A vector of whole numbers for each of some words, all of about the same length.
class WordVectors {
 public:
  /// The numbers of all words, one after the other. Throws Error if they are not as many for each.
  WordVectors(const TextsView& words, std::span<const std::int8_t> numbers);

  std::size_t size() const { return places_.size(); }
  std::size_t dimensions() const { return dimensions_; }
  /// The vector of a word, or nothing.
  std::span<const std::int8_t> find(std::string_view word) const {
    const auto found = places_.find(word);
    if (found == places_.end()) return {};
    return {numbers_.data() + found->second * dimensions_, dimensions_};
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return hash_word(text); }
  };

  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> places_;
  std::vector<std::int8_t> numbers_;
  std::size_t dimensions_ = 0;
};

/// What stands for a cosine where there is nothing to compare: neither near nor far.
inline constexpr float kUnknownNearness = 0.3f;

/// Pairs of phrases, a row each.
struct Nearnesses {
  /// Cosine of the sums of the vectors of the two phrases; kUnknownNearness where one has none.
  std::vector<float> nearness;
  /// How well the word is matched that is matched worst. Of the words with vectors that only one
  /// phrase has: the least of their highest cosines with those that only the other has, 0 for a
  /// word against none; kUnknownNearness where there are no such words at all.
  std::vector<float> unmatched;
};

/// Compares phrases of words with blanks between them. All sums are of whole numbers, so the result
/// depends neither on the number of threads (0: as many as there are cores) nor on the compiler.
Nearnesses compare_vectors(const TextsView& sources, const TextsView& targets,
                           const WordVectors& vectors, unsigned threads);

}  // namespace ow
