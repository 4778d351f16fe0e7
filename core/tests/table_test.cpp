#include "table/table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <tuple>

#include "files.h"
#include "table/builder.h"

namespace ow {
namespace {

struct Pair {
  std::string source, target;
  std::vector<float> scores;
  std::uint64_t count = 0;
  std::string tags{};
  std::vector<AlignmentPoint> alignment{};
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

void add(TableBuilder& builder, const Pair& pair) {
  std::vector<WordId> source, target;
  for (const std::string& word : words_of(pair.source)) source.push_back(builder.word(word));
  for (const std::string& word : words_of(pair.target)) target.push_back(builder.word(word));
  const std::uint32_t tags = pair.tags.empty() ? Entry::kNoTags : builder.tags(pair.tags);
  builder.add(source, {target, pair.scores, pair.count, tags, pair.alignment});
}

WriteReport build(const std::string& path, const std::vector<Pair>& pairs,
                  const WriteOptions& options = {}) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pairs.front().scores.size(); ++i)
    names.push_back("score" + std::to_string(i));
  TableBuilder builder(names);
  for (const Pair& pair : pairs) add(builder, pair);
  return builder.write(path, options);
}

std::string text_of(const Table& table, std::span<const WordId> words) {
  std::string text;
  for (const WordId word : words) {
    if (!text.empty()) text += ' ';
    text += table.vocabulary().word(word);
  }
  return text;
}

std::vector<WordId> ids_of(const Table& table, const std::string& text) {
  std::vector<WordId> ids;
  for (const std::string& word : words_of(text)) ids.push_back(table.word_or_unknown(word));
  return ids;
}

Pair pair_of(const Table& table, std::string source, const Entry& entry) {
  return {std::move(source),
          text_of(table, entry.target),
          {entry.scores.begin(), entry.scores.end()},
          entry.count,
          std::string(table.tags(entry.tags)),
          {entry.alignment.begin(), entry.alignment.end()}};
}

std::vector<Pair> dump(const Table& table) {
  std::vector<Pair> pairs;
  for (SourceCursor cursor(table); cursor.next();) {
    for (Entries entries = cursor.entries(); entries.next();)
      pairs.push_back(pair_of(table, text_of(table, cursor.source()), entries.entry()));
  }
  return pairs;
}

bool operator==(const Pair& a, const Pair& b) {
  return std::tie(a.source, a.target, a.scores, a.count, a.tags, a.alignment) ==
         std::tie(b.source, b.target, b.scores, b.count, b.tags, b.alignment);
}

std::vector<Pair> random_pairs(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return random() % n; };
  std::map<std::pair<std::string, std::string>, Pair> pairs;
  const auto phrase = [&](std::uint32_t words) {
    std::string text;
    for (std::uint32_t i = 0; i < words; ++i) text += (i ? " w" : "w") + std::to_string(below(300));
    return text;
  };
  while (pairs.size() < count) {
    const std::uint32_t source_length = 1 + below(4), target_length = 1 + below(6);
    Pair pair{phrase(source_length), phrase(target_length), {}};
    pair.scores = {-0.25f * below(40), -static_cast<float>(below(100000)) / 977};
    if (below(2)) pair.count = below(1u << 30);
    if (below(2)) pair.tags = "T" + std::to_string(below(200));
    for (std::uint32_t i = below(4); i-- > 0;)
      pair.alignment.push_back({static_cast<std::uint8_t>(below(source_length)),
                                static_cast<std::uint8_t>(below(target_length))});
    if (pair.alignment.size() > source_length * target_length) pair.alignment.clear();
    pairs.insert_or_assign({pair.source, pair.target}, pair);
  }
  std::vector<Pair> list;
  for (auto& [key, pair] : pairs) list.push_back(std::move(pair));
  std::shuffle(list.begin(), list.end(), random);
  return list;
}

/// What the entries of `source` must be, best first.
std::vector<Pair> expected_entries(const std::vector<Pair>& pairs, const std::string& source) {
  std::vector<Pair> found;
  for (const Pair& pair : pairs) {
    if (pair.source == source) found.push_back(pair);
  }
  std::sort(found.begin(), found.end(), [](const Pair& a, const Pair& b) {
    if (a.scores[0] != b.scores[0]) return a.scores[0] > b.scores[0];
    return words_of(a.target) < words_of(b.target);
  });
  return found;
}

TEST_CASE("a table gives back all it was built from, best entries first") {
  const tests::TemporaryFolder folder;
  const auto pairs = random_pairs(1, 2000);
  const WriteReport report = build(folder.file("t"), pairs);
  CHECK(report.entries == 2000);
  CHECK(report.duplicates == 0);
  const Table table(folder.file("t"));
  CHECK(table.entry_count() == 2000);
  CHECK(table.source_count() == report.sources);
  CHECK(table.vocabulary().size() == report.words);
  CHECK(table.longest_source() == 4);
  CHECK(table.longest_target() == 6);
  CHECK(std::vector(table.score_names().begin(), table.score_names().end()) ==
        std::vector<std::string>{"score0", "score1"});
  std::map<std::string, std::vector<Pair>> by_source;
  for (Pair& pair : dump(table)) by_source[pair.source].push_back(std::move(pair));
  CHECK(by_source.size() == table.source_count());
  for (const auto& [source, found] : by_source) REQUIRE(found == expected_entries(pairs, source));
  for (const Pair& pair : pairs) {
    Entries entries = table.find(ids_of(table, pair.source));
    REQUIRE(entries.size() == by_source[pair.source].size());
    REQUIRE(entries.next());
    CHECK(pair_of(table, pair.source, entries.entry()) == by_source[pair.source].front());
  }
}

TEST_CASE("a sentence matches every entry of every span, in order") {
  const tests::TemporaryFolder folder;
  const auto pairs = random_pairs(2, 3000);
  build(folder.file("t"), pairs);
  const Table table(folder.file("t"));
  std::mt19937 random(3);
  std::size_t total = 0;
  for (int round = 0; round < 50; ++round) {
    std::string sentence;
    for (int i = 0; i < 4; ++i) sentence += pairs[random() % pairs.size()].source + " ";
    if (round % 3 == 0) sentence += "unheard of ";
    sentence += pairs[random() % pairs.size()].source;
    const auto words = words_of(sentence);
    std::vector<std::tuple<std::size_t, std::size_t, Pair>> expected, found;
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      std::string span;
      for (std::size_t end = begin + 1; end <= words.size(); ++end) {
        span += (span.empty() ? "" : " ") + words[end - 1];
        for (Pair& pair : expected_entries(pairs, span))
          expected.emplace_back(begin, end, std::move(pair));
      }
    }
    table.for_each_match(ids_of(table, sentence),
                         [&](std::size_t begin, std::size_t end, const Entry& entry) {
                           std::string span;
                           for (std::size_t i = begin; i < end; ++i)
                             span += (span.empty() ? "" : " ") + words[i];
                           found.emplace_back(begin, end, pair_of(table, span, entry));
                         });
    REQUIRE(found == expected);
    total += found.size();
  }
  CHECK(total > 1000);
}

TEST_CASE("the file does not depend on the order of the entries") {
  const tests::TemporaryFolder folder;
  auto pairs = random_pairs(4, 500);
  // Equal pairs that differ elsewhere must not let the order in.
  for (std::size_t i = 0; i < 100; ++i) {
    Pair other = pairs[i];
    (i % 2 ? other.scores[1] : other.scores[0]) -= 1;
    pairs.push_back(other);
    other = pairs[i];
    other.count += 1;
    pairs.push_back(other);
  }
  for (const bool quantise : {false, true}) {
    for (const Duplicates duplicates : {Duplicates::kBest, Duplicates::kSum}) {
      build(folder.file("a"), pairs, {duplicates, quantise});
      std::shuffle(pairs.begin(), pairs.end(), std::mt19937(5));
      build(folder.file("b"), pairs, {duplicates, quantise});
      CHECK(tests::read_file(folder.file("a")) == tests::read_file(folder.file("b")));
    }
  }
}

TEST_CASE("of equal pairs the best is kept, or the first, or their sum") {
  const tests::TemporaryFolder folder;
  const std::vector<Pair> pairs{{"a b", "c", {-2, -1}, 3, "NN"},
                                {"a b", "c", {-1, -9}, 4, "VB"},
                                {"a b", "d", {-5, -5}, 1},
                                {"a b", "c", {-3, -2}, 5}};
  const auto kept = [&](Duplicates duplicates) {
    const auto report = build(folder.file("t"), pairs, {duplicates, false});
    CHECK(report.duplicates == 2);
    CHECK(report.entries == 2);
    return dump(Table(folder.file("t"))).front();
  };
  CHECK(kept(Duplicates::kBest) == pairs[1]);
  CHECK(kept(Duplicates::kFirst) == pairs[0]);
  const Pair sum = kept(Duplicates::kSum);
  CHECK(sum.scores[0] == doctest::Approx(std::log(std::exp(-2) + std::exp(-1) + std::exp(-3))));
  CHECK(sum.scores[1] == doctest::Approx(std::log(std::exp(-1) + std::exp(-9) + std::exp(-2))));
  CHECK(sum.count == 12);
  CHECK(sum.tags == "VB");
}

}  // namespace
}  // namespace ow
