// An n-gram model as an automaton, memory-mapped.
//
// A state is a context that can still matter: an n-gram with extensions or with a back-off weight.
// Reading a word follows an arc of the state, or pays the state's back-off and tries again from
// its parent (the longest proper suffix that is a state). The empty context, state 0, has an arc
// for every word. States are thereby minimal: two histories the model cannot tell apart are one.
//
// Words are numbered by hash, which spreads the numbers of a state's arcs evenly: a look-up guesses
// the place instead of searching for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/container.h"
#include "base/vocabulary.h"

namespace ow::lm {

using StateId = std::uint32_t;
using ArcId = std::uint32_t;

inline constexpr unsigned kMaxOrder = 5;
inline constexpr double kLn10 = 2.302585092994045684;
inline constexpr ArcId kNoArc = UINT32_MAX;

inline constexpr std::string_view kBeginSentence = "<s>";
inline constexpr std::string_view kEndSentence = "</s>";
inline constexpr std::string_view kUnknownWord = "<unk>";

/// Fixed facts of a model, stored as they are in the file.
struct Info {
  std::uint32_t order;
  std::uint32_t quantised;  // 1 when probabilities and back-offs are 8-bit codes
  WordId begin_sentence, end_sentence, unknown;
  StateId begin_state;
  /// First state of each context length; states are sorted by length.
  std::array<StateId, kMaxOrder + 1> first_state;
  std::uint32_t reserved;
  std::array<std::uint64_t, kMaxOrder> ngram_counts;
};

class Model {
 public:
  static const FileKind kKind;

  explicit Model(std::string path);

  const Info& info() const { return info_; }
  unsigned order() const { return info_.order; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const Container& file() const { return file_; }
  StateId begin_state() const { return info_.begin_state; }
  static constexpr StateId empty_state() { return 0; }
  std::size_t state_count() const { return parents_.size(); }

  /// Number of the word, or of <unk>.
  WordId word(std::string_view text) const {
    return vocabulary_.find(text).value_or(info_.unknown);
  }

  struct Step {
    double log10;      // probability of the word, back-offs included
    StateId next;      // state after the word
    unsigned matched;  // length of the n-gram found, 1 to order
  };
  Step step(StateId state, WordId word) const;

  /// Arcs of a state: words ascending.
  struct Arcs {
    ArcId begin, end;
  };
  Arcs arcs(StateId state) const { return {first_arc_[state], first_arc_[std::size_t{state} + 1]}; }
  const View<WordId>& arc_words() const { return arc_words_; }
  /// The arc of this state for this word, or kNoArc.
  ArcId find(StateId state, WordId word) const;
  float arc_log10(ArcId arc) const {
    return quantised() ? books_[prob_book(arc) * 256 + arc_codes_[arc]] : arc_probs_[arc];
  }
  StateId arc_next(ArcId arc) const { return arc_next_[arc]; }
  float backoff_log10(StateId state) const {
    return quantised() ? books_[backoff_book(state) * 256 + backoff_codes_[state]]
                       : backoffs_[state];
  }
  StateId parent(StateId state) const { return parents_[state]; }
  /// Length of the context a state stands for.
  unsigned length(StateId state) const;
  /// Brings a state's arcs closer before they are looked at.
  void prefetch(StateId state) const { first_arc_.prefetch(state); }

 private:
  bool quantised() const { return info_.quantised != 0; }
  std::size_t prob_book(ArcId arc) const;
  std::size_t backoff_book(StateId state) const { return kMaxOrder + length(state); }
  void check() const;

  Container file_;
  Info info_;
  Vocabulary vocabulary_;
  View<std::uint32_t> first_arc_;
  View<StateId> parents_;
  View<float> backoffs_;
  View<std::uint8_t> backoff_codes_;
  View<WordId> arc_words_;
  View<float> arc_probs_;
  View<std::uint8_t> arc_codes_;
  View<StateId> arc_next_;
  View<float> books_;
  std::array<ArcId, kMaxOrder + 1> first_arc_of_order_{};
  std::uint64_t scale_ = 0;
};

inline ArcId Model::find(StateId state, WordId word) const {
  if (state == 0) return word < vocabulary_.size() ? word : kNoArc;
  const auto [begin, end] = arcs(state);
  if (begin >= end) return kNoArc;
  const std::uint64_t count = end - begin;
  ArcId low = begin, high = end;
  ArcId at = begin + static_cast<ArcId>(((word * scale_ >> 32) * count) >> 32);
  if (at >= end) at = end - 1;
  // Gallop away from the guess until the word is bracketed in [low, high).
  if (arc_words_[at] < word) {
    for (ArcId step = 1;; step *= 2) {
      low = at + 1;
      if (end - low <= step) break;
      at = low + step - 1;
      if (arc_words_[at] >= word) {
        high = at + 1;
        break;
      }
    }
  } else {
    for (ArcId step = 1;; step *= 2) {
      high = at + 1;
      if (at - begin <= step) break;
      at -= step;
      if (arc_words_[at] < word) {
        low = at + 1;
        break;
      }
    }
  }
  while (low < high) {
    const ArcId middle = low + (high - low) / 2;
    if (arc_words_[middle] < word)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end && arc_words_[low] == word ? low : kNoArc;
}

}  // namespace ow::lm
