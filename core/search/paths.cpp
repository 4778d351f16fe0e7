#include "search/paths.h"

#include <algorithm>

namespace ow {

void PathGraph::reset(double margin) {
  margin_ = margin;
  points_.clear();
  arcs_.clear();
}

PathGraph::PointId PathGraph::add_start() {
  points_.push_back({0.0, kNone, kNone});
  return size() - 1;
}

PathGraph::PointId PathGraph::add_point(PointId from, std::uint32_t edge, double gain) {
  points_.push_back({points_[from].score + gain, static_cast<ArcId>(arcs_.size()), kNone});
  arcs_.push_back({from, edge, kNone, gain});
  return size() - 1;
}

void PathGraph::keep_arc(PointId to, PointId from, std::uint32_t edge, double gain, double score) {
  Point& point = points_[to];
  const auto added = static_cast<ArcId>(arcs_.size());
  if (score <= point.score) {
    arcs_.push_back({from, edge, point.others, gain});
    point.others = added;
    return;
  }
  arcs_.push_back({from, edge, kNone, gain});
  arcs_[point.best].next_other = point.others;
  point.others = point.best;
  point.best = added;
  point.score = score;
}

bool PathEnumerator::worse(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score < b.score;
  if (a.parent != b.parent) return a.parent > b.parent;
  if (a.point != b.point) return a.point > b.point;
  return a.rank > b.rank;
}

void PathEnumerator::start(const PathGraph& graph, PathGraph::PointId goal) {
  graph_ = &graph;
  goal_ = goal;
  heap_.clear();
  taken_.clear();
  sorted_.clear();
  others_.assign(graph.size(), {});
  heap_.push_back({graph.point(goal).score, PathGraph::kNone, PathGraph::kNone, 0});
}

double PathEnumerator::loss(PathGraph::PointId point, PathGraph::ArcId arc) const {
  const PathGraph::Arc& other = graph_->arc(arc);
  return graph_->point(point).score - (graph_->point(other.from).score + other.gain);
}

PathEnumerator::Others PathEnumerator::others(PathGraph::PointId point) {
  Others& found = others_[point];
  if (found.begin != PathGraph::kNone) return found;
  found.begin = static_cast<std::uint32_t>(sorted_.size());
  for (PathGraph::ArcId arc = graph_->point(point).others; arc != PathGraph::kNone;
       arc = graph_->arc(arc).next_other)
    sorted_.push_back(arc);
  found.end = static_cast<std::uint32_t>(sorted_.size());
  std::sort(sorted_.begin() + found.begin, sorted_.end(),
            [&](PathGraph::ArcId a, PathGraph::ArcId b) {
              const double loss_a = loss(point, a), loss_b = loss(point, b);
              return loss_a != loss_b ? loss_a < loss_b : a < b;
            });
  return found;
}

void PathEnumerator::offer(double parent_score, std::uint32_t parent, PathGraph::PointId point,
                           std::uint32_t rank) {
  const Others range = others(point);
  if (rank >= range.end - range.begin) return;
  heap_.push_back({parent_score - loss(point, sorted_[range.begin + rank]), parent, point, rank});
  std::push_heap(heap_.begin(), heap_.end(), worse);
}

bool PathEnumerator::next(Path& path) {
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), worse);
  const Candidate chosen = heap_.back();
  heap_.pop_back();
  const auto number = static_cast<std::uint32_t>(taken_.size());
  taken_.push_back(chosen);

  turns_.clear();  // the first turn on the way back from the goal comes last
  for (std::uint32_t at = number; taken_[at].point != PathGraph::kNone; at = taken_[at].parent)
    turns_.push_back(taken_[at]);

  if (chosen.point != PathGraph::kNone)
    offer(taken_[chosen.parent].score, chosen.parent, chosen.point, chosen.rank + 1);
  path.score = chosen.score;
  path.arcs.clear();
  for (PathGraph::PointId point = goal_;;) {
    PathGraph::ArcId arc = graph_->point(point).best;
    if (!turns_.empty() && turns_.back().point == point) {
      arc = sorted_[others(point).begin + turns_.back().rank];
      turns_.pop_back();
    } else if (arc == PathGraph::kNone) {
      break;
    } else if (turns_.empty()) {
      offer(chosen.score, number, point, 0);
    }
    path.arcs.push_back(arc);
    point = graph_->arc(arc).from;
  }
  std::reverse(path.arcs.begin(), path.arcs.end());
  return true;
}

}  // namespace ow
