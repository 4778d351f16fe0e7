// The best derivation for every length: what a budget of bytes is chosen from.
//
// Dynamic programming over (source position, language model state, bytes). Of the ways to one
// position and state, one matters only if no other is as short and scores as high: what may follow
// is the same for both. So the answers are exact for every budget at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/task.h"

namespace ow {

struct FrontOptions {
  std::int64_t most = INT64_MAX;                      // longer answers are not wanted
  std::uint64_t expansions = WorkLimit{}.expansions;  // words tried at states, and ways compared
  /// When the work limit is reached, the search starts again and keeps only so many ways to each
  /// position and length.
  std::uint32_t stack = 16;
};

struct FrontAnswer {
  std::int64_t growth;  // of all its edges together
  Answer answer;
};

struct FrontResult {
  /// From the shortest to the best: each scores higher than all that are shorter. When nothing is
  /// short enough, only the shortest there is.
  std::vector<FrontAnswer> answers;
  bool complete = false;  // each answer is proven to be the best of its length or less
};

/// Memory a search reuses from sentence to sentence; one a thread.
class FrontSearch {
 public:
  /// `growth` tells for each edge of the lattice how many bytes longer it makes the text.
  FrontResult run(const Task& task, std::span<const std::int32_t> growth,
                  const FrontOptions& options);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// A way to a position; `from` and `edge` tell how it came there.
  struct Label {
    lm::StateId state;
    std::uint32_t from, edge;
    std::int64_t growth;
    double score;
  };
  /// Labels of one state at a position, and what the words read since then have added.
  struct Group {
    lm::StateId state;
    std::uint32_t begin, end;  // in labels_
    double gain;
  };

  void find_shortest();
  bool search(std::uint32_t stack);
  void settle(std::vector<Label>& arrivals, std::uint32_t stack);
  bool expand(std::uint32_t node, std::size_t depth);
  FrontResult collect() const;

  const Task* task_ = nullptr;
  std::span<const std::int32_t> growth_;
  std::int64_t most_ = 0;
  std::uint64_t left_ = 0;
  std::vector<std::int64_t> shortest_;        // from each position to the end
  std::vector<Label> labels_;                 // that were kept, position by position
  std::vector<std::vector<Label>> arrivals_;  // by position
  std::vector<std::vector<Group>> groups_;    // by depth in the trie
};

}  // namespace ow
