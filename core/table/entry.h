// One entry of a table: in memory, and as the bytes it is stored in.
//
// Bytes: number of target words, target word numbers, scores (float32, or one byte each when they
// are quantised), then what the table has of: count, tag signature + 1 (0: none), number of
// alignment points and two bytes a point. Numbers are varints.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/varint.h"
#include "base/vocabulary.h"

namespace ow {

/// Most words in a source or a target.
constexpr std::size_t kLongestPhrase = 255;
constexpr std::size_t kMostScores = 64;

/// A source word and a target word that mean the same, as places in their phrases.
struct AlignmentPoint {
  std::uint8_t source, target;
  friend auto operator<=>(const AlignmentPoint&, const AlignmentPoint&) = default;
};

struct Entry {
  std::span<const WordId> target{};
  std::span<const float> scores{};  // natural logs, one for each name of the table
  std::uint64_t count = 0;          // 0: not known
  std::uint32_t tags = kNoTags;     // number of the tag signature
  std::span<const AlignmentPoint> alignment{};

  static constexpr std::uint32_t kNoTags = UINT32_MAX;
};

/// How the entries of one table are stored, and what bounds their numbers.
struct EntryLayout {
  std::uint32_t score_count = 1;
  bool has_counts = false;
  bool has_tags = false;
  bool has_alignments = false;
  const float* codebook = nullptr;  // 256 values a score when scores are quantised
  std::uint32_t word_count = 0;
  std::uint32_t tags_count = 0;
};

/// Where a decoded entry lives until the next one is decoded.
struct EntryBuffer {
  WordId target[kLongestPhrase];
  float scores[kMostScores];
};

/// Decodes the entry at `at`; returns the byte behind it, or nullptr when the bytes cannot be an
/// entry of this layout. No byte from `end` + kVarintSlack on is read.
inline const std::uint8_t* decode_entry(const EntryLayout& layout, const std::uint8_t* at,
                                        const std::uint8_t* end, EntryBuffer& buffer,
                                        Entry& entry) {
  if (at >= end) [[unlikely]]
    return nullptr;
  const std::uint64_t length = get_varint(at);
  if (length == 0 || length > kLongestPhrase) [[unlikely]]
    return nullptr;
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (at >= end) [[unlikely]]
      return nullptr;
    const std::uint64_t word = get_varint(at);
    largest = word > largest ? word : largest;
    buffer.target[i] = static_cast<WordId>(word);
  }
  const std::size_t score_bytes = layout.score_count * (layout.codebook ? 1 : sizeof(float));
  if (largest >= layout.word_count || at > end || static_cast<std::size_t>(end - at) < score_bytes)
      [[unlikely]]
    return nullptr;
  if (layout.codebook != nullptr) {
    for (std::size_t i = 0; i < layout.score_count; ++i)
      buffer.scores[i] = layout.codebook[256 * i + at[i]];
  } else {
    bool finite = true;
    for (std::size_t i = 0; i < layout.score_count; ++i) {
      std::memcpy(buffer.scores + i, at + i * sizeof(float), sizeof(float));
      finite &= std::abs(buffer.scores[i]) <= FLT_MAX;
    }
    if (!finite) [[unlikely]]
      return nullptr;
  }
  at += score_bytes;
  entry.target = {buffer.target, static_cast<std::size_t>(length)};
  entry.scores = {buffer.scores, layout.score_count};
  if (layout.has_counts) {
    if (at >= end) return nullptr;
    entry.count = get_varint(at);
  }
  if (layout.has_tags) {
    if (at >= end) return nullptr;
    const std::uint64_t tags = get_varint(at);
    if (tags > layout.tags_count) return nullptr;
    entry.tags = static_cast<std::uint32_t>(tags) - 1;
  }
  if (layout.has_alignments) {
    if (at >= end) return nullptr;
    const std::uint64_t points = get_varint(at);
    if (at > end || points > static_cast<std::size_t>(end - at) / sizeof(AlignmentPoint))
      return nullptr;
    entry.alignment = {reinterpret_cast<const AlignmentPoint*>(at),
                       static_cast<std::size_t>(points)};
    at += points * sizeof(AlignmentPoint);
  }
  return at <= end ? at : nullptr;
}

/// Appends the bytes of an entry; `codes` are its quantised scores, used when there is a codebook.
void encode_entry(const EntryLayout& layout, const Entry& entry, const std::uint8_t* codes,
                  std::vector<std::uint8_t>& out);

}  // namespace ow
