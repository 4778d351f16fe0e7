// Roll-outs: from a state to a final one by chance.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "search/monte_carlo_rewriting.h"

namespace ow::monte_carlo {

class Rollout {
 public:
  /// Applies any of `rules` that fits, or stops: all of these are equally likely at each step. With
  /// `stop` above 0 that is the chance to stop instead.
  void change(Rewriting& sentence, std::span<const RuleId> rules, double stop, Random& random);

  /// Applies rules until they cover all words: the first free word, by any rule that fits there.
  /// False when there is none.
  bool cover(Rewriting& sentence, const Rules& rules, Random& random);

 private:
  std::vector<RuleId> left_;
};

}  // namespace ow::monte_carlo
