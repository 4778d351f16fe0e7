// PPDB's syntactic rules as patterns:
//
//     [NP] ||| the report of [NP,1] ||| [NP,1] 's report ||| feature=value … ||| alignment
//
// Slots become ours: `[NN_1]`, numbered for each tag by itself, in the source from left to right.
// Penn tags of nouns, verbs and adjectives stay as they are; NP stands for any noun and ADJP for an
// adjective, so one rule may be several entries. What is no pattern of ours is left out and says
// why: other labels, sides with different slots, no slot at all, or a side that has function words
// only. The label of the left-hand side and the alignment are not kept.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "table/ppdb.h"

namespace ow {

class PpdbRuleParser final : public RowParser {
 public:
  /// Of the words that are no content words, each has to be given; for the others see PpdbLines.
  PpdbRuleParser(std::vector<std::string> features, std::vector<std::string> names,
                 const std::vector<std::string>& function_words);
  RowKind parse(std::string_view line, Row& row) override;
  bool next(Row& row) override;
  std::vector<std::string> score_names() const override { return lines_.score_names(); }

  static constexpr std::size_t kMostSlots = 4;

 private:
  struct Slot {
    PpdbSlot text;
    std::span<const std::string_view> tags;  // what the label stands for
    std::size_t choice = 0;                  // which of these the present entry has
    std::string name;
  };
  /// Why a rule is no pattern; empty if it is one.
  std::string_view read_slots(const Row& row);
  bool has_content(const std::vector<std::string_view>& words) const;
  void name_slots(Row& row);

  PpdbLines lines_;
  std::unordered_set<std::string> function_words_;
  std::vector<Slot> slots_;                                 // in the order of the source
  std::vector<std::size_t> source_places_, target_places_;  // of the slots
};

}  // namespace ow
