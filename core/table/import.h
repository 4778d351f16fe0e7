// Builds a table from text: one format, any number of inputs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/lines.h"
#include "base/output.h"
#include "table/builder.h"
#include "table/rows.h"

namespace ow {

struct BrokenLine {
  std::uint64_t line;
  std::string why;
};

/// What one input held.
struct ImportReport {
  std::uint64_t lines = 0;
  std::uint64_t entries = 0;
  std::uint64_t patterns = 0;                       // rules with slots, set aside
  std::map<std::string, std::uint64_t> left_out{};  // lines that are nothing for the table, by why
  std::uint64_t broken = 0;                         // lines with mistakes, left out
  std::vector<BrokenLine> first_broken{};           // at most kShown of them

  static constexpr std::size_t kShown = 10;
};

class TextImport {
 public:
  /// With `strict` the first broken line is a FormatError.
  TextImport(std::unique_ptr<RowParser> parser, bool strict);

  /// Begins an input; the descriptor is not owned.
  void open(int fd, std::string name);
  /// From now on rules with slots go to this descriptor (not owned), as they are, one a line.
  void keep_patterns(int fd, std::string name) { patterns_.emplace(fd, std::move(name)); }
  /// Reads at most this many lines of it; false at the end of the input.
  bool read(std::uint64_t lines);
  /// About the input opened last.
  const ImportReport& report() const { return report_; }
  /// Holds the entries of all inputs. Throws FormatError when there was none at all.
  const TableBuilder& builder() const;

 private:
  void read_line(std::string_view line);
  void begin_table();
  void add(const Row& row);

  std::unique_ptr<RowParser> parser_;
  bool strict_;
  std::optional<LineReader> input_;
  ImportReport report_;
  std::optional<TableBuilder> builder_;  // made when the names of the scores are known
  std::optional<Output> patterns_;
  Row row_;
  std::vector<WordId> source_, target_;
};

}  // namespace ow
