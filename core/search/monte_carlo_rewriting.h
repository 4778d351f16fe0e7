// A sentence with rules applied to it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/hash.h"
#include "search/monte_carlo_rules.h"

namespace ow::monte_carlo {

/// No word is changed twice; what holds other rules is not held itself by one. To
/// assign one to another of the same sentence takes no memory.
class Rewriting {
 public:
  void start(const Rules& rules) {
    rules_ = &rules;
    words_.assign(rules.length() + kWide, 0);
    begins_.assign(rules.length() / 64 + 1, 0);
    pieces_.resize(rules.length());
    applied_.clear();
    applied_.reserve(rules.length());
    coverage_key_ = 0;
    rules_key_ = 0;
    growth_ = 0;
  }

  bool fits(RuleId id) const {
    const Rule& rule = (*rules_)[id];
    if (!rule.holds) return is_free(rule.begin, rule.end, kCovered);
    for (std::uint32_t i = 0; i < rule.piece_count; ++i) {
      const Piece& piece = rules_->piece(rule.first_piece + i);
      if (!is_free(piece.begin, piece.end, kCovered)) return false;
    }
    return is_free(rule.begin, rule.end, kSpanned);
  }

  void apply(RuleId id) {
    const Rule& rule = (*rules_)[id];
    for (std::uint32_t i = 0; i < rule.piece_count; ++i) {
      const std::uint32_t number = rule.first_piece + i;
      const Piece& piece = rules_->piece(number);
      pieces_[piece.begin] = number;
      begins_[piece.begin / 64] |= std::uint64_t{1} << piece.begin % 64;
      mark(piece.begin, piece.end, kCovered);
    }
    if (rule.holds) mark(rule.begin, rule.end, kSpanned);
    rules_key_ += mix(id + 1);
    growth_ += rule.growth;
    applied_.push_back(id);
  }

  /// In the order they were applied.
  std::span<const RuleId> applied() const { return applied_; }
  /// The first source word at or behind `position` that no rule covers; the length if there is
  /// none.
  std::uint32_t next_free(std::uint32_t position) const {
    while (position < pieces_.size() && (words_[position] & kCovered) != 0) ++position;
    return position;
  }

  /// How many bytes longer than the source.
  std::int64_t growth() const { return growth_; }

  /// The same for the same rules, in any order.
  std::uint64_t rules_key() const { return rules_key_; }
  /// The same for rules that leave the same to others.
  std::uint64_t coverage_key() const { return coverage_key_; }

  /// Calls stay(begin, end) for source words that stay and change(piece) for those that do not,
  /// from left to right.
  template <class Stay, class Change>
  void walk(Stay&& stay, Change&& change) const {
    std::uint32_t at = 0;
    for (std::uint32_t w = 0; w < begins_.size(); ++w) {
      for (std::uint64_t bits = begins_[w]; bits != 0; bits &= bits - 1) {
        const std::uint32_t begin = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        if (at < begin) stay(at, begin);
        change(pieces_[begin]);
        at = rules_->piece(pieces_[begin]).end;
      }
    }
    if (at < pieces_.size()) stay(at, static_cast<std::uint32_t>(pieces_.size()));
  }

 private:
  static constexpr std::uint8_t kCovered = 1, kSpanned = 2;
  static constexpr std::uint32_t kWide = 8;  // words looked at together, a byte each
  static constexpr std::uint64_t kEach = 0x0101010101010101ULL;

  bool is_free(std::uint32_t begin, std::uint32_t end, std::uint8_t mark) const {
    for (; end - begin > kWide; begin += kWide) {
      if ((marks(begin) & mark * kEach) != 0) return false;
    }
    const std::uint32_t beyond = 8 * (kWide - (end - begin));
    return (marks(begin) << beyond & mark * kEach) == 0;
  }
  std::uint64_t marks(std::uint32_t position) const {
    std::uint64_t bytes;
    std::memcpy(&bytes, words_.data() + position, sizeof bytes);
    return bytes;
  }
  void mark(std::uint32_t begin, std::uint32_t end, std::uint8_t mark) {
    for (std::uint32_t position = begin; position < end; ++position) {
      words_[position] |= mark;
      coverage_key_ += mix(std::uint64_t{position} << 8 | mark);
    }
  }

  const Rules* rules_ = nullptr;
  std::vector<std::uint8_t> words_;    // marks of source words, and room for a wide look
  std::vector<std::uint64_t> begins_;  // bits: source words at which a piece begins
  std::vector<std::uint32_t> pieces_;  // by source word: the piece that begins there
  std::vector<RuleId> applied_;
  std::uint64_t coverage_key_ = 0, rules_key_ = 0;
  std::int64_t growth_ = 0;
};

}  // namespace ow::monte_carlo
