// Words of a binary file: number to text, text to number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/container.h"
#include "base/hash.h"

namespace ow {

using WordId = std::uint32_t;

/// The vocabulary stored in a container, in sections `first` to `first + kSections - 1`.
class Vocabulary {
 public:
  static constexpr std::uint32_t kSections = 5;

  Vocabulary() = default;
  Vocabulary(const Container& file, std::uint32_t first);

  std::uint32_t size() const { return static_cast<std::uint32_t>(hashes_.size()); }
  /// Words are told apart by their 64-bit hash alone.
  std::optional<WordId> find(std::string_view word) const { return find_hash(hash_word(word)); }
  std::optional<WordId> find_hash(std::uint64_t hash) const;
  /// Brings what `find_hash` reads first closer.
  void prefetch(std::uint64_t hash) const { buckets_.prefetch(bucket(hash)); }
  /// Throws when there is no such word: the number came from a damaged file.
  std::string_view word(WordId id) const;

 private:
  std::size_t bucket(std::uint64_t hash) const {
    return bucket_bits_ == 0 ? 0 : hash >> (64 - bucket_bits_);
  }

  View<std::uint64_t> hashes_;   // ascending
  View<std::uint32_t> buckets_;  // first hash with each value of the leading bits, and the end
  View<std::uint32_t> ids_;      // word of each hash; empty when hash order is word order
  View<std::uint64_t> offsets_;
  View<char> bytes_;
  bool by_hash_ = false;
  unsigned bucket_bits_ = 0;
};

/// Sorts words by their hash: the order that makes word numbers evenly spread (see lm/model.h).
/// Throws FormatError should two words share a hash.
void sort_by_hash(std::vector<std::string>& words);

/// Writes the words in the order of their numbers.
void write_vocabulary(ContainerWriter& file, std::uint32_t first,
                      const std::vector<std::string>& words);

}  // namespace ow
