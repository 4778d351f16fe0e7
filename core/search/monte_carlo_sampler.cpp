#include "search/monte_carlo_sampler.h"

#include <algorithm>
#include <cmath>

namespace ow::monte_carlo {
namespace {

constexpr std::uint64_t kBetweenLooks = 256;  // episodes between looks at the clock
constexpr std::uint64_t kBeforeSure = 10;     // episodes for each action before one can be sure
constexpr std::size_t kWaitingForOne = 8;     // episodes at most for each string of a batch
constexpr double kExcess = 10.0;  // what a byte too many costs: more than to save it, as a rule

std::vector<bool> words_that_may_stay(const Lattice& lattice) {
  std::vector<bool> may_stay(lattice.length(), false);
  for (const Edge& edge : lattice.edges()) {
    const auto target = lattice.target(edge);
    bool is_same = target.size() == edge.end - edge.begin;
    for (std::uint32_t i = 0; is_same && i < target.size(); ++i)
      is_same = target[i] == lattice.source(edge.begin + i);
    if (is_same) std::fill(may_stay.begin() + edge.begin, may_stay.begin() + edge.end, true);
  }
  return may_stay;
}

}  // namespace

Sampler::Sampler(const Task& task, const Rules& rules, std::uint32_t n,
                 const MonteCarloOptions& options, const StringScorer& scorer, std::uint32_t number)
    : rules_(rules),
      options_(options),
      most_growth_(task.most_growth),
      random_(options.seed, number),
      found_(*task.lattice, n),
      priors_(rules.size() + 1, 0.0f),
      tree_(options, rules.size(), priors_),
      is_outside_(static_cast<bool>(scorer)),
      outside_(scorer) {
  leaves_.start(task, rules, options.mode);
  source_.start(rules);
  fixed_ = sentence_ = source_;
  if (options.prior > 0.0 || options.rollout_heat > 0.0) find_priors(*task.lattice);
  for (RuleId rule = 0; rule < rules.size(); ++rule) candidates_.push_back(rule);
  root_ = add_state(std::vector(candidates_));
}

/// What each rule is worth alone in the sentence: on a scale of their own, and for roll-outs.
void Sampler::find_priors(const Lattice& lattice) {
  std::vector<float> scores;
  Scale scale;
  const auto add = [&] {
    scores.push_back(static_cast<float>(leaves_.sum(sentence_)));
    scale.add(scores.back());
    sentence_ = source_;
  };
  for (RuleId rule = 0; rule < rules_.size(); ++rule) {
    sentence_.apply(rule);
    add();
  }
  add();
  std::ranges::transform(scores, priors_.begin(), [&](float score) { return scale.place(score); });
  if (options_.rollout_heat <= 0.0) return;
  rollout_.prefer(rules_, scores, scores.back(), options_.rollout_heat);
  if (options_.mode != MonteCarloMode::kTrueScore) return;
  // A string has no true score where a word stays that no edge makes out of itself.
  const std::vector<bool> may_stay = words_that_may_stay(lattice);
  for (std::uint32_t word = 0; word < rules_.length(); ++word)
    if (!may_stay[word]) rollout_.must_change(word, rules_);
}

/// The state of `sentence_`, whose rules are among the candidates.
StateId Sampler::add_state(std::span<const RuleId> candidates) {
  const std::uint64_t key = leaves_.state_key(sentence_);
  if (const StateId known = tree_.find(key); known != Action::kNoState) return known;
  candidates_.clear();
  for (const RuleId rule : candidates)
    if (sentence_.fits(rule)) candidates_.push_back(rule);
  const bool may_stop = options_.stop_at_root || !sentence_.applied().empty();
  return tree_.add(key, candidates_, may_stop && !translates());
}

void Sampler::run(Clock::time_point deadline) {
  while (sample(deadline) && fix_best()) {
  }
}

/// The episodes of one decision; false when there is nothing left to decide, or no time.
bool Sampler::sample(Clock::time_point deadline) {
  leader_ = Tree::kNone;
  leader_score_ = Action::kUnknown;
  const std::uint64_t first = episodes_;
  bool goes_on = true;
  while (goes_on && episodes_ - first < options_.episodes) {
    goes_on = run_episode();
    const bool is_full =
        outside_.waiting() >= options_.batch || pending_.size() >= kWaitingForOne * options_.batch;
    if (is_full) score_pending();
    if (!is_full && episodes_ % kBetweenLooks != 0) continue;
    if (options_.seconds > 0.0 && Clock::now() >= deadline) goes_on = false;
    if (is_sure(episodes_ - first)) break;
  }
  score_pending();
  return goes_on;
}

bool Sampler::is_sure(std::uint64_t episodes) const {
  return options_.confidence > 0.0 && episodes >= kBeforeSure * tree_.action_count(root_) &&
         is_settled(episodes - (episodes_ - changed_), episodes, options_.confidence);
}

/// False when all has been explored.
bool Sampler::run_episode() {
  StateId state = root_;
  sentence_ = fixed_;
  path_.clear();
  for (;;) {
    const std::uint32_t action = tree_.select(state);
    if (action == Tree::kNone) {  // so another way has to be found
      if (path_.empty()) return false;
      tree_.close(path_.back().state, path_.back().action);
      state = root_;
      sentence_ = fixed_;
      path_.clear();
      continue;
    }
    const auto applied = static_cast<std::uint32_t>(sentence_.applied().size());
    path_.push_back({state, action, applied});
    const RuleId rule = tree_.rule(state, action);
    if (rule != Tree::kStop) sentence_.apply(rule);
    const bool is_final = translates() ? sentence_.next_free(0) == rules_.length()  //
                                       : rule == Tree::kStop;
    if (is_final) {
      tree_.close(state, action);
      end_episode(true);
      return true;
    }
    StateId next = tree_.action(state, action).next;
    if (next == Action::kNoState && tree_.action(state, action).visits >= options_.expand &&
        !tree_.is_full()) {
      next = add_state(tree_.rules(state));
      tree_.link(state, action, next);
    }
    if (next == Action::kNoState) {
      bool has_string = true;
      if (translates())
        has_string = rollout().cover(sentence_, rules_, random_);
      else if (tree_.action(state, action).visits != 1)  // else it is the turn of the stop rule
        roll_out(tree_.rules(state));
      end_episode(has_string);
      return true;
    }
    state = next;
  }
}

/// What scores well may all be too long: until something fits, every other roll-out knows nothing.
Rollout& Sampler::rollout() {
  const bool is_too_long = most_growth_ != INT64_MAX && found_.strings().empty();
  return is_too_long && episodes_ % 2 != 0 ? impartial_ : rollout_;
}

/// Changes `sentence_` by chance.
void Sampler::roll_out(std::span<const RuleId> rules) {
  Rollout& chosen = rollout();
  if (chosen.has_preferences())
    chosen.change_by_word(sentence_, rules_, random_);
  else
    chosen.change(sentence_, rules, options_.rollout_stop, random_);
}

void Sampler::end_episode(bool has_string) {
  ++episodes_;
  if (is_outside_ && has_string) return wait_for_score(leaves_.text_key(sentence_));
  const double cost = excess_cost();
  const double score = has_string ? leaves_.score(sentence_) - cost : -HUGE_VAL;
  tree_.count(path_, false);
  back_up(path_, sentence_.applied(), score);
  if (cost == 0.0) offer(score);
}

/// What `sentence_` loses for each byte that it has too many. It is no answer then, but the nearer
/// it is to one the better.
double Sampler::excess_cost() const {
  if (sentence_.growth() <= most_growth_) return 0.0;
  return kExcess * static_cast<double>(sentence_.growth() - most_growth_);
}

void Sampler::wait_for_score(std::uint64_t key) {
  if (!outside_.has(key)) outside_.ask(key, leaves_.text(sentence_));
  tree_.count(path_, true);
  const auto applied = sentence_.applied();
  pending_.push_back({path_,
                      {applied.begin(), applied.end()},
                      key,
                      options_.model_weight == 0.0 ? 0.0 : leaves_.score(sentence_),
                      excess_cost()});
}

void Sampler::score_pending() {
  outside_.score();
  for (const Pending& episode : pending_) {
    double score = outside_[episode.key];
    if (options_.model_weight != 0.0) score += options_.model_weight * episode.model_score;
    back_up(episode.path, episode.applied, score - episode.excess_cost);
    if (episode.excess_cost > 0.0 || !found_.may_take(score)) continue;
    sentence_ = source_;
    for (const RuleId rule : episode.applied) sentence_.apply(rule);
    offer(score);
  }
  pending_.clear();
}

void Sampler::back_up(std::span<const Visit> path, std::span<const RuleId> applied, double score) {
  tree_.back_up(path, applied, score);
  const std::uint32_t action = path.front().action;
  const float reached = tree_.best_score(root_, action);
  if (!(reached > leader_score_)) return;
  leader_score_ = reached;
  if (action == leader_) return;
  leader_ = action;
  changed_ = episodes_;
}

/// Offers `sentence_` to the list of strings.
void Sampler::offer(double score) {
  if (score == -HUGE_VAL || !found_.may_take(score)) return;
  const std::uint64_t key = leaves_.text_key(sentence_);
  if (found_.has(key, score)) return;
  const auto applied = sentence_.applied();
  FoundString string{
      key, score, leaves_.second_score(sentence_), {}, {applied.begin(), applied.end()}};
  leaves_.words(sentence_, string.words);
  found_.take(std::move(string));
}

/// Applies the best action of the root for good; false when that ends the search.
bool Sampler::fix_best() {
  const std::uint32_t action = tree_.best(root_);
  if (action == Tree::kNone || tree_.rule(root_, action) == Tree::kStop) return false;
  fixed_.apply(tree_.rule(root_, action));
  StateId next = tree_.action(root_, action).next;
  if (next == Action::kNoState) {
    sentence_ = fixed_;
    next = add_state(tree_.rules(root_));
  }
  root_ = tree_.keep_below(next);
  return tree_.action_count(root_) > 0;
}

}  // namespace ow::monte_carlo
