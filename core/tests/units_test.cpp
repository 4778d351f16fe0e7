#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/lines.h"
#include "files.h"
#include "random_task.h"
#include "search/unit_decoder.h"
#include "table/builder.h"
#include "text/rules.h"
#include "units/finder.h"

namespace ow {
namespace {

constexpr std::string_view kArpa =
    "\\data\\\nngram "
    "1=6\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n-1\tbig\n-2\tlarge\n-1\tcat\n\n"
    "\\end\\\n";

/// A table with one score, a unigram model, and sentences cut at blanks.
class Workshop {
 public:
  Workshop() : model_(tests::model_from(std::string(kArpa), folder_.file("lm"))) {
    TableBuilder builder({"p"});
    add(builder, "large", "big", -0.5f);
    add(builder, "large cat", "big cat", -0.25f);
    add(builder, "cat", "cat", 0.0f);
    builder.write(folder_.file("table"), {});
    finder_.emplace(std::vector{UnitTable{std::make_shared<const Table>(folder_.file("table"))}},
                    model_, true, text::rules_for("en"));
  }

  Units find(std::string_view text, std::vector<std::uint8_t> is_protected = {},
             std::vector<std::string_view> avoid = {}) const {
    std::vector<std::string_view> words;
    split_words(text, words);
    std::vector<SentenceView::Token> tokens;
    for (const std::string_view word : words) {
      const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
      tokens.push_back({begin, begin + static_cast<std::uint32_t>(word.size())});
    }
    const SentenceView sentence{text, tokens, is_protected};
    return finder_->find({&sentence, 1}, avoid);
  }
  std::shared_ptr<const lm::Model> model() const { return model_; }

 private:
  static void add(TableBuilder& builder, std::string_view source, std::string_view target,
                  float score) {
    const auto numbers = [&](std::string_view phrase) {
      std::vector<std::string_view> words;
      split_words(phrase, words);
      std::vector<WordId> ids;
      for (const std::string_view word : words) ids.push_back(builder.word(word));
      return ids;
    };
    const auto source_words = numbers(source), target_words = numbers(target);
    Entry entry;
    entry.target = target_words;
    entry.scores = {&score, 1};
    builder.add(source_words, entry);
  }

  tests::TemporaryFolder folder_;
  std::shared_ptr<const lm::Model> model_;
  std::optional<UnitFinder> finder_;
};

}  // namespace

TEST_CASE("units have their place, their words and their bytes") {
  const Workshop workshop;
  const Units units = workshop.find("A  Large cat");
  REQUIRE(units.size() == 2);  // cat → cat changes nothing
  CHECK(units.begin == std::vector<std::int32_t>{1, 1});
  CHECK(units.end == std::vector<std::int32_t>{2, 3});
  CHECK(units.source_bytes == std::vector<std::int32_t>{5, 9});
  CHECK(units.target_bytes == std::vector<std::int32_t>{3, 7});
  CHECK(units.text(units.target(1)[0]) == "big");
  CHECK(units.text(units.source(0)[0]) == "large");
  CHECK(workshop.find("").size() == 0);
  CHECK(workshop.find("large cat", {0, 1}).size() == 1);
  CHECK(workshop.find("large cat", {}, {"big cat"}).size() == 1);
  CHECK(workshop.find("large cat", {}, {"big"}).size() == 0);
}

TEST_CASE("what applications compare") {
  const Workshop workshop;
  const Units units = workshop.find("large cat");
  const UnitFluency fluency = unit_fluency(units, *workshop.model());
  CHECK(fluency.source[1] == doctest::Approx(-3 * lm::kLn10));
  CHECK(fluency.target[1] == doctest::Approx(-2 * lm::kLn10));
  CHECK(sentence_fluency(units, *workshop.model())[0] == doctest::Approx(-4 * lm::kLn10));
  CHECK(fluency_gains(units, *workshop.model())[1] == doctest::Approx(lm::kLn10));
  const std::vector<std::string_view> reference{"cat big"};
  CHECK(overlap_gains(units, reference) == std::vector<std::int32_t>{1, 1});
  CHECK_THROWS_AS(overlap_gains(units, {}), Error);
  CHECK(respellings(units) == std::vector<std::uint8_t>{0, 0});
}

TEST_CASE("units are decoded by equation 6") {
  const Workshop workshop;
  const Units units = workshop.find("large cat");
  const UnitDecoder decoder(workshop.model(), {{{2.0}}, 0.5, 3.0, 0.25, -1.5});
  const double none = std::nan("");
  const auto score = [&](std::vector<double> usability) {
    return decoder.decode(units, usability, {}).score[0];
  };
  // Both words stay; one is replaced; both are.
  CHECK(score({none, none}) == doctest::Approx(2 * 3.0 * -1.5 + 0.5 * -4 * lm::kLn10));
  CHECK(score({4.0, none}) ==
        doctest::Approx(2.0 * -0.5 + 3.0 * -1.5 + 0.5 * -3 * lm::kLn10 + 0.25 * 4));
  CHECK(score({4.0, 8.0}) == doctest::Approx(2.0 * -0.25 + 0.5 * -3 * lm::kLn10 + 0.25 * 8));
  // What the language model says does not depend on its weight.
  const UnitDecoder deaf(workshop.model(), {{{2.0}}, 0.0, 3.0, 0.25, -1.5});
  for (const UnitDecoder* each : {&decoder, &deaf})
    CHECK(each->decode(units, std::vector{4.0, none}, {}).lm[0] == doctest::Approx(-3 * lm::kLn10));
  const std::vector<std::int64_t> most{-2};
  const UnitDerivations fronts = decoder.fronts(units, std::vector{0.0, none}, most, {});
  CHECK(fronts.growth == std::vector<std::int64_t>{-2});
  CHECK(fronts.units == std::vector<std::int64_t>{0});
  CHECK_THROWS_AS(score({0.0}), Error);
  CHECK_THROWS_AS(UnitDecoder(workshop.model(), {{{1.0}}, -1.0}), Error);
  CHECK_THROWS_AS(UnitDecoder(workshop.model(), {{{none}}}), Error);
  const UnitDecoder wide(workshop.model(), {{{1.0, 1.0}}});
  CHECK_THROWS_AS(wide.decode(units, std::vector{0.0, 0.0}, {}), Error);
}

TEST_CASE("the true score of a pair is that of its best derivation") {
  const Workshop workshop;
  const Units units = workshop.find("large cat");
  const UnitDecoder decoder(workshop.model(), {{{2.0}}, 0.5, 3.0, 0.25, -1.5});
  const std::vector usability{4.0, 8.0};
  const auto found = [&](std::string_view target) {
    return decoder.true_scores(units, usability, std::vector{target});
  };
  // Both derivations make it; the one of the longer unit is better.
  CHECK(found("big cat").best.score[0] ==
        doctest::Approx(2.0 * -0.25 + 0.5 * -3 * lm::kLn10 + 0.25 * 8));
  CHECK(found("big cat").best.units == std::vector<std::int64_t>{1});
  CHECK(found("big cat").best.score == decoder.decode(units, usability, {}).score);
  CHECK(found("large cat").best.score[0] == doctest::Approx(2 * 3.0 * -1.5 + 0.5 * -4 * lm::kLn10));
  CHECK(found("large cat").best.units.empty());
  const UnitTrueScores none = found("big dog");
  CHECK(none.best.offsets == std::vector<std::int64_t>{0, 0});
  CHECK(none.reasons[0] == "no unit makes target word 2 from any part of the source");
  CHECK_THROWS_AS(decoder.true_scores(units, usability, {}), Error);
}

}  // namespace ow
