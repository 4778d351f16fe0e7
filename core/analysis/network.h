// The network of an analyser: how large its parts are, and where its parameters stand.
//
// Words become vectors (sums of the rows of their features), each layer looks at a word and its two
// neighbours, and on top of the last one stand tags, entities and the parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/matrix.h"

namespace ow::analysis {

/// The words that the parser looks at: the top three of the stack, the next two of the buffer, and
/// outermost children. See `Arcs`.
inline constexpr std::size_t kSlots = 10;
/// What the parser can do.
enum Move : std::uint8_t { kShift, kLeft, kRight, kMoves };

struct Shape {
  std::uint32_t width = 0;   // of the vector of a word; a multiple of kLanes
  std::uint32_t depth = 0;   // layers
  std::uint32_t hidden = 0;  // of the parser; a multiple of kLanes
  std::uint32_t tags = 0, entities = 0, relations = 0;
};

/// Whether there can be such a network: matrices of whole vectors, and numbers of classes that fit
/// into a byte with one to spare.
bool is_possible(const Shape& shape);

/// A matrix (inputs × outputs) and its bias among the parameters.
struct Linear {
  std::size_t weights, bias;
  std::size_t inputs, outputs;  // outputs are padded
};

/// Where each part stands among all parameters.
struct Layout {
  explicit Layout(const Shape& shape);

  std::vector<Linear> layers;  // from three words to one
  Linear tags, entities;
  Linear slots;             // what a word contributes in each slot, side by side
  std::size_t empty, root;  // what stands there for no word, and for the root behind the last one
  std::size_t hidden_bias;
  Linear moves, left, right;  // the latter two: relations
  std::size_t size;
};

/// Sets each of `rows` rows to the bias, and adds the product with the weights.
void apply(const Linear& linear, std::span<const float> parameters, Strided inputs,
           std::size_t rows, float* outputs);

}  // namespace ow::analysis
