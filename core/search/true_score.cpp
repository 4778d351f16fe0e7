#include "search/true_score.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "search/answers.h"

namespace ow {
namespace {

class Alignment {
 public:
  Alignment(const Task& task, std::span<const LocalWord> target, TrueScoreWorkspace& workspace)
      : lattice_(*task.lattice), target_(target), w_(workspace) {}

  /// Reaches every pair of positions that some derivation passes; the last of them or kNone.
  PathGraph::PointId run();
  /// Number of derivations that `run` found; UINT64_MAX stands for that and more.
  std::uint64_t count() const;
  /// What stood in the way after `run` found nothing.
  std::string reason() const;

 private:
  PathGraph::PointId& point(std::uint32_t source, std::size_t target) {
    return w_.points[source * (target_.size() + 1) + target];
  }
  void note(std::uint32_t source, std::size_t target) {
    if (target < made_ || (target == made_ && source < used_)) return;
    made_ = target;
    used_ = source;
  }
  void walk(std::uint32_t position, std::size_t begin);
  const Lattice::Node* child(const Lattice::Node& node, LocalWord word) const;

  const Lattice& lattice_;
  std::span<const LocalWord> target_;
  TrueScoreWorkspace& w_;
  // The furthest that units got, for `reason`.
  std::size_t made_ = 0;    // target words
  std::uint32_t used_ = 0;  // source words before the unit that made the last of them
};

const Lattice::Node* Alignment::child(const Lattice::Node& node, LocalWord word) const {
  const auto children = lattice_.nodes().subspan(node.first_child, node.child_count);
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const Lattice::Node& c) { return c.word == word; });
  return found == children.end() ? nullptr : &*found;
}

/// Follows the units that leave `position` along the target from `begin` on.
void Alignment::walk(std::uint32_t position, std::size_t begin) {
  const PathGraph::PointId from = point(position, begin);
  const Lattice::Node* node = &lattice_.nodes()[lattice_.root(position)];
  for (std::size_t at = begin; node != nullptr; ++at) {
    note(position, at);
    for (const Lattice::End& end : lattice_.ends(*node)) {
      PathGraph::PointId& to = point(end.position, at);
      if (to == PathGraph::kNone)
        to = w_.graph.add_point(from, end.edge, end.score);
      else
        w_.graph.add_arc(to, from, end.edge, end.score);
    }
    if (at == target_.size()) break;
    node = child(*node, target_[at]);
  }
}

PathGraph::PointId Alignment::run() {
  const std::uint32_t length = lattice_.length();
  w_.graph.reset();
  w_.points.assign((length + std::size_t{1}) * (target_.size() + 1), PathGraph::kNone);
  point(0, 0) = w_.graph.add_start();
  for (std::uint32_t position = 0; position < length; ++position) {
    for (std::size_t at = 0; at <= target_.size(); ++at) {
      if (point(position, at) != PathGraph::kNone) walk(position, at);
    }
  }
  for (std::size_t at = 0; at <= target_.size(); ++at) {
    if (point(length, at) != PathGraph::kNone) note(length, at);
  }
  return point(length, target_.size());
}

std::uint64_t Alignment::count() const {
  std::vector<std::uint64_t> counts(w_.graph.size());
  for (const PathGraph::PointId p : w_.points) {  // each after those it is reached from
    if (p == PathGraph::kNone) continue;
    const PathGraph::Point& point = w_.graph.point(p);
    if (point.best == PathGraph::kNone) {
      counts[p] = 1;
      continue;
    }
    counts[p] = counts[w_.graph.arc(point.best).from];
    for (PathGraph::ArcId a = point.others; a != PathGraph::kNone; a = w_.graph.arc(a).next_other) {
      const std::uint64_t more = counts[w_.graph.arc(a).from];
      counts[p] = more > UINT64_MAX - counts[p] ? UINT64_MAX : counts[p] + more;
    }
  }
  return counts[w_.points.back()];
}

std::string Alignment::reason() const {
  const auto named = [&](std::size_t number, LocalWord word) {
    return std::to_string(number + 1) + " \"" + excerpt(lattice_.text(word)) + "\"";
  };
  if (made_ == target_.size())
    return "the target ends, but no unit takes the source from word " +
           named(used_, lattice_.source(used_)) + " to its end";
  if (target_[made_] == kNoWord)
    return "no unit makes target word " + std::to_string(made_ + 1) +
           " from any part of the source";
  if (used_ == lattice_.length())
    return "the source is used up before target word " + named(made_, target_[made_]) + " is made";
  return "no unit that goes on from source word " + named(used_, lattice_.source(used_)) +
         " makes target word " + named(made_, target_[made_]);
}

}  // namespace

double language_score(const Task& task, std::span<const LocalWord> target) {
  double log10 = 0.0;
  lm::StateId state = task.model->begin_state();
  for (const LocalWord word : target) {
    const lm::Model::Step step = task.model->step(state, task.lm_words[word]);
    log10 += step.log10;
    state = step.next;
  }
  log10 += task.model->step(state, task.model->info().end_sentence).log10;
  return lm::kLn10 * log10;
}

TrueScore true_score(const Task& task, std::span<const LocalWord> target, std::uint32_t most,
                     TrueScoreWorkspace& workspace) {
  TrueScore result;
  Alignment alignment(task, target, workspace);
  const PathGraph::PointId goal = alignment.run();
  if (goal == PathGraph::kNone) {
    result.score = -std::numeric_limits<double>::infinity();
    result.reason = alignment.reason();
    return result;
  }
  result.count = alignment.count();
  CollectOptions options;
  options.n = std::max(most, 1u);
  collect_answers(*task.lattice, workspace.graph, goal, options, workspace.paths,
                  result.segmentations);
  const double lm = task.lm_weight * language_score(task, target);
  for (Answer& answer : result.segmentations) {
    answer.score += lm;
    answer.lm = lm;
  }
  result.score = result.segmentations.front().score;
  return result;
}

}  // namespace ow
