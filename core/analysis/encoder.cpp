#include "analysis/encoder.h"

#include <algorithm>

namespace ow::analysis {

void Encoding::begin(std::size_t words, const Shape& shape) {
  words_ = words;
  width_ = shape.width;
  layers_.resize(shape.depth + 1);
  added_.resize(shape.depth);
  for (auto& layer : layers_) layer.assign((words + 2) * width_, 0.0f);
  for (auto& sums : added_) sums.resize(words * width_);
}

void Encoding::run(const Layout& layout, std::span<const float> parameters) {
  for (std::size_t i = 0; i < added_.size(); ++i) {
    float* sums = added_[i].data();
    apply(layout.layers[i], parameters, windows(i), words_, sums);
    const float* below = vector(i, 0);
    float* above = vector(i + 1, 0);
    for (std::size_t k = 0; k < words_ * width_; ++k) {
      sums[k] = std::max(sums[k], 0.0f);
      above[k] = below[k] + sums[k];
    }
  }
}

}  // namespace ow::analysis
