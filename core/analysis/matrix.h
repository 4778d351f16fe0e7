// Products of small matrices, the same to the last bit on every processor.
#pragma once

#include <cstddef>

namespace ow::analysis {

/// Columns of every matrix are a multiple of this; what is not needed is zero.
inline constexpr std::size_t kLanes = 16;

constexpr std::size_t padded(std::size_t columns) {
  return (columns + kLanes - 1) / kLanes * kLanes;
}

/// A matrix of somebody else's: element (i, j) is at i * row + j * column.
struct Strided {
  const float* data;
  std::size_t row, column = 1;

  Strided transposed() const { return {data, column, row}; }
};

/// Adds the product of `a` (rows × inner) and `b` (inner × columns, dense) to `sum` (dense). Each
/// element is summed up in the order of `inner`, whatever the width of the processor's registers.
void add_product(Strided a, std::size_t rows, std::size_t inner, const float* b,
                 std::size_t columns, float* sum);

/// The same for processors without wide registers; to be called by itself only to compare.
void add_product_narrow(Strided a, std::size_t rows, std::size_t inner, const float* b,
                        std::size_t columns, float* sum);

}  // namespace ow::analysis
