// The hidden Markov model of word alignment (Vogel, Ney and Tillmann 1996): where the next word
// comes from depends on where the last one came from.
#pragma once

#include <cstddef>
#include <vector>

namespace ow {

/// How far apart the origins of two words in a row are.
class Jumps {
 public:
  static constexpr int kFarthest = 100;  // longer jumps are like these
  static constexpr std::size_t kCount = 2 * kFarthest + 1;

  /// Short jumps forward are the most probable.
  Jumps();
  /// Relative frequencies, smoothed; `counts` has kCount, from -kFarthest on.
  explicit Jumps(const std::vector<double>& counts);

  /// Weights of the jumps between places of a sentence of so many words, whose sum need not be one.
  /// At `[i - from + words]` is that of the jump to i from any place, -1 for the start included.
  void weights(std::size_t words, std::vector<float>& out) const;

 private:
  std::vector<float> weights_;  // from -kFarthest to kFarthest
};

/// Forward-backward over one sentence after the other.
class Hmm {
 public:
  /// `null` is the probability that a word comes from nowhere.
  Hmm(const Jumps& jumps, float null) : jumps_(jumps), null_(null) {}

  /// Of `words` words with `origins` possible origins each, takes p(word | origin), word by word,
  /// and p(word | nowhere); leaves the probabilities of the origins. Jumps are added to
  /// `jump_counts`, of which there are kCount, unless it is null.
  void run(std::size_t words, std::size_t origins, float* given, float* given_nowhere,
           std::vector<double>* jump_counts);

 private:
  void set_transitions(std::size_t origins);
  void count_jumps(std::size_t word, std::vector<double>& counts) const;

  const Jumps& jumps_;
  float null_;
  std::size_t origins_ = 0;               // that the transitions are for
  std::vector<float> kernel_, reversed_;  // weights of jumps by distance, and from the far end
  std::vector<float> norm_;               // 1 / the sum of the weights of all jumps from a place
  // Places are counted from 1; 0 is in front of the sentence.
  std::vector<float> at_, nowhere_;  // of each word: probability of its origin, of having none
  std::vector<float> last_, future_, factors_, sums_;
  std::vector<float> scale_;
};

}  // namespace ow
