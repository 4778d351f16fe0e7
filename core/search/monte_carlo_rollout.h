// Roll-outs: from a state to a final one by chance.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "search/monte_carlo_rewriting.h"

namespace ow::monte_carlo {

class Rollout {
 public:
  /// From now on the rules that begin at a word are not all alike, but have chances in proportion
  /// to exp(score / heat), and so has the word to stay as it is.
  void prefer(const Rules& rules, std::span<const float> scores, float stay, double heat);
  /// A word that has no chance to stay, where a rule begins there; only with preferences.
  void must_change(std::uint32_t word, const Rules& rules) {
    if (rules.first(word) < rules.first(word + 1)) stays_[word] = 0.0;
  }
  /// Whether that was asked for.
  bool has_preferences() const { return !stays_.empty(); }

  /// Applies any of `rules` that fits, or stops: all of these are equally likely at each step. With
  /// `stop` above 0 that is the chance to stop instead.
  void change(Rewriting& sentence, std::span<const RuleId> rules, double stop, Random& random);

  /// From the first free word to the last: applies a rule that begins there, or lets it stay.
  void change_by_word(Rewriting& sentence, const Rules& rules, Random& random);

  /// Applies rules until they cover all words: the first free word, by any rule that fits there.
  /// False when there is none.
  bool cover(Rewriting& sentence, const Rules& rules, Random& random);

 private:
  /// A place among equally likely ones: its own rule up to a share (in 2^32nds), else another.
  struct Draw {
    std::uint32_t keeps;
    RuleId other;
  };
  void add_draws(std::span<const float> scores, float stay, double heat, RuleId begin, RuleId end);
  RuleId draw(RuleId begin, RuleId end, Random& random) const;

  std::vector<RuleId> left_;
  std::vector<Draw> draws_;    // by rule; empty: all are alike
  std::vector<double> stays_;  // by word: the chance to stay
};

}  // namespace ow::monte_carlo
