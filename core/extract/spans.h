// The phrase pairs of one aligned sentence pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/links.h"

namespace ow {

/// Which phrase pairs are wanted.
struct PhraseLimits {
  unsigned words = 7;  ///< of each side at most, up to kLongestPhrase; 0: that many
  unsigned cepts = 0;  ///< of a pair at most; 0: any number
  bool tight = false;  ///< whether the first and the last word of each side must have links

  static constexpr unsigned kLongestPhrase = 255;
};

/// The words [source_begin, source_end) and [target_begin, target_end).
struct SpanPair {
  std::uint16_t source_begin, source_end, target_begin, target_end;
  auto operator<=>(const SpanPair&) const = default;
};

/// Finds the phrase pairs that are consistent with an alignment (Och, Tillmann and Ney 1999): pairs
/// of spans with a link between them and no link that leaves one span without entering the other.
///
/// A cept (Brown et al. 1993) is a set of words that links connect, or one word without a link; the
/// cepts of a phrase pair are those of its words.
class PhraseFinder {
 public:
  explicit PhraseFinder(const PhraseLimits& limits);

  /// All pairs, in the order of source begin, source end, target begin, target end; valid until the
  /// next call.
  std::span<const SpanPair> find(std::span<const Link> links, std::size_t source_words,
                                 std::size_t target_words);

 private:
  struct Reach {  // first and last word a word is linked to; first > last: none
    int first, last;
    bool linked() const { return first <= last; }
  };
  void find_cepts(std::span<const Link> links);
  void add(int source_begin, int source_end, int target_begin, int target_end, unsigned cepts);

  PhraseLimits limits_;
  std::vector<Reach> source_, target_;
  std::vector<int> cept_of_source_;  // the first source word of its cept
  std::vector<int> cept_seen_;       // of a cept: the begin for which it was last counted
  std::vector<SpanPair> found_;
};

}  // namespace ow
