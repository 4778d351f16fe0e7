#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "analysis/matrix.h"

namespace ow::analysis {
namespace {

/// The same sums one after the other.
void add_one_by_one(Strided a, std::size_t rows, std::size_t inner, const float* b,
                    std::size_t columns, float* sum) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < inner; ++k)
      for (std::size_t j = 0; j < columns; ++j)
        sum[i * columns + j] += a.data[i * a.row + k * a.column] * b[k * columns + j];
}

std::vector<float> random_numbers(std::mt19937& random, std::size_t size) {
  std::vector<float> numbers(size);
  for (float& number : numbers) number = std::uniform_real_distribution<float>(-2, 2)(random);
  return numbers;
}

TEST_CASE("products of matrices are those of three loops, to the last bit") {
  std::mt19937 random(1);
  for (std::size_t rows = 0; rows <= 13; ++rows) {
    for (const std::size_t inner : {0u, 1u, 2u, 7u, 16u, 33u}) {
      for (const std::size_t columns : {kLanes, 2 * kLanes, 5 * kLanes}) {
        const std::vector<float> a = random_numbers(random, 14 * 60),
                                 b = random_numbers(random, 33 * columns);
        // Dense, with gaps, rows that overlap like windows, and transposed.
        for (const Strided left : {Strided{a.data(), inner}, Strided{a.data() + 1, inner + 3},
                                   Strided{a.data(), 5}, Strided{a.data(), 14}.transposed()}) {
          CAPTURE(rows);
          CAPTURE(inner);
          CAPTURE(columns);
          const std::vector<float> before = random_numbers(random, (rows + 1) * columns);
          std::vector<float> expected = before;
          add_one_by_one(left, rows, inner, b.data(), columns, expected.data());
          for (const auto product : {add_product, add_product_narrow}) {
            std::vector<float> sum = before;
            product(left, rows, inner, b.data(), columns, sum.data());
            CHECK(std::memcmp(sum.data(), expected.data(), sum.size() * sizeof(float)) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("a product without rows or terms touches nothing") {
  add_product({nullptr, 16}, 0, 16, nullptr, 2 * kLanes, nullptr);
  std::vector<float> sum(13 * 2 * kLanes, 1.5f);
  add_product({nullptr, 16}, 13, 0, nullptr, 2 * kLanes, sum.data());
  CHECK(std::all_of(sum.begin(), sum.end(), [](float x) { return x == 1.5f; }));
}

TEST_CASE("columns are filled up to whole vectors") {
  CHECK(padded(0) == 0);
  CHECK(padded(1) == kLanes);
  CHECK(padded(kLanes) == kLanes);
  CHECK(padded(kLanes + 1) == 2 * kLanes);
}

}  // namespace
}  // namespace ow::analysis
