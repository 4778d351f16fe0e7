#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>

#include "files.h"
#include "fuzz/seal.h"
#include "table/builder.h"
#include "table/columns.h"
#include "table/table.h"

namespace ow {
namespace {

using namespace table_format;

std::string good_table(const std::string& path, bool quantise) {
  TableBuilder builder({"p", "q"});
  const auto word = [&](int i) { return builder.word("w" + std::to_string(i)); };
  for (int i = 0; i < 60; ++i) {
    const WordId source[] = {word(i % 5), word(i % 3), word(i % 7)};
    const WordId target[] = {word(i), word(i / 2), word(i / 3)};
    const float scores[] = {-0.1f * i, -1.0f / (i + 1)};
    const AlignmentPoint alignment[] = {{0, 0}, {0, 1}};
    builder.add(
        std::span(source).first(1 + i % 3),
        {target, scores, i % 4u, i % 2 ? builder.tags("T" + std::to_string(i % 5)) : Entry::kNoTags,
         std::span(alignment).first(i % 3)});
  }
  builder.write(path, {Duplicates::kBest, quantise});
  return tests::read_file(path);
}

/// All a table can tell, as one text.
std::string read_all(const std::string& path) {
  const Table table(path);
  std::string all;
  for (const std::string& name : table.score_names()) all += name + " ";
  for (SourceCursor cursor(table); cursor.next();) {
    for (Entries entries = cursor.entries(); entries.next();) {
      const Entry& entry = entries.entry();
      for (const WordId word : entry.target) REQUIRE(word < table.vocabulary().size());
      for (const float score : entry.scores) REQUIRE(std::isfinite(score));
      for (const AlignmentPoint point : entry.alignment) {
        REQUIRE(point.source < cursor.source().size());
        REQUIRE(point.target < entry.target.size());
      }
    }
  }
  ColumnReader reader(table);
  for (Columns columns = reader.next(7); columns.rows > 0; columns = reader.next(7)) {
    for (const TextColumn* column :
         {&columns.source, &columns.target, &columns.tags, &columns.alignment})
      all += column->bytes + "\n";
    for (const auto& scores : columns.scores) {
      for (const float score : scores) all += std::to_string(score) + " ";
    }
    for (const std::uint64_t count : columns.count) all += std::to_string(count) + " ";
  }
  for (WordId id = 0; id < table.vocabulary().size(); ++id)
    all += std::to_string(table.vocabulary().find(table.vocabulary().word(id)).value_or(~0u)) + " ";
  return all;
}

TEST_CASE("a table file that was cut or changed anywhere is refused") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("t");
  for (const bool quantise : {false, true}) {
    const std::string good = good_table(path, quantise);
    const std::string content = read_all(path);
    for (std::size_t size = 0; size < good.size(); size += size < 3000 ? 37 : 101) {
      tests::write_file(path, good.substr(0, size));
      CAPTURE(size);
      CHECK_THROWS_AS(read_all(path), FormatError);
    }
    std::size_t refused = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::string changed = good;
      changed[at] ^= static_cast<char>(1 << at % 8);
      tests::write_file(path, changed);
      // Bytes that mean nothing (padding) may change, but then nothing else does.
      try {
        const Table table(path);
        table.verify();
        REQUIRE(read_all(path) == content);
      } catch (const FormatError&) {
        ++refused;
      }
    }
    CHECK(refused > good.size() - 2048);
  }
}

TEST_CASE("what a damaged file holds is never trusted, even with right checksums") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("t");
  std::map<bool, std::size_t> outcomes;
  for (const bool quantise : {false, true}) {
    good_table(path, quantise);
    const std::string content = read_all(path);
    const auto good = fuzz::read_sections(
        path, kKind,
        {kSummary, kScoreNames, kNodes, kBlocks, kCodebook, kWords, kWords + 1, kWords + 2,
         kWords + 3, kWords + 4, kTags, kTags + 1, kTags + 2, kTags + 3, kTags + 4});
    tests::write_file(path, fuzz::seal(kKind, good));
    REQUIRE(read_all(path) == content);

    const auto try_sections = [&](const std::vector<fuzz::Section>& sections) {
      tests::write_file(path, fuzz::seal(kKind, sections));
      try {
        read_all(path);
        ++outcomes[true];
      } catch (const FormatError&) {
        ++outcomes[false];
      }
    };
    std::mt19937 random(7);
    for (std::size_t s = 0; s < good.size(); ++s) {
      auto sections = good;
      sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(s));
      try_sections(sections);
      for (std::size_t at = 0; at < good[s].content.size(); ++at) {
        sections = good;
        sections[s].content[at] = static_cast<char>(random());
        try_sections(sections);
      }
      for (const std::size_t size : {0u, 1u, 8u, 16u, 64u, 100'000u}) {
        sections = good;
        sections[s].content.resize(size);
        try_sections(sections);
      }
    }
  }
  CHECK(outcomes[true] > 100);
  CHECK(outcomes[false] > 100);
}

TEST_CASE("a stored score that is no finite number is refused") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("t");
  TableBuilder builder({"p"});
  const WordId word[] = {builder.word("w")};
  const float score = -7.25f;
  builder.add(word, {word, {&score, 1}});
  builder.write(path);
  const auto good =
      fuzz::read_sections(path, kKind,
                          {kSummary, kScoreNames, kNodes, kBlocks, kWords, kWords + 1, kWords + 2,
                           kWords + 3, kTags, kTags + 1, kTags + 2, kTags + 3});
  const auto bytes_of = [](float number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof number);
  };
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    auto sections = good;
    std::string& blocks = sections[3].content;
    const auto at = blocks.find(bytes_of(score));
    REQUIRE(at != std::string::npos);
    blocks.replace(at, sizeof bad, bytes_of(bad));
    tests::write_file(path, fuzz::seal(kKind, sections));
    CHECK_THROWS_AS(read_all(path), FormatError);
  }
}

TEST_CASE("other files are told apart from tables") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("t");
  const auto message = [&](const std::string& content) -> std::string {
    tests::write_file(path, content);
    try {
      const Table table(path);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "";
  };
  const std::string good = good_table(path, false);
  std::string newer = good;
  newer[8] = 2;
  std::string huge = good;
  huge[23] = 0x7f;
  CHECK(message("").find("empty") != std::string::npos);
  CHECK(message("a ||| b ||| 0.5\n").find("not an otherwords table file") != std::string::npos);
  CHECK(message(newer).find("format version 2") != std::string::npos);
  CHECK(message(huge).find("truncated") != std::string::npos);
  CHECK(message(good) == "");
  CHECK_THROWS_AS(Table(folder.file("missing")), SystemError);
}

}  // namespace
}  // namespace ow
