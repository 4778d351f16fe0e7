// Tables in columns separated by tabs: source, target, scores.
//
// The first line is a header when none of its columns from the third on is a number. A header names
// the scores and may name columns `count`, `tags` and `alignment`, which are no scores. Headers of
// several inputs must be the same.
#pragma once

#include "table/rows.h"

namespace ow {

class TsvParser final : public RowParser {
 public:
  explicit TsvParser(ScoreChoice choice) : scores_(std::move(choice)) {}
  void begin_input() override { at_start_ = true; }
  RowKind parse(std::string_view line, Row& row) override;
  std::vector<std::string> score_names() const override { return scores_.names(header_names_); }

 private:
  bool is_header() const;
  void read_header(std::string_view line);

  ScoreColumns scores_;
  bool at_start_ = true;
  std::string header_;
  std::vector<std::string> header_names_;                                  // of the scores
  std::size_t count_column_ = 0, tags_column_ = 0, alignment_column_ = 0;  // 0: there is none
  std::vector<std::string_view> columns_, numbers_;
};

}  // namespace ow
