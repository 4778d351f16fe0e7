#include "search/exact.h"

#include <algorithm>
#include <limits>

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

SearchResult search_exact(const Task& task, const ExactOptions& options,
                          ExactWorkspace& workspace) {
  auto& [product, enumerator] = workspace.memory();
  SearchResult result;
  result.upper_bound = std::numeric_limits<double>::infinity();
  // One answer needs no completions, unless a tie asks for the order of texts. The shortcut relies
  // on better probabilities being better scores.
  if (options.n == 1 && task.lm_weight >= 0.0 &&
      product.build(task, options.limit, Product::Keep::kBest) &&
      product.best_answer(result.answers)) {
    result.optimal = result.complete = true;
    result.upper_bound =
        result.answers.empty() ? -std::numeric_limits<double>::infinity() : result.answers[0].score;
  } else if (product.build(task, options.limit, Product::Keep::kAll)) {
    product.complete();
    result.upper_bound = product.best_score();
    result.complete = enumerator.run(product, options.n, result);
    result.optimal = result.complete || !result.answers.empty();
    std::sort(result.answers.begin(), result.answers.end(),
              [&](const Answer& a, const Answer& b) { return comes_before(*task.lattice, a, b); });
  }
  result.expansions = product.expansions();
  return result;
}

}  // namespace ow
