#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "context/features.h"
#include "context_text.h"

namespace ow::context {
namespace {

using tests::all_rows;
using tests::ContextWorld;
using tests::features_of;

constexpr TableSizes kSizes{1U << 10, 1U << 12};

/// All that features say of one unit.
struct One {
  std::vector<float> numbers;
  std::vector<std::vector<std::uint32_t>> bags;
  std::vector<std::uint32_t> weights;
  bool operator==(const One&) const = default;
};

One one_of(const Features& features, std::size_t unit) {
  One one;
  one.numbers.assign(features.numbers.begin() + static_cast<std::ptrdiff_t>(unit * kNumbers),
                     features.numbers.begin() + static_cast<std::ptrdiff_t>((unit + 1) * kNumbers));
  for (std::size_t bag = 0; bag < kBags; ++bag) {
    const std::size_t at = unit * kBags + bag;
    one.bags.emplace_back(features.bag_rows.begin() + features.bag_offsets[at],
                          features.bag_rows.begin() + features.bag_offsets[at + 1]);
  }
  one.weights.assign(features.weight_rows.begin() + features.weight_offsets[unit],
                     features.weight_rows.begin() + features.weight_offsets[unit + 1]);
  return one;
}

std::vector<One> all_of(const Features& features) {
  std::vector<One> all;
  for (std::size_t unit = 0; unit < features.size(); ++unit) all.push_back(one_of(features, unit));
  return all;
}

bool same(const Features& a, const Features& b) {
  return a.numbers == b.numbers && a.bag_offsets == b.bag_offsets && a.bag_rows == b.bag_rows &&
         a.weight_offsets == b.weight_offsets && a.weight_rows == b.weight_rows;
}

void check_offsets(const Features& features, std::size_t units) {
  CHECK(features.size() == units);
  CHECK(features.numbers.size() == units * kNumbers);
  CHECK(features.bag_offsets.size() == units * kBags + 1);
  CHECK(features.weight_offsets.size() == units + 1);
  const auto ascend = [](const std::vector<std::int64_t>& offsets, std::size_t rows) {
    return offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
           offsets.back() == static_cast<std::int64_t>(rows);
  };
  CHECK(ascend(features.bag_offsets, features.bag_rows.size()));
  CHECK(ascend(features.weight_offsets, features.weight_rows.size()));
}

}  // namespace

TEST_CASE("words are found with their tags") {
  const std::vector<WordTags::Entry> entries{{1, 5}, {7, TagSet{1} << 63}, {UINT64_MAX, 2}};
  const WordTags tags(entries);
  CHECK(tags.is_sorted());
  CHECK(tags.find(1) == 5);
  CHECK(tags.find(7) == TagSet{1} << 63);
  CHECK(tags.find(UINT64_MAX) == 2);
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{2}, UINT64_MAX - 1})
    CHECK(tags.find(hash) == 0);
  CHECK(WordTags().is_sorted());
  CHECK(WordTags().find(1) == 0);
  using Entries = std::vector<WordTags::Entry>;
  for (const Entries& wrong : {Entries{{1, 5}, {1, 5}}, Entries{{1, 5}, {3, 1}, {2, 1}}})
    CHECK_FALSE(WordTags(wrong).is_sorted());
}

TEST_CASE("vectors of words are found, and their sums compared") {
  const std::vector<std::uint64_t> words{3, 5, UINT64_MAX};
  const std::vector<std::int8_t> numbers{1, 0, -128, 127, 0, 4};
  const Meanings meanings(words, numbers);
  CHECK(meanings.is_valid());
  CHECK(meanings.dimensions() == 2);
  REQUIRE(meanings.find(5).size() == 2);
  CHECK(meanings.find(5)[0] == -128);
  CHECK(meanings.find(UINT64_MAX)[1] == 4);
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{4}, UINT64_MAX - 1})
    CHECK(meanings.find(hash).empty());
  CHECK(Meanings().is_valid());
  CHECK(Meanings().find(3).empty());
  const std::vector<std::uint64_t> twice{3, 3, 5}, back{5, 3, 7};
  CHECK_FALSE(Meanings(twice, numbers).is_valid());
  CHECK_FALSE(Meanings(back, numbers).is_valid());
  const auto some = std::span(numbers);
  for (const std::size_t size : {1u, 2u, 4u, 5u})
    CHECK_FALSE(Meanings(words, some.first(size)).is_valid());
  CHECK_FALSE(Meanings({}, some).is_valid());

  const auto sum_of = [&](std::initializer_list<std::uint64_t> hashes) {
    MeaningSum sum;
    sum.add({});  // of words without vectors
    sum.clear(2);
    for (const std::uint64_t hash : hashes) sum.add(meanings.find(hash));
    return sum;
  };
  CHECK(sum_of({3}).cosine(sum_of({3, 3, 4})) == doctest::Approx(1.0));
  CHECK(sum_of({3}).cosine(sum_of({UINT64_MAX})) == 0.0);
  CHECK(sum_of({3, UINT64_MAX}).cosine(sum_of({3})) == doctest::Approx(1 / std::sqrt(17.0)));
  CHECK(sum_of({5}).cosine(sum_of({3})) == doctest::Approx(-128 / std::hypot(128.0, 127.0)));
  CHECK(sum_of({}).cosine(sum_of({3})) == 0.0);
  CHECK(sum_of({4}).cosine(sum_of({4})) == 0.0);
}

TEST_CASE("features are columns with consistent offsets, of rows that there are") {
  const ContextWorld world;
  const Units units = world.find_all();
  REQUIRE(units.size() > 20);
  const Features features = features_of(world, units, all_rows(units), kSizes);
  check_offsets(features, units.size());
  for (const std::uint32_t row : features.bag_rows) REQUIRE(row < kSizes.vectors);
  for (const std::uint32_t row : features.weight_rows) REQUIRE(row < kSizes.weights);
  for (const float number : features.numbers) REQUIRE(std::isfinite(number));
  for (const One& one : all_of(features)) {
    for (std::size_t bag = 0; bag < kAround; ++bag) CHECK(!one.bags[bag].empty());
    CHECK(!one.weights.empty());
  }
  CHECK(same(features, features_of(world, units, all_rows(units), kSizes)));
  // Other sizes are the same hashes, cut in another place.
  const Features small = features_of(world, units, all_rows(units), {16, 32});
  CHECK(small.numbers == features.numbers);
  REQUIRE(small.bag_rows.size() == features.bag_rows.size());
  for (std::size_t i = 0; i < small.bag_rows.size(); ++i)
    REQUIRE(small.bag_rows[i] == features.bag_rows[i] % 16);
}

TEST_CASE("what a unit is described by does not depend on other sentences") {
  const ContextWorld world;
  const auto describe = [&](const std::vector<std::size_t>& sentences) {
    const Units units = world.find(sentences);
    std::vector<std::vector<One>> by_sentence(sentences.size());
    const auto all = all_of(features_of(world, units, all_rows(units), kSizes));
    for (std::size_t unit = 0; unit < all.size(); ++unit)
      by_sentence[static_cast<std::size_t>(units.sentence[unit])].push_back(all[unit]);
    return by_sentence;
  };
  const std::vector<std::size_t> order{4, 0, 3, 1, 0, 2, 4, 1};
  const auto together = describe(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    CAPTURE(i);
    // A sentence without tokens is never analysed, so nothing can be asked of it alone.
    if (order[i] == 3) {
      CHECK(together[i].empty());
      continue;
    }
    CHECK(!together[i].empty());
    CHECK(together[i] == describe({order[i]})[0]);
  }
}

TEST_CASE("what a unit is described by does not depend on which others are asked for") {
  const ContextWorld world;
  const Units units = world.find_all(2);
  const auto all = all_of(features_of(world, units, all_rows(units), kSizes));
  std::vector<std::int64_t> some;
  for (std::size_t unit = 1; unit < units.size(); unit += 3)
    some.push_back(static_cast<std::int64_t>(unit));
  const auto found = all_of(features_of(world, units, some, kSizes));
  REQUIRE(found.size() == some.size());
  for (std::size_t i = 0; i < some.size(); ++i)
    CHECK(found[i] == all[static_cast<std::size_t>(some[i])]);
}

TEST_CASE("several batches stand one behind the other") {
  const ContextWorld world;
  const WordTags tags(world.word_tags());
  const Meanings meanings = world.meanings();
  FeatureMaker maker(world.model(), tags, world.tag_names, meanings, kSizes);
  Features together;
  std::vector<One> expected;
  std::size_t count = 0;
  for (const std::size_t sentence : {1, 4, 0}) {
    const Units units = world.find({sentence});
    const auto rows = all_rows(units);
    maker.make(units, world.traits, rows, together);
    maker.make(units, world.traits, {}, together);  // nothing
    for (const One& one : all_of(features_of(world, units, rows, kSizes))) expected.push_back(one);
    count += units.size();
  }
  check_offsets(together, count);
  CHECK(all_of(together) == expected);
  together.clear();
  check_offsets(together, 0);
}

TEST_CASE("numbers say what they should") {
  const ContextWorld world;
  const Units units = world.find({0});
  const auto rows = all_rows(units);
  const auto all = all_of(features_of(world, units, rows, kSizes));
  constexpr std::size_t kGrade = 2 + 2 * kOrigins, kOthers = kGrade + 3;
  std::size_t graded = 0, shared = 0;
  for (std::size_t unit = 0; unit < all.size(); ++unit) {
    const auto& numbers = all[unit].numbers;
    const double p = std::exp(units.score[unit]);
    const bool pivot = units.table[unit] == 0;
    CHECK(numbers[0] == 1.0f);
    CHECK(numbers[1] == doctest::Approx(std::log(p / (1 - p))));
    for (std::size_t origin = 0; origin < kOrigins; ++origin) {
      const bool own = origin == static_cast<std::size_t>(world.traits[units.table[unit]].origin);
      CHECK(numbers[2 + origin] == (own ? 1.0f : 0.0f));
      CHECK(numbers[2 + kOrigins + origin] == (own ? numbers[1] : 0.0f));
    }
    const double grade = pivot ? std::exp(units.scores(unit)[1]) : 0.5;
    const double odds = std::log(grade / (1 - grade));
    CHECK(numbers[kGrade] == doctest::Approx(odds).epsilon(1e-5));
    CHECK(numbers[kGrade + 1] == doctest::Approx(std::min(0.2 * odds * odds, 6.0)).epsilon(1e-5));
    CHECK(numbers[kGrade + 2] == (pivot ? 1.0f : 0.0f));
    graded += pivot;
    shared += numbers[kOthers] > 0.0f;
  }
  CHECK(graded > 5);
  CHECK(shared == 4);  // old → aged and dogs → hounds, in both tables
  // Odds have limits, also where a score says that nothing else can be.
  Units sure = world.find({0});
  sure.score[0] = 0.0;
  sure.score[1] = -1000.0;
  const auto extreme = all_of(features_of(world, sure, rows, kSizes));
  CHECK(extreme[0].numbers[1] == 6.0f);
  CHECK(extreme[1].numbers[1] == -6.0f);
}

TEST_CASE("the same change in another place is another unit") {
  const ContextWorld world;
  const Units units = world.find({1});  // old dogs near old homes
  const auto all = all_of(features_of(world, units, all_rows(units), kSizes));
  std::vector<std::size_t> aged;
  for (std::size_t unit = 0; unit < units.size(); ++unit)
    if (units.table[unit] == 0 && units.end[unit] - units.begin[unit] == 1 &&
        units.text(units.target(unit)[0]) == "aged")
      aged.push_back(unit);
  REQUIRE(aged.size() == 2);
  CHECK(all[aged[0]].bags[kSource] == all[aged[1]].bags[kSource]);
  CHECK(all[aged[0]].bags[kTarget] == all[aged[1]].bags[kTarget]);
  for (const std::size_t bag : {kLeft, kRight, kTree})
    CHECK(all[aged[0]].bags[bag] != all[aged[1]].bags[bag]);
}

TEST_CASE("what both sides begin or end with is no part of a change") {
  const ContextWorld world;
  const Units units = world.find({1});
  const auto all = all_of(features_of(world, units, all_rows(units), kSizes));
  const auto find = [&](std::string_view target) {
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      std::string text;
      for (const BatchWord word : units.target(unit))
        (text += text.empty() ? "" : " ") += units.text(word);
      if (text == target && units.table[unit] == 0) return unit;
    }
    return units.size();
  };
  // old dogs → old hounds changes what dogs → hounds does; they are told apart by numbers alone.
  const std::size_t longer = find("old hounds"), shorter = find("hounds");
  REQUIRE(longer < units.size());
  REQUIRE(shorter < units.size());
  CHECK(all[longer].bags == all[shorter].bags);
  CHECK(all[longer].weights == all[shorter].weights);
  CHECK(all[longer].numbers != all[shorter].numbers);
}

TEST_CASE("what is known of words shows in numbers alone") {
  const ContextWorld world;
  const Units units = world.find({0});
  const auto rows = all_rows(units);
  const Features known = features_of(world, units, rows, kSizes);
  const WordTags tags(world.word_tags()), no_tags;
  const Meanings meanings = world.meanings(), no_meanings;
  // Which numbers are others then.
  const auto differ = [&](const WordTags& with_tags, const Meanings& with_meanings) {
    Features unknown;
    FeatureMaker(world.model(), with_tags, world.tag_names, with_meanings, kSizes)
        .make(units, world.traits, rows, unknown);
    CHECK(known.bag_rows == unknown.bag_rows);
    CHECK(known.weight_rows == unknown.weight_rows);
    std::set<std::size_t> numbers;
    for (std::size_t i = 0; i < known.numbers.size(); ++i)
      if (known.numbers[i] != unknown.numbers[i]) numbers.insert(i % kNumbers);
    return numbers;
  };
  CHECK(differ(tags, meanings).empty());
  const auto of_tags = differ(no_tags, meanings), of_meanings = differ(tags, no_meanings);
  CHECK(of_tags.size() == 4);
  CHECK(of_meanings.size() == 5);
  for (const std::size_t number : of_tags) CHECK(!of_meanings.contains(number));
}

TEST_CASE("features of what cannot be are refused") {
  const ContextWorld world;
  const Units units = world.find({0, 1});
  const WordTags tags(world.word_tags());
  const Meanings meanings = world.meanings();
  FeatureMaker maker(world.model(), tags, world.tag_names, meanings, kSizes);
  const auto make = [&](const Units& of, std::vector<TableTraits> traits,
                        std::vector<std::int64_t> rows) {
    Features features;
    maker.make(of, traits, rows, features);
    return features.size();
  };
  const auto last = static_cast<std::int64_t>(units.size()) - 1;
  CHECK(make(units, world.traits, {0, last}) == 2);
  CHECK_THROWS_AS(make(units, world.traits, {last, 0}), Error);
  CHECK_THROWS_AS(make(units, world.traits, {last + 1}), Error);
  CHECK_THROWS_AS(make(units, world.traits, {-1}), Error);
  const std::vector<std::int64_t> rows = all_rows(units);
  CHECK_THROWS_AS(make(units, {world.traits[0]}, rows), Error);
  CHECK_THROWS_AS(make(units, {{Origin::kPivot, 2}, {Origin::kPivot, -1}}, rows), Error);
  CHECK_THROWS_AS(make(units, {{Origin::kPivot, 1}, {Origin::kPivot, 1}}, rows), Error);
  SentenceView plain = tests::context_sentences()[0].view();
  plain.tags = {};
  CHECK_THROWS_AS(make(world.finder().find({&plain, 1}), world.traits, {0}), Error);
  // Nor may some sentences of a batch be analysed and others not.
  const SentenceView whole = tests::context_sentences()[0].view();
  for (const auto field : {&SentenceView::tags, &SentenceView::relations, &SentenceView::lemmas}) {
    SentenceView part = whole;
    part.*field = {};
    const SentenceView some[] = {part, whole};
    CHECK_THROWS_AS(make(world.finder().find(some), world.traits, {0}), Error);
  }
  SentenceView bare = whole;
  bare.relations = bare.lemmas = {};  // without these two, all of them can be described
  CHECK(make(world.finder().find({&bare, 1}), world.traits, {0}) == 1);
}

}  // namespace ow::context
