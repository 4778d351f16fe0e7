// Which words of a text follow each other, and how often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ow {

/// Words by number, the most frequent one first, and their neighbours. Behind the words come two
/// more numbers: for the boundary of sentences, and for all rarer words together.
struct Bigrams {
  struct Neighbour {
    std::uint32_t word;
    std::uint32_t count;
  };

  std::vector<std::string> words;
  std::vector<std::uint64_t> counts;  // of each word
  std::vector<std::uint64_t> before_offsets, behind_offsets;
  std::vector<Neighbour> before, behind;  // of each word and both others, by their numbers

  std::uint32_t size() const { return static_cast<std::uint32_t>(words.size()); }
  std::uint32_t boundary() const { return size(); }
  std::uint32_t rare() const { return size() + 1; }
  /// What stands before a word, and behind it.
  std::span<const Neighbour> before_of(std::uint32_t word) const {
    return {before.data() + before_offsets[word], before.data() + before_offsets[word + 1]};
  }
  std::span<const Neighbour> behind_of(std::uint32_t word) const {
    return {behind.data() + behind_offsets[word], behind.data() + behind_offsets[word + 1]};
  }
};

/// Collects sentences.
class BigramCounter {
 public:
  /// Adds a sentence of words with blanks between them.
  void add(std::string_view sentence);
  /// Counts; only so many words are told apart, of equally frequent ones those that come first in
  /// the order of their bytes. Throws Error if there are too many words to be counted.
  Bigrams count(std::size_t most_words) const;

 private:
  static constexpr std::uint32_t kBoundary = 0;
  std::uint32_t number_of(std::string_view word);

  std::vector<std::string> words_{""};
  std::vector<std::uint64_t> counts_{0};
  std::vector<std::uint32_t> slots_;   // places of words by their hashes, 0 for none
  std::vector<std::uint32_t> tokens_;  // of all sentences, with boundaries between them
};

}  // namespace ow
