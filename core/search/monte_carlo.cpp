#include "search/monte_carlo.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "search/answers.h"
#include "search/monte_carlo_sampler.h"

namespace ow {

using namespace monte_carlo;

namespace {

/// The sentence as it is, where no string was found and it is short enough.
void add_source(const Task& task, const Rules& rules, const MonteCarloOptions& options,
                const StringScorer& scorer, Leaves& leaves, std::vector<Answer>& answers) {
  if (task.most_growth < 0) return;
  if (options.mode == MonteCarloMode::kTranslator && rules.length() > 0) return;
  Rewriting source;
  source.start(rules);
  Answer answer = leaves.answer(source);
  if (answer.score == -HUGE_VAL) return;
  if (scorer) {
    OutsideScores outside(scorer);
    outside.ask(0, leaves.text(source));
    outside.score();
    answer.global_score = outside[0] + options.model_weight * answer.score;
  }
  answers.push_back(std::move(answer));
}

}  // namespace

SearchResult search_monte_carlo(const Task& task, std::uint32_t n, const MonteCarloOptions& given,
                                const StringScorer& scorer) {
  MonteCarloOptions options = given;
  if (scorer && options.model_weight <= 0.0) options.prior = options.rollout_heat = 0.0;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::min(options.seconds, kMostSeconds)));
  Rules rules;
  rules.make(task, options.mode);
  SearchResult result;
  result.upper_bound = HUGE_VAL;
  FoundStrings found(*task.lattice, n);
  for_each_in_order(
      rules.size() == 0 ? 0 : options.trees, options.threads,
      [&](std::size_t number) {
        auto sampler = std::make_unique<Sampler>(task, rules, n, options, scorer,
                                                 static_cast<std::uint32_t>(number));
        sampler->run(deadline);
        return sampler;
      },
      [&](std::size_t, std::unique_ptr<Sampler> sampler) {
        result.episodes += sampler->episodes();
        for (const FoundString& string : sampler->found().strings()) found.take(string);
      });
  Leaves leaves;
  leaves.start(task, rules, options.mode);
  Rewriting sentence;
  for (const FoundString& string : found.strings()) {
    sentence.start(rules);
    for (const RuleId rule : string.rules) sentence.apply(rule);
    result.answers.push_back(leaves.answer(sentence));
    if (scorer) result.answers.back().global_score = string.score;
  }
  if (result.answers.empty()) add_source(task, rules, options, scorer, leaves, result.answers);
  // Scores of derivations have their last bits only now; what has other scores is in its order.
  if (!scorer && options.mode != MonteCarloMode::kReward)
    sort_answers(*task.lattice, result.answers);
  return result;
}

}  // namespace ow
