// The product of a lattice and a language model: each trie node with each model state that can
// reach it, the best way there, and the best way on.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/context_tree.h"
#include "search/rivals.h"
#include "search/state_index.h"
#include "search/targets.h"
#include "search/task.h"

namespace ow {

class Product {
 public:
  static constexpr std::uint32_t kNone = ContextTree::kNone;
  static constexpr float kNoBound = -std::numeric_limits<float>::infinity();
  /// How a state goes on: from its longest suffix with arcs for the node's children.
  struct Onward {
    std::uint32_t context;  // kNone at a node without children, or when it was given up
    double backoff;         // log10, from the state to that suffix
    double backward;        // best score to the end of the sentence
  };
  struct Context {
    std::uint32_t parent;  // kNone for the empty context
    std::uint32_t first_arc, arc_count;
    float backoff;  // log10
    double up;      // after `complete`: best value of the words left to the parent, back-off paid
  };
  /// A word the model has an arc for. Arcs of a context are in the order of the node's children.
  struct Arc {
    std::uint32_t child;       // trie node
    std::uint32_t parent_arc;  // the same word one context up
    std::uint32_t target;      // state at the child; kNone when no state gets there
    float bound;               // see lm::Model::extension_bound; kNoBound when there is none
    double log10;
  };

  /// What all that follows may take together.
  void limit_work(const WorkLimit& limit);

  enum class Purpose {
    kBest,  // only `best_answer` will be asked for
    kMany,  // `complete` follows
  };
  /// Builds all that a string passes whose score is at most `margin` below the best; the forward
  /// scores of what such a string passes are exact. False when the work limit was hit.
  bool build(const Task& task, Purpose purpose, double margin);
  /// Score of the best answer, -inf if there is none.
  double best_score() const { return best_.score; }
  /// Fills in the best answer, if there is any. False when another string may be as good: the
  /// order of texts then has to be asked for.
  bool best_answer(std::vector<Answer>& answers) const;

  /// What `complete` came to.
  enum class Completion {
    kAll,     // the backward score of each state is known
    kPartly,  // states that no string within the margin passes were given up
    kLimit,   // the work limit was hit
  };
  /// After Purpose::kMany: computes the backward scores of all states that a string passes whose
  /// score is within the margin.
  Completion complete();

  /// After `complete`: strings below this score may be missing. -inf with Completion::kAll.
  double floor() const { return floor_; }

  const Task& task() const { return *task_; }
  std::uint64_t expansions() const { return expansions_; }
  /// Counts work; false when the limit is hit.
  bool spend(std::uint64_t amount);

  std::uint32_t first_state(std::uint32_t node) const { return first_state_[node]; }
  const ContextTree::Incoming& reached(std::uint32_t state) const { return reached_[state]; }
  /// Whether no string within the margin passes a state: nothing else may be asked of it.
  bool forgotten(std::uint32_t state) const {
    return reached_[state].forward == -std::numeric_limits<double>::infinity();
  }
  const Onward& onward(std::uint32_t state) const { return onward_[state]; }
  const Context& context(std::uint32_t index) const { return contexts_[index]; }
  std::span<const Arc> arcs(const Context& context) const {
    return {arcs_.data() + context.first_arc, context.arc_count};
  }
  /// The state at the root an edge leads to, for a state, not forgotten, where the edge ends.
  std::uint32_t after_end(std::uint32_t node, std::uint32_t state, std::uint32_t end) const {
    const std::uint32_t place = links_[first_link_[end] + (state - first_state_[node])];
    return first_state_[lattice_->root(lattice_->end(end).position)] + place;
  }
  /// Score of </s> after this state.
  double end_score(lm::StateId lm) const;
  /// Factor from log10 to the score.
  double scale() const { return scale_; }

 private:
  /// States that wait at a root, found by their number.
  struct Waiting {
    std::vector<ContextTree::Incoming> states;
    std::vector<std::uint32_t> slots;
    void clear();
    std::uint32_t find_or_add(lm::StateId lm);
  };

  void start(const Task& task);
  void start_root(std::uint32_t position);
  void forget_at_root(std::span<ContextTree::Incoming> states);
  std::uint32_t rival(lm::StateId lm);
  void read_children(std::uint32_t node);
  void read_few(std::uint32_t node);
  void place_targets(std::uint32_t node);
  void record(std::uint32_t node);
  void follow_ends(std::uint32_t node);
  void complete_node(std::uint32_t node);
  void complete_contexts(std::uint32_t first, std::uint32_t last);
  /// Best value of a context's own words, counted from the node's first context.
  double best_value(std::uint32_t context) const;
  /// Best value of the words a context leaves to its parent.
  double best_but(const Context& context) const;
  /// What a deep state below a context can get from words at most.
  double hope(std::uint32_t context);
  /// Backward score of a deep state by words.
  double read_deep(std::uint32_t state);
  double value_of(const Arc& arc) const {
    return arc.target == kNone ? -std::numeric_limits<double>::infinity()
                               : scale_ * arc.log10 + onward_[arc.target].backward;
  }

  const Task* task_ = nullptr;
  const Lattice* lattice_ = nullptr;
  const lm::Model* model_ = nullptr;
  double scale_ = 0.0;
  Purpose purpose_ = Purpose::kMany;
  lm::StateId first_deep_ = 0;
  bool forgets_ = false;
  WorkLimit limit_;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t expansions_ = 0;
  std::uint64_t next_clock_ = 0;

  ContextTree tree_;
  Leeways leeways_;
  Targets targets_;
  Rivals rivals_;
  StateIndex rival_of_;                  // by model state
  std::vector<std::uint32_t> rival_at_;  // by state at the root at hand
  double margin_ = 0.0;
  std::vector<ContextTree::Word> words_;  // by local word
  std::vector<ContextTree::Incoming> reached_;
  std::vector<std::uint32_t> first_state_;  // by trie node
  std::vector<Waiting> waiting_;            // by source position

  ContextTree::Best best_{};

  // Only with Purpose::kMany.
  std::vector<Onward> onward_;
  /// The context a state was put in, and what it paid (log10) to back off to it.
  struct Place {
    std::uint32_t context;
    bool whole;  // the context is the state's own and has an arc for each word
    double backoff;
  };
  std::vector<Place> places_;  // by state
  double floor_ = 0.0;         // strings below this score are given up
  bool gave_up_ = false;
  std::uint64_t work_ = 0;  // of the node at hand
  std::vector<Context> contexts_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> first_context_;  // by trie node
  std::vector<std::uint32_t> links_;
  std::vector<std::uint32_t> first_link_;  // by Lattice::End

  // Scratch of the node at hand.
  std::vector<ContextTree::Word> children_;
  std::vector<std::uint32_t> target_;    // by arc: a state, or kNone
  std::vector<double> hope_;             // by context, NaN while not asked for
  std::vector<std::uint32_t> best_arc_;  // by context
  std::vector<std::uint32_t> deep_;      // states to read
  std::vector<Wanted> wanted_;
  std::uint32_t first_context_here_ = 0;
};

}  // namespace ow
