// Adam (Kingma and Ba 2015): steps that are as large for rare parameters as for frequent ones.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ow::analysis {

/// Moments of the gradients of some parameters.
class Adam {
 public:
  explicit Adam(std::size_t size) : mean_(size), square_(size) {}

  /// How far to go in step `number`, from 1 on.
  void begin_step(std::uint64_t number, float rate) {
    const auto power = static_cast<double>(number);
    rate_ = static_cast<float>(rate * std::sqrt(1.0 - std::pow(kSquare, power)) /
                               (1.0 - std::pow(kMean, power)));
  }

  /// Moves the parameters from `begin` on; `gradient` has theirs, times `scale`.
  void move(std::size_t begin, std::size_t size, const float* gradient, float scale,
            float* parameters) {
    float *mean = mean_.data() + begin, *square = square_.data() + begin;
    for (std::size_t i = 0; i < size; ++i) {
      const float slope = gradient[i] * scale;
      mean[i] += (1.0f - kMean) * (slope - mean[i]);
      square[i] += (1.0f - kSquare) * (slope * slope - square[i]);
      parameters[begin + i] -= rate_ * mean[i] / (std::sqrt(square[i]) + kLeast);
    }
  }

 private:
  static constexpr float kMean = 0.9f, kSquare = 0.999f, kLeast = 1e-8f;

  std::vector<float> mean_, square_;
  float rate_ = 0.0f;
};

}  // namespace ow::analysis
