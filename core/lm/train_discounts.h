// Discounts of modified Kneser-Ney smoothing.
#pragma once

#include <array>
#include <cstdint>

#include "lm/train.h"

namespace ow::lm {

/// What the adjusted counts of one order look like.
struct CountStatistics {
  /// How many n-grams have count 1, 2, 3, 4.
  std::array<std::uint64_t, 4> with_count{};

  void add(std::uint64_t count) {
    if (count >= 1 && count <= 4) ++with_count[count - 1];
  }
};

/// The discounts of one order. When the counts give none: the fallback, or an Error.
Discounts discounts_of(unsigned order, const CountStatistics& statistics, bool fallback);

/// What is taken off a count.
inline double discount(const Discounts& discounts, std::uint64_t count) {
  return count == 0 ? 0 : discounts[count < 3 ? count - 1 : 2];
}

}  // namespace ow::lm
