#include "table/builder.h"

#include <algorithm>
#include <cmath>

#include "base/lines.h"
#include "table/writer.h"

namespace ow {
namespace {

void check_word(std::span<const char> word) {
  const std::string_view text(word.data(), word.size());
  if (text.empty()) throw FormatError("a word is empty");
  if (!is_valid_utf8(text)) throw FormatError("not valid UTF-8");
  using namespace std::string_view_literals;
  if (text.find_first_of(" \t\n\v\f\r\0"sv) != std::string_view::npos)
    throw FormatError("the word \"" + excerpt(text) + "\" contains white space or a zero byte");
  if (text.find("|||") != std::string_view::npos)
    throw FormatError("the word \"" + excerpt(text) + "\" contains |||, which separates fields");
}

/// Names stand beside numbers in command lines and beside these columns in files.
void check_score_name(std::string_view name) {
  check_word(name);
  for (const std::string_view column : {"source", "target", "count", "tags", "alignment"}) {
    if (name == column)
      throw FormatError("a score cannot be called \"" + std::string(name) +
                        "\"; choose another name");
  }
  if (parse_number(name))
    throw FormatError("the name of a score cannot be a number such as " + excerpt(name));
}

void check_phrase(std::size_t length, const char* side) {
  if (length == 0) throw FormatError(std::string("the ") + side + " is empty");
  if (length > kLongestPhrase)
    throw FormatError(std::string("the ") + side + " has " + std::to_string(length) +
                      " words; the most is " + std::to_string(kLongestPhrase));
}

}  // namespace

TableBuilder::TableBuilder(std::vector<std::string> score_names)
    : score_names_(std::move(score_names)),
      records_(static_cast<std::uint32_t>(score_names_.size())) {
  if (score_names_.empty() || score_names_.size() > kMostScores)
    throw FormatError("a table has between 1 and " + std::to_string(kMostScores) + " scores, not " +
                      std::to_string(score_names_.size()));
  for (const std::string& name : score_names_) {
    check_score_name(name);
    if (std::count(score_names_.begin(), score_names_.end(), name) > 1)
      throw FormatError("two scores are called \"" + excerpt(name) + "\"; give them other names");
  }
}

WordId TableBuilder::word(std::string_view text) {
  return words_.intern(text, check_word);
}

std::uint32_t TableBuilder::tags(std::string_view text) {
  return tags_.intern(text, check_word);
}

void TableBuilder::add(std::span<const WordId> source, const Entry& entry) {
  check_phrase(source.size(), "source");
  check_phrase(entry.target.size(), "target");
  if (entry.scores.size() != score_names_.size())
    throw FormatError(std::to_string(entry.scores.size()) + " scores where " +
                      std::to_string(score_names_.size()) + " are expected");
  for (const float score : entry.scores) {
    if (!std::isfinite(score)) throw FormatError("a score is not a finite number");
  }
  if (entry.count > kLargestVarint) throw FormatError("the count is too large");
  for (const AlignmentPoint point : entry.alignment) {
    if (point.source >= source.size() || point.target >= entry.target.size())
      throw FormatError("the alignment points outside the phrases");
  }
  if (entry.alignment.size() > source.size() * entry.target.size())
    throw FormatError("the alignment has a point twice");

  // Tables come sorted by source more often than not.
  const auto is_last = [&] {
    const auto last = sources_[last_source_];
    return std::equal(last.begin(), last.end(), source.begin(), source.end());
  };
  if (entry_count_ == 0 || !is_last()) last_source_ = sources_.intern(source);
  records_.append(last_source_, entry);
  ++entry_count_;
}

WriteReport TableBuilder::write(const std::string& path, const WriteOptions& options) const {
  return TableWriter(*this, options).write(path);
}

}  // namespace ow
