// Scores in one byte: 256 values chosen so that the squared error is small.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ow {

/// The values one score may take after quantisation.
class Codebook {
 public:
  /// Learns from all values of the score; exact when there are at most 256 different ones.
  explicit Codebook(std::vector<float> values);

  std::uint8_t code(float value) const;
  float operator[](std::uint8_t code) const { return values_[code]; }
  const std::array<float, 256>& values() const { return values_; }
  /// Largest difference between a value learnt from and the one that stands for it.
  float largest_error() const { return largest_error_; }

 private:
  std::array<float, 256> values_{};  // ascending
  float largest_error_ = 0;
};

}  // namespace ow
