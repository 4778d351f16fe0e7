// Units that carry words along: patterns and collocations, and what may be used inside of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "base/error.h"
#include "base/lines.h"
#include "files.h"
#include "random_task.h"
#include "search/unit_decoder.h"
#include "table/builder.h"
#include "trees.h"
#include "units/finder.h"

namespace ow {
namespace {

struct Row {
  std::string source, target;
  float score;
};

std::shared_ptr<const Table> table_of(const std::vector<Row>& rows, const std::string& path) {
  TableBuilder builder({"p"});
  const auto numbers = [&](std::string_view phrase) {
    std::vector<std::string_view> words;
    split_words(phrase, words);
    std::vector<WordId> ids;
    for (const std::string_view word : words) ids.push_back(builder.word(word));
    return ids;
  };
  for (const Row& row : rows) {
    const auto source = numbers(row.source), target = numbers(row.target);
    Entry entry;
    entry.target = target;
    entry.scores = {&row.score, 1};
    builder.add(source, entry);
  }
  builder.write(path, {});
  return std::make_shared<const Table>(path);
}

/// A sentence cut at blanks, and what is known of its words.
struct Analysed {
  explicit Analysed(std::string words, std::string_view tag_text = {},
                    std::vector<std::uint32_t> head_places = {},
                    std::string_view relation_text = {}, std::string_view lemma_text = {})
      : text(std::move(words)), heads(std::move(head_places)) {
    std::vector<std::string_view> parts;
    split_words(text, parts);
    for (const std::string_view part : parts) {
      const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
      tokens.push_back({begin, begin + static_cast<std::uint32_t>(part.size())});
    }
    split_words(tag_text, tags);
    split_words(relation_text, relations);
    split_words(lemma_text, lemmas);
  }
  Analysed(const Analysed&) = delete;

  SentenceView view() const { return {text, tokens, is_protected, tags, heads, relations, lemmas}; }

  const std::string text;
  std::vector<SentenceView::Token> tokens;
  std::vector<std::string_view> tags, relations, lemmas;
  std::vector<std::uint32_t> heads;
  std::vector<std::uint8_t> is_protected{};
};

class Workshop {
 public:
  explicit Workshop(const std::vector<Row>& patterns, const std::vector<Row>& phrases = {},
                    TableKind kind = TableKind::kPatterns) {
    const std::vector<Row> some{{"z z", "z", 0.0f}};  // no table is empty
    const auto or_some = [&](const std::vector<Row>& rows) { return rows.empty() ? some : rows; };
    std::mt19937 random(1);
    model_ = tests::model_from(tests::random_arpa(random, 2, 5), folder_.file("lm"));
    const std::vector<Row> collocations{{"promote OBJ trade", "boost OBJ commerce", -1.0f}};
    const std::vector<Row> forms{{"boost VBD", "boosted", 0.0f}, {"commerce NN", "commerce", 0.0f}};
    finder_ = std::make_unique<UnitFinder>(
        std::vector{
            UnitTable{table_of(or_some(patterns), folder_.file("patterns")), kind},
            UnitTable{table_of(or_some(phrases), folder_.file("phrases"))},
            UnitTable{table_of(collocations, folder_.file("collocations")),
                      TableKind::kCollocations, table_of(forms, folder_.file("forms"))},
        },
        model_, true, text::rules_for("en"));
  }

  Units find(const Analysed& sentence) const {
    const SentenceView view = sentence.view();
    return finder_->find({&view, 1});
  }
  std::shared_ptr<const lm::Model> model() const { return model_; }

 private:
  tests::TemporaryFolder folder_;
  std::shared_ptr<const lm::Model> model_;
  std::unique_ptr<UnitFinder> finder_;
};

std::string words_of(const Units& units, std::span<const BatchWord> words) {
  std::string text;
  for (const BatchWord word : words) (text += text.empty() ? "" : " ") += units.text(word);
  return text;
}

using Places = std::vector<std::int32_t>;

Places carried(const Units& units, std::size_t unit) {
  const auto tokens = units.tokens_in_target(unit);
  return {tokens.begin(), tokens.end()};
}

}  // namespace

TEST_CASE("patterns and collocations carry words along") {
  const Workshop workshop({{"take [NN_1] into consideration", "consider [NN_1]", -1.0f}});
  const Units units = workshop.find(
      Analysed("Take the demand into consideration", "VB DT NN IN NN", {0, 2, 0, 0, 3}));
  REQUIRE(units.size() == 1);
  CHECK(words_of(units, units.target(0)) == "consider the demand");
  CHECK(carried(units, 0) == Places{Units::kNew, 1, 2});
  CHECK(words_of(units, units.rules[0]) == "take [NN_1] into consideration → consider [NN_1]");
  CHECK(units.pattern_counts.matched == 1);

  const Units others = workshop.find(Analysed("promoted fair trade", "VBD JJ NN", {0, 2, 0},
                                              "ROOT amod dobj", "promote fair trade"));
  REQUIRE(others.size() == 1);
  CHECK(words_of(others, others.target(0)) == "boosted fair commerce");
  CHECK(carried(others, 0) == Places{Units::kNew, 1, Units::kNew});
  CHECK(workshop.find(Analysed("promoted fair trade")).size() == 0);  // nothing is known of it

  tests::TemporaryFolder folder;
  const UnitTable formless{table_of({{"a OBJ b", "c OBJ d", 0.0f}}, folder.file("table")),
                           TableKind::kCollocations};
  CHECK_THROWS_AS(UnitFinder({formless}, workshop.model(), true, text::rules_for("en")), Error);
}

TEST_CASE("patterns are looked up loosely") {
  const std::vector<Row> entries{{"to reverse [NNS_1]", "to turn [NNS_1]", -1.0f},
                                 {"to reverse [NN_1]", "to", -1.0f},
                                 {"we must reverse [NNP_1]", "we turn [NNP_1]", -2.0f}};
  const Workshop loose(entries, {}, TableKind::kLoosePatterns), exact(entries);
  const Analysed sentence("We must reverse that trend .", "PRP MD VB DT NN .", {2, 2, 2, 4, 2, 2});
  CHECK(exact.find(sentence).size() == 0);
  const Units units = loose.find(sentence);
  REQUIRE(units.size() == 2);
  CHECK(words_of(units, units.target(0)) == "we turn that trend");
  CHECK((units.begin[0] == 0 && units.end[0] == 5));
  CHECK(words_of(units, units.target(1)) == "turn that trend");
  CHECK((units.begin[1] == 2 && units.end[1] == 5));
  CHECK(words_of(units, units.rules[1]) == "reverse [NNS_1] → turn [NNS_1]");
  CHECK(units.pattern_counts.matched == 1);
  CHECK(units.pattern_counts.gapped == 0);
  // Arcs that cross: `reverse … now` has another word within.
  const Workshop gapped({{"reverse [NN_1]", "turn [NN_1]", -1.0f}}, {}, TableKind::kLoosePatterns);
  const Units none = gapped.find(Analysed("reverse now trend", "VB RB NN", {0, 1, 0}));
  CHECK(none.size() == 0);
  CHECK(none.pattern_counts.gapped == none.pattern_counts.matched);
}

TEST_CASE("a filler with a determiner gets no other one") {
  const Workshop workshop(
      {{"head of [NN_1]", "the [NN_1] head", -1.0f}, {"head of [NN_1]", "head in [NN_1]", -2.0f}});
  const auto targets = [&](const Analysed& sentence) {
    const Units units = workshop.find(sentence);
    std::vector<std::string> texts;
    for (std::size_t unit = 0; unit < units.size(); ++unit)
      texts.push_back(words_of(units, units.target(unit)));
    return texts;
  };
  CHECK(targets(Analysed("head of the firm", "NN IN DT NN", {0, 0, 3, 1})) ==
        std::vector<std::string>{"head in the firm"});
  CHECK(targets(Analysed("head of Peter 's firm", "NN IN NNP POS NN", {0, 0, 4, 2, 1})) ==
        std::vector<std::string>{"head in peter 's firm"});
  CHECK(targets(Analysed("head of quite another firm", "NN IN RB DT NN", {0, 0, 4, 4, 1})) ==
        std::vector<std::string>{"head in quite another firm"});
  CHECK(targets(Analysed("head of state", "NN IN NN", {0, 0, 1})) ==
        std::vector<std::string>{"the state head", "head in state"});
  // That of another noun is none of the filler.
  CHECK(targets(Analysed("head of state for a day", "NN IN NN IN DT NN", {0, 0, 1, 2, 5, 3})) ==
        std::vector<std::string>{"the state for a day head", "head in state for a day"});
}

TEST_CASE("a unit inside of another is worth what it is worth elsewhere") {
  const Workshop workshop({{"take [NN_1]", "have [NN_1]", -1.0f}}, {{"rest", "break", -0.5f}});
  const Units units = workshop.find(Analysed("take a rest", "VB DT NN", {0, 2, 0}));
  REQUIRE(units.size() == 2);
  const std::vector usability{0.0, 2.0};
  const auto decode = [&](std::uint32_t nested) {
    UnitWeights weights{{{1.0}, {2.0}, {1.0}}, 0.0, 3.0, 0.25, -1.5, nested};
    return UnitDecoder(workshop.model(), weights).decode(units, usability, {});
  };
  const UnitDerivations plain = decode(0), nested = decode(1);
  CHECK(plain.units == std::vector<std::int64_t>{0});
  CHECK(plain.score[0] == doctest::Approx(-1.0));
  CHECK(nested.units == std::vector<std::int64_t>{0, 1});
  CHECK(nested.score[0] == doctest::Approx(-1.0 + 2.0 * -0.5 + 0.25 * 2.0 + 3.0 * 1.5));
  CHECK(nested.growth[0] == units.target_bytes[0] - units.source_bytes[0] + 1);
}

TEST_CASE("whatever the tree, units lie inside of their sentences and carry each word once") {
  std::mt19937 random(3);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  constexpr std::string_view kTags[] = {"NN", "NN", "VBD", "JJ", "IN", "POS"};
  const Workshop workshop({{"a [NN_1]", "[NN_1] b", 0.0f},
                           {"[NN_1] a", "c [NN_1]", 0.0f},
                           {"[NN_1] a [NN_2]", "[NN_2] [NN_1]", 0.0f},
                           {"[JJ_1] b", "[JJ_1] c", 0.0f},
                           {"[VBD_1] a [NN_1]", "[NN_1] [VBD_1]", 0.0f},
                           {"b a [NN_1]", "[NN_1]", 0.0f}},
                          {{"a", "b c", 0.0f}, {"b", "c", 0.0f}, {"a b", "d", 0.0f}});
  std::size_t made = 0, nested = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::size_t size = 1 + pick(5);
    std::string text, tags;
    for (std::size_t i = 0; i < size; ++i) {
      (text += "ab"[pick(2)]) += ' ';
      (tags += kTags[pick(std::size(kTags))]) += ' ';
    }
    std::vector<std::uint32_t> heads;
    const tests::Heads tree = tests::random_tree(random, size);
    for (std::size_t i = 0; i < size; ++i)
      heads.push_back(static_cast<std::uint32_t>(
          tree[i] == static_cast<std::int32_t>(size) ? i : static_cast<std::size_t>(tree[i])));
    Analysed sentence(text, tags, heads);
    for (std::size_t i = 0; i < size; ++i) sentence.is_protected.push_back(pick(8) == 0);
    const Units units = workshop.find(sentence);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      REQUIRE(units.begin[unit] < units.end[unit]);
      REQUIRE(units.end[unit] <= static_cast<std::int32_t>(size));
      Places tokens = carried(units, unit);
      std::erase(tokens, Units::kNew);
      std::sort(tokens.begin(), tokens.end());
      REQUIRE(std::adjacent_find(tokens.begin(), tokens.end()) == tokens.end());
      for (std::int32_t token = units.begin[unit]; token < units.end[unit]; ++token) {
        const bool is_carried = std::find(tokens.begin(), tokens.end(), token) != tokens.end();
        REQUIRE((is_carried || !sentence.is_protected[static_cast<std::size_t>(token)]));
      }
      if (!tokens.empty())
        REQUIRE((tokens.front() >= units.begin[unit] && tokens.back() < units.end[unit]));
      made += units.rule[unit] != Units::kNoRule;
    }
    UnitWeights weights{{{1.0}, {1.0}, {1.0}}, 0.5, 1.0, 1.0, -1.0, 4};
    const UnitDerivations found =
        UnitDecoder(workshop.model(), weights).decode(units, std::vector(units.size(), 0.0), {});
    for (std::size_t i = 1; i < found.units.size(); ++i)
      nested += units.begin[static_cast<std::size_t>(found.units[i])] <
                units.end[static_cast<std::size_t>(found.units[i - 1])];
  }
  CHECK(made > 100);
  CHECK(nested > 50);
}

}  // namespace ow
