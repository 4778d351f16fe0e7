// Units of a table of patterns: partial subtrees of the sentence, whose slots are filled with the
// sentence's own words.
//
// Entries have slots such as `[NN_1]` among their words, see patterns/pattern_text.h. In a source
// the slots of a tag are numbered from left to right; a target has the same slots, each once, in
// any order. Entries whose target has others make no units.
//
// They may be looked up loosely, where nothing is found otherwise:
// - in longer subtrees than those that patterns are learnt from;
// - with other slots of their kind, so that `the question of [NN_1]` is found where the table has
//   `the question of [NNS_1]`: nouns are of one kind, and so are finite verbs;
// - without words that they begin with, and without a mark that they end with: `we must reverse
//   [NN_1] .` as `reverse [NN_1]`, or as `to reverse [NN_1]` if the target begins with `to`, too;
//   `this question of [NN_1]` likewise as `the question of [NN_1]`. Such words stay as they are.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "patterns/subtrees.h"
#include "units/batch.h"

namespace ow {

class PatternUnits : public UnitMaker {
 public:
  PatternUnits(const Table& table, std::size_t number, UnitBatch& batch, bool loose = false);

  /// A unit takes the place of a whole subtree. Its words that do not fill slots are not protected;
  /// fillers are carried along. Sentences without tags and heads, and very long ones, have none.
  void make() override;

 private:
  static constexpr std::size_t kLongestSentence = 4095;  // in words, whose places have 16 bits

  struct Part {              // a word of a pattern, or a slot
    WordId word;             // of the look-up at hand
    std::size_t begin, end;  // the tokens that it stands for
    std::size_t head;        // the one that the others are below
    std::uint8_t own, tag;   // of a slot, by the tree and in the look-up at hand; else kNoSlot

    bool is_slot() const { return own != patterns::kNoSlot; }
  };

  static bool has_slot(std::span<const Part> parts) {
    return std::any_of(parts.begin(), parts.end(), [](const Part& each) { return each.is_slot(); });
  }

  bool plant();
  void match(const patterns::Subtree& subtree, const patterns::Partial& partial);
  bool match_loosely();
  bool look_up(std::span<Part> parts, WordId before = Table::kUnknown);
  void name_slots(std::span<Part> parts);
  static bool take_other_slots(std::span<Part> parts);
  bool fill(std::span<const Part> parts, std::span<const WordId> target);
  bool has_determiner(const Part& slot) const;

  const Table& table_;
  const std::size_t number_;
  UnitBatch& batch_;
  TableWords words_;
  const bool loose_;
  const patterns::PatternLimits limits_;
  patterns::SubtreeFinder finder_;
  std::vector<WordId> slot_words_;  // by tag, then number from 1 on
  std::vector<WordId> sentence_;    // by token; unknown for those that are protected
  std::vector<patterns::Word> tree_;
  std::vector<Part> parts_;
  std::vector<WordId> source_;
};

}  // namespace ow
