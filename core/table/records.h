// Entries on their way into a table, in the order they came, in little more memory than in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "table/entry.h"

namespace ow {

/// Appended records stay where they are in memory, and none is split over two chunks.
class Records {
 public:
  explicit Records(std::uint32_t score_count)
      : layout_{.score_count = score_count,
                .has_counts = true,
                .has_tags = true,
                .has_alignments = true,
                .word_count = UINT32_MAX,
                .tags_count = UINT32_MAX} {}

  /// Returns where the entry is stored; the pointer stays valid.
  const std::uint8_t* append(std::uint32_t source, const Entry& entry) {
    scratch_.clear();
    put_varint(scratch_, source);
    const std::size_t skip = scratch_.size();
    encode_entry(layout_, entry, nullptr, scratch_);
    if (chunks_.empty() || chunks_.back().size > kChunk - scratch_.size())
      chunks_.push_back({std::make_unique_for_overwrite<std::uint8_t[]>(kSize), 0});
    Chunk& chunk = chunks_.back();
    std::uint8_t* at = chunk.bytes.get() + chunk.size;
    std::memcpy(at, scratch_.data(), scratch_.size());
    chunk.size += scratch_.size();
    return at + skip;
  }

  /// Decodes what `append` or `for_each` gave; returns the byte behind it.
  const std::uint8_t* decode(const std::uint8_t* at, EntryBuffer& buffer, Entry& entry) const {
    return decode_entry(layout_, at, at + kLongest, buffer, entry);
  }

  /// Calls visit(source, at) for each record in the order of arrival.
  template <class Visit>
  void for_each(Visit&& visit) const {
    EntryBuffer buffer;
    Entry entry;
    for (const Chunk& chunk : chunks_) {
      const std::uint8_t* at = chunk.bytes.get();
      const std::uint8_t* const end = at + chunk.size;
      while (at < end) {
        const auto source = static_cast<std::uint32_t>(get_varint(at));
        visit(source, at);
        at = decode(at, buffer, entry);
      }
    }
  }

 private:
  struct Chunk {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size;
  };
  // Room for the longest target, all scores, and every word aligned to every other.
  static constexpr std::size_t kLongest = kVarintSlack * (kLongestPhrase + 5) +
                                          kMostScores * sizeof(float) +
                                          kLongestPhrase * kLongestPhrase * sizeof(AlignmentPoint);
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr std::size_t kSize = kChunk + kLongest + kVarintSlack;
  static_assert(kLongest < kChunk);

  EntryLayout layout_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint8_t> scratch_;
};

}  // namespace ow
