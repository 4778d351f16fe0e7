// The true score of many strings of one lattice, without their segmentations; see true_score.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"

namespace ow {

class BestSegmentation {
 public:
  /// Begins a lattice, which must outlive the calls of `score`.
  void start(const Lattice& lattice);

  /// The sum of the scores of the edges of the best derivation that makes the target; minus
  /// infinity if none does.
  double score(std::span<const LocalWord> target);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Child {
    std::uint64_t key;  // node and word
    std::uint32_t node;
  };
  /// A way to make the first words of the target, from the source up to some word.
  struct Point {
    std::uint32_t made;
    double score;
  };

  static std::uint64_t key_of(std::uint32_t node, LocalWord word) {
    return std::uint64_t{node} << 32 | word;
  }
  std::uint32_t child(std::uint32_t node, LocalWord word) const;
  void reach(std::uint32_t position, std::uint32_t made, double score);

  const Lattice* lattice_ = nullptr;
  std::vector<Child> children_;  // open addressing; a power of two, at most half full
  unsigned shift_ = 0;
  std::vector<Point> points_;  // by position, as many as the target has words and one more
  std::vector<std::uint32_t> counts_;
  std::size_t width_ = 0;
};

}  // namespace ow
