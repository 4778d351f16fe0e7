// Pairs of sentences that differ in few words, without comparing all with all.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ow::pairs {

/// Which sentences count as near. The defaults are those of PR, and `share`, without which short
/// sentences that have nothing in common are near.
struct NearOptions {
  std::uint32_t distance = 12;  // most words to insert and delete
  double share = 0.6;           // the same, as a share of the words of the longer sentence
  double ratio = 2.0 / 3.0;     // least words of the shorter sentence for each of the longer one
  std::uint32_t shortest = 5;   // least words of a sentence
  std::uint32_t longest = 80;   // most words of a sentence
  bool substitutions = false;   // whether a word in place of another is one edit, not two
};

struct NearPair {
  std::uint32_t first, second;  // numbers of two sentences, first < second
  std::uint32_t distance;
  friend bool operator==(const NearPair&, const NearPair&) = default;
};

/// What was found among the sentences of one cluster.
struct NearPairs {
  std::vector<NearPair> pairs;    // in the order of their numbers
  std::uint64_t sentences = 0;    // of a length that counts
  std::uint64_t repeated = 0;     // sentences that were there before, left out
  std::uint64_t compared = 0;     // pairs whose distance was computed
  std::uint64_t punctuation = 0;  // near pairs that differ in punctuation only, left out
};

/// Finds exactly the pairs that are near: an inverted index of rare words leaves out only such
/// pairs as cannot be near. Sentences are tokenised and in lower case. Two sentences are never near
/// when they have no word in common.
NearPairs near_pairs(std::span<const std::string_view> sentences, const NearOptions& options);

/// The same for several clusters, each on one of `threads` threads.
std::vector<NearPairs> near_pairs_of_clusters(
    const std::vector<std::vector<std::string_view>>& clusters, const NearOptions& options,
    unsigned threads);

}  // namespace ow::pairs
