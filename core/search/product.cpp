#include "search/product.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "search/answers.h"

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr std::uint64_t kClockEvery = 1 << 16;
// Up to so many words read at states, one after the other is quicker than all together.
constexpr std::uint64_t kFewSteps = 12;

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
  states.push_back({lm, 0, kNone, kNone, false, kMinusInfinity});
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

void Product::limit_work(const WorkLimit& limit) {
  limit_ = limit;
  expansions_ = next_clock_ = 0;
  if (limit.seconds > 0.0)
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(std::min(limit.seconds, kMostSeconds)));
}

void Product::start(const Task& task) {
  task_ = &task;
  lattice_ = task.lattice;
  model_ = task.model;
  scale_ = task.lm_weight * lm::kLn10;
  // The bounds on deep states rely on better probabilities being better scores.
  first_deep_ = model_->order() < 3 || task.lm_weight <= 0.0
                    ? UINT32_MAX
                    : model_->info().first_state[model_->order() - 1];
  forgets_ = model_->order() > 1 && scale_ > 0.0;
  leeways_.start(forgets_ ? scale_ : 1.0);
  rivals_.start(*model_, leeways_, margin_);
  const double never = std::numeric_limits<double>::infinity();
  targets_.start(leeways_, scale_, forgets_ ? margin_ : never);
  // To complete the product, all arcs must be known.
  tree_.start(*model_, scale_, first_deep_, leeways_,
              forgets_ && purpose_ == Purpose::kBest ? margin_ : never);
  gave_up_ = false;
  reached_.clear();
  places_.clear();
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
    const float bound = model_->extension_bound(task.lm_words[word], arc.log10);
    words_[word] = {task.lm_words[word], arc.log10, bound,
                    model_->prospect(task.lm_words[word], arc.log10, bound), arc.next};
  }
}

bool Product::build(const Task& task, Purpose purpose, double margin) {
  purpose_ = purpose;
  margin_ = margin;
  start(task);
  const lm::StateId begin = model_->begin_state();
  waiting_[0].states.push_back({begin, model_->state(begin).parent, kNone, kNone, false, 0.0});
  const auto nodes = lattice_->nodes();
  std::uint32_t position = 0;
  std::uint64_t work = tree_.work();
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (node == lattice_->root(position)) start_root(position++);
    first_context_[node] = static_cast<std::uint32_t>(contexts_.size());
    if (nodes[node].child_count > 0) {
      const std::uint64_t steps =
          std::uint64_t{first_state_[node + 1] - first_state_[node]} * nodes[node].child_count;
      if (steps <= kFewSteps) {
        read_few(node);
        if (!spend(steps)) return false;
      } else {
        read_children(node);
        if (!spend(tree_.work() - work)) return false;
        work = tree_.work();
      }
    }
    follow_ends(node);
  }
  first_context_[nodes.size()] = static_cast<std::uint32_t>(contexts_.size());
  places_.resize(reached_.size(), {kNone, false, 0.0});
  const std::uint32_t last_root = lattice_->root(lattice_->length());
  best_ = {kMinusInfinity, kNone, false};
  for (std::uint32_t i = first_state_[last_root]; i < first_state_[last_root + 1]; ++i) {
    if (forgotten(i)) continue;
    best_.improve({reached_[i].forward + end_score(reached_[i].lm), i, reached_[i].tied});
  }
  return true;
}

void Product::start_root(std::uint32_t position) {
  const std::uint32_t node = lattice_->root(position);
  const auto& states = waiting_[position].states;
  first_state_[node] = static_cast<std::uint32_t>(reached_.size());
  reached_.insert(reached_.end(), states.begin(), states.end());
  first_state_[node + 1] = static_cast<std::uint32_t>(reached_.size());
  if (forgets_ && states.size() > 1)
    forget_at_root({reached_.data() + first_state_[node], states.size()});
}

void Product::forget_at_root(std::span<ContextTree::Incoming> states) {
  rivals_.clear();
  rival_of_.start(states.size() * model_->order() + 1);
  rival_at_.clear();
  for (const ContextTree::Incoming& state : states) {
    const lm::StateId first = state.lm < first_deep_ ? state.lm : state.parent;
    model_->prefetch_state(first);
    model_->prefetch_leeway(first);
    model_->prefetch_leeway(state.lm);
  }
  lm::StateId last_parent = lm::Model::empty_state();  // neighbours often share it
  std::uint32_t above = rival(last_parent);
  for (const ContextTree::Incoming& state : states) {
    if (state.lm < first_deep_) {
      rival_at_.push_back(rival(state.lm));
      rivals_.improve(rival_at_.back(), state.forward);
      continue;
    }
    // A deep state is nobody's parent: it need not be found again.
    if (state.parent != last_parent) above = rival(last_parent = state.parent);
    rival_at_.push_back(rivals_.add(above, state.lm, state.forward));
  }
  rivals_.settle();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].forward >= rivals_.needed(rival_at_[i])) continue;
    states[i].forward = kMinusInfinity;
    gave_up_ = true;
  }
}

std::uint32_t Product::rival(lm::StateId lm) {
  std::uint32_t& number = rival_of_[lm];
  if (number != StateIndex::kNew) return number;
  std::uint32_t above = kNone;
  if (lm != lm::Model::empty_state()) {
    const lm::StateId parent = model_->state(lm).parent;
    model_->check_parent(lm, parent);
    above = rival(parent);
  }
  return number = rivals_.add(above, lm, kMinusInfinity);
}

void Product::read_children(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  children_.clear();
  for (std::uint32_t k = 0; k < trie.child_count; ++k)
    children_.push_back(words_[lattice_->nodes()[trie.first_child + k].word]);
  const std::uint32_t first = first_state_[node];
  tree_.read({reached_.data() + first, first_state_[node + 1] - first}, children_);
  gave_up_ |= targets_.find(tree_.arcs());
  place_targets(node);
  if (purpose_ == Purpose::kMany) record(node);
}

void Product::read_few(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  // A state's own context, with an arc for each word and nothing left to a parent.
  const auto first_arc = static_cast<std::uint32_t>(arcs_.size());
  if (purpose_ == Purpose::kMany) {
    places_.resize(begin, {kNone, false, 0.0});
    for (std::uint32_t i = begin; i < end; ++i) {
      places_.push_back({static_cast<std::uint32_t>(contexts_.size()), true, 0.0});
      contexts_.push_back({kNone, first_arc + (i - begin) * trie.child_count, trie.child_count,
                           0.0f, kMinusInfinity});
    }
    arcs_.resize(first_arc + (end - begin) * trie.child_count,
                 {kNone, kNone, kNone, kNoBound, 0.0});
  }
  for (std::uint32_t i = begin; i < end; ++i) {
    if (forgotten(i)) continue;
    const lm::Model::State state = model_->state(reached_[i].lm);
    for (std::uint32_t k = 0; k < trie.child_count; ++k)
      model_->prefetch_step(state, words_[lattice_->nodes()[trie.first_child + k].word].id);
  }
  for (std::uint32_t k = 0; k < trie.child_count; ++k) {
    const std::uint32_t child = trie.first_child + k;
    const WordId word = words_[lattice_->nodes()[child].word].id;
    const auto first = static_cast<std::uint32_t>(reached_.size());
    first_state_[child] = first;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (forgotten(i)) continue;
      const ContextTree::Incoming from = reached_[i];
      const lm::Model::Step step = model_->step(from.lm, word);
      const double score = from.forward + scale_ * step.log10;
      std::uint32_t at = first;
      while (at < reached_.size() && reached_[at].lm != step.next) ++at;
      if (at == reached_.size()) {
        const lm::Model::State next = model_->state(step.next);
        model_->prefetch_arcs(next);
        reached_.push_back({step.next, next.parent, i, kNone, from.tied, score});
      } else {
        reached_[at].improve(score, i, from.tied);
      }
      if (purpose_ == Purpose::kMany)
        arcs_[first_arc + (i - begin) * trie.child_count + k] = {child, kNone, at, kNoBound,
                                                                 step.log10};
    }
    first_state_[child + 1] = static_cast<std::uint32_t>(reached_.size());
  }
}

void Product::place_targets(std::uint32_t node) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  const auto arcs = tree_.arcs();
  // States of a child come one after the other: count, then place. first_state_[child + 1] is
  // where the child's next state goes; in the end, where its block ends.
  std::fill_n(first_state_.begin() + trie.first_child, trie.child_count + 1, 0u);
  std::uint32_t* next = first_state_.data() + trie.first_child + 1;
  for (const std::uint32_t i : targets_.arcs()) ++next[arcs[i].word];
  auto total = static_cast<std::uint32_t>(reached_.size());
  first_state_[trie.first_child] = total;
  for (std::uint32_t k = 0; k < trie.child_count; ++k) {
    const std::uint32_t first = total;
    total += next[k];
    next[k] = first;
  }
  reached_.resize(total);
  target_.assign(arcs.size(), kNone);
  const std::uint32_t first = first_state_[node];
  for (const std::uint32_t i : targets_.arcs()) {
    target_[i] = next[arcs[i].word]++;
    const ContextTree::Best& best = arcs[i].through;
    const lm::StateId parent =
        arcs[i].parent_arc == kNone ? lm::Model::empty_state() : arcs[arcs[i].parent_arc].next;
    model_->prefetch_state(arcs[i].next);
    reached_[target_[i]] = {arcs[i].next, parent, first + best.state, kNone, best.tied, best.score};
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
                         context.arc_count, context.backoff, kMinusInfinity});
  const std::uint32_t first_child = lattice_->nodes()[node].first_child;
  const auto arcs = tree_.arcs();
  for (std::uint32_t i = 0; i < arcs.size(); ++i) {
    if (!arcs[i].own) target_[i] = target_[arcs[i].parent_arc];
    arcs_.push_back({first_child + arcs[i].word, shifted(arcs[i].parent_arc, arc_base), target_[i],
                     arcs[i].bound, arcs[i].log10});
  }
  places_.resize(first_state_[node], {kNone, false, 0.0});
  for (std::uint32_t i = first_state_[node]; i < first_state_[node + 1]; ++i) {
    const ContextTree::Place& place = tree_.place(i - first_state_[node]);
    places_.push_back({shifted(place.context, base), false, place.backoff});
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
      if (forgotten(i)) {
        if (purpose_ == Purpose::kMany) links_.push_back(kNone);
        continue;
      }
      const std::uint32_t place = waiting.find_or_add(reached_[i].lm);
      ContextTree::Incoming& there = waiting.states[place];
      if (there.improve(reached_[i].forward + edge_end.score, i, reached_[i].tied)) {
        there.parent = reached_[i].parent;
        there.edge = edge_end.edge;
      }
      if (purpose_ == Purpose::kMany) links_.push_back(place);
    }
  }
}

bool Product::best_answer(std::vector<Answer>& answers) const {
  if (best_.state == kNone) return true;
  if (best_.tied) return false;
  std::vector<std::uint32_t> edges;
  for (std::uint32_t i = best_.state; i != kNone; i = reached_[i].from) {
    if (reached_[i].edge != kNone) edges.push_back(reached_[i].edge);
  }
  std::reverse(edges.begin(), edges.end());
  answers.push_back(answer_along(*task_, std::move(edges)));
  return true;
}

double Product::end_score(lm::StateId lm) const {
  return scale_ * model_->step(lm, model_->info().end_sentence).log10;
}

}  // namespace ow
