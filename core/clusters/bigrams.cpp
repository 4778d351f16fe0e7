#include "clusters/bigrams.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"

namespace ow {
namespace {

constexpr std::size_t kFirstSlots = 1 << 16;

/// Lists of neighbours out of pairs of numbers, which are sorted here.
void collect(std::vector<std::uint64_t>& pairs, std::uint32_t numbers,
             std::vector<std::uint64_t>& offsets, std::vector<Bigrams::Neighbour>& neighbours) {
  std::sort(pairs.begin(), pairs.end());
  offsets.assign(numbers + 1, 0);
  for (std::size_t i = 0; i < pairs.size();) {
    std::size_t end = i + 1;
    while (end < pairs.size() && pairs[end] == pairs[i]) ++end;
    neighbours.push_back(
        {static_cast<std::uint32_t>(pairs[i]), static_cast<std::uint32_t>(end - i)});
    ++offsets[(pairs[i] >> 32) + 1];
    i = end;
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
}

}  // namespace

std::uint32_t BigramCounter::number_of(std::string_view word) {
  if (slots_.size() < 2 * words_.size()) {
    slots_.assign(std::max(kFirstSlots, 4 * words_.size()), 0);
    for (std::uint32_t number = 1; number < words_.size(); ++number) {
      std::size_t slot = hash_word(words_[number]) % slots_.size();
      while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
      slots_[slot] = number;
    }
  }
  std::size_t slot = hash_word(word) % slots_.size();
  for (; slots_[slot] != 0; slot = (slot + 1) % slots_.size())
    if (words_[slots_[slot]] == word) return slots_[slot];
  slots_[slot] = static_cast<std::uint32_t>(words_.size());
  words_.emplace_back(word);
  counts_.push_back(0);
  return slots_[slot];
}

void BigramCounter::add(std::string_view sentence) {
  if (tokens_.empty()) tokens_.push_back(kBoundary);
  for (std::size_t begin = 0; begin < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', begin), sentence.size());
    if (end > begin) {
      const std::uint32_t number = number_of(sentence.substr(begin, end - begin));
      ++counts_[number];
      tokens_.push_back(number);
    }
    begin = end + 1;
  }
  if (tokens_.back() != kBoundary) tokens_.push_back(kBoundary);
}

Bigrams BigramCounter::count(std::size_t most_words) const {
  if (tokens_.size() > std::numeric_limits<std::uint32_t>::max())
    throw Error("word clusters are of up to four thousand million words; use a sample of the text");
  std::vector<std::uint32_t> order(words_.size() - 1);
  std::iota(order.begin(), order.end(), 1u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return counts_[one] != counts_[other] ? counts_[one] > counts_[other]
                                          : words_[one] < words_[other];
  });
  order.resize(std::min(order.size(), most_words));
  Bigrams result;
  for (const std::uint32_t number : order) {
    result.words.push_back(words_[number]);
    result.counts.push_back(counts_[number]);
  }
  std::vector<std::uint32_t> renumbered(words_.size(), result.rare());
  renumbered[kBoundary] = result.boundary();
  for (std::uint32_t place = 0; place < order.size(); ++place) renumbered[order[place]] = place;
  std::vector<std::uint64_t> pairs;
  for (std::size_t i = 1; i < tokens_.size(); ++i)
    pairs.push_back(std::uint64_t{renumbered[tokens_[i - 1]]} << 32 | renumbered[tokens_[i]]);
  const std::uint32_t numbers = result.size() + 2;
  collect(pairs, numbers, result.behind_offsets, result.behind);
  for (std::uint64_t& pair : pairs) pair = pair << 32 | pair >> 32;
  collect(pairs, numbers, result.before_offsets, result.before);
  return result;
}

}  // namespace ow
