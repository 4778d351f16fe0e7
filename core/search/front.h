// The n best strings for every length: what a budget of bytes is chosen from.
//
// Dynamic programming over (source position, language model state, bytes). Of the ways to one
// position and state, one matters only if fewer than n others, which make different strings, are as
// short and score as high: what may follow is the same for all, and different strings stay
// different. So the answers are exact for every budget at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/task.h"

namespace ow {

struct FrontOptions {
  std::uint32_t n = 1;                                // strings for every length, at least 1
  std::int64_t most = INT64_MAX;                      // longer answers are not wanted
  std::uint64_t expansions = WorkLimit{}.expansions;  // words tried at states, and ways compared
};

struct FrontAnswer {
  std::int64_t growth;  // of all its edges together
  Answer answer;
};

struct FrontResult {
  /// Different strings, where growth depends on the string alone, from the shortest to the longest,
  /// then from the best: less than n of those that are as short score as high. When nothing is
  /// short enough, only the shortest there are.
  std::vector<FrontAnswer> answers;
  bool complete = false;  // the n best of every length or less are proven to be among the answers
};

/// Finds out, of strings that come one by one, which of them are among the n best so far.
class Leaders {
 public:
  void reset(std::uint32_t n) {
    n_ = n;
    leaders_.clear();
  }
  /// Whether the string scores higher than all but n - 1 others, and than itself before.
  bool add(std::uint64_t text, double score);

 private:
  struct Leader {
    double score;
    std::uint64_t text;
  };
  std::uint32_t n_ = 1;
  std::vector<Leader> leaders_;  // best first
};

/// Memory a search reuses from sentence to sentence; one a thread.
class FrontSearch {
 public:
  /// `growth` tells for each edge of the lattice how many bytes longer it makes the text.
  FrontResult run(const Task& task, std::span<const std::int32_t> growth,
                  const FrontOptions& options);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// A way to a position; `from` and `edge` tell how it came there, `text` is a hash of its words.
  struct Label {
    lm::StateId state;
    std::uint32_t from, edge;
    std::int64_t growth;
    double score;
    std::uint64_t text;
  };
  /// The words on the way from a root of the trie to a node: a hash, and what the hash of words
  /// before them is multiplied by.
  struct Words {
    std::uint64_t hash = 0, power = 1;
  };
  /// Labels of one state at a position, and what the words read since then have added.
  struct Group {
    lm::StateId state;
    std::uint32_t begin, end;  // in labels_
    double gain;
  };

  void find_shortest();
  bool search(std::size_t most_labels);
  void settle(std::vector<Label>& arrivals, std::size_t most_labels);
  void thin(std::vector<Label>& arrivals, std::size_t most_labels) const;
  bool expand(std::uint32_t node, std::size_t depth, Words words);
  FrontResult collect();

  const Task* task_ = nullptr;
  std::span<const std::int32_t> growth_;
  std::uint32_t n_ = 1;
  std::int64_t most_ = 0;
  std::uint64_t left_ = 0;
  std::vector<std::int64_t> shortest_;        // from each position to the end
  std::vector<Label> labels_;                 // that were kept, position by position
  std::vector<std::vector<Label>> arrivals_;  // by position
  std::vector<std::vector<Group>> groups_;    // by depth in the trie
  std::vector<Label> kept_;
  Leaders leaders_;
};

}  // namespace ow
