// Vectors of words that keep company: how well words go together where n-grams do not reach.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ow::context {

/// Words with vectors of whole numbers of about the same length, sorted by hash.
class Meanings {
 public:
  Meanings() = default;
  /// As many numbers for each word; see `is_valid`.
  Meanings(std::span<const std::uint64_t> words, std::span<const std::int8_t> numbers)
      : words_(words),
        numbers_(numbers),
        dimensions_(words.empty() ? 0 : numbers.size() / words.size()) {}

  /// Whether each hash comes once, in ascending order, and all words have as many numbers.
  bool is_valid() const;
  std::size_t dimensions() const { return dimensions_; }
  /// The vector of a word by its hash; empty if it has none.
  std::span<const std::int8_t> find(std::uint64_t hash) const;

 private:
  std::span<const std::uint64_t> words_;
  std::span<const std::int8_t> numbers_;
  std::size_t dimensions_ = 0;
};

/// A sum of vectors.
class MeaningSum {
 public:
  void clear(std::size_t dimensions) { sum_.assign(dimensions, 0); }
  void add(std::span<const std::int8_t> vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) sum_[i] += vector[i];
  }
  /// The cosine of two sums, 0 where one of them is nothing. Sums are of whole numbers, so it does
  /// not depend on their order.
  double cosine(const MeaningSum& other) const;

 private:
  std::vector<std::int64_t> sum_;
};

}  // namespace ow::context
