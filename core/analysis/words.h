// What the network sees of a word: rows of a table of vectors, chosen by its letters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/address.h"
#include "text/characters.h"

namespace ow::analysis {

/// Features of a word; all but the first are hashed into rows of their own.
enum Feature : std::size_t {
  kWord,
  kSuffix2,
  kSuffix3,
  kSuffix4,
  kPrefix2,
  kPrefix3,
  kShape,
  kList,
  kFeatures
};

/// How many rows each feature has, behind those of known words.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
// Files that a fuzzer writes and reads a hundred thousand times are better small.
inline constexpr std::array<std::uint32_t, kFeatures> kRows = {0, 4, 4, 4, 4, 4, 4, 4};
#else
inline constexpr std::array<std::uint32_t, kFeatures> kRows = {0,       1 << 11, 1 << 13, 1 << 14,
                                                               1 << 11, 1 << 13, 1 << 11, 1 << 4};
#endif

using Rows = std::array<std::uint32_t, kFeatures>;

/// Words with a row of their own, by their hashes; row 0 is that of all others. A table with open
/// addressing, a power of two long and never full, where 0 means nothing.
struct KnownWords {
  struct Place {
    std::uint64_t hash;
    std::uint32_t row;
    std::uint32_t unused = 0;
  };
  std::span<const Place> places;
  std::uint32_t rows = 1;

  std::uint32_t row_of(std::uint64_t hash) const {
    const std::size_t mask = places.size() - 1;
    for (std::size_t at = hash & mask, step = 0; step < places.size();
         at = (at + 1) & mask, ++step) {
      if (places[at].hash == hash) return places[at].row;
      if (places[at].hash == 0) return 0;
    }
    return 0;
  }
};

/// A table for these hashes, which get the rows from 1 on.
std::vector<KnownWords::Place> places_for(std::span<const std::uint64_t> hashes);

/// Reads one word after the other; keeps its buffers, so one for each thread.
class WordReader {
 public:
  /// Takes a word, of any bytes.
  void read(std::string_view word);

  /// Of the word in lower case, with 0 for each digit; never 0.
  std::uint64_t hash() const { return hash_; }
  /// The rows of all features.
  Rows rows(const KnownWords& known) const;
  /// The word in lower case.
  const std::string& lower() const { return lower_; }
  /// Whether it is an address of the web or of mail.
  bool is_address() const { return text::is_address(characters_.codes, characters_.kinds); }

 private:
  text::Characters characters_;
  std::string lower_;
  std::vector<char32_t> codes_;  // in lower case, 0 for a digit
  std::uint64_t hash_ = 0;
  std::uint64_t shape_ = 0;
  std::uint32_t list_ = 0;
};

/// All rows that there are if so many words are known.
std::size_t row_count(std::uint32_t known);

}  // namespace ow::analysis
