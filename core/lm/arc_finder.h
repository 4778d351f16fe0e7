// Finds a word among the arcs of one state.
//
// Arcs are sorted by word, and words are numbered by hash, so their numbers are evenly spread: the
// place of a word follows from its number but for a small correction. The words of a state's n
// arcs fall into n / kHintSpan equal ranges; the hint of a range is the place of its first arc, as
// a difference to what perfectly even spacing would give, or kNoHint.
#pragma once

#include <cstdint>
#include <span>

#include "base/vocabulary.h"

namespace ow::lm {

using ArcId = std::uint32_t;
inline constexpr ArcId kNoArc = UINT32_MAX;

/// Arcs a hint stands for. A state's hints begin at its first arc / kHintSpan.
inline constexpr ArcId kHintSpan = 4;
inline constexpr std::int16_t kNoHint = INT16_MIN;

/// Factor that spreads the numbers of a vocabulary over 64 bits.
inline std::uint64_t hint_scale(std::uint32_t words) {
  return ~std::uint64_t{0} / words;
}
/// The range a word falls into.
inline ArcId hint_range(ArcId arcs, WordId word, std::uint64_t scale) {
  return static_cast<ArcId>(((word * scale >> 32) * (arcs / kHintSpan)) >> 32);
}

/// Looks up words in two steps, so that callers with many words can have the memory of all of them
/// on its way before they look at the first. Places count from the state's first arc.
template <class Arc>
class ArcFinder {
 public:
  ArcFinder(std::span<const Arc> arcs, std::span<const std::int16_t> hints, std::uint64_t scale)
      : arcs_(arcs), hints_(hints), scale_(scale) {}

  void prefetch_hint(WordId word) const {
    if (!hints_.empty()) __builtin_prefetch(hints_.data() + range_of(word));
  }
  /// Where the word is or should be, a few arcs too early at most.
  ArcId place(WordId word) const {
    if (hints_.empty()) return 0;
    const ArcId range = range_of(word);
    const std::int16_t shift = hints_[range];
    const ArcId at = range * kHintSpan + static_cast<ArcId>(shift);
    return shift == kNoHint || at > arcs_.size() ? 0 : at;
  }
  void prefetch_arc(ArcId place) const {
    __builtin_prefetch(arcs_.data() + place);
    __builtin_prefetch(arcs_.data() + place + kWindow - 1);
  }
  /// The place of the word, looked for from `place` on, or kNoArc.
  ArcId find_from(ArcId place, WordId word) const {
    const auto count = static_cast<ArcId>(arcs_.size());
    if (place + kWindow <= count) {
      // Counting the smaller words of a window costs less than guessing when to stop.
      const Arc* window = arcs_.data() + place;
      ArcId smaller = 0;
      for (ArcId i = 0; i < kWindow; ++i) smaller += window[i].word < word;
      if (smaller == kWindow) return halve(place + kWindow, word);
      return window[smaller].word == word ? place + smaller : kNoArc;
    }
    for (; place < count; ++place) {
      if (arcs_[place].word >= word) return arcs_[place].word == word ? place : kNoArc;
    }
    return kNoArc;
  }
  ArcId find(WordId word) const { return find_from(place(word), word); }
  const Arc& operator[](ArcId place) const { return arcs_[place]; }
  ArcId size() const { return static_cast<ArcId>(arcs_.size()); }

 private:
  static constexpr ArcId kWindow = 8;

  ArcId range_of(WordId word) const { return hint_range(size(), word, scale_); }
  /// Without a hint, or with an unlucky one.
  ArcId halve(ArcId low, WordId word) const {
    ArcId high = size();
    while (low < high) {
      const ArcId middle = low + (high - low) / 2;
      if (arcs_[middle].word < word)
        low = middle + 1;
      else
        high = middle;
    }
    return low < size() && arcs_[low].word == word ? low : kNoArc;
  }

  std::span<const Arc> arcs_;
  std::span<const std::int16_t> hints_;
  std::uint64_t scale_;
};

}  // namespace ow::lm
