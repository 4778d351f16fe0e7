#include "search/product.h"

#include <algorithm>
#include <limits>

#include "base/hash.h"

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr std::uint64_t kClockEvery = 1 << 16;

}  // namespace

void Product::Waiting::clear() {
  states.clear();
  std::fill(slots.begin(), slots.end(), kNone);
}

std::uint32_t Product::Waiting::find_or_add(lm::StateId lm) {
  if (states.size() * 2 >= slots.size()) {
    slots.assign(std::max<std::size_t>(64, slots.size() * 2), kNone);
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      std::size_t at = mix(states[i].lm) & (slots.size() - 1);
      while (slots[at] != kNone) at = (at + 1) & (slots.size() - 1);
      slots[at] = i;
    }
  }
  std::size_t at = mix(lm) & (slots.size() - 1);
  while (slots[at] != kNone) {
    if (states[slots[at]].lm == lm) return slots[at];
    at = (at + 1) & (slots.size() - 1);
  }
  slots[at] = static_cast<std::uint32_t>(states.size());
  states.push_back({lm, kNone, kNone, false, kMinusInfinity});
  return slots[at];
}

bool Product::spend(std::uint64_t amount) {
  expansions_ += amount;
  if (expansions_ > limit_.expansions) return false;
  if (limit_.seconds > 0.0 && expansions_ >= next_clock_) {
    next_clock_ = expansions_ + kClockEvery;
    if (std::chrono::steady_clock::now() > deadline_) return false;
  }
  return true;
}

void Product::start(const Task& task, const WorkLimit& limit) {
  task_ = &task;
  lattice_ = task.lattice;
  model_ = task.model;
  scale_ = task.lm_weight * lm::kLn10;
  limit_ = limit;
  expansions_ = next_clock_ = 0;
  if (limit.seconds > 0.0)
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(limit.seconds));
  reached_.clear();
  onward_.clear();
  contexts_.clear();
  arcs_.clear();
  links_.clear();
  first_state_.assign(lattice_->nodes().size() + 1, 0);
  first_context_.assign(lattice_->nodes().size() + 1, 0);
  first_link_.assign(lattice_->end_count(), 0);
  waiting_.resize(lattice_->length() + 1);
  for (Waiting& waiting : waiting_) waiting.clear();
  words_.resize(lattice_->word_count());
  for (LocalWord word = 0; word < words_.size(); ++word) {
    const lm::Model::Arc arc = model_->arc(task.lm_words[word]);
    words_[word] = {task.lm_words[word], arc.log10, arc.next};
  }
}

bool Product::build(const Task& task, const WorkLimit& limit, Keep keep) {
  keep_ = keep;
  start(task, limit);
  waiting_[0].states.push_back({model_->begin_state(), kNone, kNone, false, 0.0});
  const auto nodes = lattice_->nodes();
  std::uint32_t position = 0;
  std::uint64_t work = tree_.work();
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (node == lattice_->root(position)) start_root(position++);
    first_context_[node] = static_cast<std::uint32_t>(contexts_.size());
    if (nodes[node].child_count > 0) {
      read_children(node);
      if (!spend(tree_.work() - work)) return false;
      work = tree_.work();
    }
    follow_ends(node);
  }
  first_context_[nodes.size()] = static_cast<std::uint32_t>(contexts_.size());
  onward_.resize(reached_.size(), {kNone, 0.0, kMinusInfinity});
  return true;
}

void Product::start_root(std::uint32_t position) {
  const std::uint32_t node = lattice_->root(position);
  const auto& states = waiting_[position].states;
  first_state_[node] = static_cast<std::uint32_t>(reached_.size());
  reached_.insert(reached_.end(), states.begin(), states.end());
  first_state_[node + 1] = static_cast<std::uint32_t>(reached_.size());
}

void Product::read_children(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  children_.clear();
  for (std::uint32_t k = 0; k < trie.child_count; ++k)
    children_.push_back(words_[lattice_->nodes()[trie.first_child + k].word]);
  const std::uint32_t first = first_state_[node];
  tree_.read(*model_, scale_, {reached_.data() + first, first_state_[node + 1] - first}, children_,
             keep_);
  find_owners();
  place_targets(node);
  if (keep_ == Keep::kAll) record(node);
}

void Product::find_owners() {
  // An arc leads to a state of its own when the model keeps the whole n-gram as a context, and
  // otherwise to where the same word leads from one context up.
  const auto arcs = tree_.arcs();
  owner_.resize(arcs.size());
  arriving_.resize(arcs.size());
  const auto& first_state_of_length = model_->info().first_state;
  for (const ContextTree::Context& context : tree_.contexts()) {
    const lm::StateId whole = first_state_of_length[model_->length(context.lm) + 1];
    for (std::uint32_t i = context.first_arc; i < context.first_arc + context.arc_count; ++i) {
      const ContextTree::Arc& arc = arcs[i];
      if (context.parent == kNone || arc.next >= whole) {
        owner_[i] = i;
        arriving_[i] = arc.through;
      } else {
        owner_[i] = owner_[arc.parent_arc];
        arriving_[owner_[i]].improve(arc.through);
      }
    }
  }
}

void Product::place_targets(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  const auto arcs = tree_.arcs();
  const auto is_target = [&](std::uint32_t i) {
    return owner_[i] == i && arriving_[i].score != kMinusInfinity;
  };
  // States of a child come one after the other: count, then place. first_state_[child + 1] is
  // where the child's next state goes; in the end, where its block ends.
  std::fill_n(first_state_.begin() + trie.first_child, trie.child_count + 1, 0u);
  std::uint32_t* next = first_state_.data() + trie.first_child + 1;
  for (std::uint32_t i = 0; i < arcs.size(); ++i) next[arcs[i].word] += is_target(i);
  auto total = static_cast<std::uint32_t>(reached_.size());
  first_state_[trie.first_child] = total;
  for (std::uint32_t k = 0; k < trie.child_count; ++k) {
    const std::uint32_t first = total;
    total += next[k];
    next[k] = first;
  }
  reached_.resize(total);
  target_.resize(arcs.size());
  const std::uint32_t first = first_state_[node];
  for (std::uint32_t i = 0; i < arcs.size(); ++i) {
    if (!is_target(i)) continue;
    target_[i] = next[arcs[i].word]++;
    const ContextTree::Best& best = arriving_[i];
    reached_[target_[i]] = {arcs[i].next, first + best.state, kNone, best.tied, best.score};
  }
}

void Product::record(std::uint32_t node) {
  const auto base = static_cast<std::uint32_t>(contexts_.size());
  const auto arc_base = static_cast<std::uint32_t>(arcs_.size());
  const auto shifted = [](std::uint32_t index, std::uint32_t by) {
    return index == kNone ? kNone : index + by;
  };
  for (const ContextTree::Context& context : tree_.contexts())
    contexts_.push_back({shifted(context.parent, base), context.first_arc + arc_base,
                         context.arc_count, context.backoff});
  const std::uint32_t first_child = lattice_->nodes()[node].first_child;
  const auto arcs = tree_.arcs();
  for (std::uint32_t i = 0; i < arcs.size(); ++i) {
    const bool taken = arcs[i].forward.score != kMinusInfinity;
    arcs_.push_back({first_child + arcs[i].word, shifted(arcs[i].parent_arc, arc_base),
                     taken ? target_[owner_[i]] : kNone, arcs[i].log10});
  }
  onward_.resize(first_state_[node], {kNone, 0.0, kMinusInfinity});
  for (std::uint32_t i = first_state_[node]; i < first_state_[node + 1]; ++i) {
    const ContextTree::Place& place = tree_.place(i - first_state_[node]);
    onward_.push_back({place.context + base, place.backoff, kMinusInfinity});
  }
}

void Product::follow_ends(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  for (std::uint32_t e = trie.first_end; e < trie.first_end + trie.end_count; ++e) {
    const Lattice::End& edge_end = lattice_->end(e);
    Waiting& waiting = waiting_[edge_end.position];
    first_link_[e] = static_cast<std::uint32_t>(links_.size());
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t place = waiting.find_or_add(reached_[i].lm);
      ContextTree::Incoming& there = waiting.states[place];
      const double score = reached_[i].forward + edge_end.score;
      if (score > there.forward + kScoreSlack)
        there = {there.lm, i, edge_end.edge, reached_[i].tied, score};
      else if (score >= there.forward - kScoreSlack)
        there.tied = true;
      if (keep_ == Keep::kAll) links_.push_back(place);
    }
  }
}

bool Product::best_answer(std::vector<Answer>& answers) const {
  const std::uint32_t last_root = lattice_->root(lattice_->length());
  ContextTree::Best best{kMinusInfinity, kNone, false};
  for (std::uint32_t i = first_state_[last_root]; i < first_state_[last_root + 1]; ++i)
    best.improve({reached_[i].forward + end_score(reached_[i].lm), i, reached_[i].tied});
  if (best.state == kNone) return true;
  if (best.tied) return false;
  Answer answer;
  for (std::uint32_t i = best.state; i != kNone; i = reached_[i].from) {
    if (reached_[i].edge != kNone) answer.edges.push_back(reached_[i].edge);
  }
  std::reverse(answer.edges.begin(), answer.edges.end());
  // Sums from left to right, as everywhere: the same answer has the same score to the last bit.
  double edges = 0.0;
  lm::StateId state = model_->begin_state();
  for (const std::uint32_t index : answer.edges) {
    const Edge& edge = lattice_->edges()[index];
    edges += edge.score;
    for (const LocalWord word : lattice_->target(edge)) {
      answer.words.push_back(word);
      const lm::Model::Step step = model_->step(state, task_->lm_words[word]);
      answer.lm += scale_ * step.log10;
      state = step.next;
    }
  }
  answer.lm += end_score(state);
  answer.score = answer.lm + edges;
  answers.push_back(std::move(answer));
  return true;
}

double Product::end_score(lm::StateId lm) const {
  return scale_ * model_->step(lm, model_->info().end_sentence).log10;
}

void Product::complete() {
  const std::uint32_t last_root = lattice_->root(lattice_->length());
  for (std::uint32_t i = first_state_[last_root]; i < first_state_[last_root + 1]; ++i)
    onward_[i].backward = end_score(reached_[i].lm);
  for (std::uint32_t node = last_root; node-- > 0;) complete_node(node);
}

void Product::complete_node(std::uint32_t node) {
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  if (begin == end) return;
  const Lattice::Node& trie = lattice_->nodes()[node];
  for (std::uint32_t e = trie.first_end; e < trie.first_end + trie.end_count; ++e) {
    const Lattice::End& edge_end = lattice_->end(e);
    for (std::uint32_t i = begin; i < end; ++i) {
      const double through = edge_end.score + onward_[after_end(node, i, e)].backward;
      onward_[i].backward = std::max(onward_[i].backward, through);
    }
  }
  if (trie.child_count == 0) return;
  const std::uint32_t first = first_context_[node];
  const std::uint32_t first_arc = contexts_[first].first_arc;
  complete_contexts(first, first_context_[node + 1], first_arc);
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t c = onward_[i].context - first;
    const double own = best_arc_[c] == kNone ? kMinusInfinity : value_[best_arc_[c] - first_arc];
    onward_[i].backward =
        std::max(onward_[i].backward, scale_ * onward_[i].backoff + std::max(own, up_[c]));
  }
}

void Product::complete_contexts(std::uint32_t first, std::uint32_t last, std::uint32_t first_arc) {
  const std::uint32_t last_arc = contexts_[last - 1].first_arc + contexts_[last - 1].arc_count;
  value_.resize(last_arc - first_arc);
  for (std::uint32_t i = first_arc; i < last_arc; ++i) {
    const Arc& arc = arcs_[i];
    value_[i - first_arc] =
        arc.target == kNone ? kMinusInfinity : scale_ * arc.log10 + onward_[arc.target].backward;
  }
  const auto value = [&](std::uint32_t arc) { return value_[arc - first_arc]; };
  best_arc_.resize(last - first);
  up_.resize(last - first);
  for (std::uint32_t c = first; c < last; ++c) {
    const Context& context = contexts_[c];
    const std::uint32_t own_last = context.first_arc + context.arc_count;
    std::uint32_t best = kNone;
    for (std::uint32_t i = context.first_arc; i < own_last; ++i) {
      if (best == kNone || value(i) > value(best)) best = i;
    }
    best_arc_[c - first] = best;
    up_[c - first] = kMinusInfinity;
    if (context.parent == kNone) continue;
    // The best of the parent's words that this context has no arc for: nearly always the best.
    const Context& parent = contexts_[context.parent];
    const std::uint32_t best_above = best_arc_[context.parent - first];
    double others = up_[context.parent - first];
    const auto own = arcs(context);
    const bool has_best = std::any_of(own.begin(), own.end(),
                                      [&](const Arc& arc) { return arc.parent_arc == best_above; });
    if (best_above != kNone && !has_best) {
      others = std::max(others, value(best_above));
    } else {
      std::uint32_t skip = context.first_arc;
      for (std::uint32_t i = parent.first_arc; i < parent.first_arc + parent.arc_count; ++i) {
        if (skip < own_last && arcs_[skip].parent_arc == i)
          ++skip;
        else
          others = std::max(others, value(i));
      }
    }
    up_[c - first] = scale_ * context.backoff + others;
  }
}

}  // namespace ow
