// From running text to the adjusted counts of all orders.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/external_sort.h"
#include "base/pulse.h"
#include "lm/train_corpus.h"
#include "lm/train_discounts.h"
#include "lm/train_key.h"

namespace ow::lm {

/// Adjusted counts: the occurrences of an n-gram of the highest order or one that begins with <s>,
/// and for the others the number of different words before it.
template <class Key>
struct AdjustedCounts {
  std::vector<std::uint64_t> unigrams;
  /// From order 2 on, each by context (in suffix order), then by last word.
  std::vector<std::unique_ptr<Source<Counted<Key>>>> longer;
  std::vector<CountStatistics> statistics;
};

/// Makes the n-grams of all orders from those of the highest, which come in suffix order: n-grams
/// that end alike are neighbours in every order, so one open n-gram an order is enough.
template <class Key>
class CountAdjuster {
 public:
  CountAdjuster(const Packing<Key>& packing, unsigned order, std::size_t vocabulary,
                const Workspace& space)
      : packing_(packing), order_(order) {
    counts_.unigrams.resize(vocabulary);
    counts_.statistics.resize(order);
    std::vector<unsigned> bits;
    for (unsigned m = 2; m <= order; ++m) bits.push_back(packing.bits(m - 1));
    sorters_ = make_sorters<Counted<Key>>(bits, space);
  }

  /// The next n-gram of the highest order; the words before the first of a sentence are all <s>.
  void add(Key key, std::uint64_t occurrences) {
    const unsigned length = length_without_padding(key);
    const unsigned common = length_ == 0 ? 0 : common_words(key);
    close(common);
    // Its last `common` words have been seen, now after another word.
    for (unsigned m = 1; m <= common; ++m) open_[m].occurrences += occurrences;
    if (common > 0) ++open_[common].count;
    for (unsigned m = common + 1; m < length; ++m) open_[m] = {1, occurrences};
    open_[length] = {occurrences, occurrences};
    key_ = key;
    length_ = length;
  }

  AdjustedCounts<Key> finish() {
    close(0);
    for (auto& sorter : sorters_) counts_.longer.push_back(sorter.finish());
    return std::move(counts_);
  }

 private:
  struct Open {
    std::uint64_t count, occurrences;
  };

  unsigned length_without_padding(Key key) const {
    unsigned length = order_;
    while (length > 1 && packing_.word(key, order_ - length) == kBegin &&
           packing_.word(key, order_ - length + 1) == kBegin)
      --length;
    return length;
  }

  unsigned common_words(Key key) const {
    unsigned common = 0;
    while (packing_.word(key, order_ - 1 - common) == packing_.word(key_, order_ - 1 - common))
      ++common;
    return common;
  }

  /// Ends the open n-grams longer than `kept` words.
  void close(unsigned kept) {
    for (unsigned m = kept + 1; m <= length_; ++m) {
      const Open& open = open_[m];
      counts_.statistics[m - 1].add(open.count);
      const Key key = packing_.suffix(key_, order_, m);
      if (m == 1) {
        counts_.unigrams[packing_.word(key, 0)] = open.count;
        continue;
      }
      if (open.occurrences > UINT32_MAX)
        throw Error("an n-gram occurs more than " + std::to_string(UINT32_MAX) +
                    " times; train on less text");
      sorters_[m - 2].add({key, static_cast<std::uint32_t>(open.count),
                           static_cast<std::uint32_t>(open.occurrences)});
    }
  }

  Packing<Key> packing_;
  unsigned order_;
  AdjustedCounts<Key> counts_;
  std::vector<Sorter<Counted<Key>>> sorters_;
  Key key_ = 0;
  unsigned length_ = 0;                         // words of the last n-gram; 0 before the first
  std::array<Open, kLongestOrder + 1> open_{};  // by number of words
};

/// All n-grams of the highest order in suffix order, as often as they occur.
template <class Key>
std::unique_ptr<Source<Occurrence<Key>>> sort_occurrences(Corpus& corpus, unsigned order,
                                                          const Packing<Key>& packing,
                                                          const Workspace& space, Pulse& pulse) {
  auto sorters = make_sorters<Occurrence<Key>>({packing.bits(order)}, space);
  Key start = 0;
  for (unsigned i = 0; i < order; ++i) start = packing.shifted(start, order, kBegin);
  Key key = start;
  const auto text = corpus.text.read();
  for (; const WordId* word = text->head(); text->pop()) {
    pulse.beat();
    key = packing.shifted(key, order, *word);
    sorters.front().add({key});
    if (*word == kEnd) key = start;
  }
  return sorters.front().finish();
}

template <class Key>
AdjustedCounts<Key> count_ngrams(Corpus& corpus, unsigned order, const Packing<Key>& packing,
                                 Workspace space, Pulse& pulse) {
  const auto sorted = sort_occurrences(corpus, order, packing, space, pulse);
  space.memory -= std::min(space.memory, sorted->memory());
  CountAdjuster<Key> adjuster(packing, order, corpus.words.size(), space);
  while (const auto* head = sorted->head()) {
    pulse.beat();
    const Key key = head->key;
    std::uint64_t count = 0;
    for (; (head = sorted->head()) != nullptr && head->key == key; sorted->pop()) ++count;
    adjuster.add(key, count);
  }
  return adjuster.finish();
}

}  // namespace ow::lm
