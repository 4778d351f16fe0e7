#include "lattice/lattice.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"

namespace ow {

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
  {
    std::vector<std::uint32_t>& at = by_begin_;
    for (std::uint32_t e = 0; e < edges_.size(); ++e) edge_order_[at[edges_[e].begin]++] = e;
  }
  std::uint32_t begin = 0;
  for (std::uint32_t position = 0; position <= length_; ++position) {
    const std::uint32_t end = by_begin_[position];
    roots_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    build_trie(rank, {edge_order_.data() + begin, end - begin});
    begin = end;
  }
}

void Lattice::add_end(std::uint32_t first_end, std::uint32_t edge) {
  const Edge& candidate = edges_[edge];
  for (std::size_t i = first_end; i < ends_.size(); ++i) {
    if (ends_[i].position != candidate.end) continue;
    // The same source and target again: the larger score stays, the earlier one on a tie.
    if (candidate.score > ends_[i].score) ends_[i] = {candidate.end, edge, candidate.score};
    return;
  }
  ends_.push_back({candidate.end, edge, candidate.score});
}

void Lattice::build_trie(std::span<const std::uint32_t> rank, std::span<std::uint32_t> edges) {
  const auto node_count = [&] { return static_cast<std::uint32_t>(nodes_.size()); };
  queue_.clear();
  queue_.push_back({node_count(), 0, static_cast<std::uint32_t>(edges.size()), 0});
  nodes_.push_back({kNoWord, 0, 0, 0, 0});
  const auto add_child = [&](LocalWord word, std::uint32_t begin, std::uint32_t end,
                             std::uint32_t depth) {
    queue_.push_back({node_count(), begin, end, depth});
    nodes_.push_back({word, 0, 0, 0, 0});
  };
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const Pending at = queue_[next];
    const auto first_end = static_cast<std::uint32_t>(ends_.size());
    const std::uint32_t first_child = node_count();
    keyed_.clear();
    for (std::uint32_t i = at.begin; i < at.end; ++i) {
      const Edge& edge = edges_[edges[i]];
      const LocalWord* target = targets_.data() + edge.target_begin;
      if (edge.target_size == at.depth)
        add_end(first_end, edges[i]);
      else if (at.end - at.begin == 1)  // most nodes: nothing to sort
        add_child(target[at.depth], at.begin, at.end, at.depth + 1);
      else
        keyed_.emplace_back(std::uint64_t{rank[target[at.depth]]} << 32 | target[at.depth],
                            edges[i]);
    }
    // Edges of one position are numbered in the order of addition, so this is a stable sort.
    if (keyed_.size() > 1) std::sort(keyed_.begin(), keyed_.end());
    // What ends here is done: the rest takes its place, grouped by child.
    std::uint32_t write = at.begin;
    for (std::size_t i = 0; i < keyed_.size();) {
      const std::uint64_t key = keyed_[i].first;
      const std::uint32_t begin = write;
      for (; i < keyed_.size() && keyed_[i].first == key; ++i) edges[write++] = keyed_[i].second;
      add_child(static_cast<LocalWord>(key), begin, write, at.depth + 1);
    }
    Node& node = nodes_[at.node];
    node.first_end = first_end;
    node.end_count = static_cast<std::uint32_t>(ends_.size()) - first_end;
    node.first_child = first_child;
    node.child_count = node_count() - first_child;
  }
}

}  // namespace ow
