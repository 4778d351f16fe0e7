// The greedy parser: the best move, until every word has a head.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/arcs.h"
#include "analysis/network.h"

namespace ow::analysis {

/// What the network says in each state of a sentence; keeps its buffers, so one for each thread.
class ParserNetwork {
 public:
  ParserNetwork(const Shape& shape, const Layout& layout, std::span<const float> parameters)
      : hidden_(shape.hidden), layout_(layout), parameters_(parameters) {}

  /// Takes the vectors of a sentence: what each word contributes is computed once for all states.
  void begin(Strided vectors, std::size_t words);
  /// The row of contributions that belongs to a slot's word.
  std::size_t row_of(std::int32_t word) const {
    return word == Arcs::kNone ? words_ + 1 : static_cast<std::size_t>(word);
  }
  /// The hidden layer of a state.
  void hidden_of(const std::array<std::int32_t, kSlots>& slots, float* hidden) const;
  /// Scores of moves; padded.
  void score_moves(const float* hidden, float* scores) const;
  /// The relation with the highest score.
  std::uint8_t best_relation(Move move, const float* hidden, std::uint32_t relations);

 private:
  std::size_t hidden_;
  const Layout& layout_;
  std::span<const float> parameters_;
  std::size_t words_ = 0;
  std::vector<float> contributions_;  // (words, root, nothing) × (slots, hidden)
  std::vector<float> scores_;
};

/// The move with the highest score that can be made.
Move best_move(const Arcs& arcs, const float* scores);

}  // namespace ow::analysis
