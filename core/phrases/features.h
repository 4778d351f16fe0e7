// What filters compare of phrases: hashes of their parts and a few facts, so that a comparison of
// two phrases is one of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/texts.h"

namespace ow {

/// What is known about the words of a language, all in lower case.
class WordClasses {
 public:
  void add_functional(std::string_view word) { facts_[std::string(word)].functional = true; }
  void add_negation(std::string_view word) { facts_[std::string(word)].negation = true; }
  /// One direction only; twice the same pair counts once.
  void add_opposite(std::string_view word, std::string_view opposite);

  struct Facts {
    bool functional = false;
    bool negation = false;
    std::vector<std::string> opposites;  // in the order of their bytes
  };
  /// Nothing is known about most words.
  const Facts& operator[](std::string_view word) const {
    const auto found = facts_.find(word);
    return found == facts_.end() ? unknown_ : found->second;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return hash_word(word); }
  };
  std::unordered_map<std::string, Facts, Hash, std::equal_to<>> facts_;
  Facts unknown_;
};

/// The features of phrases, one row each.
struct PhraseFeatures {
  /// Hashes of words in lower case with single blanks between them: of all words; of those that
  /// are neither punctuation nor functional; of these and functional words with an opposite; of
  /// words with a digit; of punctuation.
  std::vector<std::int64_t> folded, content, sense, numbers, punctuation;
  std::vector<std::int32_t> negations, length;  // how many negations, how many words
  std::vector<std::uint8_t> unbalanced;         // whether a quote or bracket lacks its partner
  std::vector<std::uint8_t> functional;         // whether there is no content

  /// For each way to replace one word by its opposite: the row of the phrase and the sense that
  /// comes out; each pair once.
  std::vector<std::int64_t> opposite_row, opposite_sense;
};

/// The features of phrases whose words are separated by single blanks. The result does not depend
/// on the number of threads; 0 takes as many as there are cores.
PhraseFeatures describe_phrases(const TextsView& phrases, const WordClasses& classes,
                                unsigned threads);

}  // namespace ow
