// One sentence to learn from: what the network says, how wrong that is, and in which direction each
// parameter should move.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/encoder.h"
#include "analysis/parser.h"
#include "analysis/words.h"

namespace ow::analysis {

/// What is to be said of a sentence.
struct Taught {
  std::span<const Rows> rows;
  std::span<const std::uint8_t> tags, entities, relations;
  std::span<const std::int32_t> heads;  // the root is the number of words

  std::size_t size() const { return rows.size(); }
};

/// Weights as they stand, and transposed ones for the way back.
struct Weights {
  std::vector<float> parameters;
  std::vector<float> transposed;  // each matrix at the place it has in `parameters`
  std::vector<float> rows;        // the table of vectors

  void transpose(const Layout& layout);
};

/// Sums over sentences.
struct Losses {
  double tags = 0, entities = 0, moves = 0, relations = 0;
  std::uint64_t words = 0, states = 0;

  Losses& operator+=(const Losses& other);
};

/// A direction for all parameters, and one for the vector of each word that was seen.
struct Gradient {
  std::vector<float> parameters;
  std::vector<Rows> rows;      // of the words
  std::vector<float> vectors;  // likewise, one after the other

  void clear(const Layout& layout);
};

/// Learns one sentence after the other; keeps its buffers, so one for each thread.
class Lesson {
 public:
  Lesson(const Shape& shape, const Layout& layout, const Weights& weights);

  /// Adds the gradient of a sentence. With `explore` the parser follows its own moves and learns
  /// what to do after its mistakes; without, it follows the tree.
  Losses learn(const Taught& sentence, bool explore, Gradient& gradient);

 private:
  struct State {
    std::array<std::size_t, kSlots> rows;
    Move made;
    std::uint8_t relation;  // kUnknown unless the right arc was made
  };

  double classify(const Linear& linear, std::uint32_t classes, std::span<const std::uint8_t> right,
                  Gradient& gradient);
  void follow(const Taught& sentence, bool explore, Gradient& gradient, Losses& losses);
  double relate(Move move, Gradient& gradient);
  void back_from_parser(Gradient& gradient);
  void back_to_words(const Taught& sentence, Gradient& gradient);

  const Shape& shape_;
  const Layout& layout_;
  const Weights& weights_;
  Encoding encoding_;
  ParserNetwork network_;
  Arcs arcs_;
  std::vector<State> states_;
  std::vector<float> hidden_, hidden_change_;  // states × hidden
  std::vector<float> move_change_;             // states × padded moves
  std::vector<float> change_;                  // words × width: of the last vectors
  std::vector<float> scores_, contributions_, window_, chosen_, chosen_change_;
};

inline constexpr std::uint8_t kUnknown = 255;  // a class that nothing is known of

}  // namespace ow::analysis
