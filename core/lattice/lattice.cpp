#include "lattice/lattice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"

namespace ow {
namespace {

constexpr double kLargestScore = 1e30;  // sums of many stay numbers

}  // namespace

void Lattice::reset(std::span<const std::string_view> sentence) {
  length_ = static_cast<std::uint32_t>(sentence.size());
  texts_.clear();
  hashes_.clear();
  std::fill(slots_.begin(), slots_.end(), kFree);
  source_.clear();
  edges_.clear();
  targets_.clear();
  features_.clear();
  nodes_.clear();
  ends_.clear();
  roots_.clear();
  for (const std::string_view word : sentence) source_.push_back(intern(word));
}

/// Where the word is, or the free slot where it belongs.
std::size_t Lattice::slot_of(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != kFree; slot = (slot + 1) & mask) {
    if (hashes_[slots_[slot]] == hash && texts_[slots_[slot]] == text) break;
  }
  return slot;
}

void Lattice::grow() {
  slots_.assign(std::max<std::size_t>(1024, slots_.size() * 2), kFree);
  for (LocalWord word = 0; word < word_count(); ++word)
    slots_[slot_of(texts_[word], hashes_[word])] = word;
}

LocalWord Lattice::intern(std::string_view text) {
  if (2 * (texts_.size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_word(text);
  LocalWord& slot = slots_[slot_of(text, hash)];
  if (slot == kFree) {
    slot = word_count();
    texts_.push_back(text);
    hashes_.push_back(hash);
  }
  return slot;
}

std::optional<LocalWord> Lattice::find(std::string_view text) const {
  if (slots_.empty()) return std::nullopt;
  const LocalWord found = slots_[slot_of(text, hash_word(text))];
  return found == kFree ? std::nullopt : std::optional(found);
}

void Lattice::add(std::uint32_t begin, std::uint32_t end, std::span<const LocalWord> target,
                  std::uint32_t table, std::span<const float> features, double score,
                  double usability) {
  if (!(std::abs(score) < kLargestScore))
    throw FormatError(
        "the weighted score of a unit is not between -1e30 and 1e30; use smaller weights");
  edges_.push_back({begin, end, static_cast<std::uint32_t>(targets_.size()),
                    static_cast<std::uint32_t>(target.size()),
                    static_cast<std::uint32_t>(features_.size()),
                    static_cast<std::uint32_t>(features.size()), table, score, usability});
  targets_.insert(targets_.end(), target.begin(), target.end());
  features_.insert(features_.end(), features.begin(), features.end());
}

void Lattice::finish(std::span<const std::uint32_t> rank) {
  // Counting sort by begin keeps the order of addition within a position.
  by_begin_.assign(length_ + 2, 0);
  for (const Edge& edge : edges_) ++by_begin_[edge.begin + 1];
  std::partial_sum(by_begin_.begin(), by_begin_.end(), by_begin_.begin());
  edge_order_.resize(edges_.size());
  // From here on by_begin_[p] is where the edges of p end.
  for (std::uint32_t e = 0; e < edges_.size(); ++e) edge_order_[by_begin_[edges_[e].begin]++] = e;
  std::uint32_t begin = 0;
  for (std::uint32_t position = 0; position <= length_; ++position) {
    const std::uint32_t end = by_begin_[position];
    roots_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    build_trie(rank, {edge_order_.data() + begin, end - begin});
    begin = end;
  }
}

std::uint32_t Lattice::draft_child(std::uint32_t parent, LocalWord word) {
  const std::uint64_t key = std::uint64_t{parent} << 32 | word;
  const std::size_t mask = draft_slots_.size() - 1;
  std::size_t at = (key * 0x9e3779b97f4a7c15ULL >> 32) & mask;
  for (; draft_slots_[at].round == round_; at = (at + 1) & mask) {
    if (draft_slots_[at].key == key) return draft_slots_[at].node;
  }
  const auto added = static_cast<std::uint32_t>(drafts_.size());
  draft_slots_[at] = {key, round_, added};
  drafts_.push_back({word, kFree, drafts_[parent].first_child, kFree});
  drafts_[parent].first_child = added;
  return added;
}

void Lattice::draft_end(std::uint32_t node, std::uint32_t edge) {
  const Edge& candidate = edges_[edge];
  std::uint32_t* last = &drafts_[node].first_end;
  for (; *last != kFree; last = &draft_ends_[*last].next) {
    End& end = draft_ends_[*last].end;
    if (end.position != candidate.end) continue;
    // The same source and target again: the larger score stays, the earlier one on a tie.
    if (candidate.score > end.score) end = {candidate.end, edge, candidate.score};
    return;
  }
  *last = static_cast<std::uint32_t>(draft_ends_.size());
  draft_ends_.push_back({{candidate.end, edge, candidate.score}, kFree});
}

void Lattice::draft_trie(std::span<const std::uint32_t> edges) {
  std::size_t most = 1;
  for (const std::uint32_t e : edges) most += edges_[e].target_size;
  if (2 * most > draft_slots_.size()) {
    draft_slots_.assign(std::bit_ceil(2 * most), {0, 0, 0});
    round_ = 0;
  }
  if (++round_ == 0) {
    std::fill(draft_slots_.begin(), draft_slots_.end(), DraftSlot{0, 0, 0});
    round_ = 1;
  }
  drafts_.assign(1, {kNoWord, kFree, kFree, kFree});
  draft_ends_.clear();
  for (const std::uint32_t e : edges) {
    std::uint32_t node = 0;
    for (const LocalWord word : target(edges_[e])) node = draft_child(node, word);
    draft_end(node, e);
  }
}

void Lattice::build_trie(std::span<const std::uint32_t> rank,
                         std::span<const std::uint32_t> edges) {
  draft_trie(edges);
  // Level by level, so that children come one after the other, and in their order.
  const auto root = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({kNoWord, 0, 0, 0, 0});
  level_order_.assign(1, 0);
  for (std::uint32_t n = 0; n < level_order_.size(); ++n) {
    const Draft& draft = drafts_[level_order_[n]];
    const auto first_end = static_cast<std::uint32_t>(ends_.size());
    for (std::uint32_t e = draft.first_end; e != kFree; e = draft_ends_[e].next)
      ends_.push_back(draft_ends_[e].end);
    children_.clear();
    for (std::uint32_t child = draft.first_child; child != kFree; child = drafts_[child].sibling) {
      const LocalWord word = drafts_[child].word;
      children_.push_back({std::uint64_t{rank[word]} << 32 | word, child});
    }
    if (children_.size() > 1) {
      std::sort(children_.begin(), children_.end(),
                [](const Child& a, const Child& b) { return a.key < b.key; });
    }
    const auto first_child = static_cast<std::uint32_t>(nodes_.size());
    for (const Child& child : children_) {
      nodes_.push_back({static_cast<LocalWord>(child.key), 0, 0, 0, 0});
      level_order_.push_back(child.draft);
    }
    Node& node = nodes_[root + n];
    node.first_child = first_child;
    node.child_count = static_cast<std::uint32_t>(children_.size());
    node.first_end = first_end;
    node.end_count = static_cast<std::uint32_t>(ends_.size()) - first_end;
  }
}

}  // namespace ow
