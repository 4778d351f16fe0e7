// Entries by columns, many at a time, in the memory layout of Apache Arrow: the way to Parquet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table/table.h"

namespace ow {

/// Texts one after the other; text i lies between offsets i and i + 1.
struct TextColumn {
  std::vector<std::int32_t> offsets;
  std::string bytes;
};

struct Columns {
  std::size_t rows = 0;
  TextColumn source, target;
  std::vector<std::vector<float>> scores;  // one column a score
  std::vector<std::uint64_t> count;        // 0: not known
  TextColumn tags, alignment;              // empty: not known
};

/// Walks over all entries of a table, in the order of the file.
class ColumnReader {
 public:
  explicit ColumnReader(const Table& table) : table_(table), cursor_(table) {}
  /// The next entries, at most this many; none at the end.
  Columns next(std::size_t rows);

 private:
  const Table& table_;
  SourceCursor cursor_;
  std::size_t given_ = 0;  // entries of the current source that are out already
};

}  // namespace ow
