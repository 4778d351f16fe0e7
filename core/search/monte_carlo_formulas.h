// The formulas of Monte-Carlo search, each by itself.
//
// An action a of a state has n_a visits, the state N. Scores are log probabilities of any size; x
// is a score on a scale from 0 to 1 (`Scale`). Q_a is the greatest x of an episode that took a in
// this state, R_a that of an episode that took a here or later (RAVE), and
//
//   value = (1 - β) Q_a + β R_a,   β = sqrt(k / (3 N + k))                  Gelly and Silver 2007
//   bonus = c sqrt(ln N / n_a · min(1/4, V_a + sqrt(2 ln N / n_a)))         Auer et al. 2002
//
// with V_a the variance of x over the visits of a. An episode takes the action with the greatest
// value + bonus. k is the number of visits at which both parts of the value weigh the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ow::monte_carlo {

/// Weight of R beside Q in a state with so many visits; 0 without RAVE (k = 0).
inline double rave_share(double k, double visits) {
  return k > 0.0 ? std::sqrt(k / (3.0 * visits + k)) : 0.0;
}

/// UCB1-tuned, without c; `log_visits` is ln N, `visits` is n_a and at least 1.
inline float exploration_bonus(float log_visits, float visits, float variance) {
  const float share = log_visits / visits;
  return std::sqrt(share * std::min(0.25f, variance + std::sqrt(2.0f * share)));
}

/// A value that `visits` speak for, and a prior that counts as so many visits more.
inline float with_prior(float value, float visits, float prior, float weight) {
  return (visits * value + weight * prior) / (visits + weight);
}

/// Whether a decision can be taken early. `changed` is the visit of the root at which its best
/// action changed last, `visits` how many there are. If episodes still found new maxima at the rate
/// of independent draws, the last maximum of N would be among the first t with probability t / N: a
/// best action that has stayed for so long is not likely to change.
inline bool is_settled(std::uint64_t changed, std::uint64_t visits, double confidence) {
  return static_cast<double>(changed) <= (1.0 - confidence) * static_cast<double>(visits);
}

/// Brings scores of any size to a scale from 0 to 1: from the mean of all scores seen to the
/// greatest. Below the mean all is 0: there the differences of bad sentences are, and of those
/// there are many. The mean is taken again whenever there are twice as many scores.
class Scale {
 public:
  /// True when the scale has changed.
  bool add(double score) {
    ++count_;
    mean_ += (score - mean_) / static_cast<double>(count_);
    bool changed = false;
    if (score > high_) {
      high_ = score;
      changed = true;
    }
    if (count_ >= next_) {
      next_ = 2 * count_;
      changed = true;
    }
    if (changed) low_ = std::min(mean_, high_);
    if (changed) factor_ = high_ > low_ ? static_cast<float>(1.0 / (high_ - low_)) : 0.0f;
    return changed;
  }
  float place(float score) const {
    return std::clamp((score - static_cast<float>(low_)) * factor_, 0.0f, 1.0f);
  }
  /// A variance of scores on the scale.
  float variance(float of_scores) const { return of_scores * factor_ * factor_; }

 private:
  std::uint64_t count_ = 0, next_ = 1;
  double mean_ = 0.0;
  double low_ = 0.0, high_ = -std::numeric_limits<double>::infinity();
  float factor_ = 0.0f;
};

}  // namespace ow::monte_carlo
