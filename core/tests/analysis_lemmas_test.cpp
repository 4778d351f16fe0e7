#include <doctest/doctest.h>

#include <random>

#include "analysis/lemmas.h"
#include "base/lines.h"
#include "text/characters.h"

namespace ow::analysis {
namespace {

enum Tag : std::uint8_t { kPlural, kPast, kGerund, kName, kNames, kUnseen };

/// Words as they might come out of a corpus.
const std::vector<LemmaCount>& seen() {
  static const std::vector<LemmaCount> counts{
      {"dogs", "dog", kPlural, 9},
      {"Dogs", "dog", kPlural, 3},
      {"cats", "cat", kPlural, 5},
      {"trees", "tree", kPlural, 4},
      {"houses", "house", kPlural, 4},
      {"cities", "city", kPlural, 3},
      {"parties", "party", kPlural, 2},
      {"stories", "story", kPlural, 2},
      {"movies", "movie", kPlural, 2},
      {"children", "child", kPlural, 4},
      {"mice", "mouse", kPlural, 2},
      {"mice", "mice", kPlural, 1},
      {"oxen", "ox", kPlural, 1},
      {"cafés", "café", kPlural, 2},
      {"walked", "walk", kPast, 3},
      {"talked", "talk", kPast, 3},
      {"asked", "ask", kPast, 3},
      {"needed", "need", kPast, 3},
      {"stopped", "stop", kPast, 3},
      {"dropped", "drop", kPast, 3},
      {"shipped", "ship", kPast, 3},
      {"went", "go", kPast, 7},
      {"was", "be", kPast, 9},
      {"walking", "walk", kGerund, 1},
      {"asking", "ask", kGerund, 1},
      {"needing", "need", kGerund, 1},
      {"running", "run", kGerund, 1},
      {"winning", "win", kGerund, 1},
      {"planning", "plan", kGerund, 1},
      {"London", "London", kName, 4},
      {"Paris", "Paris", kName, 3},
      {"NATO", "NATO", kName, 3},
      {"americans", "american", kNames, 1},
      {"Europeans", "European", kNames, 3},
      {"Germans", "German", kNames, 3},
      {"Russians", "Russian", kNames, 3},
  };
  return counts;
}

std::string lemma_of(const LemmaRules& rules, std::string_view word, std::uint8_t tag) {
  std::string lower, lemma = "before ";
  text::append_lower(word, lower);
  rules.append(word, lower, tag, lemma);
  REQUIRE(lemma.starts_with("before "));
  return lemma.substr(7);
}

TEST_CASE("words that were seen get their most frequent lemma") {
  const LemmaRules rules = LemmaRules::learn(seen());
  for (const LemmaCount& one : seen()) {
    if (one.lemma == "mice") continue;  // a lemma that is not the most frequent one
    CAPTURE(one.word);
    CHECK(lemma_of(rules, one.word, one.tag) == one.lemma);
  }
}

TEST_CASE("words that were not seen follow the rule of their longest ending") {
  const LemmaRules rules = LemmaRules::learn(seen());
  CHECK(lemma_of(rules, "tables", kPlural) == "table");
  CHECK(lemma_of(rules, "Tables", kPlural) == "table");
  CHECK(lemma_of(rules, "berries", kPlural) == "berry");
  CHECK(lemma_of(rules, "played", kPast) == "play");
  CHECK(lemma_of(rules, "hopped", kPast) == "hop");
  CHECK(lemma_of(rules, "playing", kGerund) == "play");
  CHECK(lemma_of(rules, "grinning", kGerund) == "grin");
  CHECK(lemma_of(rules, "Berlin", kName) == "Berlin");
  CHECK(lemma_of(rules, "UNESCO", kName) == "UNESCO");
  CHECK(lemma_of(rules, "Belgians", kNames) == "Belgian");
}

TEST_CASE("without a rule a word is its own lemma") {
  const LemmaRules rules = LemmaRules::learn(seen());
  CHECK(lemma_of(rules, "Houses", kUnseen) == "Houses");
  CHECK(lemma_of(rules, "", kPlural) == "");
  CHECK(lemma_of(LemmaRules(), "Houses", kPlural) == "Houses");
  CHECK(lemma_of(LemmaRules::learn({}), "Houses", kPlural) == "Houses");
}

TEST_CASE("no lemma is empty") {
  const LemmaRules rules = LemmaRules::learn(seen());
  CHECK(lemma_of(rules, "s", kPlural) == "s");
  CHECK(lemma_of(rules, "ed", kPast) == "ed");
}

TEST_CASE("rules stay with those who moved") {
  LemmaRules rules = LemmaRules::learn(seen());
  LemmaRules other = std::move(rules);
  LemmaRules third;
  third = std::move(other);
  CHECK(lemma_of(third, "mice", kPlural) == "mouse");
}

TEST_CASE("characters are never cut") {
  // What follows the first two bytes of the last character is different in each pair.
  const std::vector<LemmaCount> counts{{"añé", "añê", kPast, 5},   {"oñé", "oñê", kPast, 5},
                                       {"uñé", "uñê", kPast, 5},   {"日本語", "日本誠", kName, 5},
                                       {"一語", "一誠", kName, 5}, {"二語", "二誠", kName, 5}};
  const LemmaRules rules = LemmaRules::learn(counts);
  for (const LemmaCount& one : counts) CHECK(lemma_of(rules, one.word, one.tag) == one.lemma);
  CHECK(lemma_of(rules, "iñé", kPast) == "iñê");
  CHECK(lemma_of(rules, "三語", kName) == "三誠");
  std::mt19937 random(1);
  const std::string_view pieces[] = {"a", "é", "ñ", "語", "日", "𝔸", "İ", "s", "ies", "ed"};
  for (const LemmaRules& each : {LemmaRules::learn(counts), LemmaRules::learn(seen())}) {
    for (int i = 0; i < 5000; ++i) {
      std::string word;
      for (std::size_t k = random() % 5; k > 0; --k) word += pieces[random() % std::size(pieces)];
      CAPTURE(word);
      for (const std::uint8_t tag : {kPlural, kPast, kName})
        REQUIRE(is_valid_utf8(lemma_of(each, word, tag)));
    }
  }
}

TEST_CASE("any bytes can be learnt and asked for") {
  std::mt19937 random(2);
  std::vector<std::string> texts{"",     "\x80",     "\x80\x80",
                                 "\xff", "\xe8\xaa", std::string(70'000, 'x')};
  for (int i = 0; i < 200; ++i) {
    texts.emplace_back();
    for (std::size_t k = random() % 9; k > 0; --k)
      texts.back() += static_cast<char>(random() % 2 ? random() : 'a' + random() % 3);
  }
  std::vector<LemmaCount> counts;
  for (int i = 0; i < 3000; ++i)
    counts.push_back({texts[random() % texts.size()], texts[random() % texts.size()],
                      static_cast<std::uint8_t>(random() % 3), random() % 4});
  const LemmaRules rules = LemmaRules::learn(counts);
  CHECK(rules.rules().size() > 256);
  for (const std::string& word : texts)
    for (const std::uint8_t tag : {0, 1, 2, 255}) lemma_of(rules, word, tag);
}

}  // namespace
}  // namespace ow::analysis
