#include "search/reader.h"

namespace ow {
namespace {

// Up to so many arcs a word, walking along them is quicker than looking each word up.
constexpr std::size_t kArcsForWalk = 8;

}  // namespace

void WordReader::start(const lm::Model& model, std::span<const WordId> words, std::size_t states) {
  model_ = &model;
  words_ = words;
  rows_ = 0;
  index_.start(states * model.order());  // each with all of its suffixes
}

std::uint32_t WordReader::row(lm::StateId id) {
  if (const std::uint32_t known = index_[id]; known != StateIndex::kNew) return known;
  const std::size_t count = words_.size();
  const bool empty = id == lm::Model::empty_state();
  const lm::Model::State state = model_->state(id);
  if (!empty && state.parent >= id) model_->file().corrupt("a state is its own ancestor");
  if (!empty) model_->prefetch_arcs(state);
  const std::uint32_t parent = empty ? 0 : row(state.parent);
  const std::uint32_t added = rows_++;
  if (readings_.size() < rows_ * count) readings_.resize(2 * rows_ * count);
  Reading* own = readings_.data() + added * count;
  if (empty) {
    for (std::size_t i = 0; i < count; ++i) {
      const lm::Model::Step step = model_->step(id, words_[i]);
      own[i] = {step.log10, step.next, true};
    }
  } else {
    read(state, readings_.data() + parent * count, own);
  }
  index_[id] = added;
  return added;
}

void WordReader::read(const lm::Model::State& state, const Reading* parent, Reading* own) {
  candidates_.clear();
  for (std::uint32_t i = 0; i < words_.size(); ++i) {
    own[i] = {state.backoff + parent[i].log10, parent[i].next, false};
    if (parent[i].own) candidates_.emplace_back(i, 0);
  }
  if (candidates_.empty() || state.begin == state.end) return;
  model_->with_arcs([&](const auto& arcs) {
    const auto finder = model_->finder(arcs, state.begin, state.end);
    const auto take = [&](std::uint32_t i, lm::ArcId found) {
      const lm::Model::Arc arc = model_->read(finder[found], state.begin + found);
      own[i] = {arc.log10, arc.next, true};
    };
    if (finder.size() <= kArcsForWalk * candidates_.size()) {
      lm::ArcId at = 0;
      for (const auto& [i, unused] : candidates_) {
        while (at < finder.size() && finder[at].word < words_[i]) ++at;
        if (at == finder.size()) break;
        if (finder[at].word == words_[i]) take(i, at);
      }
      return;
    }
    for (const auto& [i, place] : candidates_) finder.prefetch_hint(words_[i]);
    for (auto& [i, place] : candidates_) {
      place = finder.place(words_[i]);
      finder.prefetch_arc(place);
    }
    for (const auto& [i, place] : candidates_) {
      const lm::ArcId found = finder.find_from(place, words_[i]);
      if (found != lm::kNoArc) take(i, found);
    }
  });
}

}  // namespace ow
