// Sentences as numbers of words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/lines.h"
#include "base/pool.h"

namespace ow::pairs {

using Word = std::uint32_t;
using Sentence = std::vector<Word>;

/// Numbers words in the order of their arrival.
class WordNumbers {
 public:
  /// The words of a tokenised line.
  Sentence numbers_of(std::string_view line) {
    split_words(line, words_);
    Sentence sentence;
    sentence.reserve(words_.size());
    for (const std::string_view word : words_)
      sentence.push_back(pool_.intern({word.data(), word.size()}));
    return sentence;
  }
  std::uint32_t size() const { return pool_.size(); }
  std::string_view operator[](Word word) const { return {pool_[word].data(), pool_[word].size()}; }

 private:
  Pool<char> pool_;
  std::vector<std::string_view> words_;
};

}  // namespace ow::pairs
