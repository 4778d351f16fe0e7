#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "analysed_text.h"
#include "analysis/format.h"
#include "files.h"
#include "fuzz/seal.h"

namespace ow::analysis {
namespace {

using format::Section;

/// All that an analyser says about some words.
std::string read_all(const std::string& path) {
  const Analyser analyser(path);
  const auto found = analyser.analyse(
      tests::sentences_of({{"Mary", "sees", "the", "cafés", "of", "New", "York"}, {"\xff", ""}}),
      {}, 1);
  std::string all = tests::text_of(found);
  for (const std::uint8_t tag : found.tags) all += analyser.names().tags.at(tag);
  for (const std::uint8_t entity : found.entities) all += analyser.names().entities.at(entity);
  for (const std::uint8_t relation : found.relations)
    all += analyser.names().relations.at(relation);
  for (const std::int32_t head : found.heads) REQUIRE((head >= 0 && head < 7));
  return all;
}

TEST_CASE("an analyser file that was cut or changed anywhere is refused") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("analyser");
  tests::AnalysedText().write(path);
  const std::string good = tests::read_file(path);
  const std::string content = read_all(path);
  for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 60) {
    tests::write_file(path, good.substr(0, size));
    CAPTURE(size);
    CHECK_THROWS_AS(read_all(path), FormatError);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 150; ++i) {
    const std::size_t at = i < 50 ? random() % 2048 : random() % good.size();
    std::string changed = good;
    changed[at] ^= static_cast<char>(1 << at % 8);
    tests::write_file(path, changed);
    // Bytes that mean nothing (padding) may change, but then nothing else does.
    try {
      const std::string all = read_all(path);
      CHECK(all == content);
      CHECK(at < 2048);
    } catch (const FormatError&) {
    }
  }
  CHECK_THROWS_AS(Analyser(folder.file("missing")), SystemError);
}

/// A file whose parts can be changed, with right checksums.
struct Parts {
  Parts() : path(folder.file("analyser")) {
    tests::AnalysedText().write(path);
    content = read_all(path);
    good = fuzz::read_sections(
        path, format::kKind,
        {format::kShape, format::kNames, format::kPlaces, format::kRows, format::kScales,
         format::kParameters, format::kRules, format::kEndings});
  }
  /// Whether the parts are an analyser.
  bool open(const std::vector<fuzz::Section>& parts) const {
    tests::write_file(path, fuzz::seal(format::kKind, parts));
    try {
      read_all(path);
      return true;
    } catch (const FormatError&) {
      return false;
    }
  }
  template <class T>
  bool open_with(Section section, std::size_t at, T value) const {
    auto parts = good;
    std::memcpy(parts[section - 1].content.data() + at, &value, sizeof value);
    return open(parts);
  }

  tests::TemporaryFolder folder;
  std::string path, content;
  std::vector<fuzz::Section> good;
};

TEST_CASE("what a damaged analyser holds is never trusted, even with right checksums") {
  const Parts file;
  REQUIRE(file.good.size() == 8);
  REQUIRE(file.open(file.good));
  CHECK(read_all(file.path) == file.content);
  std::map<bool, std::size_t> outcomes;
  std::mt19937 random(2);
  for (std::size_t s = 0; s < file.good.size(); ++s) {
    CAPTURE(s);
    auto parts = file.good;
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(s));
    CHECK_FALSE(file.open(parts));
    for (int i = 0; i < 40; ++i) {
      parts = file.good;
      parts[s].content[random() % parts[s].content.size()] = static_cast<char>(random());
      ++outcomes[file.open(parts)];
    }
    for (const std::size_t size : {0u, 1u, 16u, 24u, 100'000u}) {
      parts = file.good;
      parts[s].content.resize(size);
      ++outcomes[file.open(parts)];
    }
  }
  CHECK(outcomes[true] > 50);
  CHECK(outcomes[false] > 50);
}

TEST_CASE("a network of an impossible shape is refused") {
  const Parts file;
  for (const std::uint32_t size : {0u, 8u, 17u, 32u, 1u << 20, 0xFFFFFFFFu}) {
    CHECK_FALSE(file.open_with(format::kShape, 0, size));  // the width
    CHECK_FALSE(file.open_with(format::kShape, 8, size));  // of the parser
  }
  for (const std::uint32_t depth : {0u, 1u, 3u, 17u, 0xFFFFFFFFu})
    CHECK_FALSE(file.open_with(format::kShape, 4, depth));
  for (const std::size_t classes : {12u, 16u, 20u})
    for (const std::uint32_t count : {0u, 1u, 254u, 255u, 256u, 0xFFFFFFFFu})
      CHECK_FALSE(file.open_with(format::kShape, classes, count));
}

TEST_CASE("numbers of a network are finite") {
  const Parts file;
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    CHECK_FALSE(file.open_with(format::kParameters, 400, bad));
    CHECK_FALSE(file.open_with(format::kScales, 400, bad));
  }
  CHECK(file.open_with(format::kParameters, 400, 3e38f));
  CHECK(file.open_with(format::kScales, 400, -3e38f));
}

TEST_CASE("rows of words are within the table, and all of its rows are somebody's") {
  const Parts file;
  const std::string& places = file.good[format::kPlaces - 1].content;
  std::size_t at = 0;
  while (places[at] == 0 && places[at + 1] == 0) at += sizeof(KnownWords::Place);
  for (const std::uint32_t row : {200u, 40'000u, 1u << 20, 0xFFFFFFFEu, 0xFFFFFFFFu})
    CHECK_FALSE(file.open_with(format::kPlaces, at + 8, row));
  CHECK(file.open_with(format::kPlaces, at + 8, 0u));
}

TEST_CASE("lemma rules have endings, of whole characters") {
  const Parts file;
  const std::string& rules = file.good[format::kRules - 1].content;
  std::size_t at = 0;
  while (rules[at] == 0 && rules[at + 1] == 0) at += sizeof(LemmaRules::Rule);
  for (const std::uint32_t ending : {5'000u, 1u << 20, 0xFFFFFFFEu, 0xFFFFFFFFu})
    CHECK_FALSE(file.open_with(format::kRules, at + 8, ending));
  CHECK(file.open_with(format::kRules, at + 12, std::uint16_t{0xFFFF}));  // removes more than all
  auto parts = file.good;
  std::string& endings = parts[format::kEndings - 1].content;
  const auto last = static_cast<std::uint32_t>(endings.size());
  std::memcpy(parts[format::kRules - 1].content.data() + at + 8, &last, sizeof last);
  endings += "\1s";
  CHECK(file.open(parts));
  endings.back() = '\xff';
  CHECK_FALSE(file.open(parts));
  CHECK_FALSE(file.open_with(format::kNames, 0, '\xff'));
}

}  // namespace
}  // namespace ow::analysis
