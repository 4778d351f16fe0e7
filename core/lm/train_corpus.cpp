#include "lm/train_corpus.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "base/lines.h"

namespace ow::lm {
namespace {

/// Numbers words in order of first appearance and counts them.
class WordCounter {
 public:
  WordCounter() : slots_(1u << 12) {
    counts_.resize(words_.size());
    for (WordId id = 0; id < words_.size(); ++id) place({hash_word(words_[id]), id});
  }

  /// The number of the word; `valid` is set to false for a new word that is not UTF-8.
  WordId count(std::string_view word, bool& valid) {
    const std::uint64_t hash = hash_word(word);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.id == kNone) break;
      if (slot.hash == hash && words_[slot.id] == word) {
        ++counts_[slot.id];
        return slot.id;
      }
    }
    valid = is_valid_utf8(word);
    const auto id = static_cast<WordId>(words_.size());
    words_.add(word);
    counts_.push_back(1);
    place({hash, id});
    if (words_.size() * 2 > slots_.size()) grow();
    return id;
  }

  Words& words() { return words_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  static constexpr WordId kNone = UINT32_MAX;
  struct Slot {
    std::uint64_t hash = 0;
    WordId id = kNone;
  };

  void place(Slot slot) {
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].id != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> smaller(slots_.size() * 2);
    smaller.swap(slots_);
    for (const Slot& slot : smaller) {
      if (slot.id != kNone) place(slot);
    }
  }

  Words words_;
  std::vector<std::uint64_t> counts_;
  std::vector<Slot> slots_;
};

/// The new number of each word when only the `limit` most frequent keep one of their own. Words
/// equally frequent are taken in the order of their bytes, whatever the order of the text.
std::vector<WordId> keep_most_frequent(Words& words, const std::vector<std::uint64_t>& counts,
                                       std::uint64_t limit) {
  std::vector<WordId> ranked(words.size() - kEnd - 1);
  std::iota(ranked.begin(), ranked.end(), kEnd + 1);
  std::sort(ranked.begin(), ranked.end(), [&](WordId a, WordId b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : words[a] < words[b];
  });
  ranked.resize(limit);
  std::sort(ranked.begin(), ranked.end());
  std::vector<WordId> renumbered(words.size(), kUnknown);
  renumbered[kEnd] = kEnd;
  Words kept;
  for (const WordId id : ranked) {
    renumbered[id] = static_cast<WordId>(kept.size());
    kept.add(words[id]);
  }
  words = std::move(kept);
  return renumbered;
}

std::string names_of(const std::vector<TextInput>& inputs) {
  std::string names;
  for (const TextInput& input : inputs) names += (names.empty() ? "" : ", ") + input.name;
  return names;
}

}  // namespace

Words::Words() {
  add("<unk>");
  add("<s>");
  add("</s>");
}

void Words::add(std::string_view word) {
  bytes_ += word;
  offsets_.push_back(bytes_.size());
}

Corpus read_corpus(const std::vector<TextInput>& inputs, const TrainOptions& options,
                   Pulse& pulse) {
  Corpus corpus{{}, Spool<WordId>(options.folder)};
  WordCounter counter;
  std::vector<std::string_view> words;
  for (const TextInput& input : inputs) {
    LineReader reader(input.fd, input.name);
    while (const auto line = reader.next()) {
      pulse.beat();
      split_words(*line, words);
      for (std::size_t i = 0; i < words.size(); ++i) {
        bool valid = true;
        const WordId id = counter.count(words[i], valid);
        if (!valid)
          reader.fail("word " + std::to_string(i + 1) +
                      " is not valid UTF-8; convert the text to UTF-8");
        if (id == kBegin || id == kEnd)
          reader.fail(std::string(words[i]) +
                      " stands for a bound of the sentence and cannot be a word; remove it or "
                      "write it differently");
        corpus.text.add(id);
      }
      corpus.text.add(kEnd);
      corpus.tokens += words.size();
      ++corpus.sentences;
    }
  }
  if (corpus.tokens == 0)
    throw Error(names_of(inputs) + ": there are no words; a model needs some text");
  corpus.words = std::move(counter.words());
  const std::uint64_t types = corpus.words.size() - kEnd - 1;
  if (options.vocabulary > 0 && options.vocabulary < types) {
    const auto renumbered = keep_most_frequent(corpus.words, counter.counts(), options.vocabulary);
    Spool<WordId> limited(options.folder);
    const auto text = corpus.text.read();
    for (; const WordId* id = text->head(); text->pop()) limited.add(renumbered[*id]);
    corpus.text = std::move(limited);
  }
  return corpus;
}

}  // namespace ow::lm
