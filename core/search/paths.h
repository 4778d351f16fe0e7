// The derivations a search kept, as a graph, and their enumeration best first.
//
// A point is a place in the search (a source position or a trie node, with a language model state);
// an arc into it is one way to get there. Of all ways the best one counts for the point's score,
// the others are kept so that the n-best list can follow them.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace ow {

class PathGraph {
 public:
  using PointId = std::uint32_t;
  using ArcId = std::uint32_t;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Arc {
    PointId from;
    std::uint32_t edge;  // of the lattice, completed by this arc; kNone for a word inside an edge
    ArcId next_other;    // list of the arcs into the same point that are not its best
    double gain;         // what the arc adds to the score
  };
  struct Point {
    double score;  // of the best path from the start
    ArcId best;    // kNone at the start
    ArcId others;  // head of a list
  };

  /// Empties the graph. An arc that is more than `margin` worse than the best into its point is
  /// forgotten: 0 keeps only what single best paths need, infinity everything.
  void reset(double margin = std::numeric_limits<double>::infinity());
  /// The point where all paths start.
  PointId add_start();
  /// A new point, reached from an existing one.
  PointId add_point(PointId from, std::uint32_t edge, double gain);
  /// Another way to get to an existing point.
  void add_arc(PointId to, PointId from, std::uint32_t edge, double gain) {
    const double score = points_[from].score + gain;
    if (score >= points_[to].score - margin_) keep_arc(to, from, edge, gain, score);
  }

  const Point& point(PointId id) const { return points_[id]; }
  const Arc& arc(ArcId id) const { return arcs_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(points_.size()); }

 private:
  void keep_arc(PointId to, PointId from, std::uint32_t edge, double gain, double score);

  double margin_ = 0.0;
  std::vector<Point> points_;
  std::vector<Arc> arcs_;
};

/// Paths from the start to one point, best first; equal scores in a fixed order.
///
/// A path is told by where it leaves the best ways: each candidate shares the end of an earlier
/// path, takes one worse arc, and goes back to the start by best arcs.
class PathEnumerator {
 public:
  /// Forgets what was enumerated before. The graph must stay as it is.
  void start(const PathGraph& graph, PathGraph::PointId goal);

  struct Path {
    double score = 0.0;
    std::vector<PathGraph::ArcId> arcs;  // from left to right
  };
  /// The next best path; false when there are no more.
  bool next(Path& path);

 private:
  struct Candidate {
    double score;
    std::uint32_t parent;      // index in taken_; kNone for the best path
    PathGraph::PointId point;  // where it leaves its parent
    std::uint32_t rank;        // among the other arcs into that point
  };
  struct Others {
    std::uint32_t begin = PathGraph::kNone, end = 0;  // in sorted_
  };

  double loss(PathGraph::PointId point, PathGraph::ArcId arc) const;
  Others others(PathGraph::PointId point);
  void offer(double parent_score, std::uint32_t parent, PathGraph::PointId point,
             std::uint32_t rank);
  static bool worse(const Candidate& a, const Candidate& b);

  const PathGraph* graph_ = nullptr;
  PathGraph::PointId goal_ = 0;
  std::vector<Candidate> heap_;
  std::vector<Candidate> taken_;
  std::vector<Others> others_;
  std::vector<PathGraph::ArcId> sorted_;  // other arcs of the points visited, least loss first
  std::vector<Candidate> turns_;
};

}  // namespace ow
