#include "search/targets.h"

#include <algorithm>
#include <limits>

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

}  // namespace

bool Targets::find(std::span<ContextTree::Arc> arcs) {
  needed_.assign(arcs.size(), kMinusInfinity);
  gather(arcs);
  kept_.clear();
  bool forgot = false;
  double* const needed = needed_.data();
  for (std::uint32_t i = 0; i < arcs.size(); ++i) {
    const ContextTree::Arc& arc = arcs[i];
    double least = needed[i] - margin_;
    if (arc.parent_arc != ContextTree::kNone)
      least =
          std::max(least, needed[arc.parent_arc] - (arc.own ? leeways_->gain(arc.leeway) : 0.0));
    needed[i] = least;
    if (!arc.own || arc.through.score == kMinusInfinity) continue;
    if (arc.through.score < least)
      forgot = true;
    else
      kept_.push_back(i);
  }
  return forgot;
}

void Targets::gather(std::span<ContextTree::Arc> arcs) {
  double* const needed = needed_.data();
  for (std::size_t i = arcs.size(); i-- > 0;) {
    ContextTree::Arc& arc = arcs[i];
    arc.through.improve(arc.forward.plus(scale_ * arc.log10));
    double worth = needed[i];
    if (arc.own) {
      needed[i] = worth = std::max(worth, arc.through.score);
      worth -= leeways_->loss(arc.leeway);
    } else {
      arcs[arc.parent_arc].through.improve(arc.through);
    }
    // What it is sure to be worth, at least, to whoever takes its parent's view of the future.
    if (arc.parent_arc != ContextTree::kNone)
      needed[arc.parent_arc] = std::max(needed[arc.parent_arc], worth);
  }
}

}  // namespace ow
