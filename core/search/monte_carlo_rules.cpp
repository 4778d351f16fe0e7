#include "search/monte_carlo_rules.h"

#include <algorithm>
#include <map>

#include "base/error.h"

namespace ow::monte_carlo {

void Rules::make(const Task& task, MonteCarloMode mode) {
  const Lattice& lattice = *task.lattice;
  const auto edges = lattice.edges();
  std::vector<std::uint8_t> kept(edges.size(), 0);
  for (std::uint32_t i = 0; i < lattice.end_count(); ++i) kept[lattice.end(i).edge] = 1;
  find_stays(task, kept);

  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t edge = 0; edge < order.size(); ++edge) order[edge] = edge;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return edges[a].begin < edges[b].begin;
  });
  rules_.clear();
  pieces_.clear();
  words_.clear();
  first_.assign(lattice.length() + 1, 0);
  for (const std::uint32_t edge : order) {
    add(task, edge, kept[edge] != 0, mode == MonteCarloMode::kTranslator);
    first_[edges[edge].begin + 1] = size();
  }
  for (std::uint32_t position = 0; position < lattice.length(); ++position)
    first_[position + 1] = std::max(first_[position + 1], first_[position]);
  if (size() > kMost)
    throw Error("there are " + std::to_string(size()) +
                " rules for a sentence, but Monte-Carlo search takes no more than 65,534; cut the "
                "sentence, use smaller tables, or another search");
  if (mode == MonteCarloMode::kReward) compare_with_best();
}

void Rules::find_stays(const Task& task, std::span<const std::uint8_t> kept) {
  const Lattice& lattice = *task.lattice;
  const auto edges = lattice.edges();
  stay_edges_.assign(lattice.length(), kNone);
  for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
    const auto target = lattice.target(edges[edge]);
    if (kept[edge] != 0 && edges[edge].end == edges[edge].begin + 1 && target.size() == 1 &&
        target[0] == lattice.source(edges[edge].begin))
      stay_edges_[edges[edge].begin] = edge;
  }
  stays_.assign(1, 0.0);
  all_stay_ = true;
  for (const std::uint32_t edge : stay_edges_) {
    all_stay_ &= edge != kNone;
    stays_.push_back(stays_.back() + (edge == kNone ? 0.0 : edges[edge].score));
  }
  base_ = stays_.back();
}

void Rules::add(const Task& task, std::uint32_t id, bool kept, bool with_identity) {
  const Lattice& lattice = *task.lattice;
  const Edge& edge = lattice.edges()[id];
  const auto target = lattice.target(edge);
  bool identity = target.size() == edge.end - edge.begin;
  for (std::uint32_t i = 0; identity && i < target.size(); ++i)
    identity = target[i] == lattice.source(edge.begin + i);
  const auto first_piece = static_cast<std::uint32_t>(pieces_.size());
  const auto first_word = static_cast<std::uint32_t>(words_.size());
  if (identity && !(with_identity && kept)) return;
  // An edge that lost to another with the same words may still leave more of them free.
  if (!identity && !split(task, edge) && !kept) return;
  if (pieces_.size() == first_piece) {
    words_.insert(words_.end(), target.begin(), target.end());
    pieces_.push_back({edge.begin, edge.end, first_word, edge.target_size});
  }
  const auto count = static_cast<std::uint32_t>(pieces_.size()) - first_piece;
  const bool is_nested =
      !task.carried.empty() && !target.empty() && task.carried[edge.target_begin] == Task::kNested;
  rules_.push_back({id, edge.begin, edge.end, first_piece, count,
                    edge.score - (stays_[edge.end] - stays_[edge.begin]),
                    task.growth.empty() ? 0 : task.growth[id], is_nested || count > 1});
}

/// Cuts an edge at the words that it carries along; adds no piece and returns false if it cannot be
/// cut. The first and last word always belong to a piece, so that other rules are either between
/// pieces or outside of the whole.
bool Rules::split(const Task& task, const Edge& edge) {
  if (task.carried.empty()) return false;
  const Lattice& lattice = *task.lattice;
  const auto first_piece = static_cast<std::uint32_t>(pieces_.size());
  const auto first_word = words_.size();
  std::uint32_t behind = edge.begin;  // the last word that was carried along
  new_words_.clear();
  for (std::uint32_t i = 0; i < edge.target_size; ++i) {
    const LocalWord word = lattice.target(edge)[i];
    const std::int32_t token = task.carried[edge.target_begin + i];
    const auto carried = static_cast<std::uint32_t>(token);
    if (token < 0 || carried == edge.begin || carried + 1 == edge.end ||
        lattice.source(carried) != word) {
      new_words_.push_back(word);
      continue;
    }
    if (carried < behind) {  // out of order
      pieces_.resize(first_piece);
      words_.resize(first_word);
      return false;
    }
    end_piece(lattice, behind, carried, first_piece);
    behind = carried + 1;
  }
  end_piece(lattice, behind, edge.end, first_piece);
  if (pieces_.size() - first_piece > 1) return true;
  pieces_.resize(first_piece);
  words_.resize(first_word);
  return false;
}

/// Words that come in where nothing goes out take the word before them into their piece.
void Rules::end_piece(const Lattice& lattice, std::uint32_t begin, std::uint32_t end,
                      std::uint32_t first_piece) {
  if (begin == end && new_words_.empty()) return;
  const auto first_word = static_cast<std::uint32_t>(words_.size());
  const bool goes_on = begin == end && pieces_.size() > first_piece && pieces_.back().end == begin;
  if (begin == end && !goes_on) words_.push_back(lattice.source(begin - 1));
  words_.insert(words_.end(), new_words_.begin(), new_words_.end());
  const auto count = static_cast<std::uint32_t>(words_.size()) - first_word;
  if (goes_on)
    pieces_.back().word_count += count;
  else
    pieces_.push_back({begin == end ? begin - 1 : begin, end, first_word, count});
  new_words_.clear();
}

/// For MCPG's reward, a source phrase stays as likely as it becomes its likeliest paraphrase.
void Rules::compare_with_best() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> best;
  const auto score = [&](const Rule& rule) {
    return rule.gain + stays_[rule.end] - stays_[rule.begin];
  };
  for (const Rule& rule : rules_) {
    const auto [at, fresh] = best.emplace(std::pair(rule.begin, rule.end), score(rule));
    if (!fresh) at->second = std::max(at->second, score(rule));
  }
  for (Rule& rule : rules_) rule.gain = score(rule) - best.at({rule.begin, rule.end});
}

}  // namespace ow::monte_carlo
