// Reads the words that leave a trie node from all model states at that node together.
//
// A word is read from the longest suffix of a state that has an arc for it. States are therefore
// gathered with their suffixes into a tree of contexts, and a context's arcs are looked up once for
// all states below it. Models are suffix-closed (lm/build.h): only a word the parent has an arc for
// can have one here, and only if the model knows a longer n-gram that ends like it; all states
// without one share their parent's.
//
// Deep states, those of the model's greatest length, are many, and what they read leads where their
// parent's arcs lead. They get no contexts: each is looked up only while it may still beat what
// others reached.
//
// A context that is far behind need not be read to the end, either: the best state goes ahead, and
// arcs that cannot keep up with it (rivals.h) are left out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lm/model.h"
#include "search/leeways.h"
#include "search/order.h"
#include "search/state_index.h"
#include "search/wanted.h"

namespace ow {

class ContextTree {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// A model state at a trie node, with the best way to get there.
  struct Incoming {
    lm::StateId lm;
    lm::StateId parent;  // the model state of its longest proper suffix
    std::uint32_t from;  // the state before, kNone at the beginning of the sentence
    std::uint32_t edge;  // that ended in between, kNone when a word was read
    bool tied;           // another way is as good
    double forward;      // score of the best way from the beginning of the sentence

    /// Takes another way to the state, from `other`, if it is better; returns whether it did.
    bool improve(double score, std::uint32_t other, bool other_tied) {
      if (score < forward - kScoreSlack) return false;
      tied = score <= forward + kScoreSlack || other_tied;
      if (score <= forward) return false;
      from = other;
      forward = score;
      return true;
    }
  };
  /// A word to read, with its arc from the empty context.
  struct Word {
    WordId id;
    float log10;
    float bound;      // of log10 in any longer context, see lm::Model::extension_bound
    double prospect;  // see lm::Model::prospect
    lm::StateId next;
  };
  /// A score, the incoming state it belongs to, and whether another is as good.
  struct Best {
    double score;
    std::uint32_t state;
    bool tied;

    void improve(const Best& other) {
      if (other.score < score - kScoreSlack) return;
      if (other.score > score + kScoreSlack)
        *this = other;
      else
        *this = {std::max(score, other.score), other.score > score ? other.state : state, true};
    }
    Best plus(double more) const { return {score + more, state, tied}; }
  };
  static constexpr Best kNobody{-std::numeric_limits<double>::infinity(), kNone, false};
  /// A state that is not deep, or a suffix of one, that may have arcs for the words; parents come
  /// first, the empty context is number 0.
  struct Context {
    lm::StateId lm;
    std::uint32_t parent;
    std::uint32_t first_arc, arc_count;
    float backoff;  // log10
    lm::ArcId model_begin, model_end;
    std::uint32_t first_extended, extended_count;  // arcs a longer context may have, too
    std::uint32_t first_deep, best_deep;           // incoming deep states whose parent this is
    Best own;                                      // of the states whose context this is
    Best below;     // of those and all states below, backed off to this context
    double longer;  // score of the best state below, backed off to any longer context
    bool read;      // its arcs are there
  };
  struct Arc {
    std::uint32_t word;        // index of the word read
    WordId id;                 // and its number
    std::uint32_t parent_arc;  // the same word one context up
    lm::StateId next;
    float log10;
    float bound;        // of log10 in any longer context; -inf when there is none
    lm::Leeway leeway;  // of the state it leads to
    bool own;           // the parent's arc leads elsewhere
    double prospect;    // of longer contexts, see lm::Model::prospect
    double needed;      // with less than this, a way to that state is known to be hopeless
    Best forward;       // of the states that take this arc
    Best through;       // of reading the word and being where the arc leads, `forward` left out
  };
  /// Where an incoming state came to rest, and the back-off (log10) it paid for that; a deep state
  /// is put with its parent.
  struct Place {
    std::uint32_t context;
    double backoff;
  };

  /// Gets ready for a model. `scale` turns log10 into score; states from `first_deep` on are deep.
  /// Arcs are left out that only strings more than `margin` below the best would take; none when it
  /// is infinite.
  void start(const lm::Model& model, double scale, lm::StateId first_deep, const Leeways& leeways,
             double margin);
  /// Words ascending. What the other functions return is valid until the next call.
  void read(std::span<const Incoming> states, std::span<const Word> words);

  std::span<const Context> contexts() const { return contexts_; }
  std::span<Arc> arcs() { return {arcs_.data(), arc_count_}; }
  const Place& place(std::size_t state) const { return places_[state]; }
  /// Look-ups made since the tree exists: a measure of work.
  std::uint64_t work() const { return work_; }

 private:
  void index_words();
  /// The first word with this number, or kNone.
  std::uint32_t find_word(WordId id) const;
  void gather();
  void share_back_offs();
  void share_deep(Context& parent);
  bool can_match(const lm::Model::State& state) const;
  std::uint32_t context_of(lm::StateId lm, const lm::Model::State& state);
  /// Makes room for so many more arcs of the context at hand.
  void make_room(std::size_t count);
  void add_arc(const Context& context, std::uint32_t word, WordId id, std::uint32_t parent_arc,
               const lm::Model::Arc& arc, float bound, double prospect, lm::Leeway leeway, bool own,
               double needed) {
    // Without a longer n-gram, all states below take the arc; otherwise some may have their own.
    const bool extended = bound != -std::numeric_limits<float>::infinity();
    extended_[extended_count_] = arc_count_;
    extended_count_ += extended;
    Arc& added = arcs_[arc_count_++];
    const Best& taken_by = extended ? context.own : context.below;
    added = {word,   id,  parent_arc, arc.next, arc.log10, bound,
             leeway, own, prospect,   needed,   taken_by,  kNobody};
  }
  void finish_context(Context& context);
  /// Reads the words from the best state, so that others can be compared with it.
  template <class Stored>
  void go_ahead(const View<Stored>& model_arcs);
  void set_needed();
  /// Whether no state below a context can use a word, given the parent's arc for it.
  bool hopeless(const Context& context, double shared, const Arc& above) const {
    return shared + scale_ * above.log10 < above.needed &&
           std::max(context.below.score, context.longer) + scale_ * above.prospect < above.needed;
  }
  template <class Stored>
  void match(const View<Stored>& model_arcs, std::uint32_t index);
  template <class Stored>
  void match_deep(const View<Stored>& model_arcs, const Context& parent);
  template <class Stored>
  void read_deep(const View<Stored>& model_arcs, const Context& parent, std::uint32_t state);
  double reached(const Arc& arc) const {
    return std::max(arc.through.score, arc.forward.score + scale_ * arc.log10);
  }
  double hope(const Arc& arc) const { return scale_ * std::max(arc.bound, arc.log10); }

  const lm::Model* model_ = nullptr;
  const Leeways* leeways_ = nullptr;
  double scale_ = 0.0;
  double margin_ = 0.0;
  lm::StateId first_deep_state_ = 0;
  double largest_backoff_ = 0.0;  // as score, at least 0
  std::span<const Incoming> states_;
  std::span<const Word> words_;
  std::uint64_t work_ = 0;
  std::vector<Context> contexts_;
  // Buffers that only grow; the counts say how much of them is in use.
  std::vector<Arc> arcs_;
  std::uint32_t arc_count_ = 0;
  std::vector<std::uint32_t> extended_;  // arcs with a bound, by context
  std::uint32_t extended_count_ = 0;
  std::vector<Place> places_;
  std::vector<std::uint32_t> next_deep_;  // by incoming state
  std::vector<Wanted> wanted_;            // by arcs of the parent

  // From word number to index among the words; slots of earlier reads have an older stamp.
  static constexpr lm::ArcId kFewArcs = 16;
  static constexpr std::uint32_t kWordSlots = 1024;
  struct WordSlot {
    std::uint32_t stamp;
    std::uint32_t word;  // the first of those with its number
  };
  std::vector<WordSlot> word_slots_ = std::vector<WordSlot>(kWordSlots);
  std::uint32_t word_stamp_ = 0;
  std::vector<std::uint32_t> arc_of_word_;  // of the context at hand: its arc for each word
  StateIndex context_at_;                   // by model state
};

}  // namespace ow
