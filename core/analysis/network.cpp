#include "analysis/network.h"

#include <algorithm>

namespace ow::analysis {

bool is_possible(const Shape& shape) {
  constexpr std::uint32_t kMostWidth = 1024, kMostDepth = 16, kMostClasses = 254;
  const auto fits = [](std::uint32_t size) {
    return size > 0 && size <= kMostWidth && size % kLanes == 0;
  };
  const auto counts = [](std::uint32_t classes) { return classes > 0 && classes <= kMostClasses; };
  return fits(shape.width) && fits(shape.hidden) && shape.depth <= kMostDepth &&
         counts(shape.tags) && counts(shape.entities) && counts(shape.relations);
}

Layout::Layout(const Shape& shape) {
  size = 0;
  const auto block = [&](std::size_t floats) {
    const std::size_t begin = size;
    size += floats;
    return begin;
  };
  const auto linear = [&](std::size_t inputs, std::size_t outputs) {
    Linear part{0, 0, inputs, padded(outputs)};
    part.weights = block(inputs * part.outputs);
    part.bias = block(part.outputs);
    return part;
  };
  const std::size_t width = shape.width, hidden = shape.hidden;
  for (std::uint32_t i = 0; i < shape.depth; ++i) layers.push_back(linear(3 * width, width));
  tags = linear(width, shape.tags);
  entities = linear(width, shape.entities);
  slots = linear(width, kSlots * hidden);
  empty = block(kSlots * hidden);
  root = block(kSlots * hidden);
  hidden_bias = block(hidden);
  moves = linear(hidden, kMoves);
  left = linear(hidden, shape.relations);
  right = linear(hidden, shape.relations);
}

void apply(const Linear& linear, std::span<const float> parameters, Strided inputs,
           std::size_t rows, float* outputs) {
  const float* bias = parameters.data() + linear.bias;
  for (std::size_t i = 0; i < rows; ++i)
    std::copy_n(bias, linear.outputs, outputs + i * linear.outputs);
  add_product(inputs, rows, linear.inputs, parameters.data() + linear.weights, linear.outputs,
              outputs);
}

}  // namespace ow::analysis
