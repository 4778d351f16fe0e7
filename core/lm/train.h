// Training of n-gram models: interpolated modified Kneser-Ney, from text to ARPA.
//
// The estimate is that of KenLM's trainer. Discounts D1, D2, D3+ of an order come from the counts
// of its counts (Chen and Goodman, equation 26). Below the highest order the count of an n-gram is
// the number of different words seen before it; n-grams that begin with <s> have none before them
// and keep their number of occurrences. Unigrams are interpolated with the uniform distribution
// over all words but <s>; that share is all that <unk> gets unless it occurs in the text. A blank
// line is an empty sentence.
//
// Sorting and merging happen within a memory limit and the model never depends on it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ow::lm {

/// A descriptor with tokenised text, one sentence a line, and what messages call it.
struct TextInput {
  int fd;
  std::string name;
};

inline constexpr unsigned kLongestOrder = 5;

struct TrainOptions {
  /// Length of the longest n-grams, 1 to 5.
  unsigned order = 3;
  /// Bytes of memory to stay near; the vocabulary alone may exceed it.
  std::uint64_t memory = std::uint64_t{2} << 30;
  /// Where runs that do not fit into memory are kept meanwhile.
  std::string folder = "/tmp";
  /// For each order from 1 on: n-grams that occur this often or less are dropped, their
  /// probability goes to the back-off. The first is 0, none is below the one before, the last holds
  /// for all further orders. Empty: nothing is dropped.
  std::vector<std::uint64_t> cutoffs;
  /// N-grams whose removal raises the perplexity by less than this share are dropped (Stolcke
  /// 1998), unless they are the context of one that stays. How probable a context is comes from its
  /// occurrences, not from the model: Kneser-Ney estimates of shorter n-grams are poor at that, and
  /// the pruned models worse. 0: nothing is dropped.
  double entropy = 0;
  /// How many words to keep, the most frequent; the others become <unk>. 0: all.
  std::uint64_t vocabulary = 0;
  /// Take 0.5, 1, 1.5 for the discounts of orders with too few n-grams to compute them, instead of
  /// an error.
  bool fallback_discounts = false;
  /// Called now and then; an exception from it stops the training.
  std::function<void()> pulse;
};

/// D1, D2 and D3+ of one order.
using Discounts = std::array<double, 3>;

struct TrainReport {
  /// Words of the text, without <s> and </s>.
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;
  /// N-grams of the model by order; the first counts <unk>, <s> and </s> too.
  std::vector<std::uint64_t> ngram_counts;
  std::vector<Discounts> discounts;
};

/// Trains a model of all the inputs together and writes it to `output` in ARPA format. Throws
/// FormatError for text that is broken, Error for options or text that no model can be made from.
TrainReport train(const std::vector<TextInput>& inputs, const TextInput& output,
                  const TrainOptions& options);

}  // namespace ow::lm
