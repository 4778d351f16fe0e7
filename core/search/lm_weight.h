// Which weights of the language model can be calculated with.
#pragma once

#include "base/error.h"

namespace ow {

/// Throws for a weight that is no number, negative, or so large that the scores of long sentences
/// would be infinite; scores of units have the same limit.
inline void check_lm_weight(double weight) {
  if (!(weight >= 0.0 && weight <= 1e30))
    throw Error("the weight of the language model must be a number from 0 to 1e30");
}

}  // namespace ow
