#include "search/beam.h"

#include <algorithm>
#include <numeric>

#include "search/answers.h"
#include "search/bound.h"
#include "search/paths.h"
#include "search/reader.h"
#include "search/state_index.h"

namespace ow {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A way to a hypothesis that is not yet recombined with others of its state.
struct Arrival {
  lm::StateId state;
  PathGraph::PointId from;
  std::uint32_t edge;
  double gain;
};

}  // namespace

struct BeamWorkspace::Memory {
  PathGraph graph;
  PathEnumerator paths;
  std::vector<lm::StateId> states;              // of each point
  std::vector<std::vector<Arrival>> at;         // arrivals at each source position
  std::vector<PathGraph::PointId> first_point;  // of each trie node; those of a node are contiguous
  std::vector<PathGraph::PointId> last_point;   // one behind the last
  std::vector<PathGraph::PointId> stack;
  std::vector<double> dropped;  // best score dropped at each source position
  std::vector<double> bounds;
  StateIndex index;
  WordReader reader;
  std::vector<WordId> words;             // of the children of one trie node
  std::vector<PathGraph::PointId> here;  // points at one trie node
  std::vector<std::uint32_t> rows;       // of their states
};

BeamWorkspace::BeamWorkspace() : memory_(std::make_unique<Memory>()) {}
BeamWorkspace::~BeamWorkspace() = default;
BeamWorkspace::BeamWorkspace(BeamWorkspace&&) noexcept = default;
BeamWorkspace& BeamWorkspace::operator=(BeamWorkspace&&) noexcept = default;

namespace {

class BeamSearch {
 public:
  BeamSearch(const Task& task, const BeamOptions& options, BeamWorkspace::Memory& memory)
      : task_(task),
        options_(options),
        lattice_(*task.lattice),
        model_(*task.model),
        scale_(task.lm_weight * lm::kLn10),
        m_(memory) {}

  SearchResult run();

 private:
  void arrive(const Arrival& arrival);
  void fill_stack(std::uint32_t position);
  void expand(std::uint32_t position);
  void enter_children(const Lattice::Node& node, const std::vector<PathGraph::PointId>& points);
  PathGraph::PointId finish_sentence();
  void prove(double best, SearchResult& result);

  const Task& task_;
  const BeamOptions& options_;
  const Lattice& lattice_;
  const lm::Model& model_;
  const double scale_;
  BeamWorkspace::Memory& m_;
  bool dropped_any_ = false;
  std::uint64_t expansions_ = 0;
};

/// Adds a way to the point of this state among those made since `m_.index` was started.
void BeamSearch::arrive(const Arrival& arrival) {
  std::uint32_t& point = m_.index[arrival.state];
  if (point == StateIndex::kNew) {
    point = m_.graph.add_point(arrival.from, arrival.edge, arrival.gain);
    m_.states.push_back(arrival.state);
  } else {
    m_.graph.add_arc(point, arrival.from, arrival.edge, arrival.gain);
  }
}

/// The hypotheses of a source position that survive, in m_.stack.
void BeamSearch::fill_stack(std::uint32_t position) {
  const PathGraph::PointId begin = m_.graph.size();
  if (position == 0) {
    m_.graph.add_start();
    m_.states.push_back(model_.begin_state());
  } else {
    m_.index.start(m_.at[position].size());
    for (const Arrival& arrival : m_.at[position]) arrive(arrival);
  }
  double best = kNever;
  for (PathGraph::PointId p = begin; p < m_.graph.size(); ++p)
    best = std::max(best, m_.graph.point(p).score);
  m_.stack.clear();
  const auto drop = [&](PathGraph::PointId point) {
    dropped_any_ = true;
    m_.dropped[position] = std::max(m_.dropped[position], m_.graph.point(point).score);
  };
  for (PathGraph::PointId p = begin; p < m_.graph.size(); ++p) {
    if (m_.graph.point(p).score >= best - options_.threshold)
      m_.stack.push_back(p);
    else
      drop(p);
  }
  if (options_.stack == 0 || m_.stack.size() <= options_.stack) return;
  const auto better = [&](PathGraph::PointId a, PathGraph::PointId b) {
    const double score_a = m_.graph.point(a).score, score_b = m_.graph.point(b).score;
    return score_a != score_b ? score_a > score_b : m_.states[a] < m_.states[b];
  };
  const auto end = m_.stack.begin() + options_.stack;
  std::nth_element(m_.stack.begin(), end, m_.stack.end(), better);
  std::for_each(end, m_.stack.end(), drop);
  m_.stack.erase(end, m_.stack.end());
  std::sort(m_.stack.begin(), m_.stack.end());
}

/// Takes the stack through all edges that leave its position, word by word. Hypotheses that meet in
/// a trie node with the same state go on as one.
void BeamSearch::expand(std::uint32_t position) {
  const std::uint32_t root = lattice_.root(position);
  for (std::uint32_t n = root; n < lattice_.root(position + 1); ++n) {
    const Lattice::Node& node = lattice_.nodes()[n];
    if (n != root) {
      m_.here.resize(m_.last_point[n] - m_.first_point[n]);
      std::iota(m_.here.begin(), m_.here.end(), m_.first_point[n]);
    }
    const std::vector<PathGraph::PointId>& points = n == root ? m_.stack : m_.here;
    for (const Lattice::End& end : lattice_.ends(node)) {
      for (const PathGraph::PointId point : points)
        m_.at[end.position].push_back({m_.states[point], point, end.edge, end.score});
    }
    enter_children(node, points);
  }
}

void BeamSearch::enter_children(const Lattice::Node& node,
                                const std::vector<PathGraph::PointId>& points) {
  m_.words.clear();
  for (const Lattice::Node& child : lattice_.nodes().subspan(node.first_child, node.child_count))
    m_.words.push_back(task_.lm_words[child.word]);
  m_.reader.start(model_, m_.words, points.size());
  m_.rows.clear();
  if (!m_.words.empty()) {
    for (const PathGraph::PointId point : points)
      m_.rows.push_back(m_.reader.row(m_.states[point]));
  }
  for (std::uint32_t i = 0; i < node.child_count; ++i) {
    m_.first_point[node.first_child + i] = m_.graph.size();
    m_.index.start(points.size());
    for (std::size_t p = 0; p < points.size(); ++p) {
      const WordReader::Reading& reading = m_.reader.readings(m_.rows[p])[i];
      arrive({reading.next, points[p], PathGraph::kNone, scale_ * reading.log10});
    }
    m_.last_point[node.first_child + i] = m_.graph.size();
  }
  expansions_ += points.size() * node.child_count;
}

/// Reads </s> after every complete hypothesis; the point where all derivations end, or kNone.
PathGraph::PointId BeamSearch::finish_sentence() {
  PathGraph::PointId goal = PathGraph::kNone;
  for (const PathGraph::PointId point : m_.stack) {
    const double gain = scale_ * model_.step(m_.states[point], model_.info().end_sentence).log10;
    if (goal == PathGraph::kNone)
      goal = m_.graph.add_point(point, PathGraph::kNone, gain);
    else
      m_.graph.add_arc(goal, point, PathGraph::kNone, gain);
  }
  expansions_ += m_.stack.size();
  return goal;
}

/// A derivation either was kept, and scores `best` at most, or went on from something dropped.
void BeamSearch::prove(double best, SearchResult& result) {
  double rest = kNever;
  if (dropped_any_) {
    bound_completions(task_, m_.bounds);
    for (std::uint32_t position = 0; position <= lattice_.length(); ++position)
      rest = std::max(rest, m_.dropped[position] + m_.bounds[position]);
  }
  result.upper_bound = std::max(best, rest);
  result.optimal = !dropped_any_ || rest < best - kTie;
}

SearchResult BeamSearch::run() {
  const std::uint32_t length = lattice_.length();
  m_.graph.reset(options_.n > 1 ? std::numeric_limits<double>::infinity() : kTie);
  m_.states.clear();
  if (m_.at.size() <= length) m_.at.resize(length + 1);
  for (std::uint32_t position = 0; position <= length; ++position) m_.at[position].clear();
  m_.first_point.resize(lattice_.nodes().size());
  m_.last_point.resize(lattice_.nodes().size());
  m_.dropped.assign(length + 1, kNever);
  for (std::uint32_t position = 0; position < length; ++position) {
    fill_stack(position);
    expand(position);
  }
  fill_stack(length);
  const PathGraph::PointId goal = finish_sentence();

  SearchResult result;
  result.expansions = expansions_;
  result.complete = !dropped_any_;
  if (goal != PathGraph::kNone) {
    CollectOptions collect{options_.n, options_.distinct};
    if (options_.distinct) collect.paths_per_answer = options_.derivations_per_string;
    result.complete &= collect_answers(lattice_, m_.graph, goal, collect, m_.paths, result.answers);
  }
  prove(goal == PathGraph::kNone ? kNever : m_.graph.point(goal).score, result);
  return result;
}

}  // namespace

SearchResult search_beam(const Task& task, const BeamOptions& options, BeamWorkspace& workspace) {
  return BeamSearch(task, options, workspace.memory()).run();
}

}  // namespace ow
