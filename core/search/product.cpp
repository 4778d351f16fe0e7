#include "search/product.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/hash.h"

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr std::uint64_t kClockEvery = 1 << 16;

}  // namespace

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
  states.push_back({lm, kMinusInfinity});
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

bool Product::build(const Task& task, const WorkLimit& limit) {
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
  states_.clear();
  contexts_.clear();
  arcs_.clear();
  links_.clear();
  const auto nodes = lattice_->nodes();
  first_state_.assign(nodes.size() + 1, 0);
  first_context_.assign(nodes.size() + 1, 0);
  first_link_.assign(lattice_->end_count(), 0);
  waiting_.resize(lattice_->length() + 1);
  for (Waiting& waiting : waiting_) {
    waiting.states.clear();
    std::fill(waiting.slots.begin(), waiting.slots.end(), kNone);
  }
  unigrams_.resize(lattice_->word_count());
  for (LocalWord word = 0; word < unigrams_.size(); ++word) {
    const lm::Model::Arc arc = model_->arc(task.lm_words[word]);
    unigrams_[word] = {task.lm_words[word], arc.log10, arc.next};
  }
  // Context numbers start again with each sentence, so slots of the last one must go.
  std::fill(slots_.begin(), slots_.end(), Slot{0, kNone});
  waiting_[0].find_or_add(model_->begin_state());
  waiting_[0].states[0].forward = 0.0;
  std::uint32_t position = 0;
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (node == lattice_->root(position)) start_root(position++);
    first_context_[node] = static_cast<std::uint32_t>(contexts_.size());
    if (nodes[node].child_count > 0) {
      gather_contexts(node);
      find_arcs(node);
      place_targets(node);
      if (!spend(arcs_.size() - first_arc_)) return false;
    }
    follow_ends(node);
  }
  first_context_[nodes.size()] = static_cast<std::uint32_t>(contexts_.size());
  return true;
}

void Product::start_root(std::uint32_t position) {
  const std::uint32_t node = lattice_->root(position);
  first_state_[node] = static_cast<std::uint32_t>(states_.size());
  for (const Pending& waiting : waiting_[position].states)
    states_.push_back({waiting.lm, kNone, 0.0, waiting.forward, kMinusInfinity});
  first_state_[node + 1] = static_cast<std::uint32_t>(states_.size());
}

bool Product::can_match(const lm::Model::State& state) const {
  if (state.end - state.begin > kFewArcs) return true;
  return model_->with_arcs([&](const auto& arcs) {
    const auto few = arcs.range(state.begin, state.end);
    return std::any_of(few.begin(), few.end(), [&](const auto& arc) {
      return (child_bits_[arc.word % kFilterBits / 64] >> (arc.word % 64) & 1) != 0;
    });
  });
}

std::uint32_t Product::context_of(lm::StateId lm, const lm::Model::State& state) {
  // Slots of earlier nodes hold smaller context numbers and count as free.
  const auto probe = [&] {
    std::size_t at = mix(lm) & (slots_.size() - 1);
    while (slots_[at].context != kNone && slots_[at].context >= first_context_of_node_ &&
           slots_[at].lm != lm)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  };
  const Slot& found = slots_[probe()];
  if (found.context != kNone && found.context >= first_context_of_node_) return found.context;
  std::uint32_t parent = kNone;
  if (lm != lm::Model::empty_state()) {
    if (state.parent >= lm) model_->file().corrupt("a state is its own ancestor");
    parent = context_of(state.parent, model_->state(state.parent));  // suffixes come first
  }
  const auto index = static_cast<std::uint32_t>(contexts_.size());
  contexts_.push_back({lm, parent, 0, 0, parent == kNone ? 0.0f : state.backoff});
  model_arcs_.push_back({state.begin, state.end});
  own_forward_.push_back(kMinusInfinity);
  slots_[probe()] = {lm, index};
  return index;
}

void Product::gather_contexts(std::uint32_t node) {
  first_context_of_node_ = static_cast<std::uint32_t>(contexts_.size());
  model_arcs_.clear();
  own_forward_.clear();
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  const std::size_t most = (end - begin) * std::size_t{lm::kMaxOrder};
  if (slots_.size() < 2 * most) slots_.assign(std::bit_ceil(2 * most), Slot{0, kNone});
  filter_children(node, true);
  for (std::uint32_t i = begin; i < end; ++i) {
    State& state = states_[i];
    lm::StateId lm = state.lm;
    lm::Model::State at = model_->state(lm);
    while (lm != lm::Model::empty_state() && !can_match(at)) {
      state.backoff += at.backoff;
      if (at.parent >= lm) model_->file().corrupt("a state is its own ancestor");
      lm = at.parent;
      at = model_->state(lm);
    }
    state.context = context_of(lm, at);
    double& forward = own_forward_[state.context - first_context_of_node_];
    forward = std::max(forward, state.forward + scale_ * state.backoff);
  }
  filter_children(node, false);

  best_below_ = own_forward_;
  for (std::size_t i = best_below_.size(); i-- > 1;) {
    // What the states below bring to the parent for each word there is no arc for.
    const Context& context = contexts_[first_context_of_node_ + i];
    best_below_[i] += scale_ * context.backoff;
    double& above = best_below_[context.parent - first_context_of_node_];
    above = std::max(above, best_below_[i]);
  }
}

void Product::filter_children(std::uint32_t node, bool present) {
  const Lattice::Node& trie = lattice_->nodes()[node];
  for (std::uint32_t child = trie.first_child; child < trie.first_child + trie.child_count;
       ++child) {
    const WordId word = unigrams_[lattice_->nodes()[child].word].word;
    std::uint64_t& bits = child_bits_[word % kFilterBits / 64];
    bits = present ? bits | std::uint64_t{1} << (word % 64) : 0;
  }
}

template <class Stored>
void Product::match(const View<Stored>& model_arcs, std::uint32_t index) {
  Context& context = contexts_[index];
  context.first_arc = static_cast<std::uint32_t>(arcs_.size());
  const auto [begin, end] = model_arcs_[index - first_context_of_node_];
  if (begin == end) return;
  const Context& parent = contexts_[context.parent];
  const std::uint32_t count = parent.arc_count;
  const double own = own_forward_[index - first_context_of_node_];
  const double shared = best_below_[index - first_context_of_node_];
  // Room for all words of the parent; what is not needed is given back.
  const std::size_t first = arcs_.size(), first_here = first - first_arc_;
  arcs_.resize(first + count);
  searched_.resize(first_here + count);
  Arc* arc = arcs_.data() + first;
  Searched* searched = searched_.data() + first_here;
  const Arc* above = arcs_.data() + parent.first_arc;
  Searched* searched_above = searched_.data() + (parent.first_arc - first_arc_);
  const auto finder = model_->finder(model_arcs, begin, end);
  const auto settle = [&](std::uint32_t k, lm::ArcId found) {
    if (found == lm::kNoArc) {
      searched_above[k].forward = std::max(searched_above[k].forward, shared);
      return;
    }
    const lm::Model::Arc read = model_->read(finder[found], begin + found);
    *arc++ = {above[k].child, parent.first_arc + k, kNone, read.log10};
    *searched++ = {searched_above[k].word, read.next, own};
  };
  if (end - begin <= 2 * count) {
    // Few arcs: walk along them and the parent's words together.
    lm::ArcId at = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const WordId word = searched_above[k].word;
      while (at < finder.size() && finder[at].word < word) ++at;
      settle(k, at < finder.size() && finder[at].word == word ? at : lm::kNoArc);
    }
  } else {
    // Many arcs: look each word up, with the memory it needs on its way before it is needed.
    places_.resize(count);
    for (std::uint32_t k = 0; k < count; ++k) finder.prefetch_hint(searched_above[k].word);
    for (std::uint32_t k = 0; k < count; ++k) {
      places_[k] = finder.place(searched_above[k].word);
      finder.prefetch_arc(places_[k]);
    }
    for (std::uint32_t k = 0; k < count; ++k)
      settle(k, finder.find_from(places_[k], searched_above[k].word));
  }
  context.arc_count = static_cast<std::uint32_t>(arc - (arcs_.data() + first));
  arcs_.resize(first + context.arc_count);
  searched_.resize(first_here + context.arc_count);
}

void Product::find_arcs(std::uint32_t node) {
  first_arc_ = static_cast<std::uint32_t>(arcs_.size());
  searched_.clear();
  if (contexts_.size() == first_context_of_node_) return;
  const Lattice::Node& trie = lattice_->nodes()[node];
  Context& empty = contexts_[first_context_of_node_];
  empty.first_arc = first_arc_;
  empty.arc_count = trie.child_count;
  for (std::uint32_t child = trie.first_child; child < trie.first_child + trie.child_count;
       ++child) {
    const Unigram& unigram = unigrams_[lattice_->nodes()[child].word];
    arcs_.push_back({child, kNone, kNone, unigram.log10});
    searched_.push_back({unigram.word, unigram.next, own_forward_[0]});
  }
  model_->with_arcs([&](const auto& model_arcs) {
    for (auto context = first_context_of_node_ + 1; context < contexts_.size(); ++context)
      match(model_arcs, context);
  });
}

void Product::place_targets(std::uint32_t node) {
  // An arc leads to a state of its own when the model keeps the whole n-gram as a context, and
  // otherwise to where the same word leads from one context up.
  const std::size_t count = arcs_.size() - first_arc_;
  arc_owner_.resize(count);
  owner_forward_.assign(count, kMinusInfinity);
  const auto& first_state_of_length = model_->info().first_state;
  for (auto c = first_context_of_node_; c < contexts_.size(); ++c) {
    const Context& context = contexts_[c];
    const lm::StateId whole = first_state_of_length[model_->length(context.lm) + 1];
    for (std::uint32_t i = context.first_arc; i < context.first_arc + context.arc_count; ++i) {
      const std::uint32_t at = i - first_arc_;
      const bool own = context.parent == kNone || searched_[at].next >= whole;
      const std::uint32_t owner = own ? at : arc_owner_[arcs_[i].parent_arc - first_arc_];
      arc_owner_[at] = owner;
      if (searched_[at].forward != kMinusInfinity)
        owner_forward_[owner] =
            std::max(owner_forward_[owner], searched_[at].forward + scale_ * arcs_[i].log10);
    }
  }
  // States of a child come one after the other: count, then place.
  const Lattice::Node& trie = lattice_->nodes()[node];
  std::fill_n(first_state_.begin() + trie.first_child, trie.child_count + 1, 0u);
  for (std::size_t at = 0; at < count; ++at) {
    if (owner_forward_[at] != kMinusInfinity) ++first_state_[arcs_[first_arc_ + at].child + 1];
  }
  auto total = static_cast<std::uint32_t>(states_.size());
  first_state_[trie.first_child] = total;
  for (std::uint32_t k = 0; k < trie.child_count; ++k) {
    const std::uint32_t first = total;
    total += first_state_[trie.first_child + k + 1];
    first_state_[trie.first_child + k + 1] = first;
  }
  // first_state_[child + 1] is where the child's next state goes; in the end, where its block ends.
  states_.resize(total);
  arc_state_.assign(count, kNone);
  for (std::size_t at = 0; at < count; ++at) {
    if (owner_forward_[at] == kMinusInfinity) continue;
    const std::uint32_t state = first_state_[arcs_[first_arc_ + at].child + 1]++;
    states_[state] = {searched_[at].next, kNone, 0.0, owner_forward_[at], kMinusInfinity};
    arc_state_[at] = state;
  }
  for (std::size_t at = 0; at < count; ++at) {
    if (searched_[at].forward != kMinusInfinity)
      arcs_[first_arc_ + at].target = arc_state_[arc_owner_[at]];
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
      const std::uint32_t place = waiting.find_or_add(states_[i].lm);
      double& forward = waiting.states[place].forward;
      forward = std::max(forward, states_[i].forward + edge_end.score);
      links_.push_back(place);
    }
  }
}

void Product::complete() {
  const std::uint32_t last_root = lattice_->root(lattice_->length());
  for (std::uint32_t i = first_state_[last_root]; i < first_state_[last_root + 1]; ++i)
    states_[i].backward = end_score(states_[i].lm);
  for (std::uint32_t node = last_root; node-- > 0;) complete_node(node);
}

double Product::end_score(lm::StateId lm) const {
  return scale_ * model_->step(lm, model_->info().end_sentence).log10;
}

void Product::complete_node(std::uint32_t node) {
  const std::uint32_t begin = first_state_[node], end = first_state_[node + 1];
  if (begin == end) return;
  const Lattice::Node& trie = lattice_->nodes()[node];
  for (std::uint32_t e = trie.first_end; e < trie.first_end + trie.end_count; ++e) {
    const Lattice::End& edge_end = lattice_->end(e);
    for (std::uint32_t i = begin; i < end; ++i) {
      const double through = edge_end.score + states_[after_end(node, i, e)].backward;
      states_[i].backward = std::max(states_[i].backward, through);
    }
  }
  if (trie.child_count == 0) return;

  const std::uint32_t first = first_context_[node], last = first_context_[node + 1];
  const std::uint32_t first_arc = contexts_[first].first_arc;
  const std::uint32_t last_arc = contexts_[last - 1].first_arc + contexts_[last - 1].arc_count;
  arc_value_.resize(last_arc - first_arc);
  for (std::uint32_t i = first_arc; i < last_arc; ++i) {
    const Arc& arc = arcs_[i];
    arc_value_[i - first_arc] =
        arc.target == kNone ? kMinusInfinity : scale_ * arc.log10 + states_[arc.target].backward;
  }
  best_arc_.resize(last - first);
  best_up_.resize(last - first);
  const auto value = [&](std::uint32_t arc) { return arc_value_[arc - first_arc]; };
  for (std::uint32_t c = first; c < last; ++c) {
    const Context& context = contexts_[c];
    const std::uint32_t own_last = context.first_arc + context.arc_count;
    std::uint32_t best = kNone;
    for (std::uint32_t i = context.first_arc; i < own_last; ++i) {
      if (best == kNone || value(i) > value(best)) best = i;
    }
    best_arc_[c - first] = best;
    best_up_[c - first] = kMinusInfinity;
    if (context.parent == kNone) continue;
    // The best of the parent's words that this context has no arc for: nearly always the best.
    const Context& parent = contexts_[context.parent];
    const std::uint32_t best_above = best_arc_[context.parent - first];
    double others = best_up_[context.parent - first];
    const auto own_begin = arcs_.begin() + context.first_arc;
    const auto has_own = [&](std::uint32_t i) {
      return std::any_of(own_begin, own_begin + context.arc_count,
                         [&](const Arc& arc) { return arc.parent_arc == i; });
    };
    if (best_above != kNone && !has_own(best_above)) {
      others = std::max(others, value(best_above));
    } else {
      std::uint32_t own = context.first_arc;
      for (std::uint32_t i = parent.first_arc; i < parent.first_arc + parent.arc_count; ++i) {
        if (own < own_last && arcs_[own].parent_arc == i)
          ++own;
        else
          others = std::max(others, value(i));
      }
    }
    best_up_[c - first] = scale_ * context.backoff + others;
  }
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t c = states_[i].context - first;
    const double own = best_arc_[c] == kNone ? kMinusInfinity : value(best_arc_[c]);
    states_[i].backward =
        std::max(states_[i].backward, scale_ * states_[i].backoff + std::max(own, best_up_[c]));
  }
}

}  // namespace ow
