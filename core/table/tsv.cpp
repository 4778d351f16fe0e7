#include "table/tsv.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "base/lines.h"

namespace ow {
namespace {

void split_columns(std::string_view line, std::vector<std::string_view>& columns) {
  columns.clear();
  for (;;) {
    const auto tab = line.find('\t');
    columns.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return;
    line.remove_prefix(tab + 1);
  }
}

/// Whether a column was meant to be a number, even if it is none to calculate with (nan, 1e999):
/// such a line is broken, and no header.
bool is_numeral(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

}  // namespace

bool TsvParser::is_header() const {
  return std::none_of(columns_.begin() + 2, columns_.end(), is_numeral);
}

void TsvParser::read_header(std::string_view line) {
  if (header_ == line) return;
  if (!header_.empty())
    throw Error("the header is not the one of the inputs before; build them one by one and merge");
  header_ = line;
  for (std::size_t i = 2; i < columns_.size(); ++i) {
    if (columns_[i] == "count")
      count_column_ = i;
    else if (columns_[i] == "tags")
      tags_column_ = i;
    else if (columns_[i] == "alignment")
      alignment_column_ = i;
    else
      header_names_.emplace_back(columns_[i]);
  }
}

RowKind TsvParser::parse(std::string_view line, Row& row) {
  if (line.empty()) return RowKind::kNothing;
  split_columns(line, columns_);
  if (columns_.size() < 3)
    throw FormatError("expected `source TAB target TAB scores`, found " +
                      std::to_string(columns_.size()) +
                      (columns_.size() == 1 ? " column" : " columns"));
  if (std::exchange(at_start_, false) && is_header()) {
    read_header(line);
    return RowKind::kNothing;
  }
  split_words(columns_[0], row.source);
  split_words(columns_[1], row.target);
  const auto optional_column = [&](std::size_t column) {
    if (column == 0) return std::string_view{};
    if (column >= columns_.size()) throw FormatError("there are fewer columns than in the header");
    return columns_[column];
  };
  const std::string_view count = optional_column(count_column_);
  row.count = count.empty() ? 0 : parse_count(count);
  row.tags = optional_column(tags_column_);
  parse_alignment(optional_column(alignment_column_), row.alignment);
  numbers_.clear();
  for (std::size_t i = 2; i < columns_.size(); ++i) {
    if (i != count_column_ && i != tags_column_ && i != alignment_column_)
      numbers_.push_back(columns_[i]);
  }
  scores_.parse(numbers_, row.scores);
  return RowKind::kEntry;
}

}  // namespace ow
