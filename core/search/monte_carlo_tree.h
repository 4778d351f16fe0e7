// States and actions with what episodes found out about them.
//
// States that are the same are there once, however they were reached, so this is a graph that looks
// like a tree from its root. What an action leads to gets a state of its own only when it is worth
// it. Urgencies (value and bonus of monte_carlo_formulas.h) are kept, and computed again when what
// they depend on changes; ln N and β only when N has grown by a quarter, and first at 16 visits: up
// to there untried actions come first, as they are, anyway.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/monte_carlo_formulas.h"
#include "search/monte_carlo_options.h"
#include "search/monte_carlo_rules.h"

namespace ow::monte_carlo {

using StateId = std::uint32_t;

/// A step of an episode within the tree.
struct Visit {
  StateId state;
  std::uint32_t action;   // number within the state
  std::uint32_t applied;  // rules before it
};

struct Action {
  std::uint32_t visits = 0;
  std::uint32_t scored = 0;                // of these, those whose score is known and finite
  float mean = 0.0f, squares = 0.0f;       // of scores: their mean, and squared distances from it
  float best = kUnknown, rave = kUnknown;  // the greatest score with it here; here or later
  StateId next = kNoState;

  static constexpr float kUnknown = -std::numeric_limits<float>::infinity();
  static constexpr StateId kNoState = UINT32_MAX;
};

class Tree {
 public:
  static constexpr RuleId kStop = UINT32_MAX;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// `priors` has a value from 0 to 1 for each rule, and at its end for the stop rule.
  Tree(const MonteCarloOptions& options, std::uint32_t rules, std::span<const float> priors);

  /// The state with this key, or Action::kNoState.
  StateId find(std::uint64_t key) const;
  /// A state with these rules, in the order of their numbers, and maybe the stop rule, as actions.
  StateId add(std::uint64_t key, std::span<const RuleId> rules, bool with_stop);
  /// Whether there is no room for another state.
  bool is_full() const;

  /// The most urgent action; kNone when all that follows has been explored.
  std::uint32_t select(StateId state);
  RuleId rule(StateId state, std::uint32_t action) const {
    return rules_[states_[state].first + action];
  }
  /// The rules of a state, without the stop rule.
  std::span<const RuleId> rules(StateId state) const {
    const State& s = states_[state];
    return {rules_.data() + s.first + s.has_stop, s.count - s.has_stop};
  }
  const Action& action(StateId state, std::uint32_t number) const {
    return actions_[states_[state].first + number];
  }
  std::uint32_t action_count(StateId state) const { return states_[state].count; }
  std::uint64_t visits(StateId state) const { return states_[state].visits; }
  std::size_t size() const { return states_.size(); }

  void link(StateId state, std::uint32_t action, StateId next);
  /// All that follows the action has been explored: it is not selected again.
  void close(StateId state, std::uint32_t action);

  /// Counts an episode, before its score may be known. `urgently` when others will be selected
  /// before that.
  void count(std::span<const Visit> path, bool urgently);
  /// Tells the actions of an episode and of RAVE its score; `applied` are the rules of all of it.
  void back_up(std::span<const Visit> path, std::span<const RuleId> applied, double score);

  /// The action with the greatest score, then the most visits, then the first; kNone when no score
  /// of any is known.
  std::uint32_t best(StateId state) const;
  float best_score(StateId state, std::uint32_t action) const;

  /// Forgets all that cannot be reached from a state; the number that it then has.
  StateId keep_below(StateId state);

 private:
  struct State {
    std::uint64_t key;
    std::uint32_t first, count;  // in actions_
    std::uint32_t has_stop;      // 1 if the first action is the stop rule
    std::uint32_t open;          // actions that are not closed
    std::uint32_t visits, renew_at;
    std::uint32_t scale;  // version of the scale of its urgencies
    float log_visits, rave_share;
    float best;
  };
  // Not negative, so they are ordered as the bits of their numbers are; kClosed is below them all.
  using Urgency = std::int32_t;
  static constexpr Urgency kClosed = -1;
  static constexpr std::uint16_t kNoAction = UINT16_MAX;
  static constexpr std::uint32_t kFirstRenewal = 16;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 29;

  void renew(State& state);
  void renew_action(const State& state, std::uint32_t number);
  float value(const State& state, const Action& action, float prior) const;
  void index(StateId state);
  void grow_slots();
  void clear();

  const MonteCarloOptions& options_;
  std::uint32_t rule_count_;
  std::span<const float> priors_;
  Scale scale_;
  std::uint32_t scale_version_ = 1;

  std::vector<State> states_;
  std::vector<Urgency> urgencies_;  // by action, as are these
  std::vector<RuleId> rules_;
  std::vector<Action> actions_;
  std::vector<std::uint16_t> places_;  // by state and rule: the number of its action
  std::unique_ptr<Tree> spare_;        // memory for the next root
  std::vector<StateId> slots_;         // by key; open addressing, a power of two, at most half full
};

}  // namespace ow::monte_carlo
