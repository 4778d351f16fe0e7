#include "search/answers.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "search/order.h"
#include "search/true_score.h"

namespace ow {
namespace {

std::string_view bytes_of(const std::vector<LocalWord>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(LocalWord)};
}

Answer answer_of(const Lattice& lattice, const PathGraph& graph, const PathEnumerator::Path& path) {
  Answer answer;
  double edges = 0.0;
  for (const PathGraph::ArcId id : path.arcs) {
    const PathGraph::Arc& arc = graph.arc(id);
    if (arc.edge == PathGraph::kNone) {
      answer.lm += arc.gain;
      continue;
    }
    edges += arc.gain;
    answer.edges.push_back(arc.edge);
    const auto target = lattice.target(lattice.edges()[arc.edge]);
    answer.words.insert(answer.words.end(), target.begin(), target.end());
  }
  answer.score = answer.lm + edges;
  return answer;
}

}  // namespace

bool collect_answers(const Lattice& lattice, const PathGraph& graph, PathGraph::PointId goal,
                     const CollectOptions& options, PathEnumerator& paths,
                     std::vector<Answer>& answers) {
  answers.clear();
  std::unordered_map<std::string_view, std::size_t> index;  // keys lie in `answers`
  if (options.distinct) answers.reserve(options.n);
  const std::uint64_t limit = options.paths_per_answer == 0
                                  ? UINT64_MAX
                                  : std::uint64_t{options.paths_per_answer} * options.n;
  bool sure = true;
  paths.start(graph, goal);
  PathEnumerator::Path path;
  for (std::uint64_t taken = 0; paths.next(path); ++taken) {
    if (answers.size() >= options.n && path.score < answers[options.n - 1].score - kTie) break;
    if (taken == limit) {
      sure = false;
      break;
    }
    Answer answer = answer_of(lattice, graph, path);
    if (options.distinct) {
      const auto known = index.find(bytes_of(answer.words));
      if (known != index.end()) {
        Answer& first = answers[known->second];
        if (on_grid(answer.score) == on_grid(first.score) && answer.edges < first.edges)
          first.edges = std::move(answer.edges);
        continue;
      }
    }
    answers.push_back(std::move(answer));
    // Moving an answer keeps the memory of its words, so the keys stay valid.
    if (options.distinct) index.emplace(bytes_of(answers.back().words), answers.size() - 1);
  }
  sort_answers(lattice, answers);
  if (answers.size() > options.n) answers.resize(options.n);
  return sure;
}

Answer answer_along(const Task& task, std::vector<std::uint32_t> edges) {
  const double scale = task.lm_weight * lm::kLn10;
  Answer answer;
  answer.edges = std::move(edges);
  double sum = 0.0;
  lm::StateId state = task.model->begin_state();
  for (const std::uint32_t index : answer.edges) {
    const Edge& edge = task.lattice->edges()[index];
    sum += edge.score;
    for (const LocalWord word : task.lattice->target(edge)) {
      answer.words.push_back(word);
      const lm::Model::Step step = task.model->step(state, task.lm_words[word]);
      answer.lm += scale * step.log10;
      state = step.next;
    }
  }
  answer.lm += scale * task.model->step(state, task.model->info().end_sentence).log10;
  answer.score = answer.lm + sum;
  return answer;
}

double unweighted_lm(const Task& task, const Answer& answer) {
  return task.lm_weight > 0.0 ? answer.lm / task.lm_weight : language_score(task, answer.words);
}

std::string join_words(const Lattice& lattice, std::span<const LocalWord> words) {
  std::size_t size = words.size();
  for (const LocalWord word : words) size += lattice.text(word).size();
  std::string text;
  text.reserve(size);
  for (const LocalWord word : words) {
    if (!text.empty()) text += ' ';
    text += lattice.text(word);
  }
  return text;
}

void sort_answers(const Lattice& lattice, std::vector<Answer>& answers) {
  std::sort(answers.begin(), answers.end(), [&](const Answer& a, const Answer& b) {
    if (comes_before(lattice, a, b)) return true;
    return !comes_before(lattice, b, a) && a.edges < b.edges;
  });
}

}  // namespace ow
