// A paraphrase table on disk: which phrases can be said how, with which scores.
//
// Opening maps the file and reads its summary. Look-ups decode straight from the mapped bytes; any
// number of threads may read one table. What a damaged file holds is never trusted: each read is
// checked and throws FormatError.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/container.h"
#include "base/vocabulary.h"
#include "table/entry.h"
#include "table/format.h"

namespace ow {

class Table;

/// The entries of one source phrase, best first, decoded one at a time:
/// `for (Entries e = table.find(source); e.next();) use(e.entry());`
class Entries {
 public:
  Entries(const Entries&) = delete;
  Entries& operator=(const Entries&) = delete;

  std::size_t size() const { return size_; }
  /// Moves to the next entry; false behind the last.
  inline bool next();
  /// The current entry, valid until `next` is called or this object is gone.
  const Entry& entry() const { return entry_; }

 private:
  friend class Table;
  Entries() = default;
  inline Entries(const Table& table, std::size_t source_length, const std::uint8_t* begin,
                 const std::uint8_t* end);

  const Table* table_ = nullptr;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::size_t size_ = 0;
  std::size_t left_ = 0;
  std::size_t source_length_ = 0;
  Entry entry_;
  EntryBuffer buffer_;
};

class Table {
 public:
  /// Stands for a word that the table does not know.
  static constexpr WordId kUnknown = UINT32_MAX;

  explicit Table(std::string path);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  const std::string& path() const { return file_.path(); }
  std::uint64_t file_size() const { return file_.size(); }
  /// One name a score, in the order of Entry::scores; at least one.
  std::span<const std::string> score_names() const { return score_names_; }
  /// Words of sources and targets; those frequent in targets have small numbers.
  const Vocabulary& vocabulary() const { return words_; }
  WordId word_or_unknown(std::string_view word) const {
    return words_.find(word).value_or(kUnknown);
  }
  std::uint64_t entry_count() const { return summary_.entry_count; }
  std::uint64_t source_count() const { return summary_.source_count; }
  std::size_t longest_source() const { return summary_.longest_source; }
  std::size_t longest_target() const { return summary_.longest_target; }
  bool has_counts() const { return layout_.has_counts; }
  bool has_tags() const { return layout_.has_tags; }
  bool has_alignments() const { return layout_.has_alignments; }
  bool is_quantised() const { return layout_.codebook != nullptr; }
  /// Number of different tag signatures.
  std::uint32_t tags_count() const { return tags_.size(); }
  /// Text of a tag signature; empty for Entry::kNoTags.
  std::string_view tags(std::uint32_t number) const {
    return number == Entry::kNoTags ? std::string_view{} : tags_.word(number);
  }

  /// The entries of exactly this source phrase.
  Entries find(std::span<const WordId> source) const;

  /// Calls visit(begin, end, entry) for every entry of every span [begin, end) of the sentence, in
  /// the order of begin, end and rank. Words are numbers of this vocabulary, or kUnknown.
  template <class Visit>
  void for_each_match(std::span<const WordId> sentence, Visit&& visit) const;

  /// Verifies every checksum of the file now instead of on first use.
  void verify() const { file_.ensure_all(); }

 private:
  friend class Entries;
  friend class SourceCursor;
  using Node = table_format::Node;

  struct NodeRange {
    std::uint32_t begin, end;
  };
  NodeRange children(std::uint32_t node) const {
    return {nodes_[node].first_child, nodes_[std::size_t{node} + 1].first_child};
  }
  /// The node below `node` for this word, or kNoNode.
  inline std::uint32_t child(std::uint32_t node, WordId word) const;
  inline Entries entries(std::uint32_t node, std::size_t source_length) const;
  [[noreturn]] void bad_entry() const;

  static constexpr std::uint32_t kNoNode = UINT32_MAX;

  Container file_;
  table_format::Summary summary_;
  Vocabulary words_;
  Vocabulary tags_;
  View<Node> nodes_;
  View<std::uint8_t> blocks_;
  std::size_t blocks_size_ = 0;  // without the slack
  std::vector<std::string> score_names_;
  std::vector<float> codebook_;
  EntryLayout layout_;
};

/// Walks over all source phrases, in the order of their word numbers.
class SourceCursor {
 public:
  explicit SourceCursor(const Table& table) : table_(table), next_{{0, table.words_.size()}} {}

  /// Moves to the next source phrase; false behind the last.
  bool next();
  std::span<const WordId> source() const { return source_; }
  Entries entries() const { return table_.entries(node_, source_.size()); }

 private:
  const Table& table_;
  std::vector<Table::NodeRange> next_;  // nodes still to be visited, one range a level
  std::vector<WordId> source_;
  std::uint32_t node_ = 0;
};

Entries::Entries(const Table& table, std::size_t source_length, const std::uint8_t* begin,
                 const std::uint8_t* end)
    : table_(&table), at_(begin), end_(end), source_length_(source_length) {
  if (begin == end) return;
  const std::uint64_t count = get_varint(at_);
  if (at_ > end_ || count == 0 || count > static_cast<std::size_t>(end_ - at_)) [[unlikely]]
    table.bad_entry();
  size_ = left_ = static_cast<std::size_t>(count);
}

bool Entries::next() {
  if (left_ == 0) return false;
  --left_;
  const std::uint8_t* behind = decode_entry(table_->layout_, at_, end_, buffer_, entry_);
  if (behind == nullptr || (left_ == 0 && behind != end_)) [[unlikely]]
    table_->bad_entry();
  for (const AlignmentPoint point : entry_.alignment) {
    if (point.source >= source_length_ || point.target >= entry_.target.size()) [[unlikely]]
      table_->bad_entry();
  }
  at_ = behind;
  return true;
}

std::uint32_t Table::child(std::uint32_t node, WordId word) const {
  const auto [begin, end] = children(node);
  const auto range = nodes_.range(begin, end);
  std::size_t low = 0, high = range.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (range[middle].word < word)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == range.size() || range[low].word != word) return kNoNode;
  return begin + static_cast<std::uint32_t>(low);
}

Entries Table::entries(std::uint32_t node, std::size_t source_length) const {
  const std::uint64_t end = nodes_[std::size_t{node} + 1].block;
  if (end > blocks_size_) [[unlikely]]
    bad_entry();
  const auto bytes = blocks_.range(nodes_[node].block, end);
  return {*this, source_length, bytes.data(), bytes.data() + bytes.size()};
}

template <class Visit>
void Table::for_each_match(std::span<const WordId> sentence, Visit&& visit) const {
  // Memory is slower than decoding, so what comes next is asked for before what is here is decoded.
  const auto begin_at = [&](std::size_t begin) {
    const bool is_known = begin < sentence.size() && sentence[begin] < words_.size();
    const std::uint32_t node = is_known ? sentence[begin] : kNoNode;
    if (is_known) blocks_.prefetch(nodes_[node].block);
    return node;
  };
  for (const WordId word : sentence) nodes_.prefetch(word);
  std::uint32_t first = begin_at(0);
  for (std::size_t begin = 0; begin < sentence.size(); ++begin) {
    const std::size_t limit = std::min(sentence.size(), begin + longest_source());
    std::uint32_t node = std::exchange(first, begin_at(begin + 1));
    for (std::size_t end = begin + 1; node != kNoNode; ++end) {
      const std::uint32_t longer = end < limit ? child(node, sentence[end]) : kNoNode;
      if (longer != kNoNode) blocks_.prefetch(nodes_[longer].block);
      for (Entries found = entries(node, end - begin); found.next();)
        visit(begin, end, found.entry());
      node = longer;
    }
  }
}

}  // namespace ow
