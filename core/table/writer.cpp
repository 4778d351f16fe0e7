#include "table/writer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace ow {
namespace {

using table_format::Node;

constexpr std::uint32_t kNone = UINT32_MAX;

std::string_view text_of(const Pool<char>& pool, std::uint32_t number) {
  const auto text = pool[number];
  return {text.data(), text.size()};
}

/// The place of each sequence of the pool in the order of their texts.
std::vector<std::uint32_t> text_ranks(const Pool<char>& pool) {
  std::vector<std::uint32_t> order(pool.size()), rank(pool.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return text_of(pool, a) < text_of(pool, b); });
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  return rank;
}

}  // namespace

TableWriter::TableWriter(const TableBuilder& builder, const WriteOptions& options)
    : builder_(builder),
      options_(options),
      rank_(text_ranks(builder.words_)),
      sums_(static_cast<std::uint32_t>(builder.score_names_.size())) {
  layout_.score_count = static_cast<std::uint32_t>(builder.score_names_.size());
}

WriteReport TableWriter::write(const std::string& path) {
  group_by_source();
  for (std::uint32_t source = 0; source < kept_.size(); ++source) choose(source);
  count_use();
  if (options_.quantise) learn_codebooks();
  sort_sources();
  build_trie();

  ContainerWriter file(path, table_format::kKind);
  write_blocks(file);
  file.add_section(table_format::kNodes, nodes_);
  if (options_.quantise) file.add_section(table_format::kCodebook, codebook_values_);
  write_vocabulary(file, table_format::kWords, words_.texts);
  write_vocabulary(file, table_format::kTags, tags_.texts);
  file.begin_section(table_format::kScoreNames);
  for (const std::string& name : builder_.score_names_) {
    file.write(name.data(), name.size());
    file.write("\n", 1);
  }
  summary_.score_count = layout_.score_count;
  summary_.flags = (layout_.has_counts ? table_format::kHasCounts : 0u) |
                   (layout_.has_tags ? table_format::kHasTags : 0u) |
                   (layout_.has_alignments ? table_format::kHasAlignments : 0u);
  file.add_section(table_format::kSummary, std::span<const table_format::Summary>(&summary_, 1));
  file.commit();

  report_.entries = summary_.entry_count;
  report_.sources = summary_.source_count;
  report_.words = words_.texts.size();
  return report_;
}

void TableWriter::group_by_source() {
  const std::uint32_t source_count = builder_.sources_.size();
  starts_.assign(std::size_t{source_count} + 1, 0);
  kept_.assign(source_count, 0);
  builder_.records_.for_each(
      [&](std::uint32_t source, const std::uint8_t*) { ++starts_[source + 1]; });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  records_.resize(builder_.entry_count_);
  builder_.records_.for_each([&](std::uint32_t source, const std::uint8_t* record) {
    records_[starts_[source] + kept_[source]++] = record;
  });
}

/// Brings the entries of a source into the order of their targets' texts and leaves one of each.
void TableWriter::choose(std::uint32_t source) {
  candidates_.clear();
  ranks_.clear();
  EntryBuffer buffer;
  Entry entry;
  for (const std::uint8_t* record : kept(source)) {
    builder_.records_.decode(record, buffer, entry);
    candidates_.push_back({record, static_cast<std::uint32_t>(candidates_.size()),
                           static_cast<std::uint32_t>(ranks_.size()),
                           static_cast<std::uint32_t>(entry.target.size())});
    for (const WordId word : entry.target) ranks_.push_back(rank_[word]);
  }
  const auto target = [&](const Candidate& c) {
    return std::span<const std::uint32_t>(ranks_).subspan(c.begin, c.length);
  };
  const auto compare = [&](const Candidate& a, const Candidate& b) {
    const auto left = target(a), right = target(b);
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(),
                                                  right.end());
  };
  std::sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
    const auto order = compare(a, b);
    return order < 0 || (order == 0 && precedes(a, b));
  });
  std::uint32_t count = 0;
  for (std::size_t begin = 0, end; begin < candidates_.size(); begin = end) {
    end = begin + 1;
    while (end < candidates_.size() && compare(candidates_[begin], candidates_[end]) == 0) ++end;
    report_.duplicates += end - begin - 1;
    const bool add_up = options_.duplicates == Duplicates::kSum && end - begin > 1;
    records_[starts_[source] + count++] =
        add_up ? sum(source, &candidates_[begin], &candidates_[begin] + (end - begin))
               : candidates_[begin].record;
  }
  kept_[source] = count;
}

/// Total order of entries with the same source and target: the first is the one to keep.
bool TableWriter::precedes(const Candidate& a, const Candidate& b) const {
  if (options_.duplicates == Duplicates::kFirst) return a.arrival < b.arrival;
  EntryBuffer left_buffer, right_buffer;
  Entry left, right;
  builder_.records_.decode(a.record, left_buffer, left);
  builder_.records_.decode(b.record, right_buffer, right);
  const auto descending = std::lexicographical_compare_three_way(
      right.scores.begin(), right.scores.end(), left.scores.begin(), left.scores.end());
  if (descending != 0) return descending < 0;
  if (left.count != right.count) return left.count > right.count;
  const auto signature = [&](const Entry& entry) {
    return entry.tags == Entry::kNoTags ? std::string_view{} : text_of(builder_.tags_, entry.tags);
  };
  if (left.tags != right.tags) return signature(left) < signature(right);
  return std::lexicographical_compare(left.alignment.begin(), left.alignment.end(),
                                      right.alignment.begin(), right.alignment.end());
}

const std::uint8_t* TableWriter::sum(std::uint32_t source, const Candidate* begin,
                                     const Candidate* end) {
  EntryBuffer best_buffer, buffer;
  Entry best, entry;
  builder_.records_.decode(begin->record, best_buffer, best);
  for (std::size_t i = 0; i < layout_.score_count; ++i) {
    double largest = best.scores[i], total = 0;
    for (int pass = 0; pass < 2; ++pass) {
      for (const Candidate* c = begin; c != end; ++c) {
        builder_.records_.decode(c->record, buffer, entry);
        if (pass == 0)
          largest = std::max<double>(largest, entry.scores[i]);
        else
          total += std::exp(entry.scores[i] - largest);
      }
    }
    best_buffer.scores[i] = static_cast<float>(largest + std::log(total));
  }
  for (const Candidate* c = begin + 1; c != end; ++c) {
    builder_.records_.decode(c->record, buffer, entry);
    best.count = std::min(best.count + entry.count, kLargestVarint);
  }
  return sums_.append(source, best);
}

/// Numbers words and tag signatures by how often entries use them, and sees what the table has of.
void TableWriter::count_use() {
  std::vector<std::uint64_t> words(builder_.words_.size(), 0), tags(builder_.tags_.size(), 0);
  std::vector<bool> is_source_word(words.size(), false);
  EntryBuffer buffer;
  Entry entry;
  summary_.source_count = kept_.size();
  for (std::uint32_t source = 0; source < kept_.size(); ++source) {
    const auto phrase = builder_.sources_[source];
    summary_.longest_source =
        std::max(summary_.longest_source, static_cast<std::uint32_t>(phrase.size()));
    for (const WordId word : phrase) is_source_word[word] = true;
    summary_.entry_count += kept_[source];
    for (const std::uint8_t* record : kept(source)) {
      builder_.records_.decode(record, buffer, entry);
      for (const WordId word : entry.target) ++words[word];
      if (entry.tags != Entry::kNoTags) ++tags[entry.tags];
      summary_.longest_target =
          std::max(summary_.longest_target, static_cast<std::uint32_t>(entry.target.size()));
      layout_.has_counts |= entry.count != 0;
      layout_.has_tags |= entry.tags != Entry::kNoTags;
      layout_.has_alignments |= !entry.alignment.empty();
    }
  }
  const auto by_frequency = [](const Pool<char>& pool, const std::vector<std::uint64_t>& frequency,
                               const std::vector<std::uint32_t>& rank, auto&& is_used) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < pool.size(); ++i) {
      if (is_used(i)) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : rank[a] < rank[b];
    });
    Numbering numbering{{}, std::vector<std::uint32_t>(pool.size(), kNone)};
    for (const std::uint32_t old : order) {
      numbering.number[old] = static_cast<std::uint32_t>(numbering.texts.size());
      numbering.texts.emplace_back(text_of(pool, old));
    }
    return numbering;
  };
  words_ = by_frequency(builder_.words_, words, rank_,
                        [&](std::uint32_t i) { return words[i] > 0 || is_source_word[i]; });
  tags_ = by_frequency(builder_.tags_, tags, text_ranks(builder_.tags_),
                       [&](std::uint32_t i) { return tags[i] > 0; });
}

void TableWriter::learn_codebooks() {
  EntryBuffer buffer;
  Entry entry;
  for (std::uint32_t i = 0; i < layout_.score_count; ++i) {
    std::vector<float> values;
    values.reserve(summary_.entry_count);
    for (std::uint32_t source = 0; source < kept_.size(); ++source) {
      for (const std::uint8_t* record : kept(source)) {
        builder_.records_.decode(record, buffer, entry);
        values.push_back(entry.scores[i]);
      }
    }
    codebooks_.emplace_back(std::move(values));
    const auto& learnt = codebooks_.back().values();
    codebook_values_.insert(codebook_values_.end(), learnt.begin(), learnt.end());
    report_.quantisation_errors.push_back(codebooks_.back().largest_error());
  }
  layout_.codebook = codebook_values_.data();
}

void TableWriter::sort_sources() {
  source_begins_.push_back(0);
  for (std::uint32_t source = 0; source < kept_.size(); ++source) {
    for (const WordId word : builder_.sources_[source])
      source_words_.push_back(words_.number[word]);
    source_begins_.push_back(source_words_.size());
  }
  source_order_.resize(kept_.size());
  std::iota(source_order_.begin(), source_order_.end(), 0u);
  const WordId* words = source_words_.data();
  std::sort(source_order_.begin(), source_order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(words + source_begins_[a], words + source_begins_[a + 1],
                                        words + source_begins_[b], words + source_begins_[b + 1]);
  });
}

void TableWriter::build_trie() {
  for (WordId word = 0; word < words_.texts.size(); ++word) nodes_.push_back({word, kNone, 0});
  source_of_node_.assign(nodes_.size(), kNone);
  std::vector<std::uint32_t> node_of(source_order_.size());  // where each source has got to
  // Sorted sources meet their parents in the order of the parents, so children come out level by
  // level and in groups.
  for (std::size_t depth = 1; depth <= summary_.longest_source; ++depth) {
    std::uint32_t last_parent = kNone;
    for (const std::uint32_t source : source_order_) {
      const std::size_t length = source_begins_[source + 1] - source_begins_[source];
      if (length < depth) continue;
      const WordId word = source_words_[source_begins_[source] + depth - 1];
      if (depth == 1) {
        node_of[source] = word;
      } else {
        const std::uint32_t parent = node_of[source];
        if (parent != last_parent || nodes_.back().word != word) {
          if (nodes_[parent].first_child == kNone)
            nodes_[parent].first_child = static_cast<std::uint32_t>(nodes_.size());
          nodes_.push_back({word, kNone, 0});
          source_of_node_.push_back(kNone);
          if (nodes_.size() >= kNone) throw Error("more than 4,294,967,294 source phrases");
        }
        last_parent = parent;
        node_of[source] = static_cast<std::uint32_t>(nodes_.size() - 1);
      }
      if (length == depth) source_of_node_[node_of[source]] = source;
    }
  }
  nodes_.push_back({0, static_cast<std::uint32_t>(nodes_.size()), 0});
  for (std::size_t i = nodes_.size() - 1; i-- > 0;) {
    if (nodes_[i].first_child == kNone) nodes_[i].first_child = nodes_[i + 1].first_child;
  }
}

void TableWriter::write_blocks(ContainerWriter& file) {
  constexpr std::size_t kFlush = std::size_t{1} << 20;
  file.begin_section(table_format::kBlocks);
  std::vector<std::uint8_t> bytes;
  std::uint64_t written = 0;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    nodes_[node].block = written + bytes.size();
    if (node < source_of_node_.size() && source_of_node_[node] != kNone)
      encode_block(source_of_node_[node], bytes);
    if (bytes.size() >= kFlush || node + 1 == nodes_.size()) {
      file.write(bytes.data(), bytes.size());
      written += bytes.size();
      bytes.clear();
    }
  }
  static constexpr char kZeros[kVarintSlack] = {};
  file.write(kZeros, sizeof kZeros);
}

void TableWriter::encode_block(std::uint32_t source, std::vector<std::uint8_t>& out) {
  struct Ranked {
    float score;
    const std::uint8_t* record;
  };
  std::vector<Ranked> ranked;
  EntryBuffer buffer;
  Entry entry;
  for (const std::uint8_t* record : kept(source)) {
    builder_.records_.decode(record, buffer, entry);
    const float score = entry.scores[0];
    ranked.push_back(
        {options_.quantise ? codebooks_[0][codebooks_[0].code(score)] : score, record});
  }
  // They are in the order of their texts, which decides between equal scores.
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  put_varint(out, ranked.size());
  std::uint8_t codes[kMostScores];
  for (const Ranked& each : ranked) {
    builder_.records_.decode(each.record, buffer, entry);
    for (std::size_t i = 0; i < entry.target.size(); ++i)
      buffer.target[i] = words_.number[buffer.target[i]];
    if (entry.tags != Entry::kNoTags) entry.tags = tags_.number[entry.tags];
    for (std::size_t i = 0; i < codebooks_.size(); ++i)
      codes[i] = codebooks_[i].code(entry.scores[i]);
    encode_entry(layout_, entry, codes, out);
  }
}

}  // namespace ow
