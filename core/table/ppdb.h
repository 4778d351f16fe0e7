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

class PpdbParser final : public RowParser {
 public:
  /// Without features: the probability of the target given the source, `p(e|f)` in 1.0 and
  /// `-logp(e2|e1)` in 2.0. Names: one for each feature, or none to keep theirs (without `-log`).
  PpdbParser(std::vector<std::string> features, std::vector<std::string> names);
  RowKind parse(std::string_view line, Row& row) override;
  std::vector<std::string> score_names() const override;

 private:
  std::vector<std::string> features_;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_, values_;
};

}  // namespace ow
