// How well the words of a phrase pair translate each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/lexicon.h"
#include "extract/spans.h"

namespace ow {

/// Natural logs as whole numbers, so that sums and maxima are the same on every engine.
constexpr int kWeightBits = 20;

/// log p(source | target) and log p(target | source), times 2^kWeightBits, rounded.
struct Weights {
  std::int32_t source, target;
};

enum class WeightKind {
  kLinks,   ///< lexical weights along the links (Koehn, Och and Marcu 2003)
  kModel1,  ///< IBM Model 1, over all alignments of the two phrases (Brown et al. 1993)
};

/// Weighs the phrase pairs of one sentence pair after the other.
class Weigher {
 public:
  /// Both must outlive the weigher.
  Weigher(const Bitext& bitext, const Lexicon& lexicon, WeightKind kind);

  /// Turns to a sentence pair.
  void turn_to(std::size_t sentence, std::span<const Link> links);
  /// The weights of a phrase pair that is consistent with the links.
  Weights weigh(const SpanPair& pair) const;

 private:
  Weights weigh_model1(const SpanPair& pair) const;

  const Bitext& bitext_;
  const Lexicon& lexicon_;
  WeightKind kind_;
  std::vector<std::uint32_t> rows_;  // of each source word in the lexicon
  std::uint32_t null_row_;
  std::size_t sources_ = 0, targets_ = 0;
  // kLinks: of the words before each place, the sum of their log factors. All links of a word stay
  // inside a consistent pair, so its factor is the same in every pair of the sentence.
  std::vector<std::int64_t> source_sums_, target_sums_;
  std::vector<double> source_factors_, target_factors_;
  std::vector<unsigned> source_links_, target_links_;
  // kModel1: both probabilities of all pairs of words, the null word of either side in front.
  std::vector<double> source_given_target_, target_given_source_;
};

/// The weights of whole sentence pairs by IBM Model 1.
struct SentenceWeights {
  std::vector<std::int64_t> source, target;  // as in Weights
};
SentenceWeights weigh_sentences(const Bitext& bitext, const Lexicon& lexicon);

}  // namespace ow
