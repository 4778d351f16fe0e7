// One tree of a Monte-Carlo search, from the first episode to the last decision.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "search/monte_carlo_found.h"
#include "search/monte_carlo_leaves.h"
#include "search/monte_carlo_options.h"
#include "search/monte_carlo_outside.h"
#include "search/monte_carlo_rollout.h"
#include "search/monte_carlo_tree.h"

namespace ow::monte_carlo {

using Clock = std::chrono::steady_clock;

class Sampler {
 public:
  /// All that is given must outlive the sampler; `number` chooses its random numbers.
  Sampler(const Task& task, const Rules& rules, std::uint32_t n, const MonteCarloOptions& options,
          const StringScorer& scorer, std::uint32_t number);

  /// Takes decisions until one is to stop, nothing fits, all is explored or time is up.
  void run(Clock::time_point deadline);

  const FoundStrings& found() const { return found_; }
  std::uint64_t episodes() const { return episodes_; }

 private:
  /// An episode whose score is not known yet.
  struct Pending {
    std::vector<Visit> path;
    std::vector<RuleId> applied;
    std::uint64_t key;
    double model_score;
    double excess_cost;
  };

  bool translates() const { return options_.mode == MonteCarloMode::kTranslator; }
  void find_priors(const Lattice& lattice);
  StateId add_state(std::span<const RuleId> candidates);
  bool sample(Clock::time_point deadline);
  bool is_sure(std::uint64_t episodes) const;
  bool run_episode();
  Rollout& rollout();
  void roll_out(std::span<const RuleId> rules);
  void end_episode(bool has_string);
  double excess_cost() const;
  void wait_for_score(std::uint64_t key);
  void score_pending();
  void back_up(std::span<const Visit> path, std::span<const RuleId> applied, double score);
  void offer(double score);
  bool fix_best();

  const Rules& rules_;
  const MonteCarloOptions& options_;
  const std::int64_t most_growth_;
  Random random_;
  Leaves leaves_;
  Rollout rollout_, impartial_;
  FoundStrings found_;
  std::vector<float> priors_;
  Tree tree_;
  StateId root_ = 0;
  Rewriting source_, fixed_, sentence_;  // as it is; as decided; as an episode makes it
  std::vector<Visit> path_;
  std::vector<RuleId> candidates_;
  std::uint64_t episodes_ = 0;

  // The best action of the root, and the episode that made it that.
  std::uint32_t leader_ = Tree::kNone;
  float leader_score_ = Action::kUnknown;
  std::uint64_t changed_ = 0;

  const bool is_outside_;  // whether scores come from there
  OutsideScores outside_;
  std::vector<Pending> pending_;
};

}  // namespace ow::monte_carlo
