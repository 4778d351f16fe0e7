#include "pairs/edit_distance.h"

#include <algorithm>

namespace ow::pairs {

std::uint32_t EditDistance::operator()(std::span<const Word> a, std::span<const Word> b,
                                       std::uint32_t most) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a = a.subspan(1);
    b = b.subspan(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1);
    b = b.first(b.size() - 1);
  }
  if (a.size() > b.size()) std::swap(a, b);
  const std::uint32_t beyond = most + 1;
  if (b.size() - a.size() > most) return beyond;
  // Only cells near the diagonal can have a distance of at most `most`.
  row_.assign(b.size() + 1, beyond);
  for (std::size_t j = 0; j <= std::min<std::size_t>(b.size(), most); ++j)
    row_[j] = static_cast<std::uint32_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t begin = i > most ? i - most : 1;
    const std::size_t end = std::min<std::size_t>(b.size(), i + most);
    std::uint32_t diagonal = row_[begin - 1];
    row_[begin - 1] = begin == 1 ? std::min(static_cast<std::uint32_t>(i), beyond) : beyond;
    std::uint32_t least = row_[begin - 1];
    for (std::size_t j = begin; j <= end; ++j) {
      const std::uint32_t above = row_[j];
      std::uint32_t best = std::min(above, row_[j - 1]) + 1;
      best = std::min(best, diagonal + (a[i - 1] == b[j - 1] ? 0 : substitution_));
      diagonal = above;
      row_[j] = std::min(best, beyond);
      least = std::min(least, row_[j]);
    }
    if (least > most) return beyond;
  }
  return row_[b.size()];
}

}  // namespace ow::pairs
