// What Monte-Carlo search can be told.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace ow {

/// What states are, and what a final state is worth.
enum class MonteCarloMode {
  kTranslator,  // edges until the whole sentence is covered; the score of that derivation
  kTrueScore,   // the string, whatever rules made it; its true score
  kReward,      // rules; the reward of MCPG, as a log: the ratio to the source, at most 1
};

struct MonteCarloOptions {
  MonteCarloMode mode = MonteCarloMode::kTrueScore;
  std::uint64_t episodes = 100'000;  // η: before the best action of the root is fixed
  double seconds = 0.0;              // for a sentence; 0: no limit
  double confidence = 0.0;  // fix an action once it is this sure, see `is_settled`; 0: after η
  std::uint64_t seed = 1;
  std::uint32_t trees = 1;    // searches with seeds of their own; the best of all is the answer
  std::uint32_t threads = 1;  // for the trees; 0: as many as there are cores
  double exploration = 1.0;   // c: factor of the bonus
  double rave = 1000.0;  // k: visits at which RAVE and the action itself weigh the same; 0: none
  /// Visits that the score of a rule alone in the sentence counts for. MCPG has none; the same is
  /// true of the two below. An outside scorer without a weight of the model has no use for what the
  /// model says of rules: for it, there is neither this nor heat.
  double prior = 1.0;
  double rollout_stop = 0.2;  // without heat: chance to stop at each step; 0: as any other action
  /// Roll-outs go from word to word and draw rules, or that a word stays, in proportion to
  /// exp(score of the rule alone / heat), and do not stop before the end; 0: all alike.
  double rollout_heat = 1.0;
  /// Visits of an action before the state that it leads to gets statistics of its own; until then
  /// the second of them stops there and the others are roll-outs.
  std::uint32_t expand = 8;
  bool stop_at_root = false;  // whether the sentence may stay as it is
  std::uint32_t batch = 64;   // strings that an outside scorer gets at a time
  double model_weight = 0.0;  // of the mode's own score beside an outside scorer
};

/// Scores whole strings, words with blanks between them, in place of the model. Must give the same
/// score for the same string, a number above minus infinity for each, and may throw.
using StringScorer =
    std::function<void(std::span<const std::string> texts, std::span<double> scores)>;

}  // namespace ow
