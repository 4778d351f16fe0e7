// How far a word can get at most when more of its history is known.
//
// Longer contexts make a word more or less probable (lm/extension.h), and the states they lead to
// make more of what follows (lm/leeway.h). For each n-gram, one byte bounds the sum of both over
// all longer n-grams that end with it, relative to the n-gram's own probability. A search that
// knows what a word has reached already need not look for it in contexts without a prospect.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace ow::lm {

inline constexpr std::uint8_t kUnboundedProspect = 255;
inline constexpr double kProspectSteps = 16.0;   // of log10 1
inline constexpr double kLeastProspect = -64.0;  // in steps: longer contexts may only do harm

/// The code of a log10 difference, rounded up by more than the rounding of sums it is compared to.
inline std::uint8_t encode_prospect(double log10) {
  const double steps = std::ceil((log10 + 1e-6) * kProspectSteps) - kLeastProspect;
  if (!(steps < kUnboundedProspect)) return kUnboundedProspect;
  return steps < 0.0 ? 0 : static_cast<std::uint8_t>(steps);
}

inline float decode_prospect(std::uint8_t code) {
  return code == kUnboundedProspect ? std::numeric_limits<float>::infinity()
                                    : static_cast<float>((code + kLeastProspect) / kProspectSteps);
}

}  // namespace ow::lm
