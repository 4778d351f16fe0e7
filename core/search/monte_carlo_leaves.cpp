#include "search/monte_carlo_leaves.h"

#include <algorithm>

#include "base/hash.h"
#include "search/answers.h"

namespace ow::monte_carlo {
namespace {

constexpr std::uint64_t kHashBase = 0x9e3779b97f4a7c15ULL;

std::uint64_t hash_of(LocalWord word) {
  return mix(std::uint64_t{word} + kHashBase);
}

}  // namespace

void Leaves::start(const Task& task, const Rules& rules, MonteCarloMode mode) {
  task_ = task;
  rules_ = &rules;
  mode_ = mode;
  fluency_.start(task, rules);
  base_ = mode == MonteCarloMode::kReward ? -fluency_.source_score() : rules.base();
  if (mode == MonteCarloMode::kTrueScore) {
    segmentation_.start(*task.lattice);
    slots_.assign(std::size_t{1} << kSlotBits, {});
  }
  pieces_.clear();
  for (std::uint32_t i = 0; i < rules.piece_count(); ++i) {
    Hashed piece{0, 1};
    for (const LocalWord word : rules.words(rules.piece(i)))
      piece = {piece.hash * kHashBase + hash_of(word), piece.power * kHashBase};
    pieces_.push_back(piece);
  }
  source_.assign(1, 0);
  power_.assign(1, 1);
  for (std::uint32_t i = 0; i < rules.length(); ++i) {
    source_.push_back(source_.back() * kHashBase + hash_of(task.lattice->source(i)));
    power_.push_back(power_.back() * kHashBase);
  }
}

void Leaves::words(const Rewriting& sentence, std::vector<LocalWord>& words) const {
  words.clear();
  sentence.walk(
      [&](std::uint32_t begin, std::uint32_t end) {
        for (; begin < end; ++begin) words.push_back(task_.lattice->source(begin));
      },
      [&](std::uint32_t piece) {
        const auto target = rules_->words(rules_->piece(piece));
        words.insert(words.end(), target.begin(), target.end());
      });
}

std::string Leaves::text(const Rewriting& sentence) {
  words(sentence, words_);
  return join_words(*task_.lattice, words_);
}

std::uint64_t Leaves::text_key(const Rewriting& sentence) const {
  std::uint64_t hash = 1;  // so that the empty string is not 0
  sentence.walk(
      [&](std::uint32_t begin, std::uint32_t end) {
        const std::uint64_t power = power_[end - begin];
        hash = hash * power + source_[end] - source_[begin] * power;
      },
      [&](std::uint32_t piece) { hash = hash * pieces_[piece].power + pieces_[piece].hash; });
  return mix(hash);
}

std::uint64_t Leaves::state_key(const Rewriting& sentence) const {
  if (mode_ != MonteCarloMode::kTrueScore) return sentence.rules_key();
  return text_key(sentence) + sentence.coverage_key();
}

double Leaves::gains(const Rewriting& sentence) const {
  double gains = 0.0;
  for (const RuleId rule : sentence.applied()) gains += (*rules_)[rule].gain;
  return gains;
}

bool Leaves::has_gaps(const Rewriting& sentence) const {
  return std::ranges::any_of(sentence.applied(),
                             [&](RuleId rule) { return (*rules_)[rule].is_gapped(); });
}

double Leaves::sum(const Rewriting& sentence) {
  return base_ + gains(sentence) + fluency_.score(sentence);
}

double Leaves::second_score(const Rewriting& sentence) {
  return mode_ == MonteCarloMode::kReward ? gains(sentence) : score(sentence);
}

double Leaves::score(const Rewriting& sentence) {
  switch (mode_) {
    case MonteCarloMode::kTrueScore:
      return true_score(sentence);
    case MonteCarloMode::kReward:
      return std::min(0.0, sum(sentence));
    default:
      return sum(sentence);
  }
}

double Leaves::true_score(const Rewriting& sentence) {
  const std::uint64_t key = text_key(sentence);
  Slot& slot = slots_[key >> (64 - kSlotBits)];
  if (slot.key != key) {
    words(sentence, words_);
    slot = {key, fluency_.score(sentence), segmentation_.score(words_)};
  }
  double edges = slot.edges;
  // The lattice need not have an edge for a rule together with those between its pieces.
  if (rules_->all_stay() && has_gaps(sentence)) edges = std::max(edges, base_ + gains(sentence));
  return slot.lm + edges;
}

Answer Leaves::answer(const Rewriting& sentence) {
  words(sentence, words_);
  if (mode_ == MonteCarloMode::kTrueScore) {
    TrueScore best = ow::true_score(task_, words_, 1, true_score_);
    if (!best.segmentations.empty() && best.score >= true_score(sentence) - kTie)
      return std::move(best.segmentations.front());
  }
  // The same derivation has the same score to the last bit in every search.
  if (mode_ == MonteCarloMode::kTranslator && !has_gaps(sentence))
    return answer_along(task_, edges(sentence));
  Answer answer;
  answer.words = words_;
  answer.edges = edges(sentence);
  answer.lm = task_.lm_weight * language_score(task_, words_);
  answer.score = score(sentence);
  return answer;
}

/// Of all rules, from left to right, the longer ones first, and of words that stay.
std::vector<std::uint32_t> Leaves::edges(const Rewriting& sentence) const {
  std::vector<RuleId> rules(sentence.applied().begin(), sentence.applied().end());
  std::ranges::sort(rules, [&](RuleId a, RuleId b) {
    const Rule &one = (*rules_)[a], &other = (*rules_)[b];
    return one.begin != other.begin ? one.begin < other.begin : one.end > other.end;
  });
  std::vector<std::uint32_t> edges;
  std::uint32_t at = 0;  // words before belong to a rule, or are carried along
  const auto stay_until = [&](std::uint32_t end) {
    for (; at < end; ++at) {
      if (rules_->stay_edge(at) != Rules::kNone) edges.push_back(rules_->stay_edge(at));
    }
  };
  for (const RuleId rule : rules) {
    stay_until((*rules_)[rule].begin);
    edges.push_back((*rules_)[rule].edge);
    at = std::max(at, (*rules_)[rule].end);
  }
  stay_until(rules_->length());
  return edges;
}

}  // namespace ow::monte_carlo
