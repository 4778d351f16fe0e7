// From a tokenised sentence to a task for a search: all units of all tables as a lattice.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lattice/lattice.h"
#include "lm/model.h"
#include "search/task.h"
#include "table/table.h"

namespace ow {

/// A table, what answers call it, and the weight of each of its scores.
struct WeightedTable {
  std::shared_ptr<const Table> table;
  std::string name;
  std::vector<double> weights;
};

/// What stands beside the tables in a lattice.
struct SelfScores {
  std::optional<double> self;  // log φ of an edge from each word to itself; none without
  double self_weight = 1.0;
  double unknown = -100.0;  // of a word that no entry covers alone and that has no self edge
};

/// Makes lattices; any number of threads may use one, each with a workspace of its own.
class LatticeMaker {
 public:
  /// Throws Error when a weight or score is not finite, the weights of a table are not one a score,
  /// or the weight of the language model is negative.
  LatticeMaker(std::vector<WeightedTable> tables, std::shared_ptr<const lm::Model> model,
               double lm_weight, const SelfScores& scores);

  /// Memory reused from sentence to sentence; one a thread.
  class Workspace {
   public:
    const Lattice& lattice() const { return lattice_; }

   private:
    friend class LatticeMaker;
    struct Seen {
      std::uint32_t round = 0;
      LocalWord word = 0;
    };
    Lattice lattice_;
    std::vector<WordId> lm_words_;                // by local word
    std::vector<std::vector<Seen>> local_words_;  // by table, then word of the table
    std::uint32_t round_ = 0;
    std::vector<WordId> sentence_;
    std::vector<LocalWord> target_;
    std::vector<std::uint8_t> covered_;  // by source position
  };

  /// The task of a sentence, valid until the workspace is used again. The words must outlive it.
  Task make(std::span<const std::string_view> sentence, Workspace& workspace) const;

  std::span<const WeightedTable> tables() const { return tables_; }
  const lm::Model& model() const { return *model_; }
  double lm_weight() const { return lm_weight_; }
  const SelfScores& scores() const { return scores_; }

 private:
  static constexpr WordId kNotLookedUp = UINT32_MAX;

  void start(std::span<const std::string_view> sentence, Workspace& w) const;
  void add_units(std::size_t table, std::span<const std::string_view> sentence, Workspace& w) const;
  LocalWord local_word(std::size_t table, WordId word, Workspace& w) const;
  void add_passing(Workspace& w) const;

  std::vector<WeightedTable> tables_;
  std::shared_ptr<const lm::Model> model_;
  double lm_weight_;
  SelfScores scores_;
  // By table and word of the table: its number in the model, found on first use.
  std::vector<std::unique_ptr<std::atomic<WordId>[]>> lm_numbers_;
};

}  // namespace ow
