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
  /// Strings up to `margin` below the best matter.
  void start(const Leeways& leeways, double scale, double margin) {
    leeways_ = &leeways;
    scale_ = scale;
    margin_ = margin + kScoreSlack;
  }
  /// Brings together, in `through`, what arrives at each target, and forgets those that are too far
  /// behind a rival. Returns whether there were any.
  bool find(std::span<ContextTree::Arc> arcs);
  /// The arcs with a target of their own that was not forgotten.
  std::span<const std::uint32_t> arcs() const { return kept_; }

 private:
  void gather(std::span<ContextTree::Arc> arcs);

  const Leeways* leeways_ = nullptr;
  double scale_ = 0.0, margin_ = 0.0;
  // By arc: first what the best rival is worth there, then the score not to be forgotten.
  std::vector<double> needed_;
  std::vector<std::uint32_t> kept_;
};

}  // namespace ow
