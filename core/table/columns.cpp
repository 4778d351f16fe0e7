#include "table/columns.h"

#include "table/export.h"

namespace ow {
namespace {

// Columns this long are closed early, far below what 32-bit offsets can reach.
constexpr std::size_t kManyBytes = std::size_t{256} << 20;

void close_text(TextColumn& column) {
  if (column.bytes.size() > INT32_MAX) throw Error("an entry is too long for a column of texts");
  column.offsets.push_back(static_cast<std::int32_t>(column.bytes.size()));
}

}  // namespace

Columns ColumnReader::next(std::size_t rows) {
  Columns columns;
  TextColumn* const texts[] = {&columns.source, &columns.target, &columns.tags, &columns.alignment};
  for (TextColumn* column : texts) column->offsets.push_back(0);
  columns.scores.resize(table_.score_names().size());
  const auto has_room = [&] {
    return columns.rows < rows &&
           columns.source.bytes.size() + columns.target.bytes.size() < kManyBytes;
  };
  std::string source;
  while (has_room() && (given_ > 0 || cursor_.next())) {
    source.clear();
    append_phrase(table_.vocabulary(), cursor_.source(), source);
    Entries entries = cursor_.entries();
    for (std::size_t i = 0; i < given_; ++i) entries.next();
    while (has_room() && entries.next()) {
      const Entry& entry = entries.entry();
      columns.source.bytes += source;
      append_phrase(table_.vocabulary(), entry.target, columns.target.bytes);
      columns.tags.bytes += table_.tags(entry.tags);
      append_alignment(entry.alignment, columns.alignment.bytes);
      for (TextColumn* column : texts) close_text(*column);
      for (std::size_t i = 0; i < entry.scores.size(); ++i)
        columns.scores[i].push_back(entry.scores[i]);
      columns.count.push_back(entry.count);
      ++columns.rows;
      ++given_;
    }
    if (given_ == entries.size()) given_ = 0;
  }
  return columns;
}

}  // namespace ow
