#include "table/moses.h"

#include "base/error.h"
#include "base/lines.h"

namespace ow {

RowKind MosesParser::parse(std::string_view line, Row& row) {
  split_fields(line, fields_);
  if (fields_.size() == 1 && fields_[0].empty()) return RowKind::kNothing;
  if (fields_.size() < 3)
    throw FormatError("expected `source ||| target ||| scores`, found " +
                      std::to_string(fields_.size()) +
                      (fields_.size() == 1 ? " field" : " fields"));
  split_words(fields_[0], row.source);
  split_words(fields_[1], row.target);
  split_words(fields_[2], numbers_);
  scores_.parse(numbers_, row.scores);
  parse_alignment(fields_.size() > 3 ? fields_[3] : std::string_view{}, row.alignment);
  row.count = 0;
  if (fields_.size() > 4) {
    split_words(fields_[4], numbers_);
    if (numbers_.size() == 1 || numbers_.size() == 3) row.count = parse_count(numbers_.back());
  }
  return RowKind::kEntry;
}

}  // namespace ow
