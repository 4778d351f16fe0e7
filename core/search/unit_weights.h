// The λ of an application, and the score of a word that stays as it is.
#pragma once

#include <cstdint>
#include <vector>

namespace ow {

struct UnitWeights {
  std::vector<std::vector<double>> tables;  // by table and score; a table without is not used
  double lm = 1.0;
  double self = 1.0;
  double usability = 1.0;
  double self_score = -1.0;  // log c
  /// How many ways there are at most to use units inside of what another one carries along; 0: what
  /// is carried along stays as it is.
  std::uint32_t nested = 0;
};

}  // namespace ow
