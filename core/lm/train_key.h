// N-grams as integers, for sorting.
#pragma once

#include <cstdint>

#include "base/vocabulary.h"

namespace ow::lm {

using NarrowKey = std::uint64_t;
__extension__ using WideKey = unsigned __int128;

/// Packs words of a fixed number of bits, the last word highest. So ascending keys are in suffix
/// order (by last word, then the one before it, ...), and the lowest bits are those of the context.
/// `order` is the number of words of the key at hand.
template <class Key>
class Packing {
 public:
  explicit Packing(unsigned word_bits) : bits_(word_bits) {}

  unsigned bits(unsigned words) const { return words * bits_; }
  Key mask(unsigned words) const {
    return bits(words) == 8 * sizeof(Key) ? ~Key{0} : (Key{1} << bits(words)) - 1;
  }
  /// Word `i`, from 0 for the first.
  WordId word(Key key, unsigned i) const { return static_cast<WordId>((key >> bits(i)) & mask(1)); }
  WordId last(Key key, unsigned order) const { return word(key, order - 1); }
  /// All words but the last.
  Key context(Key key, unsigned order) const { return key & mask(order - 1); }
  /// The last `words` words.
  Key suffix(Key key, unsigned order, unsigned words) const { return key >> bits(order - words); }
  /// Drops the first word and adds one at the end.
  Key shifted(Key key, unsigned order, WordId next) const {
    return (order > 1 ? key >> bits_ : 0) | Key{next} << bits(order - 1);
  }

 private:
  unsigned bits_;
};

// The records that are sorted; packed, because they are many.
#pragma pack(push, 4)

/// One occurrence.
template <class Key>
struct Occurrence {
  Key key;
};

/// An n-gram with its adjusted count and its number of occurrences.
template <class Key>
struct Counted {
  Key key;
  std::uint32_t count;
  std::uint32_t occurrences;
};

/// An n-gram with its probability and the share by which its removal would raise the perplexity.
template <class Key>
struct Estimate {
  Key key;
  float probability;
  float loss;
};

/// A context with its back-off weight.
template <class Key>
struct Backoff {
  Key key;
  float weight;
};

#pragma pack(pop)

}  // namespace ow::lm
