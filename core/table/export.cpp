#include "table/export.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace ow {
namespace {

template <class Number>
void append_number(Number number, std::string& out) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, result.ptr);
}

void append_score(float score, ScoreScale scale, std::string& out) {
  if (scale == ScoreScale::kLog) return append_number(score, out);
  const double probability = std::exp(static_cast<double>(score));
  if (!(probability > 0 && std::isfinite(probability))) {
    std::string text;
    append_number(score, text);
    throw FormatError("the log score " + text +
                      " has no probability that a number can hold; write logs instead");
  }
  // As few digits as read back as the same log; next to 1 that takes many.
  char digits[32];
  for (const int precision : {6, 7, 8, 9, 17}) {
    const auto result = std::to_chars(digits, digits + sizeof digits, probability,
                                      std::chars_format::general, precision);
    double again;
    std::from_chars(digits, result.ptr, again);
    if (precision == 17 || static_cast<float>(std::log(again)) == score)
      return void(out.append(digits, result.ptr));
  }
}

/// Calls write_rest(entry, line) with the line so far: source, separator, target, separator.
template <class WriteRest>
void write_lines(const Table& table, Output& out, std::string_view separator,
                 WriteRest&& write_rest) {
  std::string source, line;
  for (SourceCursor cursor(table); cursor.next();) {
    source.clear();
    append_phrase(table.vocabulary(), cursor.source(), source);
    for (Entries entries = cursor.entries(); entries.next();) {
      line.assign(source).append(separator);
      append_phrase(table.vocabulary(), entries.entry().target, line);
      line.append(separator);
      write_rest(entries.entry(), line);
      line += '\n';
      out.write(line);
    }
  }
  out.flush();
}

}  // namespace

void append_alignment(std::span<const AlignmentPoint> alignment, std::string& out) {
  bool first = true;
  for (const AlignmentPoint point : alignment) {
    if (!std::exchange(first, false)) out += ' ';
    append_number(+point.source, out);
    out += '-';
    append_number(+point.target, out);
  }
}

void append_phrase(const Vocabulary& vocabulary, std::span<const WordId> words, std::string& out) {
  bool first = true;
  for (const WordId word : words) {
    if (!std::exchange(first, false)) out += ' ';
    out += vocabulary.word(word);
  }
}

void write_moses(const Table& table, Output& out, ScoreScale scale) {
  write_lines(table, out, " ||| ", [&](const Entry& entry, std::string& line) {
    for (std::size_t i = 0; i < entry.scores.size(); ++i) {
      if (i > 0) line += ' ';
      append_score(entry.scores[i], scale, line);
    }
    if (table.has_alignments() || table.has_counts()) {
      line += " ||| ";
      append_alignment(entry.alignment, line);
    }
    if (table.has_counts()) {
      line += " ||| ";
      if (entry.count > 0) append_number(entry.count, line);
    }
  });
}

void write_tsv(const Table& table, Output& out, ScoreScale scale) {
  out.write("source\ttarget");
  for (const std::string& name : table.score_names()) {
    out.write("\t");
    out.write(name);
  }
  if (table.has_counts()) out.write("\tcount");
  if (table.has_tags()) out.write("\ttags");
  if (table.has_alignments()) out.write("\talignment");
  out.write("\n");
  write_lines(table, out, "\t", [&](const Entry& entry, std::string& line) {
    for (std::size_t i = 0; i < entry.scores.size(); ++i) {
      if (i > 0) line += '\t';
      append_score(entry.scores[i], scale, line);
    }
    if (table.has_counts()) {
      line += '\t';
      if (entry.count > 0) append_number(entry.count, line);
    }
    if (table.has_tags()) line.append("\t").append(table.tags(entry.tags));
    if (table.has_alignments()) {
      line += '\t';
      append_alignment(entry.alignment, line);
    }
  });
}

}  // namespace ow
