// Algorithm 1 of Zhao, Wang, Liu and Li (2009): the patterns of an analysed sentence.
//
// The paper: the subtree of a word is the word with all its descendants; a partial subtree is a
// connected part of it that contains this word. Each partial subtree gives a pattern: the words of
// the subtree in the order of the sentence, where words that are not in the partial subtree are
// replaced by their tags, the slots. The slot of a word that is below the word of another slot is
// removed, so that a branch leaves one slot, with the tag of its head. Only subtrees of at most 10
// words are used, only slots with tags of nouns, verbs and adjectives, and only patterns with a
// content word.
//
// Where the paper is silent:
// - A branch whose head has another tag cannot be removed: its head stays, and branches further
//   down may be removed. So `into` of `take … into consideration` is part of every pattern of it.
// - A pattern has at least one slot. The whole subtree has none: it is a phrase.
// - Content words are nouns, verbs and adjectives, as for slots, and adverbs (RB, RBR, RBS), but
//   not the forms of be, have and do, nor negation, for which the tags are the same.
// - Patterns have so many slots at most, and a subtree gives so many patterns at most: those with
//   the fewest slots. The paper found no more than four slots, and more than two in one of a
//   thousand pairs.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "patterns/trees.h"

namespace ow::patterns {

/// Words of a subtree, one bit each, the leftmost word first.
using WordSet = std::uint16_t;

inline WordSet only(unsigned word) {
  return static_cast<WordSet>(1u << word);
}

/// Calls work(word) for each word of a set, from left to right.
template <class Work>
void for_each_word(WordSet set, Work&& work) {
  for (; set != 0; set = static_cast<WordSet>(set & (set - 1)))
    work(static_cast<unsigned>(std::countr_zero(set)));
}

struct PatternLimits {
  static constexpr unsigned kMostWords = 16;

  unsigned words = 10;     ///< of a subtree, at most kMostWords
  unsigned slots = 4;      ///< of a pattern
  unsigned patterns = 64;  ///< of a subtree

  /// Throws Error for what cannot be done.
  void check() const;
};

/// A partial subtree.
struct Partial {
  WordSet kept;   // its words
  WordSet slots;  // the heads of the branches that were removed

  /// All that is seen of the pattern: the place of a word or a slot in it is the number of these
  /// before it.
  WordSet shown() const { return kept | slots; }
};

/// A word with all its descendants.
struct Subtree {
  unsigned size;
  std::array<std::uint16_t, PatternLimits::kMostWords> places;  // in the sentence, ascending
  unsigned root;                                            // which of them the others are below
  std::array<WordSet, PatternLimits::kMostWords> branches;  // each word with all its descendants
  WordSet content;

  std::uint16_t begin() const { return places[0]; }
  std::uint16_t end() const { return static_cast<std::uint16_t>(places[size - 1] + 1); }
  /// Whether no other word is between its words, nor between those of any filler: in trees whose
  /// arcs do not cross it is always so.
  bool is_contiguous(const Partial& partial) const;
};

/// What was found, and what was not.
struct SubtreeCounts {
  std::int64_t subtrees = 0;       // of two words or more, within the limit
  std::int64_t long_subtrees = 0;  // beyond it
  std::int64_t patterns = 0;       // within the limits
  std::int64_t left_out = 0;       // patterns beyond the limits of slots and of a subtree

  SubtreeCounts& operator+=(const SubtreeCounts& other);
};

/// Finds the subtrees of one sentence after the other, and their patterns.
class SubtreeFinder {
 public:
  explicit SubtreeFinder(const PatternLimits& limits) : limits_(limits) {}

  /// The subtrees of two words or more within the limit, in the order of their roots; valid until
  /// the next call.
  std::span<const Subtree> find(std::span<const Word> tree);
  /// The partial subtrees of one of them that give patterns: fewest slots first, then by their
  /// slots; valid until the next call.
  std::span<const Partial> partials(std::span<const Word> tree, const Subtree& subtree);

  const SubtreeCounts& counts() const { return counts_; }

 private:
  void add_subtree(std::span<const Word> tree, std::span<const std::uint16_t> places);

  const PatternLimits limits_;
  SubtreeCounts counts_;
  std::vector<std::uint32_t> begins_;  // of the places of each word's subtree, as long as wanted
  std::vector<std::uint16_t> places_;
  std::vector<std::uint16_t> number_;  // in the subtree at hand, by place
  std::vector<Subtree> subtrees_;
  std::vector<Partial> partials_;
};

}  // namespace ow::patterns
