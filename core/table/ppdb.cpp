#include "table/ppdb.h"

#include <algorithm>

#include "base/error.h"
#include "base/lines.h"

namespace ow {
namespace {

constexpr std::string_view kProbability1 = "p(e|f)";
constexpr std::string_view kProbability2 = "-logp(e2|e1)";

bool has_slot(const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return !ppdb_slot(word).label.empty(); });
}

bool is_negative_log(std::string_view feature) {
  return feature.starts_with("p(") || feature.starts_with("-logp(") || feature.starts_with("Lex(");
}

/// The value in `name=value` if the name is this feature's.
bool has_feature(std::string_view text, std::string_view feature) {
  return text.size() > feature.size() && text[feature.size()] == '=' && text.starts_with(feature);
}

}  // namespace

PpdbSlot ppdb_slot(std::string_view word) {
  if (word.size() < 5 || word.front() != '[' || word.back() != ']') return {};
  const auto comma = word.rfind(',');
  if (comma == std::string_view::npos || comma < 2) return {};
  const std::string_view digits = word.substr(comma + 1, word.size() - comma - 2);
  const bool is_number = !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) {
    return c >= '0' && c <= '9';
  });
  if (!is_number) return {};
  return {word.substr(1, comma - 1), digits};
}

PpdbLines::PpdbLines(std::vector<std::string> features, std::vector<std::string> names)
    : features_(std::move(features)), names_(std::move(names)) {
  const std::size_t count = std::max<std::size_t>(features_.size(), 1);
  if (!names_.empty() && names_.size() != count)
    throw Error("the number of features is " + std::to_string(count) + ", but " +
                std::to_string(names_.size()) + " names are given; give one for each");
}

bool PpdbLines::split(std::string_view line, Row& row) {
  split_fields(line, fields_);
  if (fields_.size() == 1 && fields_[0].empty()) return false;
  if (fields_.size() < 4)
    throw FormatError("expected `[LHS] ||| source ||| target ||| features ||| alignment`, found " +
                      std::to_string(fields_.size()) +
                      (fields_.size() == 1 ? " field" : " fields"));
  const std::string_view label = fields_[0];
  if (label.size() < 3 || label.front() != '[' || label.back() != ']')
    throw FormatError("the line does not begin with a label such as [NN]");
  row.tags = label.substr(1, label.size() - 2);
  split_words(fields_[1], row.source);
  split_words(fields_[2], row.target);
  row.count = 0;
  return true;
}

void PpdbLines::score(Row& row) {
  split_words(fields_[3], values_);
  const auto value_of = [&](std::string_view feature) {
    const auto found = std::find_if(values_.begin(), values_.end(), [&](std::string_view text) {
      return has_feature(text, feature);
    });
    return found == values_.end() ? std::string_view{} : found->substr(feature.size() + 1);
  };
  if (features_.empty())
    features_.emplace_back(value_of(kProbability1).empty() ? kProbability2 : kProbability1);
  row.scores.clear();
  for (const std::string& feature : features_) {
    const std::string_view value = value_of(feature);
    if (value.empty()) throw FormatError("the feature " + feature + " is missing");
    const float score = parse_score(value, ScoreScale::kLog);
    row.scores.push_back(is_negative_log(feature) ? -score : score);
  }
}

std::vector<std::string> PpdbLines::score_names() const {
  if (!names_.empty()) return names_;
  std::vector<std::string> names = features_;
  for (std::string& name : names) {
    if (name.starts_with("-log")) name.erase(0, 4);
  }
  return names;
}

RowKind PpdbParser::parse(std::string_view line, Row& row) {
  if (!lines_.split(line, row)) return RowKind::kNothing;
  if (has_slot(row.source) || has_slot(row.target)) return RowKind::kPattern;
  lines_.score(row);
  parse_alignment(lines_.alignment(), row.alignment);
  return RowKind::kEntry;
}

}  // namespace ow
