// From n-grams to a model file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lm/model.h"

namespace ow::lm {

/// What writing a model found out.
struct BuildReport {
  std::vector<std::uint64_t> ngram_counts;  // by order, as given
  std::uint64_t added = 0;                  // contexts and suffixes that were missing
  std::uint64_t states = 0;
  std::uint64_t file_bytes = 0;
  bool unknown_added = false;       // there was no <unk>; it got log10 p = -100
  double quantisation_error = 0.0;  // root mean square over n-grams, log10
};

/// Collects the n-grams of a back-off model, order by order, and writes the automaton.
class ModelBuilder {
 public:
  /// `order` from 1 to kMaxOrder.
  explicit ModelBuilder(unsigned order);

  /// All unigrams come first. False when the word is there already.
  bool add_unigram(std::string_view word, float log10, float backoff);
  /// Closes the vocabulary; <s>, </s> must be in it (`why` says what is missing otherwise).
  bool finish_unigrams(std::string& why);
  /// Number of a word of the closed vocabulary.
  bool find_word(std::string_view word, WordId& id) const;
  /// An n-gram of order 2 and up, lower orders first. False when it is there already.
  bool add(std::span<const WordId> words, float log10, float backoff);

  BuildReport write(const std::string& path, bool quantise);

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;

  /// The n-grams of one order: n-gram i is that of order - 1 at context[i], followed by word[i].
  struct Level {
    std::vector<Index> context;
    std::vector<WordId> word;
    std::vector<float> log10;  // NaN: added for closure, computed by `fill_added`
    std::vector<float> backoff;
    std::vector<Index> suffix;  // the n-gram without its first word, one order down
    std::vector<Index> slots;   // open-addressing table of indices, by (context, word)

    std::size_t size() const { return word.size(); }
    Index find(Index context_index, WordId last) const;
    Index insert(Index context_index, WordId last, float p, float b);
    void rehash(std::size_t capacity);
  };

  Index find(std::span<const WordId> words) const;
  Index require(std::span<const WordId> words);
  void fill_added();
  /// Extensions, prospects and leeways.
  void write_bounds(ContainerWriter& file, const std::vector<std::vector<Index>>& sorted,
                    const std::vector<std::vector<StateId>>& next,
                    std::span<const std::vector<PlainState>> states) const;

  unsigned order_;
  std::vector<Level> levels_;
  std::vector<std::string> words_;
  std::unordered_map<std::string, Index> index_of_;
  WordId unknown_ = 0, begin_ = 0, end_ = 0;
  BuildReport report_;
};

}  // namespace ow::lm
