// What confidence sees of a unit where it stands: numbers, and features that are hashed into rows.
//
// Words, lemmas, tags and their combinations are hashed; a row of the table of vectors or of the
// table of weights belongs to each hash. Nothing depends on the order of units or on other
// sentences.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "context/meanings.h"
#include "context/traits.h"
#include "context/word_tags.h"
#include "lm/model.h"
#include "units/units.h"

namespace ow::context {

/// How many numbers describe a unit; see features.cpp for what each of them is.
inline constexpr std::size_t kNumbers = 64;

/// What the vectors of rows are added up for: the words that go, those that come, and what stands
/// to the left, to the right, in the tree and around.
enum Bag : std::size_t { kSource, kTarget, kLeft, kRight, kTree, kAround, kBags };

/// Units in columns.
struct Features {
  std::vector<float> numbers;                // kNumbers a unit
  std::vector<std::int64_t> bag_offsets{0};  // kBags a unit: rows of [offsets[i], offsets[i + 1])
  std::vector<std::uint32_t> bag_rows;       // of the table of vectors
  std::vector<std::int64_t> weight_offsets{0};  // a unit each, likewise
  std::vector<std::uint32_t> weight_rows;       // of the table of weights

  std::size_t size() const { return weight_offsets.size() - 1; }
  void clear();
};

/// How many rows the tables have: powers of two.
struct TableSizes {
  std::uint32_t vectors = 1U << 17, weights = 1U << 20;
};

/// Describes units of one batch after the other; keeps its memory, so one a thread.
class FeatureMaker {
 public:
  /// `tag_names` are the tags of the bits in `word_tags`.
  FeatureMaker(const lm::Model& model, const WordTags& word_tags,
               std::span<const std::string> tag_names, const Meanings& meanings,
               const TableSizes& sizes);
  ~FeatureMaker();
  FeatureMaker(const FeatureMaker&) = delete;
  FeatureMaker& operator=(const FeatureMaker&) = delete;

  /// Adds the features of some units of a batch, by their rows in ascending order. The units must
  /// be analysed, and there must be traits for each table: otherwise throws Error.
  void make(const Units& units, std::span<const TableTraits> tables,
            std::span<const std::int64_t> rows, Features& to);

 private:
  class Batch;

  const lm::Model& model_;
  const WordTags& word_tags_;
  std::span<const std::string> tag_names_;
  const Meanings& meanings_;
  TableSizes sizes_;
};

}  // namespace ow::context
