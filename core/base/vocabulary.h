// Words of a binary file: number to text, text to number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/container.h"

namespace ow {

using WordId = std::uint32_t;

/// The vocabulary stored in a container, in sections `first` to `first + kSections - 1`.
class Vocabulary {
 public:
  static constexpr std::uint32_t kSections = 4;

  Vocabulary() = default;
  Vocabulary(const Container& file, std::uint32_t first);

  std::uint32_t size() const { return static_cast<std::uint32_t>(hashes_.size()); }
  std::optional<WordId> find(std::string_view word) const;
  /// Throws when there is no such word: the number came from a damaged file.
  std::string_view word(WordId id) const;

 private:
  View<std::uint64_t> hashes_;  // ascending
  View<std::uint32_t> ids_;     // word of each hash; empty when hash order is word order
  View<std::uint64_t> offsets_;
  View<char> bytes_;
  bool by_hash_ = false;
};

/// Sorts words by their hash: the order that makes word numbers evenly spread (see lm/model.h).
/// Throws FormatError should two words share a hash.
void sort_by_hash(std::vector<std::string>& words);

/// Writes the words in the order of their numbers.
void write_vocabulary(ContainerWriter& file, std::uint32_t first,
                      const std::vector<std::string>& words);

}  // namespace ow
