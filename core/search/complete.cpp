// The backward half of Product: what each state can still become.
#include <algorithm>
#include <cmath>
#include <limits>

#include "search/product.h"

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

}  // namespace

Product::Completion Product::complete() {
  floor_ = best_.score - margin_ - kScoreSlack;
  onward_.clear();
  onward_.resize(reached_.size(), {kNone, 0.0, kMinusInfinity});
  const std::uint32_t last_root = lattice_->root(lattice_->length());
  for (std::uint32_t i = first_state_[last_root]; i < first_state_[last_root + 1]; ++i)
    onward_[i].backward = forgotten(i) ? kMinusInfinity : end_score(reached_[i].lm);
  for (std::uint32_t node = last_root; node-- > 0;) {
    work_ = 0;
    complete_node(node);
    if (!spend(work_)) return Completion::kLimit;
  }
  if (gave_up_) return Completion::kPartly;
  floor_ = kMinusInfinity;
  return Completion::kAll;
}

void Product::complete_node(std::uint32_t node) {
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  if (begin == end) return;
  const Lattice::Node& trie = lattice_->nodes()[node];
  for (std::uint32_t e = trie.first_end; e < trie.first_end + trie.end_count; ++e) {
    const Lattice::End& edge_end = lattice_->end(e);
    for (std::uint32_t i = begin; i < end; ++i) {
      if (forgotten(i)) continue;
      const double through = edge_end.score + onward_[after_end(node, i, e)].backward;
      onward_[i].backward = std::max(onward_[i].backward, through);
    }
  }
  if (trie.child_count == 0) return;
  first_context_here_ = first_context_[node];
  complete_contexts(first_context_[node], first_context_[node + 1]);
  deep_.clear();
  for (std::uint32_t i = begin; i < end; ++i) {
    if (forgotten(i)) continue;
    Onward& onward = onward_[i];
    const std::uint32_t c = places_[i].context - first_context_here_;
    if (reached_[i].lm >= first_deep_ && !places_[i].whole) {
      if (reached_[i].forward + std::max(onward.backward, hope(places_[i].context)) < floor_) {
        gave_up_ = true;
      } else {
        model_->prefetch_state(reached_[i].lm);
        deep_.push_back(i);
      }
      continue;
    }
    onward.context = places_[i].context;
    onward.backoff = places_[i].backoff;
    const double words = std::max(best_value(c), contexts_[onward.context].up);
    onward.backward = std::max(onward.backward, scale_ * onward.backoff + words);
  }
  for (const std::uint32_t i : deep_) model_->prefetch_arcs(model_->state(reached_[i].lm));
  for (const std::uint32_t i : deep_)
    onward_[i].backward = std::max(onward_[i].backward, read_deep(i));
}

double Product::best_value(std::uint32_t context) const {
  return best_arc_[context] == kNone ? kMinusInfinity : value_of(arcs_[best_arc_[context]]);
}

void Product::complete_contexts(std::uint32_t first, std::uint32_t last) {
  best_arc_.resize(last - first);
  hope_.assign(last - first, std::numeric_limits<double>::quiet_NaN());
  for (std::uint32_t c = first; c < last; ++c) {
    Context& context = contexts_[c];
    work_ += context.arc_count;
    std::uint32_t best = kNone;
    double most = kMinusInfinity;
    for (std::uint32_t i = context.first_arc; i < context.first_arc + context.arc_count; ++i) {
      const double value = value_of(arcs_[i]);
      if (value <= most) continue;
      best = i;
      most = value;
    }
    best_arc_[c - first] = best;
    if (context.parent != kNone) context.up = scale_ * context.backoff + best_but(context);
  }
}

double Product::best_but(const Context& context) const {
  const Context& parent = contexts_[context.parent];
  const std::uint32_t at = context.parent - first_context_here_;
  const auto own = arcs(context);
  // Nearly always the parent's best word is one of them.
  const std::uint32_t best = best_arc_[at];
  const bool has_best =
      std::any_of(own.begin(), own.end(), [&](const Arc& arc) { return arc.parent_arc == best; });
  if (best != kNone && !has_best) return std::max(parent.up, value_of(arcs_[best]));
  double others = parent.up;
  std::size_t skip = 0;
  for (std::uint32_t i = parent.first_arc; i < parent.first_arc + parent.arc_count; ++i) {
    if (skip < own.size() && own[skip].parent_arc == i)
      ++skip;
    else
      others = std::max(others, value_of(arcs_[i]));
  }
  return others;
}

double Product::hope(std::uint32_t context) {
  double& hope = hope_[context - first_context_here_];
  if (!std::isnan(hope)) return hope;
  // Words with a longer n-gram at their bound, all words backed off at no cost.
  hope = std::max(best_value(context - first_context_here_), contexts_[context].up) +
         std::max(0.0, scale_ * model_->info().largest_backoff);
  for (const Arc& arc : arcs(contexts_[context])) {
    if (arc.target == kNone || arc.bound == kNoBound) continue;
    hope = std::max(hope, scale_ * arc.bound + onward_[arc.target].backward);
  }
  return hope;
}

double Product::read_deep(std::uint32_t index) {
  const std::uint32_t parent_index = places_[index].context;
  const lm::Model::State state = model_->state(reached_[index].lm);
  const auto first_arc = static_cast<std::uint32_t>(arcs_.size());
  const Context& parent = contexts_[parent_index];
  wanted_.clear();
  for (std::uint32_t i = parent.first_arc; i < parent.first_arc + parent.arc_count; ++i) {
    if (arcs_[i].bound == kNoBound) continue;
    wanted_.push_back({i, task_->lm_words[lattice_->nodes()[arcs_[i].child].word]});
  }
  work_ += wanted_.size();
  model_->with_arcs([&](const auto& model_arcs) {
    const auto finder = model_->finder(model_arcs, state.begin, state.end);
    find_wanted(finder, std::span(wanted_));
    for (const Wanted& wanted : wanted_) {
      if (wanted.place == lm::kNoArc) continue;
      const float log10 = model_->read(finder[wanted.place], state.begin + wanted.place).log10;
      const Arc& above = arcs_[wanted.arc];
      arcs_.push_back({above.child, wanted.arc, above.target, kNoBound, log10});
    }
  });
  Context context{parent_index, first_arc, static_cast<std::uint32_t>(arcs_.size()) - first_arc,
                  state.backoff, kMinusInfinity};
  context.up = scale_ * state.backoff + best_but(context);
  onward_[index].context = static_cast<std::uint32_t>(contexts_.size());
  contexts_.push_back(context);
  double best = context.up;
  for (const Arc& arc : arcs(context)) best = std::max(best, value_of(arc));
  return best;
}

}  // namespace ow
