// Training of an analyser from analysed text.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "analysis/lesson.h"
#include "base/texts.h"

namespace ow::analysis {

/// Sentences as columns: one row a word, and where sentences begin.
struct TaughtText {
  std::span<const std::int64_t> sentences;  // one more: where the last one ends
  TextsView words;
  std::span<const std::uint8_t> tags, entities, relations;  // kUnknown where nothing is known
  /// Within the sentence; a root has its own number.
  std::span<const std::int32_t> heads;
};

struct TrainOptions {
  std::uint32_t width = 64, depth = 3, hidden = 64;
  std::uint32_t known_words = 24000;  // at most
  std::uint32_t least_count = 3;      // of a known word
  std::uint32_t rounds = 8;           // through all sentences
  std::uint32_t batch = 32;           // sentences between two steps
  float rate = 0.002f;                // of the first steps; it goes down to nothing
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: as many as there are cores; the result is the same
  /// Told after each batch how many there were and will be, and the losses since the last round
  /// began; throws to stop the work.
  std::function<void(std::uint64_t, std::uint64_t, const Losses&)> watch;
};

/// A trained network.
struct Trained {
  Shape shape;
  std::vector<std::uint64_t> known;  // hashes of words in the order of their rows, from 1 on
  std::vector<float> parameters, rows;
};

/// Trains on all sentences. Throws Error for columns that do not fit each other, for a network that
/// cannot be, and for one that comes to no finite numbers.
Trained train(const TaughtText& text, std::uint32_t tags, std::uint32_t entities,
              std::uint32_t relations, const TrainOptions& options);

}  // namespace ow::analysis
