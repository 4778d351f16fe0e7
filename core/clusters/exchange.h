// Word classes by the exchange algorithm (Kneser and Ney 1993; Martin, Liermann and Ney 1998).
//
// Each word is moved to the class that makes a class bigram model of the text most likely, again
// and again, until no word wants to move. Without what does not depend on the classes, the
// logarithm of the likelihood is
//
//     F = sum over g, h of f(N(g, h)) - sum over g of f(N(g, .)) - sum over h of f(N(., h))
//
// with f(x) = x log x and N(g, h), how often a word of class h follows one of class g. The boundary
// of sentences and all rare words together have classes of their own, which nothing joins.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "clusters/bigrams.h"

namespace ow {

struct ExchangeOptions {
  std::uint32_t classes = 4096;
  std::uint32_t rounds = 20;  // most times to look at all words
  /// Called now and then; throws to stop the work.
  std::function<void()> pulse{};
};

struct WordClasses {
  std::vector<std::uint32_t> of_word;  // the class of each word
  std::vector<std::uint64_t> moves;    // how many words each round has moved
  std::int64_t likelihood = 0;         // F, see `fixed_point`
};

/// f(x) = x log2 x as a whole number: sums do not depend on their order.
std::int64_t fixed_point(std::uint64_t x);

/// Classes of words. The word with number i begins in class i modulo the number of classes; words
/// are looked at from the most frequent one on; a word that gains nothing stays, and of classes
/// that are as good the first is taken. Throws Error for no class, or for more than kMostClasses.
WordClasses exchange(const Bigrams& bigrams, const ExchangeOptions& options);

inline constexpr std::uint32_t kMostClasses = 1 << 14;  // 2 GiB of counts

}  // namespace ow
