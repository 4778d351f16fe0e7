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
    std::uint32_t context;  // the longest suffix that may have arcs; kNone without children
    double backoff;         // log10, from the state to that suffix
    double forward;         // best score from the beginning of the sentence
    double backward;        // best score to its end
  };
  /// A state or a suffix of one that may have arcs for words of the node's children.
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
  std::uint32_t context_of(lm::StateId lm, const lm::Model::State& state);
  void find_arcs(std::uint32_t node);
  /// Whether a state may have an arc for a word of the node's children.
  bool can_match(const lm::Model::State& state) const;
  void filter_children(std::uint32_t node, bool present);
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
  std::uint32_t first_context_of_node_ = 0;
  struct ModelArcs {
    lm::ArcId begin, end;
  };
  std::vector<ModelArcs> model_arcs_;
  std::vector<double> own_forward_;  // of states whose context it is
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
  // A filter for the words of the node's children, for states with few arcs.
  static constexpr lm::ArcId kFewArcs = 16;
  static constexpr std::uint32_t kFilterBits = 4096;
  std::array<std::uint64_t, kFilterBits / 64> child_bits_{};
  // From model state to context:
  struct Slot {
    lm::StateId lm;
    std::uint32_t context;
  };
  std::vector<Slot> slots_;
};

}  // namespace ow
