// The true score of a given paraphrase: the best of all derivations that make it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "search/paths.h"
#include "search/task.h"

namespace ow {

struct TrueScore {
  double score = 0.0;                 // minus infinity when the target cannot be made
  std::vector<Answer> segmentations;  // best first: by score, then edges
  std::uint64_t count = 0;            // of all segmentations there are, also those not given
  std::string reason;                 // why the target cannot be made; empty when it can
};

/// Memory reused from pair to pair; one a thread.
struct TrueScoreWorkspace {
  PathGraph graph;
  PathEnumerator paths;
  std::vector<PathGraph::PointId> points;  // by source position and target position
};

/// `target` in words of the lattice; a word that the lattice does not have is kNoWord.
/// At most `most` segmentations are given, at least the best.
TrueScore true_score(const Task& task, std::span<const LocalWord> target, std::uint32_t most,
                     TrueScoreWorkspace& workspace);

/// What the language model says of the target, natural log, not weighted.
double language_score(const Task& task, std::span<const LocalWord> target);

}  // namespace ow
