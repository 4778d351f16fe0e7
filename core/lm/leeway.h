// How much more or less a longer context can make of what follows.
//
// Whatever words come, a state's score for them exceeds its parent's by at most the state's gain,
// and falls short of it by at most its loss. So a state that is further behind another with the
// same suffix than these allow can be forgotten: a search need not look at it again.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace ow::lm {

/// As stored: codes of two log10 differences, rounded up.
struct Leeway {
  std::uint8_t gain, loss;
};

inline constexpr std::uint8_t kUnboundedLeeway = 255;
inline constexpr float kLeewaySteps = 16.0f;  // of log10 1

inline std::uint8_t encode_leeway(double log10) {
  // More than the rounding of all sums that are compared by it. Never below 0, so that the best
  // state of a place is worth more to its parent than any rival: it is never forgotten.
  const double steps = std::ceil((log10 + 1e-6) * kLeewaySteps);
  if (!(steps < kUnboundedLeeway)) return kUnboundedLeeway;
  return steps < 0.0 ? 0 : static_cast<std::uint8_t>(steps);
}

inline float decode_leeway(std::uint8_t code) {
  return code == kUnboundedLeeway ? std::numeric_limits<float>::infinity()
                                  : static_cast<float>(code) / kLeewaySteps;
}

}  // namespace ow::lm
