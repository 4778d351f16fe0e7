// From the rows of words to vectors that know of their neighbours.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/network.h"

namespace ow::analysis {

/// Vectors of the words of a sentence after each layer. Training reads all of them, analysis only
/// the last one.
class Encoding {
 public:
  /// Makes room for a sentence, all zeros.
  void begin(std::size_t words, const Shape& shape);
  /// Runs all layers, from the vectors in layer 0.
  void run(const Layout& layout, std::span<const float> parameters);

  std::size_t words() const { return words_; }
  /// The vector of a word; words -1 and `words` are outside of the sentence and always zero.
  float* vector(std::size_t layer, std::ptrdiff_t word) {
    return layers_[layer].data() + static_cast<std::size_t>(word + 1) * width_;
  }
  /// What a layer added to the vectors of the one below it.
  const float* added(std::size_t layer) const { return added_[layer].data(); }
  /// All vectors of a layer.
  Strided vectors(std::size_t layer) { return {vector(layer, 0), width_}; }
  Strided last() { return vectors(layers_.size() - 1); }
  /// All vectors of a layer, each with those of its neighbours before and behind it.
  Strided windows(std::size_t layer) { return {vector(layer, -1), width_}; }

 private:
  std::size_t words_ = 0, width_ = 0;
  std::vector<std::vector<float>> layers_, added_;
};

}  // namespace ow::analysis
