// PPDB 1.0 and 2.0: `[LHS] ||| source ||| target ||| feature=value … ||| alignment [|||
// entailment]`.
//
// Features whose names begin with `p(`, `-logp(` or `Lex(` are negative logs of probabilities in
// these files; they become log probabilities here. All others (PPDB2.0Score, AGigaSim, …) are taken
// as they are, in the place of a log: the higher the better. The label of the left-hand side,
// without its brackets, is the tag signature. A rule with slots such as `[NP,1]` is a pattern.
#pragma once

#include "table/rows.h"

namespace ow {

/// What lexical rules and rules with slots have in common: fields and features.
class PpdbLines {
 public:
  /// Without features: the probability of the target given the source, `p(e|f)` in 1.0 and
  /// `-logp(e2|e1)` in 2.0. Names: one for each feature, or none to keep theirs (without `-log`).
  PpdbLines(std::vector<std::string> features, std::vector<std::string> names);

  /// Cuts a line into label, source and target; false if it is blank. Throws FormatError.
  bool split(std::string_view line, Row& row);
  /// The features of the line cut last. Throws FormatError where one is missing.
  void score(Row& row);
  /// The links of the line cut last.
  std::string_view alignment() const { return fields_.size() > 4 ? fields_[4] : ""; }
  std::vector<std::string> score_names() const;

 private:
  std::vector<std::string> features_;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_, values_;
};

class PpdbParser final : public RowParser {
 public:
  /// See PpdbLines.
  PpdbParser(std::vector<std::string> features, std::vector<std::string> names)
      : lines_(std::move(features), std::move(names)) {}
  RowKind parse(std::string_view line, Row& row) override;
  std::vector<std::string> score_names() const override { return lines_.score_names(); }

 private:
  PpdbLines lines_;
};

/// The label and the number of a slot such as `[NP,1]`; without a label if the word is no slot.
struct PpdbSlot {
  std::string_view label, number;
};
PpdbSlot ppdb_slot(std::string_view word);

}  // namespace ow
