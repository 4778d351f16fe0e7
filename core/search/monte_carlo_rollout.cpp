#include "search/monte_carlo_rollout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ow::monte_carlo {
namespace {

constexpr unsigned kTries = 4;  // before all are looked at, or a roll-out ends

}  // namespace

void Rollout::prefer(const Rules& rules, std::span<const float> scores, float stay, double heat) {
  draws_.clear();
  stays_.clear();
  for (std::uint32_t position = 0; position < rules.length(); ++position)
    add_draws(scores, stay, heat, rules.first(position), rules.first(position + 1));
}

/// Walker's alias method: each place keeps a share of its own rule and gives the rest to another's,
/// so that all places are equally likely.
void Rollout::add_draws(std::span<const float> scores, float stay, double heat, RuleId begin,
                        RuleId end) {
  if (begin == end) return stays_.push_back(1.0);
  const float most = *std::max_element(scores.begin() + begin, scores.begin() + end);
  std::vector<double> shares;  // of what a place has room for
  for (RuleId rule = begin; rule < end; ++rule)
    shares.push_back(std::exp((scores[rule] - most) / heat));
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  stays_.push_back(1.0 / (1.0 + sum * std::exp((most - stay) / heat)));
  std::vector<RuleId> small, large;
  for (RuleId rule = begin; rule < end; ++rule) {
    shares[rule - begin] *= (end - begin) / sum;
    (shares[rule - begin] < 1.0 ? small : large).push_back(rule);
    draws_.push_back({UINT32_MAX, rule});
  }
  while (!small.empty() && !large.empty()) {
    const RuleId poor = small.back(), rich = large.back();
    small.pop_back();
    draws_[poor] = {static_cast<std::uint32_t>(shares[poor - begin] * UINT32_MAX), rich};
    shares[rich - begin] -= 1.0 - shares[poor - begin];
    if (shares[rich - begin] >= 1.0) continue;
    large.pop_back();
    small.push_back(rich);
  }
}

RuleId Rollout::draw(RuleId begin, RuleId end, Random& random) const {
  if (draws_.empty()) return begin + random.below(end - begin);
  const std::uint64_t number = random.next();
  const auto place = begin + static_cast<RuleId>((number >> 32) * (end - begin) >> 32);
  const Draw& draw = draws_[place];
  return static_cast<std::uint32_t>(number) <= draw.keeps ? place : draw.other;
}

void Rollout::change_by_word(Rewriting& sentence, const Rules& rules, Random& random) {
  std::uint32_t position = 0;
  for (; (position = sentence.next_free(position)) < rules.length(); ++position) {
    if (random.share() < stays_[position]) continue;
    for (unsigned i = 0; i < kTries; ++i) {
      const RuleId drawn = draw(rules.first(position), rules.first(position + 1), random);
      if (!sentence.fits(drawn)) continue;
      sentence.apply(drawn);
      break;
    }
  }
}

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
  for (std::uint32_t position = 0; (position = sentence.next_free(position)) < rules.length();) {
    const RuleId first = rules.first(position);
    const std::uint32_t count = rules.first(position + 1) - first;
    RuleId chosen = Rules::kNone;
    for (unsigned i = 0; i < kTries && chosen == Rules::kNone && count > 0; ++i) {
      const RuleId drawn = draw(first, first + count, random);
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
