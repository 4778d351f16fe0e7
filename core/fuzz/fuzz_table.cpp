// A table file with any bytes changed, and its checksums put right, is read or refused.
//
// The input is a list of edits to a good file of all features: which section, where, what.

#include <vector>

#include "fuzz/seal.h"
#include "table/builder.h"
#include "table/columns.h"
#include "table/merge.h"
#include "table/table.h"
#include "tests/files.h"

namespace {

using namespace ow;
using namespace ow::table_format;

std::vector<fuzz::Section> good_table(const std::string& path, bool quantise) {
  TableBuilder builder({"p", "q"});
  const auto word = [&](int i) { return builder.word("word" + std::to_string(i)); };
  for (int i = 0; i < 40; ++i) {
    const std::vector<WordId> source{word(i % 7), word(i % 3), word(i % 11)};
    const std::vector<WordId> target{word(i), word(i / 2)};
    const float scores[] = {-0.1f * i, -1.0f / (i + 1)};
    const AlignmentPoint alignment[] = {{0, 1}, {0, 0}};
    const std::uint32_t tags = i % 2 ? builder.tags("T" + std::to_string(i % 5)) : Entry::kNoTags;
    const std::size_t length = 1 + i % 3;
    builder.add({source.data(), length}, {target, scores, static_cast<std::uint64_t>(i * i), tags,
                                          std::span(alignment).first(i % 3)});
  }
  builder.write(path, {Duplicates::kBest, quantise});
  return fuzz::read_sections(
      path, kKind,
      {kSummary, kScoreNames, kNodes, kBlocks, kCodebook, kWords, kWords + 1, kWords + 2,
       kWords + 3, kWords + 4, kTags, kTags + 1, kTags + 2, kTags + 3, kTags + 4});
}

void read_all(const std::string& path) {
  const Table table(path);
  std::vector<WordId> sentence;
  for (WordId word = 0; word < 12; ++word) sentence.push_back(word % 5);
  std::size_t matches = 0;
  table.for_each_match(sentence, [&](std::size_t, std::size_t, const Entry& entry) {
    for (const WordId word : entry.target) table.vocabulary().word(word);
    table.tags(entry.tags);
    ++matches;
  });
  table.find({sentence.data(), 2});
  table.vocabulary().find("word3");
  ColumnReader reader(table);
  while (reader.next(50).rows > 0) {
  }
  TableBuilder builder({table.score_names().begin(), table.score_names().end()});
  add_table(builder, table);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("table");
  static const std::vector<fuzz::Section> good[] = {good_table(path, false),
                                                    good_table(path, true)};
  if (size == 0) return 0;
  std::vector<fuzz::Section> sections = good[data[0] & 1];
  fuzz::edit(sections, data + 1, size - 1);
  tests::write_file(path, fuzz::seal(kKind, sections));
  try {
    read_all(path);
  } catch (const Error&) {
  }
  return 0;
}
