#include "search/exact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "search/enumerate.h"
#include "search/order.h"
#include "search/product.h"

namespace ow {

struct ExactWorkspace::Memory {
  Product product;
  Enumerator enumerator;
};

ExactWorkspace::ExactWorkspace() : memory_(std::make_unique<Memory>()) {}
ExactWorkspace::~ExactWorkspace() = default;
ExactWorkspace::ExactWorkspace(ExactWorkspace&&) noexcept = default;
ExactWorkspace& ExactWorkspace::operator=(ExactWorkspace&&) noexcept = default;

namespace {

/// How far below the best score the n-th is likely to be: too little costs a second try, too much
/// keeps what nobody asks for. Long sentences have more to choose from. With these constants, 400
/// sentences of parliament and a pivot table took the fewest look-ups; one in a hundred was tried
/// again.
double first_margin(std::uint32_t n, std::uint32_t length) {
  return std::log(static_cast<double>(n)) * (0.35 + 38.0 / (length + 5.0));
}

/// Sums up to this are told apart on the grid of 1e-9, in whatever order they are added up.
constexpr double kLargestSum = 1e6;
/// Nobody knows how small the probabilities of a model are: its weight is limited instead.
constexpr double kLargestLmWeight = 1e3;

/// Whether sums of these scores are exact enough for what is proven by them.
bool can_be_proven(const Task& task) {
  std::vector<double> largest(task.lattice->length() + 1, 0.0);
  for (const Edge& edge : task.lattice->edges())
    largest[edge.begin] = std::max(largest[edge.begin], std::abs(edge.score));
  return task.lm_weight <= kLargestLmWeight &&
         std::accumulate(largest.begin(), largest.end(), 0.0) <= kLargestSum;
}

SearchResult search(const Task& task, const ExactOptions& options, ExactWorkspace& workspace) {
  Product& product = workspace.memory().product;
  Enumerator& enumerator = workspace.memory().enumerator;
  SearchResult result;
  result.upper_bound = std::numeric_limits<double>::infinity();
  const auto finish = [&] {
    result.expansions = product.expansions();
    return result;
  };
  product.limit_work(options.limit);
  const auto purpose = options.n == 1 ? Product::Purpose::kBest : Product::Purpose::kMany;
  double margin = first_margin(options.n, task.lattice->length());
  if (!product.build(task, purpose, margin)) return finish();
  result.upper_bound = product.best_score();
  const bool no_answer = product.best_score() == -std::numeric_limits<double>::infinity();
  if (no_answer || (options.n == 1 && product.best_answer(result.answers))) {
    result.optimal = result.complete = true;
    return finish();
  }
  // A tie asks for the order of texts: back to the start, with all that this needs.
  for (bool built = options.n > 1;; built = false, margin = 2.0 * margin + 1.0) {
    if (!built && !product.build(task, Product::Purpose::kMany, margin)) return finish();
    const Product::Completion completion = product.complete();
    if (completion == Product::Completion::kLimit) return finish();
    SearchResult round;
    const bool finished = enumerator.run(product, options.n, round);
    std::sort(round.answers.begin(), round.answers.end(),
              [&](const Answer& a, const Answer& b) { return comes_before(*task.lattice, a, b); });
    const bool all = completion == Product::Completion::kAll;
    // Strings within the margin are all there; below it some may be missing.
    const double floor = product.best_score() - margin - 0.5 * kScoreSlack;
    if (!all)
      std::erase_if(round.answers, [&](const Answer& answer) { return answer.score < floor; });
    // What an earlier round found stays where this one came to less before the work limit.
    if (round.answers.size() > result.answers.size()) result.answers = std::move(round.answers);
    result.complete = finished && (all || result.answers.size() == options.n);
    result.optimal = result.complete || !result.answers.empty();
    if (result.complete || !finished) return finish();
  }
}

}  // namespace

SearchResult search_exact(const Task& task, const ExactOptions& options,
                          ExactWorkspace& workspace) {
  if (can_be_proven(task)) {
    SearchResult result = search(task, options, workspace);
    const bool proven =
        std::all_of(result.answers.begin(), result.answers.end(),
                    [](const Answer& answer) { return std::abs(answer.score) <= kLargestSum; });
    if (proven) return result;
  }
  SearchResult nothing;
  nothing.upper_bound = std::numeric_limits<double>::infinity();
  return nothing;
}

}  // namespace ow
