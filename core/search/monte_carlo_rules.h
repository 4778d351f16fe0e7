// What a sentence can be changed by: a rule for each edge of a lattice.
//
// A rule replaces one or more pieces of the source at once. It has several when it carries words
// along without changing their order: these stay free for other rules. What rules leave alone stays
// as it is, and costs what the edge of each word to itself costs. So the score of a set of rules is
// a sum: that of the source as it is, and what each rule gains.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/monte_carlo_options.h"
#include "search/task.h"

namespace ow::monte_carlo {

using RuleId = std::uint32_t;

/// Source words [begin, end), at least one, by other words, maybe none.
struct Piece {
  std::uint32_t begin, end;
  std::uint32_t first_word, word_count;
};

struct Rule {
  std::uint32_t edge;        // of the lattice
  std::uint32_t begin, end;  // source words, with those between its pieces
  std::uint32_t first_piece, piece_count;
  double gain;          // what it adds to the score, the language model aside
  std::int32_t growth;  // bytes that it makes the text longer
  bool holds;           // others may be between its pieces, or are inside already

  /// Whether there are words between its pieces.
  bool is_gapped() const { return piece_count > 1; }
};

class Rules {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Rules of a task, sorted by where they begin. Edges that change nothing are rules in translator
  /// mode only. Throws Error when there are too many.
  void make(const Task& task, MonteCarloMode mode);

  std::uint32_t size() const { return static_cast<std::uint32_t>(rules_.size()); }
  const Rule& operator[](RuleId rule) const { return rules_[rule]; }
  std::uint32_t piece_count() const { return static_cast<std::uint32_t>(pieces_.size()); }
  const Piece& piece(std::uint32_t piece) const { return pieces_[piece]; }
  std::span<const LocalWord> words(const Piece& piece) const {
    return {words_.data() + piece.first_word, piece.word_count};
  }
  /// Rules that begin at a source word: [first(word), first(word + 1)).
  RuleId first(std::uint32_t position) const { return first_[position]; }

  std::uint32_t length() const { return static_cast<std::uint32_t>(stay_edges_.size()); }
  /// The score of the source as it is, the language model aside. Words without an edge to
  /// themselves count as 0 there and in gains: sums over rules that cover all words are right.
  double base() const { return base_; }
  /// The edge of a word to itself, or kNone.
  std::uint32_t stay_edge(std::uint32_t position) const { return stay_edges_[position]; }
  /// Whether all words have one.
  bool all_stay() const { return all_stay_; }

 private:
  static constexpr std::uint32_t kMost = 65'534;  // states number their actions with 16 bits

  void find_stays(const Task& task, std::span<const std::uint8_t> kept);
  void add(const Task& task, std::uint32_t edge, bool kept, bool with_identity);
  bool split(const Task& task, const Edge& edge);
  void end_piece(const Lattice& lattice, std::uint32_t begin, std::uint32_t end,
                 std::uint32_t first_piece);
  void compare_with_best();

  std::vector<Rule> rules_;
  std::vector<Piece> pieces_;
  std::vector<LocalWord> words_;
  std::vector<RuleId> first_;  // by position, and one more
  std::vector<std::uint32_t> stay_edges_;
  std::vector<double> stays_;  // sums of the scores of stay edges before a position
  double base_ = 0.0;
  bool all_stay_ = true;
  std::vector<LocalWord> new_words_;  // of a piece that has not ended
};

}  // namespace ow::monte_carlo
