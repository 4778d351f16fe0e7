// Any text is read as Moses, PPDB (phrases or rules) or TSV table or refused; what is read can be
// written and found.

#include <cstdlib>
#include <memory>

#include "fuzz/expand.h"
#include "table/export.h"
#include "table/import.h"
#include "table/moses.h"
#include "table/ppdb.h"
#include "table/ppdb_rules.h"
#include "table/table.h"
#include "table/tsv.h"
#include "tests/files.h"

namespace {

using namespace ow;

std::unique_ptr<RowParser> parser_for(unsigned choice) {
  ScoreChoice scores;
  if (choice & 4) scores.places = {1, 0};
  if (choice & 8) scores.scale = ScoreScale::kLog;
  switch (choice & 3) {
    case 0:
      return std::make_unique<MosesParser>(scores);
    case 1:
      return std::make_unique<TsvParser>(scores);
    default: {
      const auto features =
          choice & 4 ? std::vector<std::string>{"a", "p(b)"} : std::vector<std::string>{};
      const std::vector<std::string> names;
      if ((choice & 3) == 2) return std::make_unique<PpdbParser>(features, names);
      const std::vector<std::string> function_words = {"the"};
      return std::make_unique<PpdbRuleParser>(features, names, function_words);
    }
  }
}

/// What the format is made of.
constexpr std::string_view kPieces[] = {
    " ||| ",     "\t",     "\n",         " ",
    "0.5",       "-1e-3",  "0-0",        "1-0 ",
    "[NN] ||| ", "[NP,1]", "p(e|f)=0.1", "a=1 p(b)=2",
    "[NN,2]",    "[VP,3]", "the",        "[NN_1]",
    "word",      "é",      "nan",        "source\ttarget\tp\tcount\ttags\talignment\n"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("table");
  if (size == 0) return 0;
  const std::string_view raw(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string text = data[0] & 32 ? std::string(raw) : fuzz::expand(raw, kPieces);
  try {
    const bool strict = (data[0] & 16) != 0;
    TextImport import(parser_for(data[0]), strict);
    const tests::TextSource input(text), patterns("");
    import.keep_patterns(patterns.fd(), "patterns");
    import.open(input.fd(), "input");
    while (import.read(3)) {
    }
    const auto& held = import.report();
    std::uint64_t used = held.patterns + held.broken;
    for (const auto& reason : held.left_out) used += reason.second;
    // A rule may be as many entries as there are tags for each of its slots.
    const std::uint64_t most = (data[0] & 3) == 3 ? 256 : 1;
    if (used > held.lines || held.entries > most * (held.lines - used)) std::abort();
    const WriteReport written = import.builder().write(path);
    if (written.entries + written.duplicates != held.entries) std::abort();

    const Table table(path);
    const tests::TextSource again("");
    Output out(again.fd(), "output");
    write_tsv(table, out, ScoreScale::kLog);
    ::lseek(again.fd(), 0, SEEK_SET);
    TextImport second(std::make_unique<TsvParser>(ScoreChoice{{}, {}, ScoreScale::kLog}), true);
    second.open(again.fd(), "again");
    while (second.read(1000)) {
    }
    if (second.report().entries != written.entries) std::abort();
  } catch (const FormatError&) {
  }
  return 0;
}
