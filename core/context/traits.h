// What confidence knows of a table besides its entries.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ow::context {

/// How the entries of a table came about.
enum class Origin : std::uint8_t { kPivot, kParallel, kDictionary, kPatterns, kCollocations };
inline constexpr std::size_t kOrigins = 5;

struct TableTraits {
  Origin origin = Origin::kPivot;
  /// The place among the scores of an entry of the log of its grade's share: how often pairs of its
  /// grade are right in context. Below 0 where entries have no grades.
  std::int32_t grade = -1;
};

}  // namespace ow::context
