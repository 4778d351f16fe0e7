#include "table/codebook.h"

#include <algorithm>
#include <cmath>

namespace ow {

Codebook::Codebook(std::vector<float> values) {
  if (values.empty()) return;
  std::sort(values.begin(), values.end());
  std::vector<float> distinct = values;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() <= values_.size()) {
    std::copy(distinct.begin(), distinct.end(), values_.begin());
    std::fill(values_.begin() + distinct.size(), values_.end(), distinct.back());
    return;
  }

  // Lloyd's algorithm in one dimension: from evenly spaced values, each moves to the mean of what
  // is nearest to it. Prefix sums make a round cost 256 searches whatever the number of values.
  std::vector<double> sums(values.size() + 1, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i + 1] = sums[i] + values[i];
  const double low = values.front(), step = (values.back() - low) / 255.0;
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<float>(low + step * i);
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds; ++round) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      std::size_t end = values.size();
      if (i + 1 < values_.size()) {
        const double border = (static_cast<double>(values_[i]) + values_[i + 1]) / 2;
        end = std::lower_bound(values.begin() + begin, values.end(), border) - values.begin();
      }
      if (end > begin) values_[i] = static_cast<float>((sums[end] - sums[begin]) / (end - begin));
      begin = end;
    }
  }
  for (const float value : distinct)
    largest_error_ = std::max(largest_error_, std::abs(value - (*this)[code(value)]));
}

std::uint8_t Codebook::code(float value) const {
  const auto above = std::lower_bound(values_.begin(), values_.end(), value);
  if (above == values_.begin()) return 0;
  if (above == values_.end()) return 255;
  const bool nearer_below = value - *(above - 1) <= *above - value;
  return static_cast<std::uint8_t>(above - values_.begin() - (nearer_below ? 1 : 0));
}

}  // namespace ow
