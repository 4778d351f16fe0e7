// What final states are: strings, and how well the model thinks of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/best_segmentation.h"
#include "search/monte_carlo_fluency.h"
#include "search/monte_carlo_options.h"
#include "search/monte_carlo_rewriting.h"
#include "search/task.h"
#include "search/true_score.h"

namespace ow::monte_carlo {

class Leaves {
 public:
  /// Begins a sentence; task and rules must outlive all other calls.
  void start(const Task& task, const Rules& rules, MonteCarloMode mode);

  void words(const Rewriting& sentence, std::vector<LocalWord>& words) const;
  /// The words with blanks between them.
  std::string text(const Rewriting& sentence);
  /// The same for the same words, whatever rules made them.
  std::uint64_t text_key(const Rewriting& sentence) const;
  /// The same for sentences that are one state: they are scored alike, and so is all that the same
  /// rules make of them.
  std::uint64_t state_key(const Rewriting& sentence) const;

  /// The score of the mode; minus infinity if there is no derivation. In translator mode rules must
  /// cover all words.
  double score(const Rewriting& sentence);
  /// What these rules by themselves add up to, in every mode but for the limit of the reward.
  double sum(const Rewriting& sentence);

  /// What decides between sentences with the same score: of rewards, which are at most 1, how
  /// likely the rules are; otherwise, where a scorer from outside cannot tell them apart, the
  /// score.
  double second_score(const Rewriting& sentence);

  /// The sentence as an answer with the score of the mode. Behind an edge that carries words along
  /// come those of rules that change these words.
  Answer answer(const Rewriting& sentence);

 private:
  /// What true scores take long to find, remembered for a while.
  struct Slot {
    std::uint64_t key = 0;
    double lm = 0.0, edges = 0.0;
  };
  static constexpr unsigned kSlotBits = 15;

  struct Hashed {
    std::uint64_t hash, power;
  };
  double gains(const Rewriting& sentence) const;
  bool has_gaps(const Rewriting& sentence) const;
  double true_score(const Rewriting& sentence);
  std::vector<std::uint32_t> edges(const Rewriting& sentence) const;

  Task task_{};
  const Rules* rules_ = nullptr;
  MonteCarloMode mode_{};
  double base_ = 0.0;  // of sums
  Fluency fluency_;
  BestSegmentation segmentation_;
  TrueScoreWorkspace true_score_;
  std::vector<LocalWord> words_;
  std::vector<Slot> slots_;
  // Hashes of sequences as polynomials: those of parts give that of the whole.
  std::vector<Hashed> pieces_;                 // by piece
  std::vector<std::uint64_t> source_, power_;  // of the first words of the source; of so many words
};

}  // namespace ow::monte_carlo
