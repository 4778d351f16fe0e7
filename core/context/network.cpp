#include "context/network.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ow::context {
namespace {

constexpr float kLeak = 0.1f;  // of a hidden unit that is below zero

void activate(std::vector<float>& values) {
  for (float& value : values)
    if (value < 0.0f) value *= kLeak;
}

void deactivate(const std::vector<float>& values, std::vector<float>& slopes) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] < 0.0f) slopes[i] *= kLeak;
}

}  // namespace

bool is_possible(const Shape& shape) {
  const auto fits = [](std::uint32_t size) {
    return size > 0 && size <= 512 && size % analysis::kLanes == 0;
  };
  const auto rows = [](std::uint32_t count) {
    return std::has_single_bit(count) && count >= 16 && count <= (1U << 24);
  };
  return rows(shape.vectors) && rows(shape.weights) && fits(shape.width) && fits(shape.hidden) &&
         fits(shape.last);
}

Layout::Layout(const Shape& shape) {
  size = 0;
  const auto linear = [&](std::size_t from, std::size_t to) {
    analysis::Linear part{size, 0, from, analysis::padded(to)};
    size += from * part.outputs;
    part.bias = size;
    size += part.outputs;
    return part;
  };
  inputs = (kBags + kProducts.size()) * shape.width + kNumbers;
  hidden = linear(inputs, shape.hidden);
  last = linear(shape.hidden, shape.last);
  outputs = linear(shape.last, kOutputs);
  lean = size++;
}

float bag_scale(std::size_t rows) {
  return rows == 0 ? 0.0f : 1.0f / std::sqrt(static_cast<float>(rows));
}

void Network::begin(std::size_t units) {
  units_ = units;
  inputs_.assign(units * layout_.inputs, 0.0f);
  hidden_.resize(units * layout_.hidden.outputs);
  last_.resize(units * layout_.last.outputs);
  outputs_.resize(units * layout_.outputs.outputs);
}

void Network::run(std::span<const float> parameters) {
  for (std::size_t unit = 0; unit < units_; ++unit) {
    for (std::size_t i = 0; i < kProducts.size(); ++i) {
      const float *a = vector(unit, kProducts[i][0]), *b = vector(unit, kProducts[i][1]);
      float* product = vector(unit, kBags + i);
      for (std::size_t k = 0; k < shape_.width; ++k) product[k] = a[k] * b[k];
    }
  }
  analysis::apply(layout_.hidden, parameters, rows_of(inputs_, layout_.inputs), units_,
                  hidden_.data());
  activate(hidden_);
  analysis::apply(layout_.last, parameters, rows_of(hidden_, layout_.hidden.outputs), units_,
                  last_.data());
  activate(last_);
  analysis::apply(layout_.outputs, parameters, rows_of(last_, layout_.last.outputs), units_,
                  outputs_.data());
}

void Network::go_back(std::span<const float> transposed, std::span<const float> outputs,
                      std::span<float> gradient) {
  // From a layer's slopes to those of its weights and of what goes in.
  const auto through = [&](const analysis::Linear& linear, const std::vector<float>& in,
                           const float* slopes, std::vector<float>& back) {
    analysis::add_product(rows_of(in, linear.inputs).transposed(), linear.inputs, units_, slopes,
                          linear.outputs, gradient.data() + linear.weights);
    float* bias = gradient.data() + linear.bias;
    for (std::size_t unit = 0; unit < units_; ++unit)
      for (std::size_t k = 0; k < linear.outputs; ++k) bias[k] += slopes[unit * linear.outputs + k];
    const std::size_t columns = analysis::padded(linear.inputs);
    back.assign(units_ * columns, 0.0f);
    analysis::add_product({slopes, linear.outputs}, units_, linear.outputs,
                          transposed.data() + linear.weights, columns, back.data());
  };
  through(layout_.outputs, last_, outputs.data(), back_last_);
  deactivate(last_, back_last_);
  through(layout_.last, hidden_, back_last_.data(), back_hidden_);
  deactivate(hidden_, back_hidden_);
  through(layout_.hidden, inputs_, back_hidden_.data(), back_inputs_);
  const std::size_t width = shape_.width, columns = analysis::padded(layout_.inputs);
  for (std::size_t unit = 0; unit < units_; ++unit) {
    float* back = back_inputs_.data() + unit * columns;
    for (std::size_t i = 0; i < kProducts.size(); ++i) {
      const auto [first, second] = kProducts[i];
      const float* slope = back + (kBags + i) * width;
      for (std::size_t k = 0; k < width; ++k) {
        back[first * width + k] += slope[k] * vector(unit, second)[k];
        back[second * width + k] += slope[k] * vector(unit, first)[k];
      }
    }
  }
  for (std::size_t unit = 0; unit < units_; ++unit)
    std::copy_n(back_inputs_.data() + unit * columns, kBags * width, vector(unit, 0));
}

std::array<float, kOutputs> with_weights(const float* outputs,
                                         const std::array<float, kOutputs>& weights, float lean) {
  const float teacher = outputs[kTeacher] + weights[kTeacher];
  return {outputs[kIsRight] + weights[kIsRight] + lean * teacher, teacher};
}

}  // namespace ow::context
