// Where the arcs of a ContextTree lead: the states that arise, and which of them can still be part
// of an answer.
//
// An arc leads to a state of its own when the model keeps the whole n-gram as a context, and
// otherwise to where the same word leads from one context up. Targets of one word are rivals (see
// rivals.h) that form a tree already, that of their arcs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/context_tree.h"
#include "search/leeways.h"

namespace ow {

class Targets {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Strings up to `margin` below the best matter.
  void start(const lm::Model& model, const Leeways& leeways, double scale, double margin);

  /// Brings together, in `through`, what arrives at each target, and forgets those that are too far
  /// behind a rival. Returns whether there were any.
  bool find(std::span<const ContextTree::Context> contexts, std::span<ContextTree::Arc> arcs);
  /// The arcs with a target of their own that was not forgotten.
  std::span<const std::uint32_t> arcs() const { return kept_; }
  /// Whether an arc has a target of its own, kept or forgotten, or else that of its parent.
  bool own(std::uint32_t arc) const { return rivals_[arc].own; }

 private:
  struct Rival {
    double needed;  // first what the best rival is worth here, then the score not to be forgotten
    double gain;
    bool own;
  };

  void gather(std::span<const ContextTree::Context> contexts, std::span<ContextTree::Arc> arcs);

  const lm::Model* model_ = nullptr;
  const Leeways* leeways_ = nullptr;
  double scale_ = 0.0, margin_ = 0.0;
  std::vector<Rival> rivals_;  // by arc
  std::vector<std::uint32_t> kept_;
};

}  // namespace ow
