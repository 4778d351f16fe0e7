// Training of confidence from what annotators and a teacher said of units.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "context/network.h"

namespace ow::context {

/// Units to learn from: their features as in Features, and what was said of each.
struct Examples {
  std::span<const float> numbers;
  std::span<const std::int64_t> bag_offsets;
  std::span<const std::uint32_t> bag_rows;
  std::span<const std::int64_t> weight_offsets;
  std::span<const std::uint32_t> weight_rows;
  /// Whether it is right, from 0 to 1; what the teacher says, about from -3 to 3. Not-a-number
  /// where nobody said anything.
  std::span<const float> right, teacher;
  std::span<const float> importance;  // how much what was said of a unit counts

  std::size_t size() const { return right.size(); }
};

struct TrainOptions {
  std::uint32_t width = 32, hidden = 48, last = 16;
  std::uint32_t rounds = 6;  // through all examples
  std::uint32_t batch = 64;  // examples between two steps
  float rate = 0.002f;       // of the first steps; it goes down to nothing
  float decay = 0.02f;       // of vectors and weights in each step, times the rate
  /// Of the examples that a row must have to be learnt: what was seen once tells of nothing else.
  std::uint32_t least_count = 3;
  double row_dropout = 0.2;     // of rows of the table of vectors
  double weight_dropout = 0.3;  // of rows of the table of weights
  float reach = 0.1f;           // of vectors before they learn
  float teacher_share = 0.5f;   // of the loss that is the teacher's
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: as many as there are cores; the result is the same
  /// Told after each batch how many there were and will be, and the mean loss since the round
  /// began; throws to stop the work.
  std::function<void(std::uint64_t, std::uint64_t, double)> watch;
};

/// A trained network.
struct Trained {
  Shape shape;
  std::vector<float> parameters, vectors, weights;  // of weights kOutputs a row
};

/// Trains on all examples, from scratch or on from a network that was trained before. Throws Error
/// for columns that do not fit each other, and for what comes to no finite numbers.
Trained train(const Examples& examples, const TableSizes& sizes, const TrainOptions& options,
              const Trained* begin = nullptr);

/// What a network says of examples: both outputs, one unit after the other.
std::vector<float> predict(const Examples& examples, const Trained& trained, unsigned threads);

}  // namespace ow::context
