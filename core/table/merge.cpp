#include "table/merge.h"

#include <algorithm>

namespace ow {
namespace {

std::string list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Numbers of one table as numbers of the builder, asked for once each.
template <class Ask>
class Translation {
 public:
  Translation(std::size_t size, Ask ask) : known_(size, UINT32_MAX), ask_(std::move(ask)) {}
  std::uint32_t operator()(std::uint32_t number) {
    std::uint32_t& known = known_[number];
    if (known == UINT32_MAX) known = ask_(number);
    return known;
  }

 private:
  std::vector<std::uint32_t> known_;
  Ask ask_;
};

}  // namespace

void add_table(TableBuilder& builder, const Table& table) {
  const auto ours = builder.score_names(), theirs = table.score_names();
  if (!std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()))
    fail_in_file(table.path(), "its scores are " + list(theirs) + ", not " + list(ours) +
                                   "; only tables with the same scores can be merged");
  Translation words(table.vocabulary().size(),
                    [&](WordId word) { return builder.word(table.vocabulary().word(word)); });
  Translation tags(table.tags_count(),
                   [&](std::uint32_t number) { return builder.tags(table.tags(number)); });
  std::vector<WordId> source, target;
  for (SourceCursor cursor(table); cursor.next();) {
    source.clear();
    for (const WordId word : cursor.source()) source.push_back(words(word));
    for (Entries entries = cursor.entries(); entries.next();) {
      Entry entry = entries.entry();
      target.clear();
      for (const WordId word : entry.target) target.push_back(words(word));
      entry.target = target;
      if (entry.tags != Entry::kNoTags) entry.tags = tags(entry.tags);
      builder.add(source, entry);
    }
  }
}

}  // namespace ow
