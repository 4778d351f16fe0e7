// Units inside of what others carry along: the fillers of patterns, the words within collocations.
//
// What a unit makes of its source is decoded like a sentence: words that stay cost nothing, since
// they are part of the unit, and a unit inside is worth what it is worth elsewhere, that is, how
// much better it scores than words that stay as they are. So whether it is used does not depend on
// the pattern around it, and the score of a derivation is still linear in the weights: each unit
// has its scores, and takes back the self score of each word of its source.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"
#include "lm/model.h"
#include "search/exact.h"
#include "search/unit_weights.h"
#include "units/units.h"

namespace ow {

/// A unit with others inside of it.
struct NestedUnit {
  std::vector<std::uint32_t> inner;  // rows of Units, in the order of the target
  std::vector<BatchWord> target;
  double gain = 0.0;        // what they add to the score of the unit
  std::int32_t growth = 0;  // and to the bytes of the text
};

/// Keeps its memory from sentence to sentence, so one a thread.
class NestedUnits {
 public:
  /// Begins a sentence. `scores` has the weighted score of each of its units, not-a-number for
  /// those that are not used; it must outlive the calls of `find`.
  void begin(const Units& units, std::size_t sentence, std::span<const double> scores,
             const lm::Model& model, const UnitWeights& weights);

  /// The best ways, best first, to use units inside of one, as the words that stand around it now
  /// let them seem; at most weights.nested. None when the work limit of the sentence is reached.
  /// Valid until the next call.
  std::span<const NestedUnit> find(std::uint32_t unit);

 private:
  static constexpr std::uint64_t kExpansions = 200'000;  // words tried in a sentence
  static constexpr std::uint32_t kSelf = UINT32_MAX;

  bool add_inner(std::uint32_t unit);
  void add_edge(std::uint32_t begin, std::uint32_t end, std::span<const BatchWord> target,
                double score, std::uint32_t unit);
  LocalWord local_word(BatchWord word);
  void add_answer(const Answer& answer);

  const Units* units_ = nullptr;
  const lm::Model* model_ = nullptr;
  const UnitWeights* weights_ = nullptr;
  std::size_t sentence_ = 0;
  std::span<const double> scores_;
  std::uint64_t left_ = 0;  // of the work limit

  std::vector<BatchWord> words_;        // the target with the words around it
  std::uint32_t first_ = 0, last_ = 0;  // where the target is in them
  std::vector<std::uint32_t> place_;    // by token: where it is carried in words_, or kSelf
  Lattice lattice_;
  ExactWorkspace exact_;
  std::vector<WordId> lm_words_;  // by local word
  std::vector<BatchWord> batch_words_;
  std::vector<std::uint32_t> unit_of_edge_;
  std::vector<std::string_view> texts_;
  std::vector<LocalWord> target_;
  std::vector<NestedUnit> found_;
};

}  // namespace ow
