#include "search/context_tree.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

}  // namespace

void ContextTree::start(const lm::Model& model, double scale, lm::StateId first_deep,
                        const Leeways& leeways, double margin) {
  model_ = &model;
  leeways_ = &leeways;
  scale_ = scale;
  margin_ = margin + kScoreSlack;
  first_deep_state_ = first_deep;
  largest_backoff_ = std::max(0.0, scale * model.info().largest_backoff);
}

void ContextTree::read(std::span<const Incoming> states, std::span<const Word> words) {
  states_ = states;
  words_ = words;
  contexts_.clear();
  arc_count_ = extended_count_ = 0;
  if (states.empty()) return;
  index_words();
  gather();
  if (contexts_.empty()) return;  // all states were forgotten
  share_back_offs();

  Context& empty = contexts_[0];
  make_room(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    add_arc(empty, i, word.id, kNone, {word.id, word.next, word.log10}, word.bound, word.prospect,
            model_->leeway(word.next), true, kMinusInfinity);
  }
  finish_context(empty);
  model_->with_arcs([&](const auto& model_arcs) {
    if (margin_ < std::numeric_limits<double>::infinity()) go_ahead(model_arcs);
    for (std::uint32_t c = 1; c < contexts_.size(); ++c) {
      if (!contexts_[c].read) match(model_arcs, c);
    }
    for (const Context& context : contexts_) match_deep(model_arcs, context);
  });
}

void ContextTree::index_words() {
  if (++word_stamp_ == 0) {
    std::fill(word_slots_.begin(), word_slots_.end(), WordSlot{});
    word_stamp_ = 1;
  }
  if (words_.size() * 2 > word_slots_.size())
    word_slots_.assign(std::bit_ceil(words_.size() * 2), WordSlot{});
  for (std::uint32_t i = 0; i < words_.size(); ++i) {
    if (i > 0 && words_[i].id == words_[i - 1].id) continue;
    std::size_t at = words_[i].id & (word_slots_.size() - 1);
    while (word_slots_[at].stamp == word_stamp_) at = (at + 1) & (word_slots_.size() - 1);
    word_slots_[at] = {word_stamp_, i};
  }
}

std::uint32_t ContextTree::find_word(WordId id) const {
  for (std::size_t at = id & (word_slots_.size() - 1); word_slots_[at].stamp == word_stamp_;
       at = (at + 1) & (word_slots_.size() - 1)) {
    if (words_[word_slots_[at].word].id == id) return word_slots_[at].word;
  }
  return kNone;
}

void ContextTree::gather() {
  context_at_.start(states_.size() * lm::kMaxOrder + 1);
  places_.resize(states_.size());
  next_deep_.resize(states_.size());
  std::uint32_t last = kNone;  // neighbours often share their parent
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    if (states_[i].forward == kMinusInfinity) {
      places_[i] = {kNone, 0.0};
      continue;
    }
    lm::StateId lm = states_[i].lm;
    if (lm >= first_deep_state_) {
      model_->prefetch_state(lm);
      lm = states_[i].parent;
      if (last == kNone || contexts_[last].lm != lm) last = context_of(lm, model_->state(lm));
      Context& parent = contexts_[last];
      next_deep_[i] = parent.first_deep;
      parent.first_deep = i;
      if (parent.best_deep == kNone || states_[i].forward > states_[parent.best_deep].forward)
        parent.best_deep = i;
      places_[i] = {last, 0.0};
      continue;
    }
    lm::Model::State at = model_->state(lm);
    double backoff = 0.0;
    while (lm != lm::Model::empty_state() && !can_match(at)) {
      backoff += at.backoff;
      model_->check_parent(lm, at.parent);
      lm = at.parent;
      at = model_->state(lm);
    }
    const std::uint32_t context = context_of(lm, at);
    contexts_[context].own.improve({states_[i].forward + scale_ * backoff, i, states_[i].tied});
    places_[i] = {context, backoff};
  }
}

void ContextTree::share_back_offs() {
  for (Context& context : contexts_) {
    context.below = context.own;
    if (context.first_deep == kNone) continue;
    context.longer = states_[context.best_deep].forward;
    share_deep(context);
  }
  for (std::size_t c = contexts_.size(); c-- > 1;) {
    const Context& context = contexts_[c];
    Context& parent = contexts_[context.parent];
    parent.below.improve(context.below.plus(scale_ * context.backoff));
    parent.longer = std::max({parent.longer, context.below.score, context.longer});
  }
}

void ContextTree::share_deep(Context& parent) {
  const auto share = [&](std::uint32_t i) {
    const lm::Model::State state = model_->state(states_[i].lm);
    model_->prefetch_arcs(state);
    const double backoff = scale_ * state.backoff;
    parent.below.improve({states_[i].forward + backoff, i, states_[i].tied});
  };
  share(parent.best_deep);
  for (std::uint32_t i = parent.first_deep; i != kNone; i = next_deep_[i]) {
    if (i != parent.best_deep &&
        states_[i].forward + largest_backoff_ >= parent.below.score - kScoreSlack)
      share(i);
  }
}

bool ContextTree::can_match(const lm::Model::State& state) const {
  if (state.end - state.begin > kFewArcs) return true;
  return model_->with_arcs([&](const auto& arcs) {
    const auto few = arcs.range(state.begin, state.end);
    return std::any_of(few.begin(), few.end(),
                       [&](const auto& arc) { return find_word(arc.word) != kNone; });
  });
}

std::uint32_t ContextTree::context_of(lm::StateId lm, const lm::Model::State& state) {
  std::uint32_t& number = context_at_[lm];
  if (number != StateIndex::kNew) return number;
  std::uint32_t parent = kNone;
  if (lm != lm::Model::empty_state()) {
    model_->check_parent(lm, state.parent);
    model_->prefetch_arcs(state);
    parent = context_of(state.parent, model_->state(state.parent));
  }
  number = static_cast<std::uint32_t>(contexts_.size());
  contexts_.push_back({lm, parent, 0, 0, parent == kNone ? 0.0f : state.backoff, state.begin,
                       state.end, 0, 0, kNone, kNone, kNobody, kNobody, kMinusInfinity, false});
  return number;
}

void ContextTree::make_room(std::size_t count) {
  if (arcs_.size() < arc_count_ + count) arcs_.resize(2 * (arc_count_ + count));
  if (extended_.size() < arcs_.size() + 1) extended_.resize(arcs_.size() + 1);
}

void ContextTree::finish_context(Context& context) {
  context.arc_count = arc_count_ - context.first_arc;
  context.extended_count = extended_count_ - context.first_extended;
  context.read = true;
  work_ += context.arc_count;
}

template <class Stored>
void ContextTree::go_ahead(const View<Stored>& model_arcs) {
  const auto best_of = [&](const Context& context) {
    return context.best_deep == kNone
               ? context.own.score
               : std::max(context.own.score, states_[context.best_deep].forward);
  };
  const auto best =
      std::max_element(contexts_.begin(), contexts_.end(),
                       [&](const Context& a, const Context& b) { return best_of(a) < best_of(b); });
  std::array<std::uint32_t, lm::kMaxOrder> way;
  std::size_t length = 0;
  for (auto c = static_cast<std::uint32_t>(best - contexts_.begin()); c != 0;
       c = contexts_[c].parent)
    way[length++] = c;
  while (length > 0) match(model_arcs, way[--length]);
  match_deep(model_arcs, *best);
  best->first_deep = kNone;
  set_needed();
}

void ContextTree::set_needed() {
  // What a place is sure to be worth, at least, to whoever takes its parent's view of the future.
  for (std::uint32_t i = arc_count_; i-- > 0;) {
    Arc& arc = arcs_[i];
    arc.needed = std::max(arc.needed, reached(arc));
    if (arc.parent_arc == kNone) continue;
    double& above = arcs_[arc.parent_arc].needed;
    above = std::max(above, arc.needed - (arc.own ? leeways_->loss(arc.leeway) : 0.0));
  }
  for (std::uint32_t i = 0; i < arc_count_; ++i) arcs_[i].needed -= margin_;
}

template <class Stored>
void ContextTree::match(const View<Stored>& model_arcs, std::uint32_t index) {
  // A copy: arcs and contexts of the parent stay in place, but the vectors grow.
  Context context = contexts_[index];
  const Context& parent = contexts_[context.parent];
  context.first_arc = arc_count_;
  context.first_extended = extended_count_;
  make_room(parent.extended_count);
  const Best shared = context.below.plus(scale_ * context.backoff);
  const auto finder = model_->finder(model_arcs, context.model_begin, context.model_end);
  const unsigned length = model_->length(context.lm);
  const lm::StateId whole = model_->info().first_state[length + 1];
  const auto settle = [&](std::uint32_t above, lm::ArcId found) __attribute__((always_inline)) {
    if (found == lm::kNoArc) {
      arcs_[above].forward.improve(shared);
      return;
    }
    const lm::ArcId id = context.model_begin + found;
    const lm::Model::Arc arc = model_->read(finder[found], id);
    const float bound = model_->extension_bound(id, arc.log10);
    const bool own = arc.next >= whole;
    lm::Leeway leeway{};
    if (own) leeway = model_->leeway(arc.next);
    const double needed = arcs_[above].needed - (own ? leeways_->gain(leeway) : 0.0);
    const double prospect = model_->prospect(id, arc.log10, bound);
    if (context.below.score + scale_ * arc.log10 < needed &&
        context.longer + scale_ * prospect < needed)
      return;
    add_arc(context, arcs_[above].word, arcs_[above].id, above, arc, bound, prospect, leeway, own,
            needed);
  };
  work_ += parent.extended_count;
  wanted_.clear();
  for (std::uint32_t k = 0; k < parent.extended_count; ++k) {
    const std::uint32_t above = extended_[parent.first_extended + k];
    if (!hopeless(context, shared.score, arcs_[above])) wanted_.push_back({above, arcs_[above].id});
  }
  find_wanted(finder, std::span(wanted_));
  // What is known of arcs lies elsewhere: on its way before it is needed.
  for (const Wanted& wanted : wanted_) {
    if (wanted.place == lm::kNoArc) continue;
    model_->prefetch_bounds(context.model_begin + wanted.place);
    model_->prefetch_leeway(finder[wanted.place]);
  }
  for (const Wanted& wanted : wanted_) settle(wanted.arc, wanted.place);
  finish_context(context);
  contexts_[index] = context;
}

template <class Stored>
void ContextTree::match_deep(const View<Stored>& model_arcs, const Context& parent) {
  if (parent.first_deep == kNone || parent.extended_count == 0) return;
  arc_of_word_.assign(words_.size(), kNone);
  const auto extended = [&](std::uint32_t k) -> Arc& {
    return arcs_[extended_[parent.first_extended + k]];
  };
  for (std::uint32_t k = 0; k < parent.extended_count; ++k)
    arc_of_word_[extended(k).word] = extended_[parent.first_extended + k];
  // How much more than what is reached already a score of 0 could still bring, over all words.
  double most = std::numeric_limits<double>::infinity();
  const auto read = [&](std::uint32_t i) {
    if (states_[i].forward + largest_backoff_ + most < -kScoreSlack) return;
    read_deep(model_arcs, parent, i);
    most = kMinusInfinity;
    for (std::uint32_t k = 0; k < parent.extended_count; ++k)
      most = std::max(most, hope(extended(k)) - reached(extended(k)));
  };
  read(parent.best_deep);
  for (std::uint32_t i = parent.first_deep; i != kNone; i = next_deep_[i]) {
    const std::uint32_t next = next_deep_[i];
    if (next != kNone) model_->prefetch_arcs(model_->state(states_[next].lm));
    if (i != parent.best_deep) read(i);
  }
}

template <class Stored>
void ContextTree::read_deep(const View<Stored>& model_arcs, const Context& parent,
                            std::uint32_t index) {
  const lm::Model::State state = model_->state(states_[index].lm);
  const Best own{states_[index].forward, index, states_[index].tied};
  const Best shared = own.plus(scale_ * state.backoff);
  const auto finder = model_->finder(model_arcs, state.begin, state.end);
  const auto take = [&](Arc& arc, lm::ArcId found) {
    const float log10 = model_->read(finder[found], state.begin + found).log10;
    arc.through.improve(own.plus(scale_ * log10));
  };
  if (finder.size() <= kFewArcs && words_.size() <= 64) {
    // Few arcs: most are for words that nobody asks for.
    std::uint64_t has_arc = 0;
    for (lm::ArcId at = 0; at < finder.size(); ++at) {
      const WordId id = finder[at].word;
      for (std::uint32_t w = find_word(id); w < words_.size() && words_[w].id == id; ++w) {
        has_arc |= std::uint64_t{1} << w;
        if (arc_of_word_[w] != kNone) take(arcs_[arc_of_word_[w]], at);
      }
    }
    for (std::uint32_t k = 0; k < parent.extended_count; ++k) {
      Arc& arc = arcs_[extended_[parent.first_extended + k]];
      if ((has_arc >> arc.word & 1) == 0) arc.forward.improve(shared);
    }
    work_ += finder.size();
    return;
  }
  wanted_.clear();
  for (std::uint32_t k = 0; k < parent.extended_count; ++k) {
    const std::uint32_t above = extended_[parent.first_extended + k];
    const Arc& arc = arcs_[above];
    if (own.score + largest_backoff_ + hope(arc) >=
        std::max(reached(arc) - kScoreSlack, arc.needed))
      wanted_.push_back({above, arc.id});
  }
  find_wanted(finder, std::span(wanted_));
  for (const Wanted& wanted : wanted_) {
    Arc& arc = arcs_[wanted.arc];
    if (wanted.place == lm::kNoArc)
      arc.forward.improve(shared);
    else
      take(arc, wanted.place);
  }
  work_ += wanted_.size();
}

}  // namespace ow
