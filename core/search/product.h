// The product of a lattice and a language model: each trie node with each model state that can
// reach it, and the best way on from there.
//
// A word is read from the longest suffix of the state that has an arc for it. At a node, states
// are therefore gathered with their suffixes into a tree of contexts, and a context's arcs are
// looked up once for all states below it: only words its parent has an arc for can have one
// (models are suffix-closed, see lm/build.h), and all states that have none share their parent's.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "search/task.h"

namespace ow {

class Product {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// A model state at a trie node.
  struct State {
    lm::StateId lm;
    std::uint32_t context;  // kNone at a node without children
    double forward;         // best score from the beginning of the sentence
    double backward;        // best score to its end
  };
  /// A state or a suffix of one, at a node with children.
  struct Context {
    lm::StateId lm;
    std::uint32_t parent;  // kNone for the empty context
    std::uint32_t first_arc, arc_count;
    float backoff;  // log10
  };
  /// A word the model has an arc for. Arcs of a context are in the order of the node's children.
  struct Arc {
    std::uint32_t child;       // trie node
    std::uint32_t parent_arc;  // the same word one context up
    std::uint32_t target;      // state at the child; kNone when no state takes this arc
    float log10;
  };

  /// Builds all that is reachable. False when the work limit was hit.
  bool build(const Task& task, const WorkLimit& limit);
  /// Fills `backward` of all states.
  void complete();

  const Task& task() const { return *task_; }
  std::uint64_t expansions() const { return expansions_; }
  /// Counts work; false when the limit is hit.
  bool spend(std::uint64_t amount);

  std::span<const State> states(std::uint32_t node) const {
    return {states_.data() + first_state_[node], first_state_[node + 1] - first_state_[node]};
  }
  std::uint32_t first_state(std::uint32_t node) const { return first_state_[node]; }
  const State& state(std::uint32_t index) const { return states_[index]; }
  const Context& context(std::uint32_t index) const { return contexts_[index]; }
  std::span<const Arc> arcs(const Context& context) const {
    return {arcs_.data() + context.first_arc, context.arc_count};
  }
  /// The state at the root an edge leads to, for a state at the node where the edge ends.
  std::uint32_t after_end(std::uint32_t node, std::uint32_t state, std::uint32_t end) const {
    const std::uint32_t place = links_[first_link_[end] + (state - first_state_[node])];
    return first_state_[lattice_->root(lattice_->end(end).position)] + place;
  }
  /// Score of </s> after this state.
  double end_score(lm::StateId lm) const;
  /// Factor from log10 to the score.
  double scale() const { return scale_; }

 private:
  struct Pending {
    lm::StateId lm;
    double forward;
  };
  /// States that wait at a root, found by their number.
  struct Waiting {
    std::vector<Pending> states;
    std::vector<std::uint32_t> slots;
    std::uint32_t find_or_add(lm::StateId lm);
  };

  void start_root(std::uint32_t position);
  void gather_contexts(std::uint32_t node);
  std::uint32_t context_of(lm::StateId lm);
  void find_arcs(std::uint32_t node);
  bool can_match(std::size_t context) const;
  template <class Stored>
  void match(const View<Stored>& model_arcs, std::uint32_t context);
  void place_targets(std::uint32_t node);
  void follow_ends(std::uint32_t node);
  void complete_node(std::uint32_t node);

  const Task* task_ = nullptr;
  const Lattice* lattice_ = nullptr;
  const lm::Model* model_ = nullptr;
  double scale_ = 0.0;
  WorkLimit limit_;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t expansions_ = 0;
  std::uint64_t next_clock_ = 0;

  std::vector<State> states_;
  std::vector<std::uint32_t> first_state_;  // by trie node
  std::vector<Context> contexts_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> first_context_;  // by trie node
  std::vector<std::uint32_t> links_;
  std::vector<std::uint32_t> first_link_;  // by Lattice::End
  std::vector<Waiting> waiting_;           // by source position

  struct Unigram {
    WordId word;
    float log10;
    lm::StateId next;
  };
  std::vector<Unigram> unigrams_;  // by local word

  // Scratch of the node at hand. By context:
  static constexpr lm::ArcId kFewArcs = 8;
  std::uint32_t first_context_of_node_ = 0;
  struct ModelArcs {
    lm::ArcId begin, end;  // equal when none can be for a word of a child
  };
  std::vector<ModelArcs> model_arcs_;
  std::array<std::uint64_t, 8> child_bits_;  // a filter for the words of the children
  std::vector<double> own_forward_;  // of the state itself and of those below without any arc
  std::vector<double> best_below_;   // of it and all states below, backed off to the parent
  std::vector<std::uint32_t> best_arc_;
  std::vector<double> best_up_;
  // By arc:
  std::uint32_t first_arc_ = 0;
  struct Searched {
    WordId word;
    lm::StateId next;
    double forward;  // best score of the states that take the arc
  };
  std::vector<Searched> searched_;
  std::vector<lm::ArcId> places_;
  std::vector<std::uint32_t> arc_owner_;
  std::vector<double> owner_forward_;
  std::vector<std::uint32_t> arc_state_;
  std::vector<double> arc_value_;
  // From model state to context:
  struct Slot {
    lm::StateId lm;
    std::uint32_t context;
  };
  std::vector<Slot> slots_;
};

}  // namespace ow
