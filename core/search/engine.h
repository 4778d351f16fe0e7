// One search out of several: exact, and the beam where exact search gives up; or Monte-Carlo.
#pragma once

#include <limits>

#include "search/beam.h"
#include "search/exact.h"
#include "search/monte_carlo.h"
#include "search/task.h"

namespace ow {

enum class Search { kExact, kBeam, kMonteCarlo };

struct DecodeOptions {
  Search search = Search::kExact;
  std::uint32_t n = 1;        // how many derivations; at least 1
  bool distinct = false;      // one derivation a string; exact search never gives more
  WorkLimit limit;            // of exact search, before the beam takes over
  std::uint32_t stack = 100;  // of the beam; 0: no limit
  double threshold = std::numeric_limits<double>::infinity();  // of the beam
  MonteCarloOptions monte_carlo;
};

/// Throws Error when there are scorers, but not one for each of `sentences`.
void check_scorers(std::span<const StringScorer> scorers, std::size_t sentences);

/// Keeps the memory of the searches from sentence to sentence; one a thread.
class SearchEngine {
 public:
  /// `used` becomes the search that gave the answer. Only Monte-Carlo search takes a scorer; throws
  /// Error when another is asked to.
  SearchResult run(const Task& task, const DecodeOptions& options, const StringScorer& scorer,
                   Search& used);

 private:
  ExactWorkspace exact_;
  BeamWorkspace beam_;
};

}  // namespace ow
