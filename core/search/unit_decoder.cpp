#include "search/unit_decoder.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/lines.h"
#include "search/answers.h"
#include "search/lm_weight.h"
#include "search/true_score.h"

namespace ow {

struct UnitDecoder::Workspace {
  UnitLattice lattice;
  SearchEngine engine;
  FrontSearch front;
  TrueScoreWorkspace true_score;
};

namespace {

/// Ways that a front compares in a second of a limited time: low, as it may have to begin again.
constexpr double kWaysASecond = 1e6;

/// Adds a derivation to the columns.
void add(const Task& task, const UnitLattice& lattice, const Answer& answer, UnitDerivations& to) {
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
}

/// Ends the derivations of a sentence.
void end_sentence(bool optimal, bool complete, double upper_bound, UnitDerivations& to) {
  to.offsets.push_back(static_cast<std::int64_t>(to.score.size()));
  to.optimal.push_back(optimal);
  to.complete.push_back(complete);
  to.upper_bound.push_back(upper_bound);
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
                                    std::span<const std::int64_t> chosen) const {
  check(units, usability, chosen);
  check_most(most, units);
  Stock<Workspace>::Lease w(workspaces_);
  UnitDerivations result;
  for (std::size_t sentence = 0; sentence < units.sentence_count(); ++sentence) {
    const Task task = w->lattice.make(units, sentence, usability, chosen, *model_, weights_);
    FrontOptions front;
    front.n = options.n;
    front.most = most[sentence];
    // A way compared costs more memory than a word tried; more of them have not been seen to help.
    front.expansions = options.limit.expansions / 8;
    if (options.limit.seconds > 0.0)
      front.expansions = std::min(
          front.expansions, static_cast<std::uint64_t>(options.limit.seconds * kWaysASecond) + 1);
    const FrontResult found = w->front.run(task, w->lattice.growth(), front);
    for (const FrontAnswer& answer : found.answers) add(task, w->lattice, answer.answer, result);
    double best = -HUGE_VAL;
    for (const FrontAnswer& answer : found.answers) best = std::max(best, answer.answer.score);
    end_sentence(found.complete, found.complete, found.complete ? best : HUGE_VAL, result);
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
