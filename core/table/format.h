// The layout of a table file, shared by its writer and its reader.
//
// The trie's nodes are numbered level by level, siblings in the order of their words. Its first
// level has a node for every word of the vocabulary, so node w is the source phrase of word w alone
// and the busiest level needs no search. The children of node i are the nodes from its first_child
// to that of node i + 1, its entries the bytes from its block to that of node i + 1; one more node
// closes the last ranges. A block is the number of entries, then the entries, best first.
#pragma once

#include <cstdint>

#include "base/container.h"

namespace ow::table_format {

constexpr FileKind kKind{{'O', 'W', 't', 'a', 'b', 'l', 'e', '\n'}, 1, "table"};

enum Section : std::uint32_t {
  kSummary = 1,
  kScoreNames = 2,  // each ended by a newline
  kNodes = 3,
  kBlocks = 4,    // followed by kVarintSlack zeros
  kCodebook = 5,  // only when scores are quantised
  kWords = 10,    // the vocabulary, most frequent in targets first
  kTags = 20,     // tag signatures, stored as a vocabulary
};

struct Summary {
  std::uint64_t entry_count;
  std::uint64_t source_count;
  std::uint32_t score_count;
  std::uint32_t longest_source;
  std::uint32_t longest_target;
  std::uint32_t flags;
};
static_assert(sizeof(Summary) == 32);

enum Flag : std::uint32_t { kHasCounts = 1, kHasTags = 2, kHasAlignments = 4 };

struct Node {
  std::uint32_t word;
  std::uint32_t first_child;
  std::uint64_t block;
};
static_assert(sizeof(Node) == 16);

}  // namespace ow::table_format
