#include "search/front.h"

#include <algorithm>

#include "search/answers.h"
#include "search/order.h"

namespace ow {
namespace {

constexpr std::int64_t kUnlimited = INT64_MAX / 4;  // differences stay numbers

}  // namespace

FrontResult FrontSearch::run(const Task& task, std::span<const std::int32_t> growth,
                             const FrontOptions& options) {
  task_ = &task;
  growth_ = growth;
  find_shortest();
  // When nothing is short enough, the shortest is the answer.
  most_ = std::max(std::min(options.most, kUnlimited), shortest_[0]);
  left_ = options.expansions;
  const bool complete = search(0);
  if (!complete) {
    left_ = UINT64_MAX;
    search(options.stack);
  }
  FrontResult result = collect();
  result.complete = complete;
  return result;
}

void FrontSearch::find_shortest() {
  const Lattice& lattice = *task_->lattice;
  shortest_.assign(lattice.length() + 1, kUnlimited);
  shortest_[lattice.length()] = 0;
  for (std::uint32_t position = lattice.length(); position-- > 0;) {
    for (std::uint32_t n = lattice.root(position); n < lattice.root(position + 1); ++n) {
      for (const Lattice::End& end : lattice.ends(lattice.nodes()[n]))
        shortest_[position] =
            std::min(shortest_[position], growth_[end.edge] + shortest_[end.position]);
    }
  }
}

/// False when there is more to do than the work limit allows.
bool FrontSearch::search(std::uint32_t stack) {
  const Lattice& lattice = *task_->lattice;
  labels_.clear();
  arrivals_.resize(lattice.length() + 1);
  for (auto& arrivals : arrivals_) arrivals.clear();
  if (groups_.empty()) groups_.emplace_back();
  arrivals_[0].push_back({task_->model->begin_state(), kNone, kNone, 0, 0.0});
  for (std::uint32_t position = 0; position < lattice.length(); ++position) {
    settle(arrivals_[position], stack);
    if (!expand(lattice.root(position), 0)) return false;
  }
  settle(arrivals_[lattice.length()], 0);
  return true;
}

/// Keeps the arrivals that no other of their state beats, as the groups at the root of the trie.
void FrontSearch::settle(std::vector<Label>& arrivals, std::uint32_t stack) {
  const auto sort = [&] {
    std::sort(arrivals.begin(), arrivals.end(), [](const Label& a, const Label& b) {
      if (a.state != b.state) return a.state < b.state;
      if (a.growth != b.growth) return a.growth < b.growth;
      if (a.score != b.score) return a.score > b.score;
      return a.edge != b.edge ? a.edge < b.edge : a.from < b.from;
    });
  };
  sort();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const bool first = kept == 0 || arrivals[kept - 1].state != arrivals[i].state;
    if (first || arrivals[i].score > arrivals[kept - 1].score) arrivals[kept++] = arrivals[i];
  }
  arrivals.resize(kept);
  if (stack > 0) {
    std::sort(arrivals.begin(), arrivals.end(), [](const Label& a, const Label& b) {
      if (a.growth != b.growth) return a.growth < b.growth;
      return a.score != b.score ? a.score > b.score : a.state < b.state;
    });
    std::size_t few = 0;
    std::uint32_t of_length = 0;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      of_length = few > 0 && arrivals[few - 1].growth == arrivals[i].growth ? of_length + 1 : 1;
      if (of_length <= stack) arrivals[few++] = arrivals[i];
    }
    arrivals.resize(few);
    sort();
  }
  groups_[0].clear();
  for (const Label& label : arrivals) {
    const auto number = static_cast<std::uint32_t>(labels_.size());
    if (groups_[0].empty() || groups_[0].back().state != label.state)
      groups_[0].push_back({label.state, number, number, 0.0});
    groups_[0].back().end = number + 1;
    labels_.push_back(label);
  }
}

/// Takes the groups at a node, which stand at this depth of `groups_`, to the ends of edges there
/// and to the nodes below.
bool FrontSearch::expand(std::uint32_t node, std::size_t depth) {
  const Lattice& lattice = *task_->lattice;
  const Lattice::Node& trie = lattice.nodes()[node];
  std::uint64_t work = 0;
  for (const Lattice::End& end : lattice.ends(trie)) {
    const std::int64_t room = most_ - growth_[end.edge] - shortest_[end.position];
    for (const Group& group : groups_[depth]) {
      for (std::uint32_t i = group.begin; i < group.end && labels_[i].growth <= room; ++i) {
        arrivals_[end.position].push_back({group.state, i, end.edge,
                                           labels_[i].growth + growth_[end.edge],
                                           labels_[i].score + group.gain + end.score});
        ++work;
      }
    }
  }
  work += groups_[depth].size() * trie.child_count;
  if (work > left_) return false;
  left_ -= work;
  const double scale = task_->lm_weight * lm::kLn10;
  if (groups_.size() == depth + 1) groups_.emplace_back();
  for (std::uint32_t child = trie.first_child; child < trie.first_child + trie.child_count;
       ++child) {
    const WordId word = task_->lm_words[lattice.nodes()[child].word];
    groups_[depth + 1].clear();
    for (const Group& group : groups_[depth]) {
      const lm::Model::Step step = task_->model->step(group.state, word);
      groups_[depth + 1].push_back(
          {step.next, group.begin, group.end, group.gain + scale * step.log10});
    }
    if (!expand(child, depth + 1)) return false;
  }
  return true;
}

/// The labels at the end that no shorter one equals, as answers.
FrontResult FrontSearch::collect() const {
  struct Goal {
    std::uint32_t label;
    double score;
  };
  std::vector<Goal> goals;
  for (const Group& group : groups_[0]) {
    const double end = task_->lm_weight * lm::kLn10 *
                       task_->model->step(group.state, task_->model->info().end_sentence).log10;
    for (std::uint32_t i = group.begin; i < group.end; ++i)
      goals.push_back({i, labels_[i].score + end});
  }
  std::sort(goals.begin(), goals.end(), [&](const Goal& a, const Goal& b) {
    const Label &at_a = labels_[a.label], &at_b = labels_[b.label];
    if (at_a.growth != at_b.growth) return at_a.growth < at_b.growth;
    const double score_a = on_grid(a.score), score_b = on_grid(b.score);
    return score_a != score_b ? score_a > score_b : a.label < b.label;
  });
  FrontResult result;
  double best = 0.0;
  for (const Goal& goal : goals) {
    if (!result.answers.empty() && on_grid(goal.score) <= best) continue;
    best = on_grid(goal.score);
    std::vector<std::uint32_t> edges;
    for (std::uint32_t i = goal.label; labels_[i].from != kNone; i = labels_[i].from)
      edges.push_back(labels_[i].edge);
    std::reverse(edges.begin(), edges.end());
    result.answers.push_back({labels_[goal.label].growth, answer_along(*task_, std::move(edges))});
  }
  return result;
}

}  // namespace ow
