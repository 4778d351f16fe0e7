// Planned units in, derivations out: equation 6 of SPG, for a batch of sentences.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stock.h"
#include "search/engine.h"
#include "search/front.h"
#include "search/unit_lattice.h"
#include "units/units.h"

namespace ow {

/// Derivations of a batch as columns, sentence by sentence.
struct UnitDerivations {
  std::vector<std::int64_t> offsets{0};  // derivations of sentence i: [offsets[i], offsets[i + 1])
  std::vector<std::uint8_t> optimal;     // by sentence: the first is proven to be the best
  std::vector<std::uint8_t> complete;    // by sentence: each is proven to be in its place
  std::vector<double> upper_bound;       // by sentence: no derivation scores higher
  std::vector<double> score;             // by derivation, as are those below
  std::vector<double> lm;                // language model score without its weight, natural log
  std::vector<std::int64_t> growth;      // how many bytes longer than the source
  std::vector<std::int64_t> cost;        // what its units cost together, 0 where nothing does
  std::vector<std::int64_t> unit_offsets{0};  // its units: [unit_offsets[i], unit_offsets[i + 1])
  /// Rows of Units, from left to right; behind one that carries words along are those inside of it.
  std::vector<std::int64_t> units;
};

/// The best ways to make given paraphrases.
struct UnitTrueScores {
  UnitDerivations best;              // one derivation for each sentence, or none if there is none
  std::vector<std::string> reasons;  // by sentence: why there is none; empty when there is one
};

/// The derivations of each sentence, or those of `others` where a sentence has none.
UnitDerivations with_others(const UnitDerivations& found, const UnitDerivations& others);

/// Thread-safe: any number of threads may decode at the same time.
class UnitDecoder {
 public:
  /// Throws Error when a weight is not a finite number or that of the model is negative.
  UnitDecoder(std::shared_ptr<const lm::Model> model, UnitWeights weights);
  ~UnitDecoder();

  /// The best derivations of each sentence, best first. `usability` has a number for each unit,
  /// not-a-number for those that planning left out. Throws Error when there are more or fewer, or
  /// the weights do not fit the tables. Scorers and `most`, the bytes that each sentence may grow
  /// by, are for Monte-Carlo search only, one for each sentence or none; where no derivation is
  /// that short, there is none. Each derivation has a unit of `chosen`, rows of units, in the place
  /// of each of them; those of different places must not overlap. Monte-Carlo search cannot choose.
  UnitDerivations decode(const Units& units, std::span<const double> usability,
                         const DecodeOptions& options, std::span<const StringScorer> scorers = {},
                         std::span<const std::int64_t> most = {},
                         std::span<const std::int64_t> chosen = {}) const;

  /// For each sentence, the n best derivations of every length, shortest first; see search/front.h.
  /// `most` has the bytes that each sentence may grow by. Where units have costs, derivations say
  /// what they cost.
  UnitDerivations fronts(const Units& units, std::span<const double> usability,
                         std::span<const std::int64_t> most, const DecodeOptions& options,
                         std::span<const std::int64_t> chosen = {},
                         std::span<const std::int32_t> cost = {}) const;

  /// For each sentence, the n best of the derivations that cost no more than `most` allows, best
  /// first, with the same proof as `decode` gives. `cost` has a number for each unit that planning
  /// kept, at least 0; a derivation costs what its units do together. What says nothing else than
  /// the sentence itself is left out where something else is found, unless `with_source`.
  /// Monte-Carlo search proves nothing and may find the sentence itself.
  UnitDerivations decode_within(const Units& units, std::span<const double> usability,
                                std::span<const std::int32_t> cost, std::int64_t most,
                                const DecodeOptions& options, bool with_source,
                                std::span<const StringScorer> scorers = {},
                                std::span<const std::int64_t> chosen = {}) const;

  /// For each sentence, the best of all derivations that make its target, words with blanks between
  /// them; see search/true_score.h.
  UnitTrueScores true_scores(const Units& units, std::span<const double> usability,
                             std::span<const std::string_view> targets) const;

 private:
  struct Workspace;

  static void cost_edges(std::span<const std::int32_t> cost, Workspace& workspace);
  void check(const Units& units, std::span<const double> usability,
             std::span<const std::int64_t> chosen) const;

  std::shared_ptr<const lm::Model> model_;
  UnitWeights weights_;
  mutable Stock<Workspace> workspaces_;
};

}  // namespace ow
