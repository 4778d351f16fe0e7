// Algorithm 2 of Zhao, Wang, Liu and Li (2009): the pivot pattern that is aligned with a pattern.
//
// The paper: go through the words of the other sentence from left to right; a word that is linked
// with a word of the pattern is appended to the pivot pattern; for a word that is linked with the
// head of a removed branch, the slot is appended. So words without links and words that are linked
// outside of the subtree are passed over: the words of a pivot pattern need not stand together, and
// it need not be part of a tree. A word that is linked with the pattern may also have links outside
// of the subtree. Slots with the same tag are numbered in the order of the pivot pattern, and each
// slot of the pattern has the number of its slot there.
//
// Where the paper is silent:
// - A slot stands where the words are that are linked with any word of its branch, not with its
//   head alone: they are what will be replaced. However many they are, it stands there once.
// - There is no pair when a word is linked with two parts (words of the pattern, or the branch of a
//   slot), or when words of another part stand between those of a branch: the alignment is torn.
// - There is no pair when a branch has no links, since its slot has no number then, nor when no
//   content word of the pattern has one: the pivot pattern, too, must have a content word.
// - A word at either end of a pattern need not have a link, unless patterns are to be tight.
// - There is no pair when the pivot pattern is too long; the paper has no limit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/links.h"
#include "patterns/pattern_text.h"
#include "patterns/subtrees.h"

namespace ow::patterns {

/// A word of a pivot pattern, or a slot.
struct PivotItem {
  bool is_slot;
  std::uint8_t slot;    // the slot by its word in the subtree
  std::uint16_t place;  // the word by its place in the other sentence
  WordSet linked;       // the words of the subtree that it is linked with
};

enum class Pairing { kPaired, kUnaligned, kTorn, kTooLong };

/// Finds the pivot patterns of one subtree after the other.
class PivotFinder {
 public:
  static constexpr unsigned kMostItems = 255;

  /// `longest` words and slots at most, no more than kMostItems; with `tight`, words at the ends of
  /// a pattern must have links.
  explicit PivotFinder(unsigned longest, bool tight = false) : longest_(longest), tight_(tight) {}

  /// Takes another subtree; `links` are those of its sentence pair.
  void turn_to(const Subtree& subtree, std::span<const Link> links);
  /// The pivot pattern of a partial subtree; `items` has it when there is a pair.
  Pairing find(const Partial& partial);

  std::span<const PivotItem> items() const { return items_; }

 private:
  struct Linked {
    std::uint16_t place;
    WordSet words;
  };

  const unsigned longest_;
  const bool tight_;
  const Subtree* subtree_ = nullptr;
  std::vector<Linked> linked_;  // words of the other sentence, from left to right
  WordSet any_ = 0;             // words of the subtree that have links
  std::vector<PivotItem> items_;
};

}  // namespace ow::patterns
