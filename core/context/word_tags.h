// Which tags a word can have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ow::context {

/// A bit for each tag, in the order of the tags of a model; 0 where nothing is known.
using TagSet = std::uint64_t;
inline constexpr std::size_t kMostTags = 64;

/// Words with their tags, sorted by hash.
class WordTags {
 public:
  struct Entry {
    std::uint64_t hash;
    TagSet tags;
  };

  WordTags() = default;
  explicit WordTags(std::span<const Entry> entries) : entries_(entries) {}

  /// Whether each hash comes once, in ascending order.
  bool is_sorted() const;
  /// The tags of a word by its hash.
  TagSet find(std::uint64_t hash) const;

 private:
  std::span<const Entry> entries_;
};

}  // namespace ow::context
