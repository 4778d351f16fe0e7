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
  if (product.build(task, options.limit)) {
    product.complete();
    result.upper_bound = product.states(task.lattice->root(0))[0].backward;
    result.complete = enumerator.run(product, options.n, result);
    result.optimal = result.complete || !result.answers.empty();
    std::sort(result.answers.begin(), result.answers.end(),
              [&](const Answer& a, const Answer& b) { return comes_before(*task.lattice, a, b); });
  }
  result.expansions = product.expansions();
  return result;
}

}  // namespace ow
