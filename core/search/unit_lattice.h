// From planned units to a task for a search: equation 6 of SPG as the scores of edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"
#include "lm/model.h"
#include "search/task.h"
#include "units/units.h"

namespace ow {

/// The λ of an application, and the score of a word that stays as it is.
struct UnitWeights {
  std::vector<std::vector<double>> tables;  // by table and score; a table without is not used
  double lm = 1.0;
  double self = 1.0;
  double usability = 1.0;
  double self_score = -1.0;  // log c
};

/// The lattice of one sentence after the other; keeps its memory, so one a thread.
class UnitLattice {
 public:
  /// The task of a sentence, valid until the next call. `usability` has a number for each unit of
  /// the batch; those that are not a number were left out in planning.
  Task make(const Units& units, std::size_t sentence, std::span<const double> usability,
            const lm::Model& model, const UnitWeights& weights);

  /// The unit that an edge of the lattice stands for, kSelf for a word that stays.
  std::uint32_t unit(std::uint32_t edge) const { return unit_of_edge_[edge]; }
  static constexpr std::uint32_t kSelf = UINT32_MAX;
  /// How many bytes longer an edge makes the text, by edge.
  std::span<const std::int32_t> growth() const { return growth_; }

 private:
  LocalWord local_word(const Units& units, BatchWord word);

  Lattice lattice_;
  std::vector<WordId> lm_words_;        // by local word
  std::vector<LocalWord> local_words_;  // by word of the batch; kNoWord when not in here
  std::vector<BatchWord> seen_;         // what of local_words_ is to be cleared
  std::vector<std::uint32_t> unit_of_edge_;
  std::vector<std::int32_t> growth_;
  std::vector<std::string_view> sentence_;
  std::vector<LocalWord> target_;
};

}  // namespace ow
