// How words translate: w(source | target) and w(target | source) of pairs of words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/bitext.h"
#include "extract/links.h"

namespace ow {

/// Stands for the word that unlinked words are counted with.
constexpr std::int64_t kNullWord = 0;

/// Pairs of words, by `hash_word`, and how often they are linked; a pair may come several times.
struct LinkCounts {
  std::vector<std::int64_t> source, target, count;
};

/// Counts the links of a bitext; a word without a link counts as linked to the null word.
LinkCounts count_links(const Bitext& bitext, const Links& links);

/// Probabilities of pairs of words, found by the identities of both.
class Lexicon {
 public:
  /// What a pair has that the lexicon does not know.
  static constexpr double kUnseen = 1e-7;
  static constexpr std::uint32_t kUnknown = UINT32_MAX;

  struct Pair {
    std::int64_t source, target;
    double source_given_target, target_given_source;
  };

  /// The pairs in any order, each once.
  explicit Lexicon(std::vector<Pair> pairs);
  /// Relative frequencies: w(s | t) = count(s, t) / Σ_s' count(s', t), and the other way round.
  static Lexicon from_counts(std::span<const std::int64_t> source,
                             std::span<const std::int64_t> target,
                             std::span<const std::int64_t> count);

  /// All pairs in the order of source and target.
  const std::vector<Pair>& pairs() const { return pairs_; }

  /// The row of a source word by its identity; kUnknown if there is none.
  std::uint32_t row(std::int64_t source) const;
  /// The pair of the source word of a row and a target word; null if it is not known.
  const Pair* find(std::uint32_t row, std::int64_t target) const;

 private:
  std::vector<Pair> pairs_;
  std::vector<std::int64_t> sources_;  // the source word of each row
  std::vector<std::uint64_t> begins_;  // where each row begins in `pairs_`, and the end
};

}  // namespace ow
