// Moses phrase tables: `source ||| target ||| scores [||| alignment [||| counts [||| …]]]`.
#pragma once

#include "table/rows.h"

namespace ow {

/// Of three counts the last is that of the pair; a single one is, too.
class MosesParser final : public RowParser {
 public:
  explicit MosesParser(ScoreChoice choice) : scores_(std::move(choice)) {}
  RowKind parse(std::string_view line, Row& row) override;
  std::vector<std::string> score_names() const override { return scores_.names(); }

 private:
  ScoreColumns scores_;
  std::vector<std::string_view> fields_, numbers_;
};

}  // namespace ow
