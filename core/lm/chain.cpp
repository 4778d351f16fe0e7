#include "lm/chain.h"

namespace ow::lm {

std::span<const Model::Step> Chain::read(const Model& model, StateId state,
                                         std::span<const WordId> words) {
  steps_.resize(words.size());
  for (unsigned length = 1; length < model.order(); ++length) {
    contexts_[length].states.assign(words.size() + 1, kNone);
    contexts_[length].backoffs.resize(words.size());
  }
  while (state != Model::empty_state()) {
    contexts_[model.length(state)].states[0] = state;
    const StateId parent = model.state(state).parent;
    model.check_parent(state, parent);
    state = parent;
  }
  read_unigrams(model, words);
  model.with_arcs([&](const auto& arcs) {
    for (unsigned length = 1; length < model.order(); ++length) extend(model, arcs, words, length);
  });
  pay_back_offs(model);
  return steps_;
}

void Chain::take(const Model& model, std::uint32_t word, const Model::Arc& arc, unsigned matched) {
  steps_[word] = {arc.log10, arc.next, matched};
  // Not when the model knows nothing more of this n-gram and leads to a shorter one.
  if (matched == model.order() || arc.next < model.info().first_state[matched]) return;
  contexts_[matched].states[word + 1] = arc.next;
  model.prefetch_state(arc.next);
}

void Chain::read_unigrams(const Model& model, std::span<const WordId> words) {
  for (const WordId word : words) model.prefetch_word(word);
  for (std::uint32_t i = 0; i < words.size(); ++i) take(model, i, model.arc(words[i]), 1);
}

template <class Stored>
void Chain::extend(const Model& model, const View<Stored>& arcs, std::span<const WordId> words,
                   unsigned length) {
  Contexts& contexts = contexts_[length];
  auto& wanted = std::get<std::vector<Wanted<Stored>>>(wanted_);
  wanted.clear();
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (contexts.states[i] == kNone) continue;
    const Model::State state = model.state(contexts.states[i]);
    contexts.backoffs[i] = state.backoff;
    // Only where the n-gram without its first word was found.
    if (steps_[i].matched != length || state.begin == state.end) continue;
    wanted.push_back({i, state.begin, model.finder(arcs, state.begin, state.end), 0});
    wanted.back().finder.prefetch_hint(words[i]);
  }
  for (Wanted<Stored>& one : wanted) {
    one.place = one.finder.place(words[one.word]);
    one.finder.prefetch_arc(one.place);
  }
  for (const Wanted<Stored>& one : wanted) {
    const ArcId found = one.finder.find_from(one.place, words[one.word]);
    if (found != kNoArc)
      take(model, one.word, model.read(one.finder[found], one.first_arc + found), length + 1);
  }
}

void Chain::pay_back_offs(const Model& model) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    double paid = 0.0;
    for (unsigned length = model.order(); length-- > steps_[i].matched;) {
      if (contexts_[length].states[i] != kNone) paid += contexts_[length].backoffs[i];
    }
    steps_[i].log10 = paid + steps_[i].log10;
  }
}

}  // namespace ow::lm
