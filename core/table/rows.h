// What the text formats of tables have in common: a line becomes a row, or it is broken.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/entry.h"

namespace ow {

/// One line of a text table; the views point into the line.
struct Row {
  std::vector<std::string_view> source, target;
  std::vector<float> scores;
  std::uint64_t count = 0;
  std::string_view tags;
  std::vector<AlignmentPoint> alignment;
  std::string_view left_out;  // why there is no entry
};

enum class RowKind {
  kEntry,
  kPattern,  // a rule with slots: no entry of a table of phrases
  kLeftOut,  // nothing for such a table; the row says why
  kNothing,  // a blank line, a header
};

/// One text format, with its options.
class RowParser {
 public:
  virtual ~RowParser() = default;
  /// Told before the first line of each input.
  virtual void begin_input() {}
  /// Fills the row from a line. Throws FormatError, saying why, when the line is broken, and any
  /// other Error when no line can be right; the place of the line is the caller's to add.
  virtual RowKind parse(std::string_view line, Row& row) = 0;
  /// Fills the row with the next entry of the line parsed last; false if there is none.
  virtual bool next(Row&) { return false; }
  /// Names of the scores of a row; known once an entry has been parsed.
  virtual std::vector<std::string> score_names() const = 0;
};

/// How a text gives its scores.
enum class ScoreScale { kProbability, kLog };

/// Which numbers of a line become scores of the table.
struct ScoreChoice {
  std::vector<std::size_t> places;  // from 0; empty: all of them
  std::vector<std::string> names;   // one for each chosen score; empty: made up
  ScoreScale scale = ScoreScale::kProbability;
};

/// The choice applied to lines; all lines must have as many numbers as the first when all of them
/// are chosen.
class ScoreColumns {
 public:
  explicit ScoreColumns(ScoreChoice choice);

  /// Turns the texts of all numbers of a line into the chosen scores.
  void parse(std::span<const std::string_view> numbers, std::vector<float>& scores);
  /// Names for what was chosen; `known` has the names of all numbers of a line, or is empty.
  std::vector<std::string> names(std::span<const std::string> known = {}) const;

 private:
  void check_names(std::size_t score_count) const;

  ScoreChoice choice_;
  bool all_;
};

/// A number of the text as natural log. Throws FormatError when it has none.
float parse_score(std::string_view text, ScoreScale scale);
/// A count, rounded.
std::uint64_t parse_count(std::string_view text);
/// `0-0 1-2`: place in the source, place in the target.
void parse_alignment(std::string_view text, std::vector<AlignmentPoint>& alignment);

}  // namespace ow
