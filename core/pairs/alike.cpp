#include "pairs/alike.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"

namespace ow::pairs {
namespace {

/// The n-grams of a sentence, each once.
std::vector<std::uint64_t> ngrams_of(std::string_view sentence, std::size_t longest) {
  std::vector<std::uint64_t> words, ngrams;
  for (std::size_t begin = 0; begin < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', begin), sentence.size());
    if (end > begin) words.push_back(hash_word(sentence.substr(begin, end - begin)));
    begin = end + 1;
  }
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint64_t hash = 0;
    for (std::size_t n = 0; n < longest && begin + n < words.size(); ++n)
      ngrams.push_back(hash = mix(hash + 1) ^ words[begin + n]);
  }
  std::sort(ngrams.begin(), ngrams.end());
  ngrams.erase(std::unique(ngrams.begin(), ngrams.end()), ngrams.end());
  return ngrams;
}

}  // namespace

AlikePairs alike_pairs(std::span<const std::string_view> sentences, double least,
                       std::size_t longest) {
  AlikePairs result;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> having;  // sentences by n-gram
  std::vector<std::uint32_t> sizes, common(sentences.size()), touched;
  for (std::uint32_t number = 0; number < sentences.size(); ++number) {
    const auto ngrams = ngrams_of(sentences[number], longest);
    touched.clear();
    for (const std::uint64_t ngram : ngrams) {
      auto& others = having[ngram];
      for (const std::uint32_t other : others)
        if (common[other]++ == 0) touched.push_back(other);
      others.push_back(number);
    }
    sizes.push_back(static_cast<std::uint32_t>(ngrams.size()));
    std::sort(touched.begin(), touched.end());
    for (const std::uint32_t other : touched) {
      const double likeness = 2.0 * common[other] / (sizes[number] + sizes[other]);
      common[other] = 0;
      if (likeness < least) continue;
      result.first.push_back(other);
      result.second.push_back(number);
      result.likeness.push_back(likeness);
    }
  }
  return result;
}

}  // namespace ow::pairs
