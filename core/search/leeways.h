// The leeway of the states of a model (lm/leeway.h) as scores.
#pragma once

#include <array>

#include "lm/model.h"

namespace ow {

class Leeways {
 public:
  /// `scale` turns log10 into score and is above 0.
  void start(const lm::Model& model, double scale) {
    model_ = &model;
    for (unsigned code = 0; code < scores_.size(); ++code)
      scores_[code] = scale * lm::decode_leeway(static_cast<std::uint8_t>(code));
  }

  struct Leeway {
    double gain, loss;
  };
  Leeway of(lm::StateId state) const {
    const lm::Leeway& codes = model_->leeway(state);
    return {scores_[codes.gain], scores_[codes.loss]};
  }

 private:
  const lm::Model* model_ = nullptr;
  std::array<double, 256> scores_{};
};

}  // namespace ow
