// Sentence pairs as numbers of words, with the text of every span at hand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "base/texts.h"

namespace ow {

/// Tokenised sentences of one language; words are separated by blanks.
class Sentences {
 public:
  static constexpr std::size_t kLongest = 4095;  // words of a sentence; work grows with its square

  /// `name` is what messages call the texts; lines count from 1.
  Sentences(const TextsView& texts, std::string_view name);

  std::size_t size() const { return ends_.size() - 1; }
  /// The words of a sentence by their numbers in `vocabulary`.
  std::span<const std::uint32_t> words(std::size_t sentence) const {
    return {numbers_.data() + ends_[sentence], ends_[sentence + 1] - ends_[sentence]};
  }
  /// The words [begin, end) of a sentence, at least one, with single blanks between them.
  std::string_view phrase(std::size_t sentence, std::size_t begin, std::size_t end) const {
    const std::uint32_t* starts = starts_.data() + ends_[sentence];
    return {text_.data() + starts[begin], starts[end] - starts[begin] - 1};
  }
  /// Distinct words, numbered in the order of their first arrival.
  const Pool<char>& vocabulary() const { return vocabulary_; }
  /// `hash_word` of each word of the vocabulary: its identity outside of these sentences.
  const std::vector<std::int64_t>& identities() const { return identities_; }

 private:
  std::vector<std::uint64_t> ends_{0};  // where each sentence begins in `numbers_`
  std::vector<std::uint32_t> numbers_;  // of all words of all sentences
  std::vector<std::uint32_t> starts_;   // where each word begins in `text_`, and the end
  std::string text_;                    // a blank behind each word
  Pool<char> vocabulary_;
  std::vector<std::int64_t> identities_;
};

/// Sentences and their translations or paraphrases.
struct Bitext {
  /// Throws FormatError when there are more of one side than of the other.
  Bitext(const TextsView& source_texts, const TextsView& target_texts);

  std::size_t size() const { return source.size(); }

  Sentences source, target;
};

}  // namespace ow
