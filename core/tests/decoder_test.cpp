#include "search/decoder.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "base/lines.h"
#include "base/parallel.h"
#include "files.h"
#include "random_task.h"
#include "search/nbest.h"
#include "table/builder.h"

namespace ow {
namespace {

struct Row {
  std::string_view source, target;
  std::vector<float> scores;
};

class Workshop {
 public:
  std::shared_ptr<const Table> table(const std::string& name, std::vector<std::string> score_names,
                                     const std::vector<Row>& rows) {
    TableBuilder builder(std::move(score_names));
    std::vector<std::string_view> words;
    const auto numbers = [&](std::string_view phrase) {
      split_words(phrase, words);
      std::vector<WordId> ids;
      for (const std::string_view word : words) ids.push_back(builder.word(word));
      return ids;
    };
    for (const Row& row : rows) {
      const auto source = numbers(row.source), target = numbers(row.target);
      Entry entry;
      entry.target = target;
      entry.scores = row.scores;
      builder.add(source, entry);
    }
    builder.write(folder_.file(name));
    return std::make_shared<const Table>(folder_.file(name));
  }
  /// Unigrams with log10 probability -1 for each word, 0 for </s>, -2 for what is unknown.
  std::shared_ptr<const lm::Model> model(const std::vector<std::string>& words) {
    std::string arpa = "\\data\\\nngram 1=" + std::to_string(words.size() + 3) +
                       "\n\n\\1-grams:\n0\t<s>\n0\t</s>\n-2\t<unk>\n";
    for (const std::string& word : words) arpa += "-1\t" + word + "\n";
    return tests::model_from(arpa + "\n\\end\\\n", folder_.file("lm"));
  }
  std::shared_ptr<const lm::Model> random_model() {
    std::mt19937 random(11);
    return tests::model_from(tests::random_arpa(random, 3, 4), folder_.file("lm"));
  }

 private:
  tests::TemporaryFolder folder_;
};

const double kWord = -std::log(10.0);

TEST_CASE("a sentence is scored with weights, and a word without an entry passes through") {
  Workshop shop;
  const auto table = shop.table("t", {"p", "q"},
                                {{"big cat", "lion", {-1.0f, -2.0f}},
                                 {"big", "large", {-0.5f, 0.0f}},
                                 {"cat", "cat", {-3.0f, -3.0f}}});
  const Decoder decoder(LatticeMaker({{table, "t", {1.0, 0.5}}},
                                     shop.model({"lion", "large", "cat", "the"}), 2.0, {}));
  DecodeOptions options;
  options.n = 10;
  const Decoded found = decoder.decode("the big\tcat ", options);
  REQUIRE(found.derivations.size() == 2);
  CHECK(found.optimal);
  CHECK(found.complete);
  CHECK(found.derivations[0].text == "the lion");
  CHECK(found.derivations[0].lm == doctest::Approx(2 * kWord));
  CHECK(found.derivations[0].score == doctest::Approx(-100 - 2.0 + 2 * 2 * kWord));
  CHECK(found.derivations[1].text == "the large cat");
  CHECK(found.derivations[1].score == doctest::Approx(-100 - 0.5 - 4.5 + 2 * 3 * kWord));
  REQUIRE(found.derivations[0].edges.size() == 2);
  const UsedEdge& unknown = found.edges[found.derivations[0].edges[0]];
  CHECK(unknown.table == kUnknownTable);
  CHECK(unknown.features.empty());
  const UsedEdge& lion = found.edges[found.derivations[0].edges[1]];
  CHECK(lion.begin == 1);
  CHECK(lion.end == 3);
  CHECK(lion.target == "lion");
  CHECK(lion.table == 0);
  CHECK(lion.features == std::vector<float>{-1.0f, -2.0f});
  std::string lines;
  append_nbest(decoder.maker(), found, 7, lines);
  CHECK(
      lines.substr(0, lines.find('\n')) ==
      "7 ||| the lion ||| LM0= -4.60517019 TranslationModel0= -1 -2 UnknownWordPenalty0= -100 ||| "
      "-111.21034");

  const Decoded ranked = rank_by(found, std::vector{0.5, 2.0}, 1, false);
  REQUIRE(ranked.derivations.size() == 1);
  CHECK(ranked.derivations[0].text == "the large cat");
  CHECK(ranked.derivations[0].global_score == 2.0);
  CHECK_FALSE(ranked.optimal);
  CHECK(rank_by(found, std::vector{1.0, 1.0}, 2, true).derivations[0].text == "the lion");
  CHECK(rank_by(found, std::vector{1.0, 1.0}, 2, true).complete);
  CHECK_THROWS_AS(rank_by(found, std::vector{1.0}, 2, true), Error);
  lines.clear();
  append_nbest(decoder.maker(), ranked, 7, lines);
  CHECK(lines.find(" UnknownWordPenalty0= -100 Model0= -118.815511 ||| 2\n") != std::string::npos);
}

TEST_CASE("self edges compete with entries, and the best of several tables wins") {
  Workshop shop;
  const auto first = shop.table("1", {"p"}, {{"a", "a", {-3.0f}}, {"a", "b", {-1.0f}}});
  const auto second = shop.table("2", {"p"}, {{"a", "b", {-0.5f}}});
  const auto model = shop.model({"a", "b", "z"});
  SelfScores scores;
  scores.self = -2.0;
  const Decoder decoder(
      LatticeMaker({{first, "1", {1.0}}, {second, "2", {3.0}}}, model, 1.0, scores));
  DecodeOptions options;
  options.n = 10;
  const Decoded found = decoder.decode("a z", options);
  REQUIRE(found.derivations.size() == 2);
  CHECK(found.derivations[0].text == "b z");  // 1.0 of the first table beats 1.5 of the second
  CHECK(found.derivations[0].score == doctest::Approx(-1.0 - 2.0 + 2 * kWord));
  CHECK(found.edges[found.derivations[0].edges[0]].table == 0);
  CHECK(found.derivations[1].text == "a z");
  CHECK(found.derivations[1].score == doctest::Approx(-2.0 - 2.0 + 2 * kWord));
  CHECK(found.edges[found.derivations[1].edges[0]].table == kSelfTable);
  std::string lines;
  append_nbest(decoder.maker(), found, 0, lines);
  CHECK(lines.find("TranslationModel0= -1 TranslationModel1= 0 SelfEdge0= -2 |||") !=
        std::string::npos);
}

TEST_CASE("odd sentences: empty, unknown words only, very long") {
  Workshop shop;
  const auto table =
      shop.table("t", {"p"}, {{"a", "b", {-1.0f}}, {"a", "c", {-1.5f}}, {"a a", "c", {-1.0f}}});
  const Decoder decoder(LatticeMaker({{table, "t", {1.0}}}, shop.random_model(), 1.0, {}));
  for (const Search search : {Search::kExact, Search::kBeam}) {
    DecodeOptions options;
    options.search = search;
    const Decoded empty = decoder.decode(" \t ", options);
    REQUIRE(empty.derivations.size() == 1);
    CHECK(empty.derivations[0].text.empty());
    CHECK(empty.optimal);
    const Decoded unknown = decoder.decode(std::string_view("x\0y z x\0y", 9), options);
    REQUIRE(unknown.derivations.size() == 1);
    CHECK(unknown.derivations[0].text == std::string_view("x\0y z x\0y", 9));
    CHECK(unknown.derivations[0].score == doctest::Approx(unknown.derivations[0].lm - 300.0));
    std::string words;
    for (int i = 0; i < 500; ++i) words += i % 7 == 0 ? "x " : "a ";
    const Decoded long_one = decoder.decode(words, options);
    REQUIRE(long_one.derivations.size() == 1);
    const auto& edges = long_one.derivations[0].edges;
    CHECK(long_one.edges[edges.back()].end == 500);
  }
}

TEST_CASE("when the work limit is hit the beam takes over and says so") {
  Workshop shop;
  std::vector<Row> rows;
  for (const char* target : {"a", "b", "c", "d", "a b", "c d", "b c"})
    rows.push_back({"a", target, {-1.0f}});
  const auto table = shop.table("t", {"p"}, rows);
  const Decoder decoder(LatticeMaker({{table, "t", {1.0}}}, shop.random_model(), 1.0, {}));
  DecodeOptions options;
  options.n = 5;
  const std::string sentence = "a a a a a a";
  const Decoded exact = decoder.decode(sentence, options);
  CHECK(exact.search == Search::kExact);
  CHECK(exact.complete);
  CHECK(exact.upper_bound == doctest::Approx(exact.derivations[0].score));
  unsigned given_up = 0;
  for (std::uint64_t expansions = 1; expansions < 10'000; expansions *= 3) {
    options.limit.expansions = expansions;
    options.stack = 2;
    const Decoded limited = decoder.decode(sentence, options);
    CHECK(limited.derivations.size() == 5);
    CHECK(limited.upper_bound >= exact.derivations[0].score - 1e-9);
    CHECK(std::isfinite(limited.upper_bound));
    if (limited.optimal) CHECK(limited.derivations[0].text == exact.derivations[0].text);
    given_up += !limited.complete;
    CHECK(limited.complete == (limited.search == Search::kExact));
    for (std::size_t i = 1; i < limited.derivations.size(); ++i)
      CHECK(limited.derivations[i].score <= limited.derivations[i - 1].score + 1e-9);
  }
  CHECK(given_up > 0);
}

TEST_CASE("results are in order and do not depend on the number of threads") {
  Workshop shop;
  const auto table = shop.table("t", {"p"},
                                {{"a", "b", {-1.0f}},
                                 {"a", "c d", {-1.5f}},
                                 {"b", "a", {-1.0f}},
                                 {"a b", "d", {-2.0f}},
                                 {"c", "c", {0.0f}}});
  const Decoder decoder(LatticeMaker({{table, "t", {1.0}}}, shop.random_model(), 1.0, {}));
  std::mt19937 random(5);
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (unsigned word = random() % 12; word > 0; --word)
      text += std::string(1, 'a' + random() % 4) + " ";
    texts.push_back(text);
  }
  const std::vector<std::string_view> sentences(texts.begin(), texts.end());
  DecodeOptions options;
  options.n = 4;
  const auto run = [&](unsigned threads) {
    std::string all;
    std::size_t expected = 0;
    decoder.decode_all(sentences, options, threads, [&](std::size_t index, Decoded&& decoded) {
      CHECK(index == expected++);
      append_nbest(decoder.maker(), decoded, index, all);
    });
    CHECK(expected == sentences.size());
    return all;
  };
  const std::string alone = run(1);
  CHECK(run(2) == alone);
  CHECK(run(7) == alone);
}

TEST_CASE("the first failure in order is the one reported") {
  for (const unsigned threads : {1u, 4u}) {
    std::vector<std::size_t> seen;
    const auto make = [](std::size_t i) {
      if (i == 30 || i == 31) throw Error("at " + std::to_string(i));
      return i;
    };
    CHECK_THROWS_WITH_AS(for_each_in_order(100, threads, make,
                                           [&](std::size_t i, std::size_t&& made) {
                                             CHECK(i == made);
                                             seen.push_back(i);
                                           }),
                         "at 30", Error);
    CHECK(seen.size() == 30);
  }
}

TEST_CASE("weights that make no sense are refused") {
  Workshop shop;
  const auto table = shop.table("t", {"p", "q"}, {{"a", "b", {-1.0f, -1.0f}}});
  const auto model = shop.model({"a"});
  const auto make = [&](std::vector<double> weights, double lm_weight, SelfScores scores) {
    return LatticeMaker({{table, "t", std::move(weights)}}, model, lm_weight, scores);
  };
  CHECK_NOTHROW(make({1.0, -1.0}, 0.0, {}));
  CHECK_THROWS_AS(make({1.0}, 1.0, {}), Error);
  CHECK_THROWS_AS(make({1.0, NAN}, 1.0, {}), Error);
  CHECK_THROWS_AS(make({1.0, 1.0}, -0.5, {}), Error);
  CHECK_THROWS_AS(make({1.0, 1.0}, INFINITY, {}), Error);
  CHECK_THROWS_AS(make({1.0, 1.0}, 1.0, {NAN, 1.0, -100.0}), Error);
  CHECK_THROWS_AS(make({1.0, 1.0}, 1.0, {{}, 1.0, -INFINITY}), Error);
}

TEST_CASE("true scores of a list: what can be made with its units, what cannot with a reason") {
  Workshop shop;
  const auto table =
      shop.table("t", {"p"}, {{"a b", "c d", {-3.0f}}, {"a", "c", {-1.0f}}, {"b", "d", {-1.0f}}});
  const Decoder decoder(LatticeMaker({{table, "t", {1.0}}}, shop.model({"c", "d"}), 1.0, {}));
  const std::vector<std::string_view> targets{"c d", "d c", ""};
  const auto found = decoder.true_scores("a b", targets, 5);
  REQUIRE(found.size() == 3);
  CHECK(found[0].score == doctest::Approx(-2.0 + 2 * kWord));
  CHECK(found[0].count == 2);
  REQUIRE(found[0].decoded.derivations.size() == 2);
  CHECK(found[0].decoded.derivations[0].edges.size() == 2);
  CHECK(found[0].decoded.derivations[1].score == doctest::Approx(-3.0 + 2 * kWord));
  CHECK(std::isinf(found[1].score));
  CHECK_FALSE(found[1].reason.empty());
  CHECK(std::isinf(found[2].score));
}

}  // namespace
}  // namespace ow
