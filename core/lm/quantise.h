// Eight bits instead of a float: one book of 256 values an order, for probabilities and back-offs.
#pragma once

#include <vector>

#include "base/container.h"

namespace ow::lm {

/// Writes the books and the codes; values are given by n-gram order and context length. Returns
/// the root mean square error of the probabilities.
double write_quantised(ContainerWriter& file, const std::vector<std::vector<float>>& probs,
                       const std::vector<std::vector<float>>& backoffs);

}  // namespace ow::lm
