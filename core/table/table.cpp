#include "table/table.h"

#include <cmath>

namespace ow {
namespace {

using namespace table_format;

std::vector<std::string> read_names(const Container& file) {
  const auto section = file.section<char>(kScoreNames);
  const auto bytes = section.range(0, section.size());
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < bytes.size();) {
    std::size_t end = begin;
    while (end < bytes.size() && bytes[end] != '\n') ++end;
    names.emplace_back(bytes.data() + begin, end - begin);
    begin = end + 1;
  }
  return names;
}

std::vector<float> read_codebook(const Container& file, std::size_t score_count) {
  if (!file.has_section(kCodebook)) return {};
  const auto section = file.section<float>(kCodebook);
  const auto values = section.range(0, section.size());
  if (values.size() != 256 * score_count) file.corrupt("the codebook has a wrong size");
  for (const float value : values) {
    if (!std::isfinite(value)) file.corrupt("the codebook holds a number that is not finite");
  }
  return {values.begin(), values.end()};
}

}  // namespace

Table::Table(std::string path)
    : file_(std::move(path), kKind),
      words_(file_, kWords),
      tags_(file_, kTags),
      nodes_(file_.section<Node>(kNodes)),
      blocks_(file_.section<std::uint8_t>(kBlocks)) {
  const auto summary = file_.section<Summary>(kSummary);
  if (summary.size() != 1) file_.corrupt("the summary has a wrong size");
  summary_ = summary[0];
  if (summary_.score_count == 0 || summary_.score_count > kMostScores ||
      summary_.longest_source > kLongestPhrase || summary_.longest_target > kLongestPhrase)
    file_.corrupt("the summary holds impossible numbers");
  if (nodes_.size() <= words_.size() || nodes_.size() > UINT32_MAX || blocks_.size() < kVarintSlack)
    file_.corrupt("the trie is smaller than its vocabulary, or too large");
  blocks_size_ = blocks_.size() - kVarintSlack;
  score_names_ = read_names(file_);
  if (score_names_.size() != summary_.score_count)
    file_.corrupt("the number of score names is not the number of scores");
  codebook_ = read_codebook(file_, summary_.score_count);
  layout_ = {.score_count = summary_.score_count,
             .has_counts = (summary_.flags & kHasCounts) != 0,
             .has_tags = (summary_.flags & kHasTags) != 0,
             .has_alignments = (summary_.flags & kHasAlignments) != 0,
             .codebook = codebook_.empty() ? nullptr : codebook_.data(),
             .word_count = words_.size(),
             .tags_count = tags_.size()};
}

void Table::bad_entry() const {
  file_.corrupt("an entry cannot be decoded");
}

Entries Table::find(std::span<const WordId> source) const {
  if (source.empty() || source.front() >= words_.size()) return {};
  std::uint32_t node = source.front();
  for (const WordId word : source.subspan(1)) {
    node = child(node, word);
    if (node == kNoNode) return {};
  }
  return entries(node, source.size());
}

bool SourceCursor::next() {
  while (!next_.empty()) {
    Table::NodeRange& level = next_.back();
    if (level.begin >= level.end) {
      next_.pop_back();
      if (!source_.empty()) source_.pop_back();
      continue;
    }
    node_ = level.begin++;
    if (source_.size() == table_.longest_source())
      table_.file_.corrupt("a source phrase is longer than the longest");
    source_.push_back(next_.size() == 1 ? node_ : table_.nodes_[node_].word);
    if (source_.back() >= table_.words_.size())
      table_.file_.corrupt("a source phrase has a word outside the vocabulary");
    const auto children = table_.children(node_);
    table_.nodes_.range(children.begin, children.end);
    next_.push_back(children);
    if (table_.nodes_[node_].block != table_.nodes_[std::size_t{node_} + 1].block) return true;
  }
  return false;
}

}  // namespace ow
