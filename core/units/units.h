// All that tables offer for some sentences, as columns: looked up once, used by every application.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "base/vocabulary.h"
#include "lm/model.h"

namespace ow {

/// Number of a word within one batch; equal numbers mean equal text.
using BatchWord = std::uint32_t;

/// What became of the patterns of sentences.
struct PatternCounts {
  std::int64_t found = 0;    // of partial subtrees
  std::int64_t matched = 0;  // that a table has, and whose words may be replaced
  std::int64_t gapped = 0;   // of these, those that are not one stretch of text: they make no unit
};

/// One row a unit, in the order of sentence, table, place and rank in the table. Columns of `int32`
/// so that differences are what they should be.
struct Units {
  std::vector<std::int32_t> sentence, begin, end;  // source tokens [begin, end) of a sentence
  std::vector<std::int32_t> table;
  std::vector<double> score;  // log φ: the first score of the table
  /// What the unit takes away from the text and what it puts there instead, in bytes of UTF-8; the
  /// second also counts spaces that arise and fall away at its ends.
  std::vector<std::int32_t> source_bytes, target_bytes;
  std::vector<std::int64_t> target_offsets{0};  // words of unit i: [offsets[i], offsets[i + 1])
  std::vector<BatchWord> target_words;
  /// For each target word the source token of the sentence that it carries along, or kNew.
  std::vector<std::int32_t> target_tokens;
  std::vector<std::int64_t> feature_offsets{0};  // likewise, all scores of its entry
  std::vector<float> features;
  /// The number of the pattern or collocation pair that it is an instance of; kNoRule for phrases.
  std::vector<std::int32_t> rule;
  Pool<BatchWord> rules;  // words and slots of both sides, an arrow between them

  std::vector<std::int64_t> unit_offsets{0};   // units of sentence i, likewise
  std::vector<std::int64_t> token_offsets{0};  // its tokens
  std::vector<BatchWord> token_words;
  std::vector<std::uint8_t> token_protected;  // not 0 for those that must not be changed
  /// What the analysis says of each token; empty where no sentence was analysed. Heads are places
  /// in the sentence; a root has its own.
  std::vector<BatchWord> token_tags, token_relations, token_lemmas;
  std::vector<std::int32_t> token_heads;

  Pool<char> words;
  std::vector<WordId> lm_words;  // the number each word has in the language model

  PatternCounts pattern_counts;  // of all sentences and tables of patterns

  static constexpr std::int32_t kNew = -1, kNoRule = -1;

  std::size_t size() const { return sentence.size(); }
  bool analysed() const { return !token_heads.empty() && !token_tags.empty(); }
  std::size_t sentence_count() const { return unit_offsets.size() - 1; }
  std::string_view text(BatchWord word) const {
    const auto bytes = words[word];
    return {bytes.data(), bytes.size()};
  }
  std::span<const BatchWord> target(std::size_t unit) const {
    return slice(target_words, target_offsets, unit);
  }
  std::span<const std::int32_t> tokens_in_target(std::size_t unit) const {
    return slice(target_tokens, target_offsets, unit);
  }
  std::span<const BatchWord> source(std::size_t unit) const {
    const auto all = tokens(static_cast<std::size_t>(sentence[unit]));
    return all.subspan(static_cast<std::size_t>(begin[unit]),
                       static_cast<std::size_t>(end[unit] - begin[unit]));
  }
  std::span<const float> scores(std::size_t unit) const {
    return slice(features, feature_offsets, unit);
  }
  std::span<const BatchWord> tokens(std::size_t of_sentence) const {
    return slice(token_words, token_offsets, of_sentence);
  }

 private:
  template <class T>
  static std::span<const T> slice(const std::vector<T>& items,
                                  const std::vector<std::int64_t>& offsets, std::size_t row) {
    return {items.data() + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
  }
};

/// What the language model says of the source and the target of each unit, natural logs, each by
/// itself: without context before or behind.
struct UnitFluency {
  std::vector<double> source, target;
};
UnitFluency unit_fluency(const Units& units, const lm::Model& model);

/// What the language model says of each sentence as it is, <s> and </s> included; natural logs.
std::vector<double> sentence_fluency(const Units& units, const lm::Model& model);

/// For each unit, how much higher the language model scores its sentence when this unit alone is
/// replaced; natural logs.
std::vector<double> fluency_gains(const Units& units, const lm::Model& model);

/// For each unit, how many more words it shares with the reference of its sentence than its source
/// does. A word counts as often as it is in both. References are words with blanks between them,
/// one a sentence.
std::vector<std::int32_t> overlap_gains(const Units& units,
                                        std::span<const std::string_view> references);

/// Whether a unit changes spelling alone, see `spelling_key`.
std::vector<std::uint8_t> respellings(const Units& units);

}  // namespace ow
