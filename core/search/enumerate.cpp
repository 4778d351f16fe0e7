#include "search/enumerate.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "search/order.h"

namespace ow {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

}  // namespace

bool Enumerator::run(Product& product, std::uint32_t n, SearchResult& result) {
  product_ = &product;
  lattice_ = product.task().lattice;
  n_ = n;
  work_ = 0;
  ways_.clear();
  hypotheses_.clear();
  queue_.clear();
  places_.clear();
  candidate_of_.assign(lattice_->word_count(), kNone);
  seen_child_.assign(lattice_->nodes().size(), 0);
  seen_stamp_ = 0;
  root_way_.assign(lattice_->length() + 1, kNone);

  const std::uint32_t root = lattice_->root(0);
  const double best = product.best_score();
  if (best == kMinusInfinity) return true;
  ways_.push_back({root, product.first_state(root), 0.0, kNone, kNone});
  const bool empty = lattice_->length() == 0;
  push({best, empty ? best : 0.0, kNone, kNoWord, 0, 1, empty});
  places_.push_back(best);
  while (!queue_.empty() && result.answers.size() < n) {
    const std::uint32_t index = pop();
    if (hypotheses_[index].complete) {
      result.answers.push_back(answer(index));
      continue;
    }
    work_ = 0;
    expand(index);
    if (!product.spend(work_)) return false;
  }
  return true;
}

void Enumerator::expand(std::uint32_t index) {
  candidates_.clear();
  transitions_.clear();
  follow_edges(index);
  const Hypothesis parent = hypotheses_[index];
  least_ = product_->floor() - parent.lm;
  if (places_.size() == n_)
    least_ = std::max(least_, places_.front() - 2.0 * kScoreSlack - parent.lm);
  for (std::uint32_t i = parent.first_way; i < parent.first_way + parent.way_count; ++i)
    read_words(i);
  for (const std::uint32_t position : entered_) read_words(root_way_[position]);

  // All continuations first: the best of them takes the place its parent had among the n best.
  const double scale = product_->scale();
  const std::uint32_t final_way = root_way_[lattice_->length()];
  Hypothesis whole{kMinusInfinity, 0.0, index, kNoWord, final_way, 1, true};
  if (final_way != kNone) {
    whole.lm = parent.lm + product_->end_score(product_->reached(ways_[final_way].state).lm);
    whole.best = whole.lm + ways_[final_way].score;
  }
  for (const std::uint32_t position : entered_) root_way_[position] = kNone;
  double best = whole.best;
  for (Candidate& candidate : candidates_) {
    candidate_of_[candidate.word] = kNone;
    candidate.best += parent.lm + scale * candidate.log10;
    best = std::max(best, candidate.best);
  }
  bool inherited = false;
  const auto has_place = [&](double score) {
    if (!inherited && score == best) return inherited = true;
    return take_place(score);
  };
  if (final_way != kNone && has_place(whole.best)) push(whole);
  for (const Candidate& candidate : candidates_) {
    if (!has_place(candidate.best)) continue;
    const auto first_way = static_cast<std::uint32_t>(ways_.size());
    for (std::uint32_t t = candidate.first; t != kNone; t = transitions_[t].next)
      ways_.push_back(transitions_[t].way);
    push({candidate.best, parent.lm + scale * candidate.log10, index, candidate.word, first_way,
          static_cast<std::uint32_t>(ways_.size()) - first_way, false});
  }
}

bool Enumerator::take_place(double score) {
  if (places_.size() == n_) {
    if (score <= places_.front()) return score >= places_.front() - kScoreSlack;
    std::pop_heap(places_.begin(), places_.end(), std::greater<>());
    places_.pop_back();
  }
  places_.push_back(score);
  std::push_heap(places_.begin(), places_.end(), std::greater<>());
  return true;
}

void Enumerator::follow_edges(std::uint32_t index) {
  entered_.clear();
  const Hypothesis& hypothesis = hypotheses_[index];
  const std::uint32_t last = hypothesis.first_way + hypothesis.way_count;
  for (std::uint32_t i = hypothesis.first_way; i < last; ++i) leave(i);
  // Edges without target words lead from root to root: smaller positions first, so that a root's
  // score is final when it is left.
  const auto nodes = lattice_->nodes();
  const bool has_empty_edges = std::any_of(
      entered_.begin(), entered_.end(),
      [&](std::uint32_t position) { return nodes[lattice_->root(position)].end_count > 0; });
  if (!has_empty_edges) return;
  for (std::uint32_t position = 0; position < lattice_->length(); ++position) {
    if (root_way_[position] != kNone) leave(root_way_[position]);
  }
}

void Enumerator::leave(std::uint32_t way_index) {
  const Way way = ways_[way_index];
  const Lattice::Node& node = lattice_->nodes()[way.node];
  for (std::uint32_t e = node.first_end; e < node.first_end + node.end_count; ++e) {
    const Lattice::End& end = lattice_->end(e);
    const std::uint32_t state = product_->after_end(way.node, way.state, e);
    if (product_->forgotten(state)) continue;
    const Way entered{lattice_->root(end.position), state, way.score + end.score, way_index,
                      end.edge};
    std::uint32_t& there = root_way_[end.position];
    if (there == kNone) {
      there = static_cast<std::uint32_t>(ways_.size());
      ways_.push_back(entered);
      entered_.push_back(end.position);
    } else if (entered.score > ways_[there].score) {
      ways_[there] = entered;
    }
  }
}

void Enumerator::read_words(std::uint32_t way_index) {
  const Way& way = ways_[way_index];
  const auto nodes = lattice_->nodes();
  if (nodes[way.node].child_count == 0) return;
  ++seen_stamp_;
  double backoff = product_->onward(way.state).backoff;
  for (std::uint32_t c = product_->onward(way.state).context; c != kNone;) {
    const Product::Context& context = product_->context(c);
    for (const Product::Arc& arc : product_->arcs(context)) {
      if (seen_child_[arc.child] == seen_stamp_) continue;
      seen_child_[arc.child] = seen_stamp_;
      ++work_;
      if (arc.target == kNone) continue;
      const double edges = way.score + product_->onward(arc.target).backward;
      // Not >=: nothing from minus infinity, either.
      if (!(edges + product_->scale() * (backoff + arc.log10) > least_)) continue;
      const LocalWord word = nodes[arc.child].word;
      if (candidate_of_[word] == kNone) {
        candidate_of_[word] = static_cast<std::uint32_t>(candidates_.size());
        candidates_.push_back({word, backoff + arc.log10, kMinusInfinity, kNone});
      }
      Candidate& candidate = candidates_[candidate_of_[word]];
      candidate.best = std::max(candidate.best, edges);
      transitions_.push_back(
          {{arc.child, arc.target, way.score, way_index, kNone}, candidate.first});
      candidate.first = static_cast<std::uint32_t>(transitions_.size() - 1);
    }
    // Mostly, what is left to the parent comes to nothing.
    if (!(way.score + product_->scale() * backoff + context.up > least_)) break;
    backoff += context.backoff;
    c = context.parent;
  }
}

bool Enumerator::Later::operator()(const Queued& a, const Queued& b) const {
  if (a.key != b.key) return a.key < b.key;
  return owner->text_compare(a.hypothesis, b.hypothesis) > 0;
}

int Enumerator::text_compare(std::uint32_t a, std::uint32_t b) const {
  const auto spelled_a = spell(a), spelled_b = spell(b);
  return compare_texts(*lattice_, spelled_a, spelled_b);
}

void Enumerator::push(const Hypothesis& hypothesis) {
  queue_.push_back({on_grid(hypothesis.best), static_cast<std::uint32_t>(hypotheses_.size())});
  hypotheses_.push_back(hypothesis);
  std::push_heap(queue_.begin(), queue_.end(), Later{this});
}

std::uint32_t Enumerator::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), Later{this});
  const std::uint32_t index = queue_.back().hypothesis;
  queue_.pop_back();
  return index;
}

std::vector<LocalWord> Enumerator::spell(std::uint32_t index) const {
  const auto previous = [&](std::uint32_t i) { return hypotheses_[i].parent; };
  std::size_t count = 0;
  for (std::uint32_t i = index; i != kNone; i = previous(i))
    count += hypotheses_[i].word != kNoWord;
  std::vector<LocalWord> words(count);
  for (std::uint32_t i = index; i != kNone; i = previous(i)) {
    if (hypotheses_[i].word != kNoWord) words[--count] = hypotheses_[i].word;
  }
  return words;
}

Answer Enumerator::answer(std::uint32_t index) const {
  const Hypothesis& hypothesis = hypotheses_[index];
  Answer answer;
  answer.words = spell(index);
  answer.lm = hypothesis.lm;
  answer.score = hypothesis.lm + ways_[hypothesis.first_way].score;
  std::size_t count = 0;
  for (std::uint32_t w = hypothesis.first_way; w != kNone; w = ways_[w].from)
    count += ways_[w].edge != kNone;
  answer.edges.resize(count);
  for (std::uint32_t w = hypothesis.first_way; w != kNone; w = ways_[w].from) {
    if (ways_[w].edge != kNone) answer.edges[--count] = ways_[w].edge;
  }
  return answer;
}

}  // namespace ow
