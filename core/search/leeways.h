// The leeway of a state (lm/leeway.h) as scores.
#pragma once

#include <array>
#include <cstdint>

#include "lm/leeway.h"

namespace ow {

class Leeways {
 public:
  /// `scale` turns log10 into score and is above 0.
  void start(double scale) {
    for (unsigned code = 0; code < scores_.size(); ++code)
      scores_[code] = scale * lm::decode_leeway(static_cast<std::uint8_t>(code));
  }

  double gain(const lm::Leeway& leeway) const { return scores_[leeway.gain]; }
  double loss(const lm::Leeway& leeway) const { return scores_[leeway.loss]; }

 private:
  std::array<double, 256> scores_{};
};

}  // namespace ow
