#include "search/targets.h"

#include <algorithm>
#include <limits>

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

}  // namespace

void Targets::start(const lm::Model& model, const Leeways& leeways, double scale, double margin) {
  model_ = &model;
  leeways_ = &leeways;
  scale_ = scale;
  margin_ = margin + kScoreSlack;
}

bool Targets::find(std::span<const ContextTree::Context> contexts,
                   std::span<ContextTree::Arc> arcs) {
  gather(contexts, arcs);
  kept_.clear();
  bool forgot = false;
  for (std::uint32_t i = 0; i < arcs.size(); ++i) {
    Rival& rival = rivals_[i];
    rival.needed -= margin_;
    if (arcs[i].parent_arc != kNone)
      rival.needed = std::max(rival.needed, rivals_[arcs[i].parent_arc].needed - rival.gain);
    const double score = arcs[i].through.score;
    if (!rival.own || score == kMinusInfinity) continue;
    if (score < rival.needed)
      forgot = true;
    else
      kept_.push_back(i);
  }
  return forgot;
}

void Targets::gather(std::span<const ContextTree::Context> contexts,
                     std::span<ContextTree::Arc> arcs) {
  rivals_.assign(arcs.size(), {kMinusInfinity, 0.0, false});
  const auto& first_state_of_length = model_->info().first_state;
  for (std::size_t c = contexts.size(); c-- > 0;) {
    const ContextTree::Context& context = contexts[c];
    const bool top = context.parent == kNone;
    const lm::StateId whole = first_state_of_length[model_->length(context.lm) + 1];
    for (std::uint32_t i = context.first_arc + context.arc_count; i-- > context.first_arc;) {
      ContextTree::Arc& arc = arcs[i];
      Rival& rival = rivals_[i];
      arc.through.improve(arc.forward.plus(scale_ * arc.log10));
      rival.own = top || arc.next >= whole;
      if (!rival.own) {
        arcs[arc.parent_arc].through.improve(arc.through);
        rivals_[arc.parent_arc].needed = std::max(rivals_[arc.parent_arc].needed, rival.needed);
        continue;
      }
      const Leeways::Leeway leeway = leeways_->of(arc.next);
      rival.gain = leeway.gain;
      rival.needed = std::max(rival.needed, arc.through.score);
      if (top) continue;
      // What it is sure to be worth, at least, to whoever takes its parent's view of the future.
      double& above = rivals_[arc.parent_arc].needed;
      above = std::max(above, rival.needed - leeway.loss);
    }
  }
}

}  // namespace ow
