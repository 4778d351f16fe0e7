// Arc-hybrid transitions: shift the next word onto the stack, or take the top of the stack away and
// hang it under the next word (left) or under the word below it (right). The root is a word behind
// the last one, so that every word gets a head.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/network.h"

namespace ow::analysis {

/// A sentence being parsed. Words are numbered from 0; `size` is the root.
class Arcs {
 public:
  static constexpr std::int32_t kNone = -1;

  void begin(std::int32_t size);

  std::int32_t size() const { return size_; }
  bool done() const { return stack_.empty() && next_ == size_; }
  bool can(Move move) const {
    switch (move) {
      case kShift:
        return next_ < size_;
      case kLeft:
        return !stack_.empty();
      default:
        return stack_.size() > 1;
    }
  }
  /// Does what can be done.
  void make(Move move);

  /// The word that a left or right move would take, and what it would hang under.
  std::int32_t dependent() const { return stack_.back(); }
  std::int32_t head(Move move) const { return move == kLeft ? next_ : stack_[stack_.size() - 2]; }

  /// What the parser looks at; kNone where there is nothing.
  std::array<std::int32_t, kSlots> slots() const;

  std::int32_t next() const { return next_; }
  std::span<const std::int32_t> stack() const { return stack_; }
  /// Heads as far as they are known; the others kNone.
  const std::vector<std::int32_t>& heads() const { return heads_; }

 private:
  std::int32_t size_ = 0, next_ = 0;
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> heads_;
  std::vector<std::int32_t> leftmost_, rightmost_;  // children, kNone without; the root has some
};

}  // namespace ow::analysis
