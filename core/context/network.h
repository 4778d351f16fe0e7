// The network of confidence: how large its parts are, and where its parameters stand.
//
// Each bag of rows becomes a vector. These vectors, products of the words that come and of those
// that go with what stands around, and the numbers of the unit go through two hidden layers to two
// outputs. What the weights of its rows add up to is added to both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/matrix.h"
#include "analysis/network.h"
#include "context/features.h"

namespace ow::context {

/// What the network says of a unit: the log-odds that it is right, and what a teacher would say.
enum Output : std::size_t { kIsRight, kTeacher, kOutputs };

struct Shape {
  std::uint32_t vectors = 0, weights = 0;  // rows of both tables, powers of two
  std::uint32_t width = 0;                 // of a vector; a multiple of kLanes
  std::uint32_t hidden = 0, last = 0;      // of both layers; multiples of kLanes
};

/// Whether there can be such a network.
bool is_possible(const Shape& shape);

/// The bags whose vectors are multiplied with each other.
inline constexpr std::array<std::array<Bag, 2>, 9> kProducts{{{kTarget, kLeft},
                                                              {kTarget, kRight},
                                                              {kTarget, kTree},
                                                              {kTarget, kAround},
                                                              {kSource, kLeft},
                                                              {kSource, kRight},
                                                              {kSource, kTree},
                                                              {kSource, kAround},
                                                              {kSource, kTarget}}};

/// Where each part stands among all parameters.
struct Layout {
  explicit Layout(const Shape& shape);

  std::size_t inputs;
  analysis::Linear hidden, last, outputs;
  std::size_t lean;  // how much of the teacher's output goes into kIsRight
  std::size_t size;
};

/// The vector of a bag is the sum of its known rows, so many, times this. A row that was not learnt
/// is all zero.
float bag_scale(std::size_t rows);

/// Runs the network on some units; keeps its memory, so one a thread.
class Network {
 public:
  Network(const Shape& shape, const Layout& layout) : shape_(shape), layout_(layout) {}

  /// Makes room for so many units, their inputs all zero.
  void begin(std::size_t units);
  /// Where the vector of a bag and the numbers of a unit are to be written.
  float* vector(std::size_t unit, std::size_t bag) {
    return inputs_.data() + unit * layout_.inputs + bag * shape_.width;
  }
  float* numbers(std::size_t unit) { return vector(unit, kBags + kProducts.size()); }
  /// Fills in products and runs all layers.
  void run(std::span<const float> parameters);
  /// Both outputs of a unit, without the weights of its rows.
  const float* output(std::size_t unit) const {
    return outputs_.data() + unit * layout_.outputs.outputs;
  }

  /// For training: goes back from what the outputs should change by, adds to the gradient of the
  /// parameters, and leaves what the inputs should change by in `vector`. `transposed` has each
  /// matrix of the parameters transposed in its place.
  void go_back(std::span<const float> transposed, std::span<const float> outputs,
               std::span<float> gradient);

 private:
  analysis::Strided rows_of(const std::vector<float>& matrix, std::size_t columns) const {
    return {matrix.data(), columns};
  }

  const Shape& shape_;
  const Layout& layout_;
  std::size_t units_ = 0;
  std::vector<float> inputs_, hidden_, last_, outputs_;
  std::vector<float> back_last_, back_hidden_, back_inputs_;
};

/// What both outputs come to with the sums of the weights of the rows of a unit.
std::array<float, kOutputs> with_weights(const float* outputs,
                                         const std::array<float, kOutputs>& weights, float lean);

}  // namespace ow::context
