// How probable a word can at most become when more of its history is known.
//
// For each n-gram below the highest order, one byte bounds the probabilities of all longer n-grams
// that end with it. A search skips the longer contexts that cannot win.
#pragma once

#include <cstdint>
#include <limits>

namespace ow::lm {

inline constexpr std::uint8_t kNoExtension = 255;         // no longer n-gram ends with this one
inline constexpr std::uint8_t kUnboundedExtension = 254;  // above probability 1: not a distribution

/// Upper bound of the log10 probabilities, given the n-gram's own; -inf for kNoExtension.
inline float extension_bound(std::uint8_t code, float log10) {
  if (code >= kUnboundedExtension)
    return code == kNoExtension ? -std::numeric_limits<float>::infinity()
                                : std::numeric_limits<float>::infinity();
  return log10 * (1.0f - static_cast<float>(code) / 253.0f);
}

/// The tightest code whose bound is at least `largest`; -inf when there is no longer n-gram.
inline std::uint8_t encode_extension(float largest, float log10) {
  if (largest == -std::numeric_limits<float>::infinity()) return kNoExtension;
  std::uint8_t code = 0;
  while (code < kUnboundedExtension && extension_bound(code, log10) < largest) ++code;
  return code;
}

}  // namespace ow::lm
