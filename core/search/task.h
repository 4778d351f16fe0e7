// What every search gets and gives.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lattice/lattice.h"
#include "lm/model.h"

namespace ow {

/// A finished lattice and the language model it is scored with.
struct Task {
  const Lattice* lattice;
  const lm::Model* model;
  double lm_weight;                  // λ of the natural-log language model score
  std::span<const WordId> lm_words;  // the model's number of each local word
  /// For each target word of the lattice's edges the source word that it carries along,
  /// kNotCarried, or kNested if units are inside of what its edge carries along; empty when there
  /// are none. Only Monte-Carlo search makes use of it.
  std::span<const std::int32_t> carried{};
  /// By edge, how many bytes longer it makes the text, and how many all edges together may; empty
  /// and any number when nobody asks. Only Monte-Carlo search makes use of it.
  std::span<const std::int32_t> growth{};
  std::int64_t most_growth = INT64_MAX;

  static constexpr std::int32_t kNotCarried = -1, kNested = -2;
};

/// A limit of time above this is none: clocks cannot count so far.
inline constexpr double kMostSeconds = 1e9;

/// When to give up exactness.
struct WorkLimit {
  std::uint64_t expansions = 20'000'000;  // words tried at states
  double seconds = 0.0;                   // 0: no limit
};

/// One derivation: the words it makes and the edges it takes.
struct Answer {
  std::vector<LocalWord> words;
  std::vector<std::uint32_t> edges;      // of the lattice, from left to right
  double score = 0.0;                    // lm + the scores of the edges
  double lm = 0.0;                       // weighted language model score, <s> and </s> included
  std::optional<double> global_score{};  // that it is ranked by where there is an outside scorer
};

struct SearchResult {
  std::vector<Answer> answers;  // best first
  bool optimal = false;         // the first answer is proven to be the best there is
  bool complete = false;        // each answer is proven to be in its place
  double upper_bound = 0.0;     // no derivation scores higher
  std::uint64_t expansions = 0;
  std::uint64_t episodes = 0;  // of Monte-Carlo search
};

}  // namespace ow
