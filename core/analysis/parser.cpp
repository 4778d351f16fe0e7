#include "analysis/parser.h"

#include <algorithm>

namespace ow::analysis {

void ParserNetwork::begin(Strided vectors, std::size_t words) {
  words_ = words;
  const std::size_t columns = kSlots * hidden_;
  contributions_.resize((words + 2) * columns);
  apply(layout_.slots, parameters_, vectors, words, contributions_.data());
  std::copy_n(parameters_.data() + layout_.root, columns, contributions_.data() + words * columns);
  std::copy_n(parameters_.data() + layout_.empty, columns,
              contributions_.data() + (words + 1) * columns);
}

void ParserNetwork::hidden_of(const std::array<std::int32_t, kSlots>& slots, float* hidden) const {
  std::copy_n(parameters_.data() + layout_.hidden_bias, hidden_, hidden);
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const float* added = contributions_.data() + (row_of(slots[slot]) * kSlots + slot) * hidden_;
    for (std::size_t i = 0; i < hidden_; ++i) hidden[i] += added[i];
  }
  for (std::size_t i = 0; i < hidden_; ++i) hidden[i] = std::max(hidden[i], 0.0f);
}

void ParserNetwork::score_moves(const float* hidden, float* scores) const {
  apply(layout_.moves, parameters_, {hidden, hidden_}, 1, scores);
}

std::uint8_t ParserNetwork::best_relation(Move move, const float* hidden, std::uint32_t relations) {
  const Linear& linear = move == kLeft ? layout_.left : layout_.right;
  scores_.resize(linear.outputs);
  apply(linear, parameters_, {hidden, hidden_}, 1, scores_.data());
  return static_cast<std::uint8_t>(std::max_element(scores_.begin(), scores_.begin() + relations) -
                                   scores_.begin());
}

Move best_move(const Arcs& arcs, const float* scores) {
  int best = -1;
  for (int move = 0; move < kMoves; ++move)
    if (arcs.can(static_cast<Move>(move)) && (best < 0 || scores[move] > scores[best])) best = move;
  return static_cast<Move>(best);
}

}  // namespace ow::analysis
