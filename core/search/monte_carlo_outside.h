// Scores that come from outside, in batches; no string is asked for twice.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/monte_carlo_options.h"

namespace ow::monte_carlo {

class OutsideScores {
 public:
  explicit OutsideScores(const StringScorer& scorer) : scorer_(scorer) {}

  /// Whether the string with this key has been asked for, or waits for that.
  bool has(std::uint64_t key) const { return places_.contains(key); }
  void ask(std::uint64_t key, std::string text);
  /// How many wait.
  std::size_t waiting() const { return texts_.size(); }
  /// Calls the scorer. Throws Error when a score is not a number or plus infinity.
  void score();
  /// Of a string that does not wait.
  double operator[](std::uint64_t key) const { return scores_[places_.at(key)]; }

 private:
  const StringScorer& scorer_;
  std::unordered_map<std::uint64_t, std::size_t>
      places_;  // in scores_, with those of texts_ behind
  std::vector<double> scores_;
  std::vector<std::string> texts_;
};

}  // namespace ow::monte_carlo
