#include "analysis/arcs.h"

namespace ow::analysis {

void Arcs::begin(std::int32_t size) {
  size_ = size;
  next_ = 0;
  stack_.clear();
  const auto words = static_cast<std::size_t>(size);
  heads_.assign(words, kNone);
  leftmost_.assign(words + 1, kNone);
  rightmost_.assign(words + 1, kNone);
}

void Arcs::make(Move move) {
  if (move == kShift) {
    stack_.push_back(next_++);
    return;
  }
  const std::int32_t word = dependent(), above = head(move);
  heads_[static_cast<std::size_t>(word)] = above;
  // Children to the left come nearest first, those to the right likewise: the last is outermost.
  auto& children = move == kLeft ? leftmost_ : rightmost_;
  children[static_cast<std::size_t>(above)] = word;
  stack_.pop_back();
}

std::array<std::int32_t, kSlots> Arcs::slots() const {
  const auto top = [&](std::size_t depth) {
    return depth < stack_.size() ? stack_[stack_.size() - 1 - depth] : kNone;
  };
  const auto child = [](const std::vector<std::int32_t>& children, std::int32_t word) {
    return word == kNone ? kNone : children[static_cast<std::size_t>(word)];
  };
  const std::int32_t first = top(0), second = top(1);
  return {first,
          second,
          top(2),
          next_,
          next_ < size_ ? next_ + 1 : kNone,
          child(leftmost_, first),
          child(rightmost_, first),
          child(leftmost_, second),
          child(rightmost_, second),
          child(leftmost_, next_)};
}

}  // namespace ow::analysis
