// Units of a table of patterns: partial subtrees of the sentence, whose slots are filled with the
// sentence's own words.
//
// Entries have slots such as `[NN_1]` among their words, see patterns/pattern_text.h. In a source
// the slots of a tag are numbered from left to right; a target has the same slots, each once, in
// any order. Entries whose target has others make no units.
#pragma once

#include <array>

#include "patterns/subtrees.h"
#include "units/batch.h"

namespace ow {

class PatternUnits : public UnitMaker {
 public:
  PatternUnits(const Table& table, std::size_t number, UnitBatch& batch);

  /// A unit takes the place of a whole subtree. Its words that do not fill slots are not protected;
  /// fillers are carried along. Sentences without tags and heads, and very long ones, have none.
  void make() override;

 private:
  static constexpr std::size_t kLongestSentence = 4095;  // in words, whose places have 16 bits

  struct Slot {
    WordId word;
    std::size_t begin, end;  // the tokens that fill it
    std::size_t head;        // the one that the others are below
  };

  bool plant();
  void match(const patterns::Subtree& subtree, const patterns::Partial& partial);
  bool fill(const Entry& entry);
  bool has_determiner(const Slot& slot) const;

  const Table& table_;
  const std::size_t number_;
  UnitBatch& batch_;
  TableWords words_;
  const patterns::PatternLimits limits_;
  patterns::SubtreeFinder finder_;
  std::vector<WordId> slot_words_;  // by tag, then number from 1 on
  std::vector<WordId> sentence_;    // by token; unknown for those that are protected
  std::vector<patterns::Word> tree_;
  std::vector<WordId> source_;
  std::vector<Slot> slots_;
};

}  // namespace ow
