// Search within a limit of costs, which is how confidence limits paraphrases.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "base/error.h"
#include "random_task.h"
#include "search/unit_decoder.h"

namespace ow {
namespace {

using Words = std::vector<std::string>;

/// Sentences of letters with units at random, some of which make the same change, or none.
struct RandomUnits {
  RandomUnits(std::mt19937& random, const lm::Model& model, std::size_t sentences,
              unsigned longest) {
    const auto pick = [&](unsigned n) {
      return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
    };
    const auto word = [&] {
      const char letter = static_cast<char>('a' + pick(5));
      return units.words.intern({&letter, 1});
    };
    for (std::size_t sentence = 0; sentence < sentences; ++sentence) {
      const unsigned length = pick(longest + 1);
      for (unsigned i = 0; i < length; ++i) {
        units.token_words.push_back(word());
        units.token_protected.push_back(0);
      }
      units.token_offsets.push_back(static_cast<std::int64_t>(units.token_words.size()));
      const unsigned count = length == 0 ? 0 : 2 + pick(7);
      for (unsigned i = 0; i < count; ++i) {
        const bool again = i > 0 && pick(4) == 0;
        std::vector<BatchWord> target;
        if (again) {
          const auto last = units.target(units.size() - 1);
          target.assign(last.begin(), last.end());
        }
        const auto begin = again ? units.begin.back() : static_cast<std::int32_t>(pick(length));
        const auto end = again ? units.end.back()
                               : begin + 1 +
                                     static_cast<std::int32_t>(
                                         pick(std::min(3U, length - static_cast<unsigned>(begin))));
        for (unsigned k = again ? 0 : pick(4); k > 0; --k) target.push_back(word());
        add(sentence, begin, end, pick(2), target,
            std::uniform_real_distribution(-3.0, 1.0)(random));
        cost.push_back(static_cast<std::int32_t>(pick(6)));
        usability.push_back(pick(9) == 0 ? NAN : std::uniform_real_distribution(-2.0, 2.0)(random));
      }
      units.unit_offsets.push_back(static_cast<std::int64_t>(units.size()));
    }
    for (BatchWord number = 0; number < units.words.size(); ++number)
      units.lm_words.push_back(model.word(units.text(number)));
  }

  void add(std::size_t sentence, std::int32_t begin, std::int32_t end, unsigned table,
           const std::vector<BatchWord>& target, double score) {
    units.sentence.push_back(static_cast<std::int32_t>(sentence));
    units.begin.push_back(begin);
    units.end.push_back(end);
    units.table.push_back(static_cast<std::int32_t>(table));
    units.score.push_back(score);
    units.source_bytes.push_back(2 * (end - begin));
    units.target_bytes.push_back(static_cast<std::int32_t>(2 * target.size()));
    units.target_words.insert(units.target_words.end(), target.begin(), target.end());
    units.target_tokens.resize(units.target_words.size(), Units::kNew);
    units.target_offsets.push_back(static_cast<std::int64_t>(units.target_words.size()));
    units.features.push_back(static_cast<float>(score));
    units.feature_offsets.push_back(static_cast<std::int64_t>(units.features.size()));
    units.rule.push_back(Units::kNoRule);
  }

  Units units;
  std::vector<std::int32_t> cost;
  std::vector<double> usability;
};

const UnitWeights kWeights{{{1.0}, {0.5}}, 0.7, 1.0, 0.3, -0.5, 0};

/// What may stand in a place: the best score of all that say it, and what the cheapest costs.
struct Change {
  std::int32_t begin, end;
  Words target;
  double score;
  std::int64_t cost;
};

Words text_of(const Units& units, std::span<const BatchWord> words) {
  Words text;
  for (const BatchWord word : words) text.emplace_back(units.text(word));
  return text;
}

std::vector<Change> changes_of(const RandomUnits& made, std::size_t sentence,
                               std::span<const std::int64_t> chosen) {
  const Units& units = made.units;
  std::map<std::tuple<std::int32_t, std::int32_t, Words>, Change> all;
  const auto add = [&](const Change& change) {
    const auto [at, fresh] =
        all.emplace(std::tuple(change.begin, change.end, change.target), change);
    if (fresh) return;
    at->second.score = std::max(at->second.score, change.score);
    at->second.cost = std::min(at->second.cost, change.cost);
  };
  std::set<std::int32_t> taken;
  for (const std::int64_t row : chosen) {
    const auto unit = static_cast<std::size_t>(row);
    if (units.sentence[unit] != static_cast<std::int32_t>(sentence)) continue;
    for (std::int32_t token = units.begin[unit]; token < units.end[unit]; ++token)
      taken.insert(token);
  }
  const auto first = static_cast<std::size_t>(units.unit_offsets[sentence]);
  const auto behind = static_cast<std::size_t>(units.unit_offsets[sentence + 1]);
  for (std::size_t unit = first; unit < behind; ++unit) {
    if (std::isnan(made.usability[unit])) continue;
    bool open =
        std::find(chosen.begin(), chosen.end(), static_cast<std::int64_t>(unit)) != chosen.end();
    if (!open)
      open = std::none_of(taken.begin(), taken.end(), [&](std::int32_t token) {
        return token >= units.begin[unit] && token < units.end[unit];
      });
    if (!open) continue;
    const double weight = kWeights.tables[static_cast<std::size_t>(units.table[unit])][0];
    add({units.begin[unit], units.end[unit], text_of(units, units.target(unit)),
         weight * units.features[unit] + kWeights.usability * made.usability[unit],
         made.cost[unit]});
  }
  const auto tokens = units.tokens(sentence);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto place = static_cast<std::int32_t>(i);
    if (!taken.contains(place))
      add({place, place + 1, text_of(units, tokens.subspan(i, 1)),
           kWeights.self * kWeights.self_score, 0});
  }
  std::vector<Change> changes;
  for (const auto& [place, change] : all) changes.push_back(change);
  return changes;
}

/// Every derivation of a sentence, one by one: for each string what it costs and scores.
using Ways = std::map<Words, std::vector<std::pair<std::int64_t, double>>>;
Ways all_ways(const RandomUnits& made, std::size_t sentence, const lm::Model& model,
              std::span<const std::int64_t> chosen) {
  const auto changes = changes_of(made, sentence, chosen);
  const auto length = static_cast<std::int32_t>(made.units.tokens(sentence).size());
  Ways ways;
  Words words;
  const auto walk = [&](auto& self, std::int32_t place, std::int64_t cost, double score) -> void {
    if (place == length) {
      double fluency = 0.0;
      lm::StateId state = model.begin_state();
      for (const std::string& word : words) {
        const auto step = model.step(state, model.word(word));
        fluency += step.log10;
        state = step.next;
      }
      fluency += model.step(state, model.info().end_sentence).log10;
      ways[words].emplace_back(cost, score + kWeights.lm * lm::kLn10 * fluency);
      return;
    }
    for (const Change& change : changes) {
      if (change.begin != place) continue;
      words.insert(words.end(), change.target.begin(), change.target.end());
      self(self, change.end, cost + change.cost, score + change.score);
      words.resize(words.size() - change.target.size());
    }
  };
  walk(walk, 0, 0, 0.0);
  return ways;
}

/// The n best strings that cost no more, best first, with the best way to make each of them.
std::vector<std::pair<double, Words>> best_within(const Ways& ways, std::int64_t most,
                                                  std::size_t n, const Words* without) {
  std::vector<std::pair<double, Words>> best;
  for (const auto& [words, all] : ways) {
    std::optional<double> score;
    for (const auto& [cost, each] : all)
      if (cost <= most) score = std::max(score.value_or(each), each);
    if (score) best.emplace_back(*score, words);
  }
  if (without != nullptr && best.size() > 1)
    std::erase_if(best, [&](const auto& each) { return each.second == *without; });
  std::sort(best.begin(), best.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (best.size() > n) best.resize(n);
  return best;
}

/// The words that a derivation makes.
Words words_of(const Units& units, const UnitDerivations& found, std::size_t sentence,
               std::size_t derivation) {
  Words words;
  const auto tokens = units.tokens(sentence);
  std::size_t place = 0;
  for (auto i = found.unit_offsets[derivation]; i < found.unit_offsets[derivation + 1]; ++i) {
    const auto unit = static_cast<std::size_t>(found.units[static_cast<std::size_t>(i)]);
    REQUIRE(units.begin[unit] >= static_cast<std::int32_t>(place));
    for (; place < static_cast<std::size_t>(units.begin[unit]); ++place)
      words.emplace_back(units.text(tokens[place]));
    for (const BatchWord word : units.target(unit)) words.emplace_back(units.text(word));
    place = static_cast<std::size_t>(units.end[unit]);
  }
  for (; place < tokens.size(); ++place) words.emplace_back(units.text(tokens[place]));
  return words;
}

/// Compares what is found with what there is, for every limit that makes a difference.
std::size_t check_all(const UnitDecoder& decoder, const lm::Model& model, const RandomUnits& made,
                      std::span<const std::int64_t> chosen) {
  std::size_t compared = 0;
  std::vector<Ways> ways;
  std::set<std::int64_t> limits{0, 1, 2, INT64_MAX};
  for (std::size_t sentence = 0; sentence < made.units.sentence_count(); ++sentence) {
    ways.push_back(all_ways(made, sentence, model, chosen));
    for (const auto& [words, all] : ways.back())
      for (const auto& [cost, score] : all) limits.insert({cost, cost - 1});
  }
  limits.erase(-1);
  for (const std::int64_t most : limits) {
    for (const std::uint32_t n : {1U, 3U}) {
      for (const bool with_source : {false, true}) {
        CAPTURE(most);
        CAPTURE(n);
        CAPTURE(with_source);
        DecodeOptions options;
        options.n = n;
        const UnitDerivations found = decoder.decode_within(made.units, made.usability, made.cost,
                                                            most, options, with_source, {}, chosen);
        REQUIRE(found.optimal.size() == ways.size());
        for (std::size_t sentence = 0; sentence < ways.size(); ++sentence) {
          const Words source = text_of(made.units, made.units.tokens(sentence));
          const auto wanted = best_within(ways[sentence], most, n, with_source ? nullptr : &source);
          const auto first = static_cast<std::size_t>(found.offsets[sentence]);
          REQUIRE(static_cast<std::size_t>(found.offsets[sentence + 1]) - first == wanted.size());
          CHECK(found.optimal[sentence] == 1);
          CHECK(found.complete[sentence] == 1);
          if (!wanted.empty())
            CHECK(found.upper_bound[sentence] == doctest::Approx(wanted[0].first).epsilon(1e-9));
          std::set<Words> seen;
          for (std::size_t i = 0; i < wanted.size(); ++i) {
            CHECK(found.score[first + i] == doctest::Approx(wanted[i].first).epsilon(1e-9));
            const Words words = words_of(made.units, found, sentence, first + i);
            CHECK(seen.insert(words).second);  // no string twice
            CHECK(found.cost[first + i] <= most);
            // There is such a way, so what it is said to cost and to score belongs together.
            const auto& all = ways[sentence].at(words);
            CHECK(std::any_of(all.begin(), all.end(), [&](const auto& way) {
              return way.first == found.cost[first + i] &&
                     std::abs(way.second - found.score[first + i]) < 1e-8;
            }));
            ++compared;
          }
        }
      }
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("within every limit the best strings are found") {
  std::mt19937 random(21);
  const tests::TemporaryFolder folder;
  std::size_t compared = 0;
  for (unsigned round = 0; round < 25; ++round) {
    const std::shared_ptr<const lm::Model> model = tests::model_from(
        tests::random_arpa(random, 2 + round % 2, 4), folder.file("lm" + std::to_string(round)));
    const UnitDecoder decoder(model, kWeights);
    for (int i = 0; i < 4; ++i) {
      CAPTURE(round);
      const RandomUnits made(random, *model, 3, 5);
      compared += check_all(decoder, *model, made, {});
    }
  }
  CHECK(compared > 5000);
}

TEST_CASE("within a limit, chosen units stand in their places or nothing does") {
  std::mt19937 random(22);
  const tests::TemporaryFolder folder;
  std::size_t compared = 0, none = 0;
  for (unsigned round = 0; round < 20; ++round) {
    const std::shared_ptr<const lm::Model> model = tests::model_from(
        tests::random_arpa(random, 2, 4), folder.file("lm" + std::to_string(round)));
    const UnitDecoder decoder(model, kWeights);
    const RandomUnits made(random, *model, 2, 5);
    for (std::int64_t unit = 0; unit < static_cast<std::int64_t>(made.units.size()); unit += 2) {
      const auto row = static_cast<std::size_t>(unit);
      if (std::isnan(made.usability[row])) continue;
      compared += check_all(decoder, *model, made, {&unit, 1});
      const UnitDerivations found = decoder.decode_within(
          made.units, made.usability, made.cost, made.cost[row] - 1, {}, false, {}, {&unit, 1});
      const auto sentence = static_cast<std::size_t>(made.units.sentence[row]);
      none += found.offsets[sentence] == found.offsets[sentence + 1];
    }
  }
  CHECK(compared > 1000);
  CHECK(none > 10);
}

TEST_CASE("one change costs what the cheapest unit that makes it does, and scores as the best") {
  std::mt19937 random(23);
  const tests::TemporaryFolder folder;
  const std::shared_ptr<const lm::Model> model =
      tests::model_from(tests::random_arpa(random, 2, 4), folder.file("lm"));
  RandomUnits made(random, *model, 0, 0);
  made.units.words.intern({"x", 1});
  made.units.words.intern({"y", 1});
  made.units.token_words = {0};
  made.units.token_protected = {0};
  made.units.token_offsets = {0, 1};
  for (const double score : {5.0, 9.0, 7.0}) made.add(0, 0, 1, 0, {1}, score);
  made.units.unit_offsets = {0, 3};
  made.units.lm_words = {model->word("x"), model->word("y")};
  const UnitDecoder decoder(model, kWeights);
  const std::vector usability{0.0, 0.0, 0.0};
  const std::vector<std::int32_t> cost{4, 6, 2};
  const auto found = [&](std::int64_t most) {
    return decoder.decode_within(made.units, usability, cost, most, {}, false);
  };
  CHECK(found(1).units.empty());  // the sentence as it is
  CHECK(found(1).cost == std::vector<std::int64_t>{0});
  CHECK(found(2).units == std::vector<std::int64_t>{1});
  CHECK(found(2).cost == std::vector<std::int64_t>{2});
  CHECK(found(-1).score.empty());
  // Where a unit is left out, nothing is shared with it.
  const std::vector some{0.0, 0.0, std::nan("")};
  CHECK(decoder.decode_within(made.units, some, cost, 3, {}, false).units.empty());
  CHECK(decoder.decode_within(made.units, some, cost, 4, {}, false).cost ==
        std::vector<std::int64_t>{4});
  // Fronts say the same of costs.
  const std::vector<std::int64_t> most{100};
  CHECK(decoder.fronts(made.units, usability, most, {}, {}, cost).cost ==
        std::vector<std::int64_t>{2});
  CHECK(decoder.fronts(made.units, usability, most, {}).cost == std::vector<std::int64_t>{0});
}

TEST_CASE("without time for a proof, what is found is within the limit all the same") {
  std::mt19937 random(24);
  const tests::TemporaryFolder folder;
  const std::shared_ptr<const lm::Model> model =
      tests::model_from(tests::random_arpa(random, 3, 4), folder.file("lm"));
  const UnitDecoder decoder(model, kWeights);
  DecodeOptions options;
  options.limit.expansions = 40;
  std::size_t unproven = 0;
  for (int round = 0; round < 30; ++round) {
    const RandomUnits made(random, *model, 2, 6);
    for (const std::int64_t most : {0, 3, 6}) {
      const UnitDerivations found =
          decoder.decode_within(made.units, made.usability, made.cost, most, options, false);
      for (std::size_t sentence = 0; sentence < 2; ++sentence) {
        CHECK(found.offsets[sentence] + 1 == found.offsets[sentence + 1]);
        CHECK(found.optimal[sentence] == found.complete[sentence]);
        CHECK((found.upper_bound[sentence] == HUGE_VAL) == (found.optimal[sentence] == 0));
        unproven += found.optimal[sentence] == 0;
      }
      for (const std::int64_t cost : found.cost) CHECK(cost <= most);
    }
  }
  CHECK(unproven > 20);
}

TEST_CASE("Monte-Carlo search keeps within the limit, too") {
  std::mt19937 random(25);
  const tests::TemporaryFolder folder;
  const std::shared_ptr<const lm::Model> model =
      tests::model_from(tests::random_arpa(random, 2, 4), folder.file("lm"));
  const UnitDecoder decoder(model, kWeights);
  DecodeOptions options;
  options.search = Search::kMonteCarlo;
  options.monte_carlo.episodes = 50;
  std::size_t changed = 0;
  for (int round = 0; round < 15; ++round) {
    const RandomUnits made(random, *model, 2, 4);
    for (const std::int64_t most : {0, 2, 5}) {
      const UnitDerivations found =
          decoder.decode_within(made.units, made.usability, made.cost, most, options, false);
      for (const std::int64_t cost : found.cost) CHECK(cost <= most);
      changed += found.units.size();
    }
  }
  CHECK(changed > 20);
  const RandomUnits made(random, *model, 1, 4);
  const std::int64_t unit = 0;
  REQUIRE(made.units.size() > 0);
  std::vector<double> usability = made.usability;
  usability[0] = 0.0;
  CHECK_THROWS_AS(
      decoder.decode_within(made.units, usability, made.cost, 5, options, false, {}, {&unit, 1}),
      Error);
}

TEST_CASE("costs that cannot be are refused") {
  std::mt19937 random(26);
  const tests::TemporaryFolder folder;
  const std::shared_ptr<const lm::Model> model =
      tests::model_from(tests::random_arpa(random, 2, 4), folder.file("lm"));
  const UnitDecoder decoder(model, kWeights);
  RandomUnits made(random, *model, 3, 5);
  REQUIRE(made.units.size() > 1);
  made.usability[0] = 0.0;
  const auto decode = [&] {
    return decoder.decode_within(made.units, made.usability, made.cost, 5, {}, false);
  };
  const std::vector<std::int64_t> most(3, 100);
  const auto fronts = [&] {
    return decoder.fronts(made.units, made.usability, most, {}, {}, made.cost);
  };
  for (const std::int32_t wrong : {-1, INT32_MIN, 100'000'001, INT32_MAX}) {
    made.cost[0] = wrong;
    CHECK_THROWS_AS(decode(), Error);
    CHECK_THROWS_AS(fronts(), Error);
  }
  made.usability[0] = NAN;  // what planning left out may cost anything
  CHECK_NOTHROW(decode());
  CHECK_NOTHROW(fronts());
  made.usability[0] = 0.0;
  made.cost[0] = 100'000'000;
  CHECK_NOTHROW(decode());
  made.cost.pop_back();
  CHECK_THROWS_AS(decode(), Error);
  CHECK_THROWS_AS(fronts(), Error);
}

}  // namespace ow
