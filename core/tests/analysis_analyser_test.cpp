#include <doctest/doctest.h>

#include <random>
#include <utility>

#include "analysed_text.h"
#include "analysis/analyser.h"
#include "base/lines.h"
#include "files.h"

namespace ow::analysis {
namespace {

using Words = std::vector<std::string_view>;

/// An analyser of a few sentences.
const Analyser& analyser() {
  static const tests::TemporaryFolder folder;
  static const Analyser opened = [] {
    tests::AnalysedText().write(folder.file("analyser"));
    return Analyser(folder.file("analyser"));
  }();
  return opened;
}

Analyses analyse(const std::vector<Words>& sentences, const Wanted& wanted = {},
                 unsigned threads = 1) {
  return analyser().analyse(tests::sentences_of(sentences), wanted, threads);
}

std::vector<std::string> entities_of(const Words& words) {
  std::vector<std::string> names;
  for (const std::uint8_t number : analyse({words}).entities)
    names.push_back(analyser().names().entities[number]);
  return names;
}

/// Whether all that was found about one sentence is possible.
void check_sound(const Analyses& found, std::size_t words) {
  const ClassNames& names = analyser().names();
  REQUIRE(found.tags.size() == words);
  REQUIRE(found.relations.size() == words);
  REQUIRE(found.entities.size() == words);
  REQUIRE(found.heads.size() == words);
  REQUIRE(found.lemmas.size() == words);
  const auto below = [](const std::vector<std::uint8_t>& column, std::size_t size) {
    return std::all_of(column.begin(), column.end(), [&](std::uint8_t x) { return x < size; });
  };
  CHECK(below(found.tags, names.tags.size()));
  CHECK(below(found.relations, names.relations.size()));
  CHECK(below(found.entities, names.entities.size()));
  // Arcs over a sentence without circles: from any word, one comes to a root.
  std::vector<bool> rooted(words);
  std::size_t roots = 0;
  for (std::size_t i = 0; i < words; ++i) {
    std::vector<std::size_t> way{i};
    while (!rooted[way.back()] && way.size() <= words) {
      const auto head = static_cast<std::size_t>(found.heads[way.back()]);
      REQUIRE(head < words);
      if (head == way.back()) rooted[head] = true;
      way.push_back(head);
    }
    REQUIRE(rooted[way.back()]);
    for (const std::size_t word : way) rooted[word] = true;
    const bool is_root = found.heads[i] == static_cast<std::int32_t>(i);
    roots += is_root;
    CHECK(is_root == (names.relations[found.relations[i]] == Analyser::kRoot));
  }
  CHECK(roots >= 1);
}

TEST_CASE("no sentences and empty ones have empty analyses") {
  CHECK(tests::text_of(analyse({})) == tests::text_of({}));
  CHECK(tests::text_of(analyse({{}, {}, {}})) == tests::text_of({}));
  const std::string alone = tests::text_of(analyse({{"dogs", "sleep"}}));
  CHECK(tests::text_of(analyse({{}, {"dogs", "sleep"}, {}})) == alone);
}

TEST_CASE("names have those of roots and addresses behind them") {
  CHECK(analyser().names().relations.back() == Analyser::kRoot);
  CHECK(analyser().names().entities.back() == Analyser::kAddress);
}

TEST_CASE("what is not wanted is left out, and changes nothing else") {
  const std::vector<Words> sentences{{"Zoë", "sees", "New", "York"}, {"Yes", "!"}};
  const Analyses all = analyse(sentences);
  CHECK(all.lemmas.size() == 6);
  for (unsigned bits = 0; bits < 8; ++bits) {
    const Wanted wanted{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    const Analyses found = analyse(sentences, wanted);
    CHECK(found.tags == all.tags);
    CHECK(found.heads == (wanted.trees ? all.heads : std::vector<std::int32_t>{}));
    CHECK(found.relations == (wanted.trees ? all.relations : std::vector<std::uint8_t>{}));
    CHECK(found.lemmas.bytes == (wanted.lemmas ? all.lemmas.bytes : ""));
    CHECK(found.lemmas.size() == (wanted.lemmas ? 6 : 0));
    CHECK(found.entities == (wanted.entities ? all.entities : std::vector<std::uint8_t>{}));
  }
}

TEST_CASE("sentences of ten thousand words are analysed, of any bytes") {
  constexpr std::size_t kWords = 10'000;
  std::mt19937 random(1);
  std::vector<std::string> random_words(kWords);
  for (std::string& word : random_words)
    for (std::size_t k = random() % 12; k > 0; --k) word += static_cast<char>(random());
  for (const Words& words : {Words(kWords, "dogs"), Words(kWords, ""), Words(kWords, "\xff"),
                             Words(kWords, "New"), Words(random_words.begin(), random_words.end())})
    check_sound(analyse({words}), words.size());
  const std::string longest(1'000'000, 'x');
  check_sound(analyse({{longest}}), 1);
}

TEST_CASE("answers do not depend on threads or company") {
  std::mt19937 random(2);
  const std::string_view known[] = {"Mary", "sees", "the",  "old",  "dogs", ".", "New",
                                    "York", "May",  "cats", "2021", "\xff", "",  "a.org"};
  std::vector<Words> sentences(300);
  for (Words& words : sentences)
    for (std::size_t k = random() % 12; k > 0; --k)
      words.push_back(known[random() % std::size(known)]);
  const std::string all = tests::text_of(analyse(sentences));
  for (const unsigned threads : {0u, 2u, 3u, 8u})
    CHECK(tests::text_of(analyse(sentences, {}, threads)) == all);
  Analyses joined;
  for (const Words& words : sentences) {
    const Analyses one = analyse({words});
    const auto append = [](auto& whole, const auto& more) {
      whole.insert(whole.end(), more.begin(), more.end());
    };
    append(joined.tags, one.tags);
    append(joined.relations, one.relations);
    append(joined.entities, one.entities);
    append(joined.heads, one.heads);
    for (std::size_t i = 0; i < one.lemmas.size(); ++i) joined.lemmas.add(one.lemmas.view()[i]);
  }
  CHECK(tests::text_of(joined) == all);
}

TEST_CASE("an entity that goes on has begun") {
  using Names = std::vector<std::string>;
  CHECK(entities_of({"The", "cats", "ran", "to", "New", "York", "."}) ==
        Names{"", "", "", "", "B-name", "I-name", ""});
  // Whatever the network says of these words, each `I-` follows one of its kind.
  std::mt19937 random(3);
  const std::string_view known[] = {"York", "2021", "New", "April", "dogs", "a.org"};
  std::size_t inside = 0;
  for (int i = 0; i < 500; ++i) {
    Words words;
    for (int k = 0; k < 6; ++k) words.push_back(known[random() % std::size(known)]);
    std::string before;
    for (const std::string& name : entities_of(words)) {
      if (name.starts_with("I-")) {
        ++inside;
        REQUIRE(before.size() == name.size());
        REQUIRE(before.substr(1) == name.substr(1));
      }
      before = name;
    }
  }
  CHECK(inside > 100);
}

TEST_CASE("addresses are entities, known by their characters") {
  using Names = std::vector<std::string>;
  CHECK(entities_of({"www.example.org"}) == Names{"B-address"});
  const Names names = entities_of({"In", "some.one@example.org", "https://a.org/b,c", "dogs"});
  CHECK(names[1] == "B-address");
  CHECK(names[2] == "B-address");
  CHECK(names[0] != "B-address");
  CHECK(names[3] != "B-address");
}

TEST_CASE("lemmas of valid words are valid") {
  std::mt19937 random(4);
  const std::string_view pieces[] = {"a", "é", "s", "語", "és", "ñ", "ght", "n", "𝔸"};
  for (int i = 0; i < 300; ++i) {
    std::string word;
    for (std::size_t k = random() % 4; k > 0; --k) word += pieces[random() % std::size(pieces)];
    const Analyses found = analyse({{"the", word}});
    REQUIRE(is_valid_utf8(found.lemmas.bytes));
    CHECK(found.lemmas.view()[1].empty() == word.empty());
  }
}

TEST_CASE("names that a file cannot hold are refused") {
  const tests::TemporaryFolder folder;
  tests::AnalysedText text;
  TrainOptions options;
  options.width = options.hidden = 16;
  options.rounds = 0;
  const Trained trained = text.train(options);
  const auto write = [&] { write_analyser(trained, text.names, {}, folder.file("analyser")); };
  CHECK_NOTHROW(write());
  for (const std::string bad : {"two\nlines", "\xff"}) {
    const std::string good = std::exchange(text.names.tags[0], bad);
    CHECK_THROWS_AS(write(), Error);
    text.names.tags[0] = good;
  }
  text.names.relations.pop_back();
  CHECK_THROWS_AS(write(), Error);
}

}  // namespace
}  // namespace ow::analysis
