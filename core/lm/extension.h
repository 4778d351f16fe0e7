// How good a word can at most become when more of its history is known.
//
// For each n-gram below the highest order, one byte bounds what all longer n-grams that end with it
// can make of its word: their probability, and what their state may gain (lm/leeway.h) over the
// state the n-gram itself leads to. A search skips the longer contexts that cannot win.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace ow::lm {

inline constexpr std::uint8_t kNoExtension = 255;  // no longer n-gram ends with this one
inline constexpr std::uint8_t kUnboundedExtension = 254;
inline constexpr float kExtensionSteps = 20.0f;  // of log10 1

/// Upper bound in log10, given the n-gram's own probability; -inf for kNoExtension.
inline float extension_bound(std::uint8_t code, float log10) {
  if (code >= kUnboundedExtension)
    return code == kNoExtension ? -std::numeric_limits<float>::infinity()
                                : std::numeric_limits<float>::infinity();
  return log10 + static_cast<float>(code) / kExtensionSteps;
}

/// The tightest code whose bound is at least `largest`; -inf when there is no longer n-gram.
inline std::uint8_t encode_extension(double largest, float log10) {
  if (largest == -std::numeric_limits<double>::infinity()) return kNoExtension;
  const double steps = std::ceil((largest - log10 + 1e-6) * kExtensionSteps);
  if (!(steps < kUnboundedExtension)) return kUnboundedExtension;
  return steps < 0.0 ? 0 : static_cast<std::uint8_t>(steps);
}

}  // namespace ow::lm
