// All that a sentence can become: a node between any two source words, an edge for each unit.
//
// The edges that leave a node are kept as a trie over their target words, so that work on a common
// beginning is done once. A source span and target offered by several tables is one edge, in the
// table where its weighted score is largest.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ow {

/// Number of a word within one lattice; equal numbers mean equal text.
using LocalWord = std::uint32_t;
inline constexpr LocalWord kNoWord = UINT32_MAX;

/// Where an edge came from when it came from no table.
inline constexpr std::uint32_t kSelfTable = UINT32_MAX;
inline constexpr std::uint32_t kUnknownTable = UINT32_MAX - 1;

/// One possible replacement: source words [begin, end) by the target words.
struct Edge {
  std::uint32_t begin, end;
  std::uint32_t target_begin, target_size;    // in Lattice::target
  std::uint32_t feature_begin, feature_size;  // in Lattice::features
  std::uint32_t table;
  double score;      // what the search adds up: weighted features and usability
  double usability;  // as given, unweighted
};

class Lattice {
 public:
  /// A point inside an edge. Children are contiguous and sorted by word number of the language
  /// model, then local number.
  struct Node {
    LocalWord word;  // that leads here; kNoWord for a root
    std::uint32_t first_child, child_count;
    std::uint32_t first_end, end_count;  // edges that end here, in Lattice::ends
  };
  /// An edge complete at a trie node: the search goes on at the root of `position`.
  struct End {
    std::uint32_t position;
    std::uint32_t edge;
    double score;
  };

  /// Empties the lattice for a sentence. Texts given here and to `intern` must outlive it.
  void reset(std::span<const std::string_view> sentence);
  LocalWord intern(std::string_view text);
  /// Adds an edge; begin < end <= length(). The target may be empty. Throws FormatError when the
  /// score is infinite or not a number.
  void add(std::uint32_t begin, std::uint32_t end, std::span<const LocalWord> target,
           std::uint32_t table, std::span<const float> features, double score, double usability);
  /// Merges duplicates and builds the tries. `rank` gives each local word its number in the
  /// language model, for the order of children.
  void finish(std::span<const std::uint32_t> rank);

  std::uint32_t length() const { return length_; }
  LocalWord source(std::uint32_t position) const { return source_[position]; }
  std::uint32_t word_count() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::string_view text(LocalWord word) const { return texts_[word]; }
  /// The number of a word that was interned, or nothing.
  std::optional<LocalWord> find(std::string_view text) const;

  /// Edges as added; those that lost to a better duplicate are not in the tries.
  std::span<const Edge> edges() const { return edges_; }
  std::span<const LocalWord> target(const Edge& edge) const {
    return {targets_.data() + edge.target_begin, edge.target_size};
  }
  std::span<const float> features(const Edge& edge) const {
    return {features_.data() + edge.feature_begin, edge.feature_size};
  }

  /// Valid after `finish`. Nodes of one position come one after the other, its root first, parents
  /// before children; the last root, of position length(), is where sentences end.
  std::span<const Node> nodes() const { return nodes_; }
  std::uint32_t root(std::uint32_t position) const { return roots_[position]; }
  std::uint32_t end_count() const { return static_cast<std::uint32_t>(ends_.size()); }
  const End& end(std::uint32_t index) const { return ends_[index]; }
  std::span<const End> ends(const Node& node) const {
    return {ends_.data() + node.first_end, node.end_count};
  }

 private:
  static constexpr LocalWord kFree = UINT32_MAX;

  std::size_t slot_of(std::string_view text, std::uint64_t hash) const;
  void grow();
  void build_trie(std::span<const std::uint32_t> rank, std::span<const std::uint32_t> edges);
  void draft_trie(std::span<const std::uint32_t> edges);
  std::uint32_t draft_child(std::uint32_t parent, LocalWord word);
  void draft_end(std::uint32_t node, std::uint32_t edge);

  std::uint32_t length_ = 0;
  std::vector<std::string_view> texts_;
  std::vector<std::uint64_t> hashes_;  // of texts_
  std::vector<LocalWord> slots_;       // open addressing; a power of two, at most half full
  std::vector<LocalWord> source_;
  std::vector<Edge> edges_;
  std::vector<LocalWord> targets_;
  std::vector<float> features_;
  std::vector<Node> nodes_;
  std::vector<End> ends_;
  std::vector<std::uint32_t> roots_;

  // Scratch of `finish`, kept to spare allocations: the trie of one position as it grows. Lists end
  // with kFree.
  struct Draft {
    LocalWord word;
    std::uint32_t first_child, sibling;
    std::uint32_t first_end;  // in draft_ends_
  };
  struct DraftEnd {
    End end;
    std::uint32_t next;
  };
  struct DraftSlot {
    std::uint64_t key;  // parent and word
    std::uint32_t round, node;
  };
  struct Child {
    std::uint64_t key;  // what children are sorted by
    std::uint32_t draft;
  };
  std::vector<Draft> drafts_;
  std::vector<DraftEnd> draft_ends_;
  std::vector<DraftSlot> draft_slots_;  // open addressing; a power of two, at most half full
  std::uint32_t round_ = 0;             // slots of earlier positions count as free
  std::vector<Child> children_;
  std::vector<std::uint32_t> level_order_;
  std::vector<std::uint32_t> by_begin_, edge_order_;
};

}  // namespace ow
