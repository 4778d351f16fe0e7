// What the language model says of a sentence with rules applied, at the cost of its changes.
//
// Between changes the model soon is in the state that it has at the same place of the source, and
// from there to the next change it says what it said of the source. What it says of a piece depends
// on the state before it alone, and is remembered.
#pragma once

#include <cstdint>
#include <vector>

#include "search/monte_carlo_rewriting.h"
#include "search/task.h"

namespace ow::monte_carlo {

class Fluency {
 public:
  /// Begins a sentence; the rules must outlive the calls of `score`.
  void start(const Task& task, const Rules& rules);

  /// Weighted, natural log, </s> included.
  double score(const Rewriting& sentence);
  double source_score() const { return sums_.back() + source_end_; }

 private:
  struct Reading {
    double score;
    lm::StateId next;
  };
  /// What was read from a state: a piece, or behind these a source word, or behind these </s>.
  struct Slot {
    std::uint32_t item = UINT32_MAX;
    lm::StateId state = 0;
    Reading reading{};
  };
  static constexpr unsigned kSlotBits = 13;

  Reading read(lm::StateId state, std::uint32_t item);
  Reading read_slowly(lm::StateId state, std::uint32_t item) const;

  Task task_{};
  const Rules* rules_ = nullptr;
  std::vector<lm::StateId> states_;  // of the source, before each word and behind the last
  std::vector<double> sums_;         // what the model says of the source before each
  double source_end_ = 0.0;
  std::vector<Slot> slots_;  // a new reading takes the place of an old one
};

}  // namespace ow::monte_carlo
