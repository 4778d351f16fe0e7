// From planned units to a task for a search: equation 6 of SPG as the scores of edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"
#include "lm/model.h"
#include "search/nested_units.h"
#include "search/task.h"
#include "search/unit_weights.h"
#include "units/units.h"

namespace ow {

/// The lattice of one sentence after the other; keeps its memory, so one a thread.
class UnitLattice {
 public:
  /// The task of a sentence, valid until the next call. `usability` has a number for each unit of
  /// the batch; those that are not a number were left out in planning. `chosen` are rows of units
  /// that someone has decided for: nothing else can be said in their place.
  Task make(const Units& units, std::size_t sentence, std::span<const double> usability,
            std::span<const std::int64_t> chosen, const lm::Model& model,
            const UnitWeights& weights);

  /// The units that an edge of the lattice stands for: one, and those inside of what it carries
  /// along; none for a word that stays.
  std::span<const std::uint32_t> units(std::uint32_t edge) const {
    const std::uint32_t begin = edge == 0 ? 0 : unit_ends_[edge - 1];
    return {edge_units_.data() + begin, unit_ends_[edge] - begin};
  }
  const Lattice& lattice() const { return lattice_; }
  /// How many bytes longer an edge makes the text, by edge.
  std::span<const std::int32_t> growth() const { return growth_; }

 private:
  LocalWord local_word(const Units& units, BatchWord word);
  void score_units(const Units& units, std::size_t sentence, std::span<const double> usability,
                   const UnitWeights& weights);
  void take_places(const Units& units, std::size_t sentence, std::span<const std::int64_t> chosen);
  bool is_open(const Units& units, std::uint32_t unit) const;
  void add_edge(const Units& units, std::uint32_t unit, std::span<const BatchWord> target,
                double score, double usability, std::int32_t growth,
                std::span<const std::int32_t> carried, std::span<const std::uint32_t> inner);
  void add_nested(const Units& units, std::size_t sentence, std::span<const double> usability);
  void end_edge(std::int32_t growth, std::span<const std::int32_t> carried);

  Lattice lattice_;
  std::vector<WordId> lm_words_;        // by local word
  std::vector<LocalWord> local_words_;  // by word of the batch; kNoWord when not in here
  std::vector<BatchWord> seen_;         // what of local_words_ is to be cleared
  std::vector<std::uint32_t> edge_units_, unit_ends_;  // the latter by edge
  std::vector<std::int32_t> growth_;
  std::vector<std::int32_t> carried_;  // by target word of the lattice: see Task
  std::vector<std::string_view> sentence_;
  std::vector<LocalWord> target_;
  NestedUnits nested_;
  std::vector<std::uint8_t> taken_;  // by token: whether a chosen unit has its place
  std::span<const std::int64_t> chosen_;
  std::vector<double> scores_;           // of the units of the sentence, not a number if not used
  std::vector<std::uint32_t> carrying_;  // units that carry words along, best first
};

}  // namespace ow
