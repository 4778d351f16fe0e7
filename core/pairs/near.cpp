#include "pairs/near.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "base/parallel.h"
#include "pairs/edit_distance.h"
#include "pairs/words.h"
#include "text/characters.h"

namespace ow::pairs {

namespace {

struct Candidate {
  std::uint32_t number;  // among all sentences of the cluster
  Sentence words;        // in their order
  Sentence rare_first;   // the k-th occurrence of a word as a word of its own, rarest first
};

class Search {
 public:
  Search(std::span<const std::string_view> sentences, const NearOptions& options)
      : options_(options), distance_(options.substitutions) {
    read(sentences);
    sort_by_rarity();
  }

  NearPairs run() {
    std::vector<std::vector<std::uint32_t>> index(tokens_);
    std::vector<std::uint32_t> last_seen(candidates_.size(), UINT32_MAX);
    for (std::uint32_t long_one = 0; long_one < candidates_.size(); ++long_one) {
      const Sentence& tokens = candidates_[long_one].rare_first;
      const std::size_t size = tokens.size();
      const std::size_t least = least_partner(size);
      const std::size_t probed = size + 1 - overlap(std::min(least, size), size);
      for (std::size_t i = 0; i < probed; ++i)
        for (const std::uint32_t short_one : index[tokens[i]]) {
          if (candidates_[short_one].words.size() < least || last_seen[short_one] == long_one)
            continue;
          last_seen[short_one] = long_one;
          compare(candidates_[short_one], candidates_[long_one]);
        }
      const std::size_t indexed = size + 1 - least_overlap(size);
      for (std::size_t i = 0; i < indexed; ++i) index[tokens[i]].push_back(long_one);
    }
    std::sort(found_.pairs.begin(), found_.pairs.end(), [](const NearPair& a, const NearPair& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    return std::move(found_);
  }

 private:
  void read(std::span<const std::string_view> sentences) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (std::uint32_t number = 0; number < sentences.size(); ++number) {
      Sentence words = numbers_.numbers_of(sentences[number]);
      if (words.size() < options_.shortest || words.size() > options_.longest || words.empty())
        continue;
      ++found_.sentences;
      if (!known.emplace(sentences[number], number).second) {
        ++found_.repeated;
        continue;
      }
      candidates_.push_back({number, std::move(words), {}});
    }
    visible_.resize(numbers_.size());
    text::Characters characters;
    for (Word word = 0; word < numbers_.size(); ++word) {
      characters.decode(numbers_[word]);
      visible_[word] =
          std::any_of(characters.kinds.begin(), characters.kinds.end(),
                      [](std::uint8_t kind) { return (kind & text::kAlphanumeric) != 0; });
    }
    std::stable_sort(
        candidates_.begin(), candidates_.end(),
        [](const Candidate& a, const Candidate& b) { return a.words.size() < b.words.size(); });
  }

  void sort_by_rarity() {
    std::map<std::pair<Word, std::uint32_t>, std::uint32_t> number_of;  // word and occurrence
    std::vector<std::uint32_t> frequency;
    std::unordered_map<Word, std::uint32_t> occurrences;
    for (Candidate& candidate : candidates_) {
      occurrences.clear();
      for (const Word word : candidate.words) {
        const auto [place, added] = number_of.try_emplace(
            {word, occurrences[word]++}, static_cast<std::uint32_t>(frequency.size()));
        if (added) frequency.push_back(0);
        ++frequency[place->second];
        candidate.rare_first.push_back(place->second);
      }
    }
    tokens_ = frequency.size();
    for (Candidate& candidate : candidates_)
      std::sort(candidate.rare_first.begin(), candidate.rare_first.end(), [&](Word a, Word b) {
        return frequency[a] != frequency[b] ? frequency[a] < frequency[b] : a < b;
      });
    frequency_ = std::move(frequency);
  }

  std::uint32_t most_edits(std::size_t longer) const {
    return static_cast<std::uint32_t>(
        std::min<double>(options_.distance, std::floor(options_.share * longer + 1e-9)));
  }
  std::size_t least_partner(std::size_t longer) const {
    return static_cast<std::size_t>(std::ceil(options_.ratio * longer - 1e-9));
  }
  /// How many words near sentences of these lengths have in common at least.
  std::size_t overlap(std::size_t shorter, std::size_t longer) const {
    const std::size_t most = most_edits(longer);
    const std::size_t all = options_.substitutions ? longer : shorter + longer;
    const std::size_t kept = all > most ? all - most : 0;
    const std::size_t needed = options_.substitutions ? kept : (kept + 1) / 2;
    return std::clamp<std::size_t>(needed, 1, shorter + 1);
  }

  /// The same for a sentence and any that is longer.
  std::size_t least_overlap(std::size_t shorter) const {
    std::size_t least = overlap(shorter, shorter);
    const std::size_t longest = candidates_.back().words.size();
    for (std::size_t longer = shorter + 1; longer <= longest && least_partner(longer) <= shorter;
         ++longer)
      least = std::min(least, overlap(shorter, longer));
    return least;
  }

  void compare(const Candidate& shorter, const Candidate& longer) {
    const std::size_t needed = overlap(shorter.words.size(), longer.words.size());
    if (common(shorter.rare_first, longer.rare_first) < needed) return;
    ++found_.compared;
    const std::uint32_t most = most_edits(longer.words.size());
    const std::uint32_t distance = distance_(shorter.words, longer.words, most);
    if (distance > most) return;
    if (differ_in_punctuation(shorter.words, longer.words)) {
      ++found_.punctuation;
      return;
    }
    const auto [first, second] = std::minmax(shorter.number, longer.number);
    found_.pairs.push_back({first, second, distance});
  }

  std::size_t common(const Sentence& a, const Sentence& b) const {
    std::size_t count = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i] == b[j]) {
        ++count, ++i, ++j;
      } else {
        const bool first = frequency_[a[i]] != frequency_[b[j]]
                               ? frequency_[a[i]] < frequency_[b[j]]
                               : a[i] < b[j];
        ++(first ? i : j);
      }
    }
    return count;
  }

  bool differ_in_punctuation(const Sentence& a, const Sentence& b) const {
    std::size_t i = 0, j = 0;
    for (;; ++i, ++j) {
      while (i < a.size() && !visible_[a[i]]) ++i;
      while (j < b.size() && !visible_[b[j]]) ++j;
      if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
      if (a[i] != b[j]) return false;
    }
  }

  const NearOptions& options_;
  EditDistance distance_;
  WordNumbers numbers_;
  std::vector<bool> visible_;  // words with a letter or a digit
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> frequency_;
  std::size_t tokens_ = 0;
  NearPairs found_;
};

}  // namespace

NearPairs near_pairs(std::span<const std::string_view> sentences, const NearOptions& options) {
  return Search(sentences, options).run();
}

std::vector<NearPairs> near_pairs_of_clusters(
    const std::vector<std::vector<std::string_view>>& clusters, const NearOptions& options,
    unsigned threads) {
  std::vector<NearPairs> result;
  for_each_in_order(
      clusters.size(), threads, [&](std::size_t i) { return near_pairs(clusters[i], options); },
      [&](std::size_t, NearPairs&& found) { result.push_back(std::move(found)); });
  return result;
}

}  // namespace ow::pairs
