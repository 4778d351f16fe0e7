#include "search/monte_carlo_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"

namespace ow::monte_carlo {

Tree::Tree(const MonteCarloOptions& options, std::uint32_t rules, std::span<const float> priors)
    : options_(options), rule_count_(rules), priors_(priors) {
  grow_slots();
}

StateId Tree::find(std::uint64_t key) const {
  for (std::size_t at = mix(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at] == Action::kNoState || states_[slots_[at]].key == key) return slots_[at];
  }
}

void Tree::index(StateId state) {
  if (2 * states_.size() > slots_.size()) return grow_slots();
  std::size_t at = mix(states_[state].key) & (slots_.size() - 1);
  while (slots_[at] != Action::kNoState) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = state;
}

void Tree::grow_slots() {
  slots_.assign(std::max<std::size_t>(1024, std::bit_ceil(4 * states_.size())), Action::kNoState);
  for (StateId state = 0; state < states_.size(); ++state) index(state);
}

StateId Tree::add(std::uint64_t key, std::span<const RuleId> rules, bool with_stop) {
  const auto state = static_cast<StateId>(states_.size());
  const auto first = static_cast<std::uint32_t>(actions_.size());
  const auto count = static_cast<std::uint32_t>(rules.size()) + with_stop;
  states_.push_back({key, first, count, with_stop, count, 0, kFirstRenewal, scale_version_, 0.0f,
                     static_cast<float>(rave_share(options_.rave, 0)), Action::kUnknown});
  places_.resize(places_.size() + rule_count_, kNoAction);
  if (with_stop) rules_.push_back(kStop);
  rules_.insert(rules_.end(), rules.begin(), rules.end());
  for (std::uint32_t i = 0; i < rules.size(); ++i)
    places_[std::size_t{state} * rule_count_ + rules[i]] =
        static_cast<std::uint16_t>(with_stop + i);
  urgencies_.resize(rules_.size(), std::bit_cast<Urgency>(1.0f));
  actions_.resize(rules_.size());
  for (std::uint32_t i = 0; options_.prior > 0.0 && i < count; ++i) renew_action(states_[state], i);
  index(state);
  return state;
}

bool Tree::is_full() const {
  constexpr std::size_t kAction = sizeof(Action) + sizeof(Urgency) + sizeof(RuleId);
  return actions_.size() * kAction + places_.size() * sizeof(places_[0]) > kMostBytes;
}

std::uint32_t Tree::select(StateId id) {
  State& state = states_[id];
  if (state.open == 0) return kNone;
  if (state.visits >= state.renew_at || state.scale != scale_version_) renew(state);
  const Urgency* urgencies = urgencies_.data() + state.first;
  Urgency most = kClosed;
  for (std::uint32_t i = 0; i < state.count; ++i) most = std::max(most, urgencies[i]);
  return static_cast<std::uint32_t>(std::find(urgencies, urgencies + state.count, most) -
                                    urgencies);
}

void Tree::renew(State& state) {
  state.renew_at = state.visits + state.visits / 4 + 1;
  state.scale = scale_version_;
  state.log_visits = std::log(static_cast<float>(std::max(state.visits, 1u)));
  state.rave_share = static_cast<float>(rave_share(options_.rave, state.visits));
  for (std::uint32_t i = 0; i < state.count; ++i) {
    if (urgencies_[state.first + i] != kClosed) renew_action(state, i);
  }
}

void Tree::renew_action(const State& state, std::uint32_t number) {
  const std::uint32_t at = state.first + number;
  const Action& action = actions_[at];
  const RuleId rule = rules_[at];
  const float prior = priors_[rule == kStop ? rule_count_ : rule];
  const float variance = action.scored > 0
                             ? scale_.variance(action.squares / static_cast<float>(action.scored))
                             : 1.0f;
  const float bonus = exploration_bonus(state.log_visits,
                                        static_cast<float>(std::max(action.visits, 1u)), variance);
  const float urgency =
      value(state, action, prior) + static_cast<float>(options_.exploration) * bonus;
  urgencies_[at] = std::bit_cast<Urgency>(urgency);
}

/// An action that was not tried is tried first, unless there is a prior. One that was, and led to
/// nothing or to what is not scored yet, is worth nothing.
float Tree::value(const State& state, const Action& action, float prior) const {
  const auto weight = static_cast<float>(options_.prior);
  const bool known = action.best != Action::kUnknown;
  const bool has_rave = options_.rave > 0.0 && action.rave != Action::kUnknown;
  if (!known && !has_rave) return weight > 0.0f ? prior : action.visits == 0 ? 1.0f : 0.0f;
  const float share = !has_rave ? 0.0f : known ? state.rave_share : 1.0f;
  float value = 0.0f;
  if (known) value += (1.0f - share) * scale_.place(action.best);
  if (has_rave) value += share * scale_.place(action.rave);
  return with_prior(value, static_cast<float>(std::max(action.visits, 1u)), prior, weight);
}

void Tree::link(StateId state, std::uint32_t number, StateId next) {
  Action& action = actions_[states_[state].first + number];
  action.next = next;
  action.best = std::max(action.best, states_[next].best);
}

void Tree::close(StateId id, std::uint32_t action) {
  State& state = states_[id];
  Urgency& urgency = urgencies_[state.first + action];
  state.open -= urgency != kClosed;
  urgency = kClosed;
}

void Tree::count(std::span<const Visit> path, bool urgently) {
  for (const Visit& visit : path) {
    State& state = states_[visit.state];
    ++state.visits;
    ++actions_[state.first + visit.action].visits;
    if (urgently && urgencies_[state.first + visit.action] != kClosed)
      renew_action(state, visit.action);
  }
}

void Tree::back_up(std::span<const Visit> path, std::span<const RuleId> applied, double score) {
  if (std::isfinite(score)) {
    scale_version_ += scale_.add(score);
    const auto reached = static_cast<float>(score);
    for (const Visit& visit : path) {
      State& state = states_[visit.state];
      Action& action = actions_[state.first + visit.action];
      const float distance = reached - action.mean;
      action.mean += distance / static_cast<float>(++action.scored);
      action.squares += distance * (reached - action.mean);
      action.best = std::max(action.best, reached);
      state.best = std::max(state.best, reached);
      if (options_.rave <= 0.0) continue;
      const std::uint16_t* places = places_.data() + std::size_t{visit.state} * rule_count_;
      for (const RuleId rule : applied.subspan(visit.applied)) {
        const std::uint16_t place = places[rule];
        if (place == kNoAction || actions_[state.first + place].rave >= reached) continue;
        actions_[state.first + place].rave = reached;
        if (urgencies_[state.first + place] != kClosed) renew_action(state, place);
      }
    }
  }
  for (const Visit& visit : path) {
    const State& state = states_[visit.state];
    if (urgencies_[state.first + visit.action] != kClosed) renew_action(state, visit.action);
  }
}

float Tree::best_score(StateId state, std::uint32_t number) const {
  const Action& action = this->action(state, number);
  // Other ways may have led to where it leads.
  return action.next == Action::kNoState ? action.best
                                         : std::max(action.best, states_[action.next].best);
}

std::uint32_t Tree::best(StateId state) const {
  std::uint32_t best = kNone;
  for (std::uint32_t i = 0; i < states_[state].count; ++i) {
    const float score = best_score(state, i);
    if (score == Action::kUnknown) continue;
    if (best == kNone || score > best_score(state, best) ||
        (score == best_score(state, best) && action(state, i).visits > action(state, best).visits))
      best = i;
  }
  return best;
}

void Tree::clear() {
  states_.clear();
  urgencies_.clear();
  rules_.clear();
  actions_.clear();
  places_.clear();
  grow_slots();
}

StateId Tree::keep_below(StateId root) {
  std::vector<StateId> numbers(states_.size(), Action::kNoState);
  std::vector<StateId> order{root};
  numbers[root] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::uint32_t a = 0; a < states_[order[i]].count; ++a) {
      const StateId next = action(order[i], a).next;
      if (next == Action::kNoState || numbers[next] != Action::kNoState) continue;
      numbers[next] = static_cast<StateId>(order.size());
      order.push_back(next);
    }
  }
  if (spare_)
    spare_->clear();
  else
    spare_ = std::make_unique<Tree>(options_, rule_count_, priors_);
  Tree& kept = *spare_;
  for (const StateId old : order) {
    const State& state = states_[old];
    const StateId added = kept.add(state.key, rules(old), state.has_stop != 0);
    const std::uint32_t first = kept.states_[added].first;
    kept.states_[added] = state;
    kept.states_[added].first = first;
    for (std::uint32_t a = 0; a < state.count; ++a) {
      Action& action = kept.actions_[first + a] = actions_[state.first + a];
      if (action.next != Action::kNoState) action.next = numbers[action.next];
      kept.urgencies_[first + a] = urgencies_[state.first + a];
    }
  }
  states_.swap(kept.states_);
  urgencies_.swap(kept.urgencies_);
  rules_.swap(kept.rules_);
  actions_.swap(kept.actions_);
  places_.swap(kept.places_);
  slots_.swap(kept.slots_);
  return 0;
}

}  // namespace ow::monte_carlo
