#include "analysis/matrix.h"

namespace ow::analysis {
namespace {

constexpr std::size_t kRows = 6;  // times two vectors: as many sums as registers hold

using Narrow = float __attribute__((vector_size(16), aligned(4), may_alias));
using Wide = float __attribute__((vector_size(32), aligned(4), may_alias));

/// `Rows` rows by two vectors of the sum.
template <class Vector, std::size_t Rows>
[[gnu::always_inline]] inline void add_block(Strided a, std::size_t inner, const float* b,
                                             std::size_t columns, float* sum) {
  constexpr std::size_t kNumbers = sizeof(Vector) / sizeof(float);
  Vector left[Rows], right[Rows];
  for (std::size_t i = 0; i < Rows; ++i) {
    left[i] = *reinterpret_cast<const Vector*>(sum + i * columns);
    right[i] = *reinterpret_cast<const Vector*>(sum + i * columns + kNumbers);
  }
  for (std::size_t k = 0; k < inner; ++k) {
    const Vector first = *reinterpret_cast<const Vector*>(b + k * columns);
    const Vector second = *reinterpret_cast<const Vector*>(b + k * columns + kNumbers);
    for (std::size_t i = 0; i < Rows; ++i) {
      const float factor = a.data[i * a.row + k * a.column];
      left[i] += first * factor;
      right[i] += second * factor;
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    *reinterpret_cast<Vector*>(sum + i * columns) = left[i];
    *reinterpret_cast<Vector*>(sum + i * columns + kNumbers) = right[i];
  }
}

/// The last rows, which are fewer than fit into registers.
template <class Vector, std::size_t Rows>
[[gnu::always_inline]] inline void add_rest(Strided a, std::size_t rows, std::size_t inner,
                                            const float* b, std::size_t columns, float* sum) {
  if constexpr (Rows > 0) {
    if (rows == Rows) return add_block<Vector, Rows>(a, inner, b, columns, sum);
    add_rest<Vector, Rows - 1>(a, rows, inner, b, columns, sum);
  }
}

template <class Vector>
[[gnu::always_inline]] inline void add_all(Strided a, std::size_t rows, std::size_t inner,
                                           const float* b, std::size_t columns, float* sum) {
  for (std::size_t j = 0; j < columns; j += 2 * sizeof(Vector) / sizeof(float)) {
    const auto at = [&](std::size_t i) { return Strided{a.data + i * a.row, a.row, a.column}; };
    std::size_t i = 0;
    for (; i + kRows <= rows; i += kRows)
      add_block<Vector, kRows>(at(i), inner, b + j, columns, sum + i * columns + j);
    add_rest<Vector, kRows - 1>(at(i), rows - i, inner, b + j, columns, sum + i * columns + j);
  }
}

#if defined(__x86_64__)
// Wider registers, but no fused operations, which would round differently.
[[gnu::target("avx2")]] void add_wide(Strided a, std::size_t rows, std::size_t inner,
                                      const float* b, std::size_t columns, float* sum) {
  add_all<Wide>(a, rows, inner, b, columns, sum);
}
#endif

}  // namespace

void add_product(Strided a, std::size_t rows, std::size_t inner, const float* b,
                 std::size_t columns, float* sum) {
  if (rows == 0 || inner == 0) return;  // there may be no matrices at all
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2");
  if (wide) return add_wide(a, rows, inner, b, columns, sum);
#endif
  add_product_narrow(a, rows, inner, b, columns, sum);
}

void add_product_narrow(Strided a, std::size_t rows, std::size_t inner, const float* b,
                        std::size_t columns, float* sum) {
  if (rows == 0 || inner == 0) return;
  add_all<Narrow>(a, rows, inner, b, columns, sum);
}

}  // namespace ow::analysis
