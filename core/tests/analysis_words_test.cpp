#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "analysis/words.h"

namespace ow::analysis {
namespace {

std::uint64_t hash_of(std::string_view word) {
  WordReader reader;
  reader.read(word);
  return reader.hash();
}

/// What is needed to know some words.
struct Words {
  explicit Words(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) hashes.push_back(hash_of(word));
    places = places_for(hashes);
    known = {places, static_cast<std::uint32_t>(hashes.size() + 1)};
  }
  Rows rows(std::string_view word) const {
    WordReader reader;
    reader.read(word);
    return reader.rows(known);
  }
  std::vector<std::uint64_t> hashes;
  std::vector<KnownWords::Place> places;
  KnownWords known;
};

TEST_CASE("known words have rows of their own, the others share the first one") {
  const Words words{"the", "house", "1990", "übung"};
  CHECK(words.rows("the")[kWord] == 1);
  CHECK(words.rows("The")[kWord] == 1);
  CHECK(words.rows("house")[kWord] == 2);
  CHECK(words.rows("Übung")[kWord] == 4);
  for (const std::string_view word : {"houses", "", "th", "\xff", "ubung"}) {
    CAPTURE(word);
    CHECK(words.rows(word)[kWord] == 0);
  }
  CHECK(Words({}).rows("the")[kWord] == 0);
}

TEST_CASE("digits count alike") {
  const Words words{"1990"};
  CHECK(words.rows("2024") == words.rows("1990"));
  CHECK(words.rows("2024")[kWord] == 1);
  CHECK(words.rows("202")[kWord] == 0);
  CHECK(words.rows("٢٠٢٤")[kWord] == 1);  // Arabic ones, too
}

TEST_CASE("features see what they are called after") {
  const Words words{};
  const auto differ = [&](std::string_view a, std::string_view b) {
    std::vector<Feature> different;
    const Rows left = words.rows(a), right = words.rows(b);
    for (std::size_t i = 0; i < kFeatures; ++i)
      if (left[i] != right[i]) different.push_back(static_cast<Feature>(i));
    return different;
  };
  using Features = std::vector<Feature>;
  CHECK(differ("walking", "walking") == Features{});
  CHECK(differ("walking", "Walking") == Features{kShape});
  CHECK(differ("walking", "WALKING") == Features{kShape});
  CHECK(differ("walking", "waking") == Features{kPrefix3});
  CHECK(differ("abcxxxxabcd", "abcyyyyabcd") == Features{});
  CHECK(differ("xbcabcd", "abcabcd") == Features{kPrefix2, kPrefix3});
  CHECK(differ("walkedy", "walkedx") == Features{kSuffix2, kSuffix3, kSuffix4});
  CHECK(differ("ing", "walking") == Features{kSuffix3, kSuffix4, kPrefix2, kPrefix3});
  CHECK(differ("wal", "walking") == Features{kSuffix2, kSuffix3, kSuffix4, kPrefix3});
  CHECK(differ("abcdxmay", "abcdymay") == Features{kSuffix4});
  // Lists: the word itself decides.
  CHECK(words.rows("may")[kList] != words.rows("mai")[kList]);
  CHECK(words.rows("May")[kList] == words.rows("june")[kList]);
  CHECK(words.rows("ten")[kList] != words.rows("km")[kList]);
}

TEST_CASE("any bytes have rows, and these are within the table") {
  std::mt19937 random(1);
  const Words words{"the", "of", ""};
  const std::size_t count = row_count(words.known.rows);
  std::vector<std::string> texts{"",
                                 "\xff\xfe",
                                 "\xe8\xaa",
                                 std::string(1, '\0'),
                                 std::string(100'000, 'a'),
                                 std::string(100'000, '\x80')};
  for (int i = 0; i < 2000; ++i) {
    texts.emplace_back();
    for (std::size_t k = random() % 30; k > 0; --k) texts.back() += static_cast<char>(random());
  }
  WordReader reader;
  for (const std::string& text : texts) {
    reader.read(text);
    CHECK(reader.hash() != 0);
    const Rows rows = reader.rows(words.known);
    std::uint32_t begin = words.known.rows;
    CHECK(rows[kWord] < begin);
    for (std::size_t i = kWord + 1; i < kFeatures; ++i) {
      REQUIRE(rows[i] >= begin);  // each feature has a stretch of the table for itself
      begin += kRows[i];
      REQUIRE(rows[i] < begin);
    }
    REQUIRE(begin == count);
    CHECK(rows == words.rows(text));  // whatever was read before
  }
  CHECK(words.rows("")[kWord] == 3);
}

TEST_CASE("addresses are told from other words") {
  WordReader reader;
  const auto is_address = [&](std::string_view word) {
    reader.read(word);
    return reader.is_address();
  };
  CHECK(is_address("www.example.org"));
  CHECK(is_address("someone@example.org"));
  CHECK_FALSE(is_address("example"));
  CHECK_FALSE(is_address(""));
}

TEST_CASE("a table of words has room for all of them, however they collide") {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 1; i <= 1000; ++i) hashes.push_back(i << 32);
  const auto places = places_for(hashes);
  CHECK(places.size() == 2048);
  const KnownWords known{places, 1001};
  for (std::uint32_t i = 0; i < 1000; ++i) REQUIRE(known.row_of(hashes[i]) == i + 1);
  CHECK(known.row_of(7) == 0);
  CHECK(known.row_of(1001ULL << 32) == 0);
  // One without a gap, which only a damaged file has, is searched once around.
  const std::vector<KnownWords::Place> full{{5, 1}, {6, 2}};
  CHECK(KnownWords{full, 3}.row_of(6) == 2);
  CHECK(KnownWords{full, 3}.row_of(7) == 0);
}

}  // namespace
}  // namespace ow::analysis
