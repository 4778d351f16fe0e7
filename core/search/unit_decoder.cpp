#include "search/unit_decoder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/lines.h"
#include "search/answers.h"
#include "search/lm_weight.h"
#include "search/order.h"
#include "search/true_score.h"

namespace ow {

struct UnitDecoder::Workspace {
  UnitLattice lattice;
  SearchEngine engine;
  FrontSearch front;
  TrueScoreWorkspace true_score;
  std::vector<std::int32_t> costs;  // by edge
  std::vector<std::uint32_t> order;
};

namespace {

/// Ways that a front compares in a second of a limited time: low, as it may have to begin again.
constexpr double kWaysASecond = 1e6;
/// Of a unit: a few together still fit into a number.
constexpr std::int32_t kMostCost = 100'000'000;

/// Adds a derivation to the columns.
void add(const Task& task, const UnitLattice& lattice, const Answer& answer, UnitDerivations& to,
         std::int64_t cost = 0) {
  std::int64_t growth = 0;
  for (const std::uint32_t edge : answer.edges) {
    growth += lattice.growth()[edge];
    const auto units = lattice.units(edge);
    to.units.insert(to.units.end(), units.begin(), units.end());
  }
  to.unit_offsets.push_back(static_cast<std::int64_t>(to.units.size()));
  to.score.push_back(answer.score);
  to.lm.push_back(unweighted_lm(task, answer));
  to.growth.push_back(growth);
  to.cost.push_back(cost);
}

/// Ends the derivations of a sentence.
void end_sentence(bool optimal, bool complete, double upper_bound, UnitDerivations& to) {
  to.offsets.push_back(static_cast<std::int64_t>(to.score.size()));
  to.optimal.push_back(optimal);
  to.complete.push_back(complete);
  to.upper_bound.push_back(upper_bound);
}

/// A way compared costs more memory than a word tried; more of them have not been seen to help.
std::uint64_t front_work(const WorkLimit& limit) {
  const std::uint64_t ways = limit.expansions / 8;
  const double seconds = std::min(limit.seconds, kMostSeconds);
  return seconds > 0.0 ? std::min(ways, static_cast<std::uint64_t>(seconds * kWaysASecond) + 1)
                       : ways;
}

std::int64_t cost_of(const Answer& answer, std::span<const std::int32_t> costs) {
  std::int64_t sum = 0;
  for (const std::uint32_t edge : answer.edges) sum += costs[edge];
  return sum;
}

void check_costs(const Units& units, std::span<const double> usability,
                 std::span<const std::int32_t> cost) {
  if (cost.size() != units.size()) throw Error("there must be a cost for each unit");
  for (std::size_t unit = 0; unit < units.size(); ++unit)
    if (!std::isnan(usability[unit]) && (cost[unit] < 0 || cost[unit] > kMostCost))
      throw Error("the cost of a unit is below 0 or too large");
}

bool says_the_source(const Task& task, const Answer& answer) {
  if (answer.words.size() != task.lattice->length()) return false;
  for (std::uint32_t i = 0; i < answer.words.size(); ++i)
    if (answer.words[i] != task.lattice->source(i)) return false;
  return true;
}

/// Leaves the first n strings. A front has one again where another way to make it costs more but
/// scores higher.
void keep_different(std::size_t n, std::vector<FrontAnswer>& answers) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < answers.size() && kept < n; ++i) {
    const auto behind = answers.begin() + static_cast<std::ptrdiff_t>(kept);
    const bool known = std::any_of(answers.begin(), behind, [&](const FrontAnswer& each) {
      return each.answer.words == answers[i].answer.words;
    });
    if (known) continue;
    if (i != kept) answers[kept] = std::move(answers[i]);
    ++kept;
  }
  answers.resize(kept);
}

void check_most(std::span<const std::int64_t> most, const Units& units) {
  if (most.size() != units.sentence_count())
    throw Error("there must be a number of bytes for each sentence");
}

/// Of all derivations.
std::int64_t least_growth(const Task& task) {
  const auto edges = task.lattice->edges();
  std::vector<std::int64_t> least(task.lattice->length() + 1, INT64_MAX);
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t edge = 0; edge < order.size(); ++edge) order[edge] = edge;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t edge) { return edges[edge].begin; });
  least[0] = 0;
  for (const std::uint32_t edge : order) {
    if (least[edges[edge].begin] == INT64_MAX) continue;
    auto& end = least[edges[edge].end];
    end = std::min(end, least[edges[edge].begin] + task.growth[edge]);
  }
  return least.back();
}

/// Adds a sentence of `from` with its derivations.
void copy_sentence(const UnitDerivations& from, std::size_t sentence, UnitDerivations& to) {
  const auto begin = from.offsets[sentence], end = from.offsets[sentence + 1];
  for (auto derivation = begin; derivation < end; ++derivation) {
    const auto at = static_cast<std::size_t>(derivation);
    to.units.insert(to.units.end(), from.units.begin() + from.unit_offsets[at],
                    from.units.begin() + from.unit_offsets[at + 1]);
    to.unit_offsets.push_back(static_cast<std::int64_t>(to.units.size()));
    to.score.push_back(from.score[at]);
    to.lm.push_back(from.lm[at]);
    to.growth.push_back(from.growth[at]);
    to.cost.push_back(from.cost[at]);
  }
  end_sentence(from.optimal[sentence], from.complete[sentence], from.upper_bound[sentence], to);
}

}  // namespace

UnitDerivations with_others(const UnitDerivations& found, const UnitDerivations& others) {
  if (found.optimal.size() != others.optimal.size())
    throw Error("there must be derivations of the same sentences");
  UnitDerivations both;
  for (std::size_t sentence = 0; sentence < found.optimal.size(); ++sentence) {
    const bool has_own = found.offsets[sentence] < found.offsets[sentence + 1];
    copy_sentence(has_own ? found : others, sentence, both);
  }
  return both;
}

UnitDecoder::UnitDecoder(std::shared_ptr<const lm::Model> model, UnitWeights weights)
    : model_(std::move(model)), weights_(std::move(weights)) {
  bool finite = std::isfinite(weights_.lm) && std::isfinite(weights_.self) &&
                std::isfinite(weights_.usability) && std::isfinite(weights_.self_score);
  for (const auto& table : weights_.tables) {
    for (const double weight : table) finite &= std::isfinite(weight);
  }
  if (!finite) throw Error("a weight or the self score is not a finite number");
  check_lm_weight(weights_.lm);
}

UnitDecoder::~UnitDecoder() = default;

void UnitDecoder::check(const Units& units, std::span<const double> usability,
                        std::span<const std::int64_t> chosen) const {
  if (usability.size() != units.size())
    throw Error("the plan has " + std::to_string(usability.size()) + " usabilities for " +
                std::to_string(units.size()) + " units; give one for each");
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const auto table = static_cast<std::size_t>(units.table[unit]);
    if (table >= weights_.tables.size())
      throw Error("there are more tables than lists of weights; give one for each");
    const auto& weights = weights_.tables[table];
    if (!weights.empty() && weights.size() != units.scores(unit).size())
      throw Error("table " + std::to_string(table + 1) + " has " +
                  std::to_string(units.scores(unit).size()) + " score(s) but " +
                  std::to_string(weights.size()) + " weight(s) were given");
  }
  for (const std::int64_t row : chosen) {
    const auto unit = static_cast<std::size_t>(row);
    if (row < 0 || unit >= units.size()) throw Error("there is no such unit to be chosen");
    if (std::isnan(usability[unit]) || weights_.tables[units.table[unit]].empty())
      throw Error("a chosen unit was left out in planning, or its table is not used");
    for (const std::int64_t other : chosen) {
      const bool apart = units.sentence[other] != units.sentence[unit] ||
                         units.end[other] <= units.begin[unit] ||
                         units.end[unit] <= units.begin[other];
      const bool alike =
          units.begin[other] == units.begin[unit] && units.end[other] == units.end[unit];
      if (!apart && !alike) throw Error("two chosen units overlap; choose one of them");
    }
  }
}

UnitDerivations UnitDecoder::decode(const Units& units, std::span<const double> usability,
                                    const DecodeOptions& options,
                                    std::span<const StringScorer> scorers,
                                    std::span<const std::int64_t> most,
                                    std::span<const std::int64_t> chosen) const {
  check(units, usability, chosen);
  if (!chosen.empty() && options.search == Search::kMonteCarlo)
    throw Error("Monte-Carlo search cannot keep to chosen units; use another search");
  check_scorers(scorers, units.sentence_count());
  if (!most.empty()) check_most(most, units);
  if (!most.empty() && options.search != Search::kMonteCarlo)
    throw Error("only Monte-Carlo search keeps to a number of bytes; ask others for fronts");
  Stock<Workspace>::Lease w(workspaces_);
  UnitDerivations result;
  for (std::size_t sentence = 0; sentence < units.sentence_count(); ++sentence) {
    Task task = w->lattice.make(units, sentence, usability, chosen, *model_, weights_);
    if (!most.empty()) {
      task.growth = w->lattice.growth();
      task.most_growth = most[sentence];
      if (least_growth(task) > task.most_growth) {  // then it need not be sampled
        end_sentence(false, false, HUGE_VAL, result);
        continue;
      }
    }
    Search used{};
    const SearchResult found =
        w->engine.run(task, options, scorers.empty() ? StringScorer() : scorers[sentence], used);
    for (const Answer& answer : found.answers) add(task, w->lattice, answer, result);
    end_sentence(found.optimal, found.complete, found.upper_bound, result);
  }
  return result;
}

UnitDerivations UnitDecoder::fronts(const Units& units, std::span<const double> usability,
                                    std::span<const std::int64_t> most,
                                    const DecodeOptions& options,
                                    std::span<const std::int64_t> chosen,
                                    std::span<const std::int32_t> cost) const {
  check(units, usability, chosen);
  check_most(most, units);
  if (!cost.empty()) check_costs(units, usability, cost);
  Stock<Workspace>::Lease w(workspaces_);
  UnitDerivations result;
  for (std::size_t sentence = 0; sentence < units.sentence_count(); ++sentence) {
    const Task task = w->lattice.make(units, sentence, usability, chosen, *model_, weights_);
    FrontOptions front;
    front.n = options.n;
    front.most = most[sentence];
    front.expansions = front_work(options.limit);
    const FrontResult found = w->front.run(task, w->lattice.growth(), front);
    w->costs.assign(task.lattice->edges().size(), 0);
    if (!cost.empty()) cost_edges(cost, *w);
    for (const FrontAnswer& answer : found.answers)
      add(task, w->lattice, answer.answer, result, cost_of(answer.answer, w->costs));
    double best = -HUGE_VAL;
    for (const FrontAnswer& answer : found.answers) best = std::max(best, answer.answer.score);
    end_sentence(found.complete, found.complete, found.complete ? best : HUGE_VAL, result);
  }
  return result;
}

/// Equal changes are one edge of the lattice, so they cost the same: what the cheapest does.
void UnitDecoder::cost_edges(std::span<const std::int32_t> cost, Workspace& workspace) {
  const Lattice& lattice = workspace.lattice.lattice();
  const auto edges = lattice.edges();
  auto& costs = workspace.costs;
  costs.clear();
  for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
    std::int64_t sum = 0;
    for (const std::uint32_t unit : workspace.lattice.units(edge)) sum += cost[unit];
    costs.push_back(static_cast<std::int32_t>(std::min<std::int64_t>(sum, INT32_MAX)));
  }
  auto& order = workspace.order;
  order.resize(edges.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    const Edge &x = edges[a], &y = edges[b];
    if (x.begin != y.begin) return x.begin < y.begin ? -1 : 1;
    if (x.end != y.end) return x.end < y.end ? -1 : 1;
    const auto s = lattice.target(x), t = lattice.target(y);
    if (std::ranges::equal(s, t)) return 0;
    return std::ranges::lexicographical_compare(s, t) ? -1 : 1;
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int place = compare(a, b);
    return place != 0 ? place < 0 : costs[a] < costs[b];
  });
  for (std::size_t i = 1; i < order.size(); ++i)
    if (compare(order[i - 1], order[i]) == 0) costs[order[i]] = costs[order[i - 1]];
}

UnitDerivations UnitDecoder::decode_within(const Units& units, std::span<const double> usability,
                                           std::span<const std::int32_t> cost, std::int64_t most,
                                           const DecodeOptions& options, bool with_source,
                                           std::span<const StringScorer> scorers,
                                           std::span<const std::int64_t> chosen) const {
  check(units, usability, chosen);
  check_scorers(scorers, units.sentence_count());
  check_costs(units, usability, cost);
  if (!chosen.empty() && options.search == Search::kMonteCarlo)
    throw Error("Monte-Carlo search cannot keep to chosen units; use another search");
  if (!scorers.empty() && options.search != Search::kMonteCarlo)
    throw Error("only Monte-Carlo search lets a scorer of the whole sentence decide");
  Stock<Workspace>::Lease w(workspaces_);
  UnitDerivations result;
  for (std::size_t sentence = 0; sentence < units.sentence_count(); ++sentence) {
    Task task = w->lattice.make(units, sentence, usability, chosen, *model_, weights_);
    cost_edges(cost, *w);
    if (options.search == Search::kMonteCarlo) {
      task.growth = w->costs;
      task.most_growth = most;
      Search used{};
      const SearchResult sampled =
          w->engine.run(task, options, scorers.empty() ? StringScorer() : scorers[sentence], used);
      const auto first = result.score.size();
      for (const Answer& answer : sampled.answers)
        if (const std::int64_t sum = cost_of(answer, w->costs); sum <= most)
          add(task, w->lattice, answer, result, sum);
      if (result.score.size() > first) {
        end_sentence(sampled.optimal, sampled.complete, sampled.upper_bound, result);
        continue;
      }
    }
    // The source itself may be among the best, and is not counted.
    const FrontOptions front{with_source || options.n == UINT32_MAX ? options.n : options.n + 1,
                             most, front_work(options.limit)};
    FrontResult found = w->front.run(task, w->costs, front);
    std::erase_if(found.answers, [&](const FrontAnswer& each) { return each.growth > most; });
    const bool has_other =
        std::any_of(found.answers.begin(), found.answers.end(),
                    [&](const FrontAnswer& each) { return !says_the_source(task, each.answer); });
    if (!with_source && has_other)
      std::erase_if(found.answers,
                    [&](const FrontAnswer& each) { return says_the_source(task, each.answer); });
    std::sort(found.answers.begin(), found.answers.end(),
              [&](const FrontAnswer& a, const FrontAnswer& b) {
                return comes_before(*task.lattice, a.answer, b.answer);
              });
    keep_different(options.n, found.answers);
    for (const FrontAnswer& answer : found.answers)
      add(task, w->lattice, answer.answer, result, answer.growth);
    const bool proven = found.complete;
    const double best = found.answers.empty() ? -HUGE_VAL : found.answers[0].answer.score;
    end_sentence(proven, proven, proven ? best : HUGE_VAL, result);
  }
  return result;
}

UnitTrueScores UnitDecoder::true_scores(const Units& units, std::span<const double> usability,
                                        std::span<const std::string_view> targets) const {
  check(units, usability, {});
  if (targets.size() != units.sentence_count())
    throw Error("there must be a target for each sentence");
  Stock<Workspace>::Lease w(workspaces_);
  UnitTrueScores result;
  std::vector<std::string_view> words;
  std::vector<LocalWord> target;
  for (std::size_t sentence = 0; sentence < units.sentence_count(); ++sentence) {
    const Task task = w->lattice.make(units, sentence, usability, {}, *model_, weights_);
    split_words(targets[sentence], words);
    target.clear();
    for (const std::string_view word : words)
      target.push_back(task.lattice->find(word).value_or(kNoWord));
    TrueScore found = true_score(task, target, 1, w->true_score);
    for (const Answer& answer : found.segmentations) add(task, w->lattice, answer, result.best);
    end_sentence(found.reason.empty(), found.reason.empty(), found.score, result.best);
    result.reasons.push_back(std::move(found.reason));
  }
  return result;
}

}  // namespace ow
