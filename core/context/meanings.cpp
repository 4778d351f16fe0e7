#include "context/meanings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ow::context {

bool Meanings::is_valid() const {
  const bool ascends = std::adjacent_find(words_.begin(), words_.end(),
                                          [](auto a, auto b) { return a >= b; }) == words_.end();
  return ascends && numbers_.size() == words_.size() * dimensions_;
}

std::span<const std::int8_t> Meanings::find(std::uint64_t hash) const {
  const auto at = std::lower_bound(words_.begin(), words_.end(), hash);
  if (at == words_.end() || *at != hash) return {};
  return numbers_.subspan(static_cast<std::size_t>(at - words_.begin()) * dimensions_, dimensions_);
}

double MeaningSum::cosine(const MeaningSum& other) const {
  const auto product = [](const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    return static_cast<double>(std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0}));
  };
  const double lengths = product(sum_, sum_) * product(other.sum_, other.sum_);
  return lengths == 0.0 ? 0.0 : product(sum_, other.sum_) / std::sqrt(lengths);
}

}  // namespace ow::context
