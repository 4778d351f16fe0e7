#include "lm/train_discounts.h"

#include <string>

#include "base/error.h"

namespace ow::lm {
namespace {

[[noreturn]] void fail(unsigned order, const std::string& why) {
  throw Error("the Kneser-Ney discounts of order " + std::to_string(order) +
              " cannot be computed: " + why +
              "; use more text without repeated lines, a lower order, or fallback discounts");
}

}  // namespace

Discounts discounts_of(unsigned order, const CountStatistics& statistics, bool fallback) {
  constexpr Discounts kFallback{0.5, 1, 1.5};
  const auto& n = statistics.with_count;
  for (int i = 0; i < 3; ++i) {
    if (n[i] > 0) continue;
    if (fallback) return kFallback;
    fail(order, "no n-gram has the count " + std::to_string(i + 1));
  }
  Discounts discounts;
  const double y = static_cast<double>(n[0]) / static_cast<double>(n[0] + 2 * n[1]);
  for (int i = 0; i < 3; ++i) {
    discounts[i] =
        (i + 1) - (i + 2) * y * static_cast<double>(n[i + 1]) / static_cast<double>(n[i]);
    if (discounts[i] >= 0) continue;
    if (fallback) return kFallback;
    fail(order, "n-grams with the count " + std::to_string(i + 2) + " are too frequent (" +
                    std::to_string(n[i + 1]) + ") beside those with the count " +
                    std::to_string(i + 1) + " (" + std::to_string(n[i]) + ")");
  }
  return discounts;
}

}  // namespace ow::lm
