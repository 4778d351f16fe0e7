#include "search/monte_carlo_rollout.h"

#include <utility>

namespace ow::monte_carlo {

void Rollout::change(Rewriting& sentence, std::span<const RuleId> rules, double stop,
                     Random& random) {
  // Drawn without putting back: a rule that does not fit now will not fit later.
  constexpr RuleId kStop = Rules::kNone;
  left_.assign(rules.begin(), rules.end());
  if (stop <= 0.0) left_.push_back(kStop);
  if (stop > 0.0 && random.share() < stop) return;
  for (auto left = static_cast<std::uint32_t>(left_.size()); left > 0; --left) {
    const RuleId drawn = std::exchange(left_[random.below(left)], left_[left - 1]);
    if (drawn == kStop) return;
    if (!sentence.fits(drawn)) continue;
    sentence.apply(drawn);
    if (stop > 0.0 && random.share() < stop) return;
  }
}

bool Rollout::cover(Rewriting& sentence, const Rules& rules, Random& random) {
  constexpr unsigned kTries = 4;  // before all are looked at
  for (std::uint32_t position = 0; (position = sentence.next_free(position)) < rules.length();) {
    const RuleId first = rules.first(position);
    const std::uint32_t count = rules.first(position + 1) - first;
    RuleId chosen = Rules::kNone;
    for (unsigned i = 0; i < kTries && chosen == Rules::kNone && count > 0; ++i) {
      const RuleId drawn = first + random.below(count);
      if (sentence.fits(drawn)) chosen = drawn;
    }
    if (chosen == Rules::kNone) {
      left_.clear();
      for (std::uint32_t i = 0; i < count; ++i)
        if (sentence.fits(first + i)) left_.push_back(first + i);
      if (left_.empty()) return false;
      chosen = left_[random.below(static_cast<std::uint32_t>(left_.size()))];
    }
    sentence.apply(chosen);
  }
  return true;
}

}  // namespace ow::monte_carlo
