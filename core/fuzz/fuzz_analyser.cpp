// The file of an analyser with any bytes changed, and its checksums put right, is used on any words
// or refused.

#include <algorithm>
#include <cstdlib>

#include "analysis/format.h"
#include "fuzz/seal.h"
#include "tests/analysed_text.h"
#include "tests/files.h"

namespace {

using namespace ow;

/// Words end at spaces, sentences at line feeds.
analysis::Sentences sentences_of(std::string_view text) {
  std::vector<std::vector<std::string_view>> sentences(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    sentences.back().push_back(text.substr(begin, end - begin));
    if (end < text.size() && text[end] == '\n') sentences.emplace_back();
    begin = end + 1;
  }
  return tests::sentences_of(sentences);
}

void require(bool holds) {
  if (!holds) std::abort();
}

void use(const std::string& path, std::string_view text) {
  const analysis::Analyser analyser(path);
  const analysis::Sentences sentences = sentences_of(text);
  const std::size_t words = sentences.words.size();
  const analysis::Analyses found = analyser.analyse(sentences, {}, 1);
  require(found.tags.size() == words && found.entities.size() == words &&
          found.relations.size() == words && found.heads.size() == words &&
          found.lemmas.size() == words);
  const auto below = [](const std::vector<std::uint8_t>& column, std::size_t size) {
    return std::all_of(column.begin(), column.end(), [&](std::uint8_t x) { return x < size; });
  };
  require(below(found.tags, analyser.names().tags.size()) &&
          below(found.entities, analyser.names().entities.size()) &&
          below(found.relations, analyser.names().relations.size()));
  for (std::size_t i = 0; i < sentences.size(); ++i)
    for (std::int64_t row = sentences.offsets[i]; row < sentences.offsets[i + 1]; ++row) {
      const std::int32_t head = found.heads[static_cast<std::size_t>(row)];
      require(head >= 0 && head < sentences.offsets[i + 1] - sentences.offsets[i]);
    }
}

std::vector<fuzz::Section> good_file(const std::string& path) {
  using namespace analysis::format;
  tests::AnalysedText().write(path);
  use(path, "Mary sees the dogs .");
  return fuzz::read_sections(
      path, kKind, {kShape, kNames, kPlaces, kRows, kScales, kParameters, kRules, kEndings});
}

}  // namespace

/// A byte for the number of edits, four bytes for each of them, and then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("analyser");
  static const std::vector<fuzz::Section> good = good_file(path);
  if (size == 0) return 0;
  const std::size_t edits = std::min<std::size_t>(4 * (data[0] % 8), size - 1);
  std::vector<fuzz::Section> sections = good;
  fuzz::edit(sections, data + 1, edits);
  tests::write_file(path, fuzz::seal(analysis::format::kKind, sections));
  try {
    use(path, {reinterpret_cast<const char*>(data) + 1 + edits, size - 1 - edits});
  } catch (const Error&) {
  }
  return 0;
}
