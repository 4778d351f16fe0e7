#include "search/front.h"

#include <algorithm>

#include "search/answers.h"
#include "search/order.h"

namespace ow {
namespace {

constexpr std::int64_t kUnlimited = INT64_MAX / 4;  // differences stay numbers
constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15;
/// Of a length or a few, as many labels are kept when there is no time for all.
constexpr std::size_t kLabelsOfLength = 4;
constexpr std::size_t kFewestLabels = 4 * kLabelsOfLength;

std::uint64_t spread(std::uint64_t number) {
  number = (number + 1) * kBase;
  return number ^ (number >> 29);
}

}  // namespace

bool Leaders::add(std::uint64_t text, double score) {
  if (leaders_.size() == n_ && score <= leaders_.back().score) return false;
  auto at = std::find_if(leaders_.begin(), leaders_.end(),
                         [&](const Leader& leader) { return leader.text == text; });
  if (at != leaders_.end()) {
    if (score <= at->score) return false;
    leaders_.erase(at);
  }
  at = std::find_if(leaders_.begin(), leaders_.end(),
                    [&](const Leader& leader) { return leader.score < score; });
  leaders_.insert(at, {score, text});
  if (leaders_.size() > n_) leaders_.pop_back();
  return true;
}

FrontResult FrontSearch::run(const Task& task, std::span<const std::int32_t> growth,
                             const FrontOptions& options) {
  task_ = &task;
  growth_ = growth;
  n_ = options.n;
  find_shortest();
  // When nothing is short enough, the shortest is the answer.
  most_ = std::max(std::min(options.most, kUnlimited), shortest_[0]);
  left_ = options.expansions;
  const bool complete = search(SIZE_MAX);
  if (!complete) {
    // As many labels a position as the work limit allows once more.
    left_ = UINT64_MAX;
    search(std::max(kFewestLabels, options.expansions / (task.lattice->nodes().size() + 1)));
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
bool FrontSearch::search(std::size_t most_labels) {
  const Lattice& lattice = *task_->lattice;
  labels_.clear();
  arrivals_.resize(lattice.length() + 1);
  for (auto& arrivals : arrivals_) arrivals.clear();
  if (groups_.empty()) groups_.emplace_back();
  arrivals_[0].push_back({task_->model->begin_state(), kNone, kNone, 0, 0.0, 0});
  for (std::uint32_t position = 0; position < lattice.length(); ++position) {
    settle(arrivals_[position], most_labels);
    if (!expand(lattice.root(position), 0, {})) return false;
  }
  settle(arrivals_[lattice.length()], SIZE_MAX);
  return true;
}

/// Keeps the arrivals that fewer than n others of their state beat, as the groups at the root of
/// the trie.
void FrontSearch::settle(std::vector<Label>& arrivals, std::size_t most_labels) {
  const auto sort = [&] {
    std::sort(arrivals.begin(), arrivals.end(), [](const Label& a, const Label& b) {
      if (a.state != b.state) return a.state < b.state;
      if (a.growth != b.growth) return a.growth < b.growth;
      if (a.score != b.score) return a.score > b.score;
      return a.edge != b.edge ? a.edge < b.edge : a.from < b.from;
    });
  };
  sort();
  kept_.clear();
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    if (i == 0 || arrivals[i - 1].state != arrivals[i].state) leaders_.reset(n_);
    if (leaders_.add(arrivals[i].text, arrivals[i].score)) kept_.push_back(arrivals[i]);
  }
  arrivals.swap(kept_);
  if (arrivals.size() > most_labels) {
    thin(arrivals, most_labels);
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

/// Leaves a few of the best labels of every range of lengths, the shortest among them.
void FrontSearch::thin(std::vector<Label>& arrivals, std::size_t most_labels) const {
  const auto longer = [](const Label& a, const Label& b) { return a.growth < b.growth; };
  const auto [shortest, longest] = std::minmax_element(arrivals.begin(), arrivals.end(), longer);
  const std::int64_t first = shortest->growth;
  const auto ranges = static_cast<std::int64_t>(most_labels / kLabelsOfLength);
  const std::int64_t width = (longest->growth - first) / ranges + 1;
  std::sort(arrivals.begin(), arrivals.end(), [&](const Label& a, const Label& b) {
    const std::int64_t range_a = (a.growth - first) / width, range_b = (b.growth - first) / width;
    if (range_a != range_b) return range_a < range_b;
    if ((a.growth == first) != (b.growth == first)) return a.growth == first;
    if (a.score != b.score) return a.score > b.score;
    return a.edge != b.edge ? a.edge < b.edge : a.from < b.from;
  });
  std::size_t kept = 0, of_range = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const std::int64_t range = (arrivals[i].growth - first) / width;
    const bool same = kept > 0 && (arrivals[kept - 1].growth - first) / width == range;
    of_range = same ? of_range + 1 : 1;
    if (of_range <= kLabelsOfLength) arrivals[kept++] = arrivals[i];
  }
  arrivals.resize(kept);
}

/// Takes the groups at a node, which stand at this depth of `groups_`, to the ends of edges there
/// and to the nodes below.
bool FrontSearch::expand(std::uint32_t node, std::size_t depth, Words words) {
  const Lattice& lattice = *task_->lattice;
  const Lattice::Node& trie = lattice.nodes()[node];
  std::uint64_t work = 0;
  for (const Lattice::End& end : lattice.ends(trie)) {
    const std::int64_t room = most_ - growth_[end.edge] - shortest_[end.position];
    for (const Group& group : groups_[depth]) {
      for (std::uint32_t i = group.begin; i < group.end && labels_[i].growth <= room; ++i) {
        arrivals_[end.position].push_back({group.state, i, end.edge,
                                           labels_[i].growth + growth_[end.edge],
                                           labels_[i].score + group.gain + end.score,
                                           labels_[i].text * words.power + words.hash});
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
    const LocalWord local = lattice.nodes()[child].word;
    const WordId word = task_->lm_words[local];
    groups_[depth + 1].clear();
    for (const Group& group : groups_[depth]) {
      const lm::Model::Step step = task_->model->step(group.state, word);
      groups_[depth + 1].push_back(
          {step.next, group.begin, group.end, group.gain + scale * step.log10});
    }
    const Words longer{words.hash * kBase + spread(local), words.power * kBase};
    if (!expand(child, depth + 1, longer)) return false;
  }
  return true;
}

/// The labels at the end that fewer than n others equal which are as short, as answers.
FrontResult FrontSearch::collect() {
  struct Goal {
    std::uint32_t label;
    double score;
  };
  std::vector<Goal> goals;
  for (const Group& group : groups_[0]) {
    const double end = task_->lm_weight * lm::kLn10 *
                       task_->model->step(group.state, task_->model->info().end_sentence).log10;
    for (std::uint32_t i = group.begin; i < group.end; ++i)
      goals.push_back({i, on_grid(labels_[i].score + end)});
  }
  std::sort(goals.begin(), goals.end(), [&](const Goal& a, const Goal& b) {
    const Label &at_a = labels_[a.label], &at_b = labels_[b.label];
    if (at_a.growth != at_b.growth) return at_a.growth < at_b.growth;
    return a.score != b.score ? a.score > b.score : a.label < b.label;
  });
  FrontResult result;
  leaders_.reset(n_);
  for (const Goal& goal : goals) {
    if (!leaders_.add(labels_[goal.label].text, goal.score)) continue;
    std::vector<std::uint32_t> edges;
    for (std::uint32_t i = goal.label; labels_[i].from != kNone; i = labels_[i].from)
      edges.push_back(labels_[i].edge);
    std::reverse(edges.begin(), edges.end());
    result.answers.push_back({labels_[goal.label].growth, answer_along(*task_, std::move(edges))});
  }
  return result;
}

}  // namespace ow
