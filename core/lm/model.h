// An n-gram model as an automaton, memory-mapped.
//
// A state is a context that can still matter: an n-gram with extensions or with a back-off weight.
// Reading a word follows an arc of the state, or pays the state's back-off and tries again from
// its parent (the longest proper suffix that is a state). The empty context, state 0, has an arc
// for every word. States are thereby minimal: two histories the model cannot tell apart are one.
//
// Words are numbered by hash, which spreads the numbers of a state's arcs evenly: a look-up
// computes where an arc should be and needs only a small correction, the hint, to be there.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/container.h"
#include "base/vocabulary.h"
#include "lm/arc_finder.h"
#include "lm/extension.h"
#include "lm/leeway.h"
#include "lm/prospect.h"

namespace ow::lm {

using StateId = std::uint32_t;

inline constexpr unsigned kMaxOrder = 5;
inline constexpr double kLn10 = 2.302585092994045684;

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
  float largest_backoff;  // log10; above 0 only in models that are no distributions
  std::array<std::uint64_t, kMaxOrder> ngram_counts;
};

/// A state and an arc as stored: what is needed together lies together.
struct PlainState {
  ArcId first_arc;
  StateId parent;
  float backoff;  // log10
};
struct PlainArc {
  WordId word;
  StateId next;
  float log10;
};
/// The same with 24 bits for a state and 8 for the code of a number.
struct CodedState {
  ArcId first_arc;
  std::uint32_t parent_and_code;
};
struct CodedArc {
  WordId word;
  std::uint32_t next_and_code;
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
  std::size_t state_count() const { return info_.first_state[info_.order]; }

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

  /// A state's arcs, the state of its longest proper suffix, and its back-off in log10.
  struct State {
    ArcId begin, end;
    StateId parent;
    float backoff;
  };
  State state(StateId id) const {
    // Its arcs end where those of the next state begin.
    if (quantised()) {
      const auto stored = coded_states_.range(id, std::size_t{id} + 2);
      const std::uint32_t parent_and_code = stored[0].parent_and_code;
      return {stored[0].first_arc, stored[1].first_arc, parent_and_code >> 8,
              finite(books_[backoff_book(id) + (parent_and_code & 0xff)])};
    }
    const auto stored = plain_states_.range(id, std::size_t{id} + 2);
    return {stored[0].first_arc, stored[1].first_arc, stored[0].parent, finite(stored[0].backoff)};
  }
  struct Arc {
    WordId word;
    StateId next;
    float log10;
  };
  Arc arc(ArcId id) const {
    return quantised() ? read(coded_arcs_[id], id) : read(plain_arcs_[id], id);
  }
  Arc read(const PlainArc& stored, ArcId) const {
    return {stored.word, stored.next, finite(stored.log10)};
  }
  Arc read(const CodedArc& stored, ArcId id) const {
    return {stored.word, stored.next_and_code >> 8,
            finite(books_[prob_book(id) + (stored.next_and_code & 0xff)])};
  }
  /// Upper bound of log10 p over all longer contexts with an arc for the same word; -inf if none.
  float extension_bound(ArcId id, float log10) const {
    return id < extensions_.size() ? lm::extension_bound(extensions_[id], log10)
                                   : lm::extension_bound(kNoExtension, log10);
  }
  /// Upper bound, over all longer contexts with an arc for the same word, of log10 p and what the
  /// state it leads to gains by them; -inf if there are none. `bound` is the arc's extension bound:
  /// contexts of the greatest length gain nothing.
  double prospect(ArcId id, float log10, float bound) const {
    if (bound == -std::numeric_limits<float>::infinity() || id >= first_long_arc_) return bound;
    return id < prospects_.size() ? double{log10} + decode_prospect(prospects_[id])
                                  : std::numeric_limits<double>::infinity();
  }
  /// Bounds of what a state's scores for all that may follow exceed its parent's by.
  const Leeway& leeway(StateId id) const { return leeways_[id]; }
  /// Calls `use` with the arcs of all states as they are stored.
  template <class Use>
  decltype(auto) with_arcs(Use&& use) const {
    return quantised() ? use(coded_arcs_) : use(plain_arcs_);
  }
  /// Access to the arcs [begin, end) of one state.
  template <class Stored>
  ArcFinder<Stored> finder(const View<Stored>& arcs, ArcId begin, ArcId end) const {
    const std::size_t first = begin / kHintSpan;
    return {arcs.range(begin, end), hints_.range(first, first + (end - begin) / kHintSpan), scale_};
  }
  /// Brings the first arcs of a state closer before they are looked at.
  void prefetch_arcs(const State& state) const {
    with_arcs([&](const auto& arcs) { arcs.prefetch(state.begin); });
  }
  /// Brings closer what looking up a word among the arcs of a state begins with.
  void prefetch_step(const State& state, WordId word) const {
    if (state.end - state.begin < kHintSpan)
      prefetch_arcs(state);
    else
      hints_.prefetch(state.begin / kHintSpan + hint_range(state.end - state.begin, word, scale_));
  }
  /// Brings the record of a state closer.
  void prefetch_state(StateId id) const {
    if (quantised())
      coded_states_.prefetch(id);
    else
      plain_states_.prefetch(id);
  }
  /// Brings what bounds an arc closer, and the leeway of where a stored arc leads.
  void prefetch_bounds(ArcId id) const {
    extensions_.prefetch(id);
    prospects_.prefetch(id);
  }
  void prefetch_leeway(StateId id) const { leeways_.prefetch(id); }
  void prefetch_leeway(const PlainArc& arc) const { leeways_.prefetch(arc.next); }
  void prefetch_leeway(const CodedArc& arc) const { leeways_.prefetch(arc.next_and_code >> 8); }
  /// Brings the arc of a word from the empty context closer.
  void prefetch_word(WordId word) const {
    with_arcs([&](const auto& arcs) { arcs.prefetch(word); });
  }
  /// Suffixes get shorter: no damaged file makes a chain of parents longer than the order.
  void check_parent(StateId state, StateId parent) const {
    if (length(parent) >= length(state)) file_.corrupt("a state is its own ancestor");
  }
  /// Length of the context a state stands for.
  unsigned length(StateId state) const;

 private:
  bool quantised() const { return info_.quantised != 0; }
  /// Sums and comparisons rely on numbers; our writer stores no others.
  float finite(float number) const {
    if (!(std::abs(number) < 1e35f)) [[unlikely]]
      file_.corrupt("a score is not a number");
    return number;
  }
  /// Where the arcs of a state begin, also for the one behind the last: there may be no state of
  /// the longest lengths.
  ArcId first_arc(StateId id) const {
    return quantised() ? coded_states_[id].first_arc : plain_states_[id].first_arc;
  }
  std::size_t prob_book(ArcId arc) const;
  std::size_t backoff_book(StateId state) const { return (kMaxOrder + length(state)) * 256; }
  void check() const;

  Container file_;
  Info info_;
  Vocabulary vocabulary_;
  View<PlainState> plain_states_;
  View<CodedState> coded_states_;
  View<PlainArc> plain_arcs_;
  View<CodedArc> coded_arcs_;
  View<std::int16_t> hints_;
  View<std::uint8_t> extensions_;
  View<Leeway> leeways_;
  View<std::uint8_t> prospects_;  // empty in files of old
  View<float> books_;
  std::array<ArcId, kMaxOrder + 1> first_arc_of_order_{};
  ArcId first_long_arc_ = 0;  // of the contexts that only those of the greatest length extend
  std::uint64_t scale_ = 0;
};

}  // namespace ow::lm
