// Eight bits instead of a float: one book of 256 values an order, for probabilities and back-offs.
#pragma once

#include <vector>

#include "base/container.h"
#include "lm/model.h"

namespace ow::lm {

/// A state's number has 24 bits in a quantised model.
inline constexpr std::size_t kMostCodedStates = std::size_t{1} << 24;

/// Writes states (by context length, then `last`), arcs (by n-gram order) and books, and gives both
/// the numbers they now have. Returns the root mean square error of probabilities in log10.
double write_quantised(ContainerWriter& file, std::vector<std::vector<PlainState>>& states,
                       const PlainState& last, std::vector<std::vector<PlainArc>>& arcs);

}  // namespace ow::lm
