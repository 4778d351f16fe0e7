#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <tuple>

#include "context/format.h"
#include "context/model.h"
#include "context_trained.h"
#include "fuzz/seal.h"

namespace ow::context {
namespace {

using format::Section;
using tests::all_rows;
using tests::TrainedConfidence;

/// What the network says of units, calibrated by the origin of their tables, before changes that
/// several units make share the best.
std::vector<double> expected_odds(const TrainedConfidence& made, const Units& units) {
  tests::ContextExamples examples;
  examples.features =
      tests::features_of(made.world, units, all_rows(units), TrainedConfidence::kSizes);
  for (auto* column : {&examples.right, &examples.teacher, &examples.importance})
    column->assign(units.size(), NAN);
  const auto outputs = predict(examples.view(), made.trained, 1);
  std::vector<double> odds;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const auto table = static_cast<std::size_t>(units.table[unit]);
    const auto origin = static_cast<std::size_t>(made.world.traits[table].origin);
    const Calibration& calibration = made.calibrations[origin];
    odds.push_back(calibration.slope * outputs[unit * kOutputs + kIsRight] + calibration.shift);
  }
  return odds;
}

/// Where a unit stands, and what it says.
using Change = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::vector<BatchWord>>;
Change change_of(const Units& units, std::size_t unit) {
  const auto target = units.target(unit);
  return {units.sentence[unit], units.begin[unit], units.end[unit], {target.begin(), target.end()}};
}

const TrainedConfidence& made_once() {
  static const TrainedConfidence made;
  return made;
}

/// All that a model says of some units.
std::string read_all(const std::string& path) {
  const TrainedConfidence& made = made_once();
  const ConfidenceModel model(path);
  const Units units = made.world.find_all();
  std::string all;
  for (const std::string& name : model.tag_names()) all += name + "\n";
  const auto rows = all_rows(units);
  for (const float odds : model.odds(units, made.world.model(), made.world.traits, rows))
    all += std::to_string(odds) + " ";
  for (const std::uint8_t forbidden : model.guards().forbid(units, rows, nullptr))
    all += std::to_string(forbidden);
  return all + std::to_string(model.word_tags().find(hash_word("fast")));
}

}  // namespace

TEST_CASE("a model says what was trained, as far as its bytes can tell") {
  const TrainedConfidence& made = made_once();
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("confidence");
  made.write(path);
  const ConfidenceModel model(path);
  CHECK(model.sizes().vectors == TrainedConfidence::kSizes.vectors);
  CHECK(model.sizes().weights == TrainedConfidence::kSizes.weights);
  CHECK(std::equal(model.tag_names().begin(), model.tag_names().end(), made.world.tag_names.begin(),
                   made.world.tag_names.end()));
  CHECK(model.word_tags().find(hash_word("fast")) == 9);
  CHECK(model.word_tags().find(hash_word("slow")) == 0);

  const Units units = made.world.find_all(8);  // more than go through the network at once
  REQUIRE(units.size() > 200);
  const auto rows = all_rows(units);
  const auto expected = expected_odds(made, units);
  const auto found = model.odds(units, made.world.model(), made.world.traits, rows);
  REQUIRE(found.size() == units.size());
  std::map<Change, double> best;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const auto [at, fresh] = best.emplace(change_of(units, unit), expected[unit]);
    if (!fresh) at->second = std::max(at->second, expected[unit]);
  }
  std::size_t raised = 0;
  double low = INFINITY, high = -INFINITY;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const double wanted = best.at(change_of(units, unit));
    CHECK(std::abs(found[unit] - wanted) < 0.05);
    raised += wanted > expected[unit] + 0.2;
    low = std::min(low, wanted);
    high = std::max(high, wanted);
  }
  CHECK(raised > 0);
  CHECK(high - low > 2.0);  // otherwise nothing would be compared
  float weights = 0.0f;
  for (const float weight : made.trained.weights) weights = std::max(weights, std::abs(weight));
  CHECK(weights > 0.2f);
  // Those that are written differ from others by more than rounding.
  const auto forbidden = model.guards().forbid(units, rows, nullptr);
  CHECK(std::count(forbidden.begin(), forbidden.end(), 1) > 8);
  CHECK(std::count(forbidden.begin(), forbidden.end(), 0) > 8);
}

TEST_CASE("odds of some units are those that they have among all") {
  const TrainedConfidence& made = made_once();
  const tests::TemporaryFolder folder;
  made.write(folder.file("confidence"));
  const ConfidenceModel model(folder.file("confidence"));
  const Units units = made.world.find_all(3);
  const auto odds = [&](std::span<const std::int64_t> rows) {
    return model.odds(units, made.world.model(), made.world.traits, rows);
  };
  const auto all = odds(all_rows(units));
  // All that make the same change have to be there.
  std::map<Change, std::size_t> makers;
  for (std::size_t unit = 0; unit < units.size(); ++unit) ++makers[change_of(units, unit)];
  std::vector<std::int64_t> some;
  for (std::size_t unit = 0; unit < units.size(); unit += 2)
    if (makers[change_of(units, unit)] == 1) some.push_back(static_cast<std::int64_t>(unit));
  REQUIRE(some.size() > 10);
  const auto found = odds(some);
  for (std::size_t i = 0; i < some.size(); ++i)
    CHECK(found[i] == doctest::Approx(all[static_cast<std::size_t>(some[i])]).epsilon(1e-5));
  CHECK(odds({}).empty());
  CHECK(odds(all_rows(units)) == all);
  const std::vector<std::int64_t> back{1, 0};
  CHECK(units.sentence[1] == units.sentence[0]);
  CHECK(odds(back).size() == 2);
  const std::vector<std::int64_t> none{static_cast<std::int64_t>(units.size())};
  CHECK_THROWS_AS(odds(none), Error);
  CHECK_THROWS_AS(model.odds(units, made.world.model(), {}, some), Error);
}

TEST_CASE("what no confidence file could hold is not written") {
  const TrainedConfidence& made = made_once();
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("confidence");
  const auto words = made.world.word_tags();
  const auto write = [&](const Calibrations& calibrations, std::vector<std::string> names,
                         std::vector<WordTags::Entry> tagged, std::string_view guards,
                         const Vectors& vectors = {}) {
    write_confidence(made.trained, calibrations, names, tagged, vectors, guards, path);
  };
  const std::vector<WordTags::Entry> sorted(words.begin(), words.end());
  const std::vector<WordTags::Entry> reversed(sorted.rbegin(), sorted.rend());
  const std::vector<std::string> names(kMostTags, "tag");
  Calibrations wrong = made.calibrations;
  wrong[3].shift = NAN;
  CHECK_THROWS_AS(write(wrong, names, sorted, ""), Error);
  wrong[3] = {INFINITY, 0.0f};
  CHECK_THROWS_AS(write(wrong, names, sorted, ""), Error);
  CHECK_THROWS_AS(write({}, std::vector<std::string>(kMostTags + 1, "tag"), sorted, ""), Error);
  CHECK_THROWS_AS(write({}, {"two\nlines"}, sorted, ""), Error);
  CHECK_THROWS_AS(write({}, names, reversed, ""), Error);
  CHECK_THROWS_AS(write({}, names, {sorted[0], sorted[0]}, ""), Error);
  CHECK_THROWS_AS(write({}, names, sorted, "count\tbroken\n"), FormatError);
  CHECK_THROWS_AS(write({}, names, sorted, "", {{1, 2}, {1, 2, 3}}), Error);
  CHECK_THROWS_AS(write({}, names, sorted, "", {{2, 1}, {1, 2}}), Error);
  const std::vector<std::function<void(Trained&)>> mistakes{
      [](Trained& trained) { trained.shape.width = 32; },
      [](Trained& trained) { trained.shape.vectors = 100; },
      [](Trained& trained) { trained.parameters.pop_back(); },
      [](Trained& trained) { trained.vectors.pop_back(); },
      [](Trained& trained) { trained.weights.push_back(0.0f); },
      [](Trained& trained) { trained.parameters[7] = NAN; },
      [](Trained& trained) { trained.vectors[7] = INFINITY; },
      [](Trained& trained) { trained.weights[7] = NAN; },
  };
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    Trained trained = made.trained;
    mistakes[i](trained);
    CAPTURE(i);
    CHECK_THROWS_AS(write_confidence(trained, {}, {}, {}, {}, "", path), Error);
  }
  CHECK_THROWS_AS(ConfidenceModel{path}, SystemError);  // none of them left a file
  write({}, names, {}, "");
  CHECK(ConfidenceModel(path).tag_names().size() == kMostTags);
}

TEST_CASE("rows that are nothing, and weights beyond all, can be written") {
  const TrainedConfidence& made = made_once();
  const tests::TemporaryFolder folder;
  Trained trained = made.trained;
  std::fill_n(trained.vectors.begin(), 16, 0.0f);
  std::fill_n(trained.vectors.begin() + 16, 16, 1e-45f);
  trained.weights[0] = 1e30f;
  trained.weights[1] = -1e30f;
  const std::string path = folder.file("confidence");
  write_confidence(trained, {}, {}, {}, {}, "", path);
  const auto sections =
      fuzz::read_sections(path, format::kKind, {format::kVectors, format::kWeights});
  std::int16_t weights[2];
  std::memcpy(weights, sections[1].content.data(), sizeof weights);
  CHECK(weights[0] == 32767);
  CHECK(weights[1] == -32767);
  CHECK(sections[0].content.substr(0, 16) == std::string(16, '\0'));
}

TEST_CASE("a confidence file that was cut or changed anywhere is refused") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("confidence");
  made_once().write(path);
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
}

namespace {

/// A file whose parts can be changed, with right checksums.
struct Parts {
  Parts() : path(folder.file("confidence")) {
    made_once().write(path);
    content = read_all(path);
    good = fuzz::read_sections(
        path, format::kKind,
        {format::kShape, format::kVectors, format::kScales, format::kWeights, format::kParameters,
         format::kCalibration, format::kTags, format::kWordTags, format::kGuards,
         format::kVectorWords, format::kVectorNumbers});
  }
  /// Whether the parts are a model.
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
  bool open_text(Section section, std::string_view text) const {
    auto parts = good;
    parts[section - 1].content = text;
    return open(parts);
  }

  tests::TemporaryFolder folder;
  std::string path, content;
  std::vector<fuzz::Section> good;
};

}  // namespace

TEST_CASE("what a damaged confidence file holds is never trusted, even with right checksums") {
  const Parts file;
  REQUIRE(file.good.size() == 11);
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
      const bool opened = file.open(parts);
      ++outcomes[opened];
      if (s < format::kCalibration) CHECK_FALSE(opened);
    }
  }
  CHECK(outcomes[true] > 50);
  CHECK(outcomes[false] > 50);
}

TEST_CASE("a network of confidence of an impossible shape is refused") {
  const Parts file;
  for (const std::size_t table : {0u, 4u})
    for (const std::uint32_t rows : {0u, 1u, 16u, 100u, 512u, 1u << 24, 1u << 31, 0xFFFFFFFFu})
      CHECK_FALSE(file.open_with(format::kShape, table, rows));
  for (const std::size_t layer : {8u, 12u, 16u})
    for (const std::uint32_t size : {0u, 8u, 17u, 32u, 512u, 1u << 20, 0xFFFFFFF0u})
      CHECK_FALSE(file.open_with(format::kShape, layer, size));
}

TEST_CASE("numbers of confidence are finite") {
  const Parts file;
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    CHECK_FALSE(file.open_with(format::kParameters, 400, bad));
    CHECK_FALSE(file.open_with(format::kScales, 400, bad));
    CHECK_FALSE(file.open_with(format::kCalibration, 4, bad));
  }
  CHECK(file.open_with(format::kParameters, 400, 3e38f));
  CHECK(file.open_with(format::kScales, 400, -3e38f));
  CHECK(file.open_with(format::kCalibration, 4, 3e38f));
}

TEST_CASE("tags, words and guards of a confidence file are what they should be") {
  const Parts file;
  CHECK(file.open_text(format::kTags, ""));
  CHECK(file.open_text(format::kTags, "\n\n"));
  CHECK_FALSE(file.open_text(format::kTags, "NN"));
  CHECK_FALSE(file.open_text(format::kTags, "NN\nVB"));
  CHECK(file.open_text(format::kTags, std::string(kMostTags, '\n')));
  CHECK_FALSE(file.open_text(format::kTags, std::string(kMostTags + 1, '\n')));
  const auto words = [](const std::vector<WordTags::Entry>& entries) {
    return std::string_view(reinterpret_cast<const char*>(entries.data()),
                            entries.size() * sizeof(WordTags::Entry));
  };
  CHECK(file.open_text(format::kWordTags, words({{1, 0}, {2, UINT64_MAX}})));
  CHECK_FALSE(file.open_text(format::kWordTags, words({{1, 0}, {1, 0}})));
  CHECK_FALSE(file.open_text(format::kWordTags, words({{2, 0}, {1, 0}})));
  const std::string& hashes = file.good[format::kVectorWords - 1].content;
  CHECK_FALSE(file.open_text(format::kVectorWords, hashes.substr(8)));
  CHECK_FALSE(file.open_text(format::kVectorWords, hashes.substr(0, 8) + hashes.substr(0, 48)));
  CHECK_FALSE(file.open_text(format::kVectorWords, ""));
  CHECK_FALSE(file.open_text(format::kVectorNumbers, "four"));
  CHECK(file.open_text(format::kVectorNumbers, std::string(7 * 6, 'n')));
  CHECK(file.open_text(format::kVectorNumbers, ""));
  CHECK(file.open_text(format::kGuards, "\n"));
  CHECK_FALSE(file.open_text(format::kGuards, "count\n"));
  CHECK_FALSE(file.open_text(format::kGuards, std::string_view("\0", 1)));
  auto parts = file.good;
  parts[format::kGuards - 1].content = "count\tnegation\tnot\n";
  tests::write_file(file.path, fuzz::seal(format::kKind, parts));
  try {
    const ConfidenceModel model(file.path);
    FAIL("it was opened");
  } catch (const FormatError& error) {
    const std::string message = error.what();
    CHECK(message.find(file.path) != std::string::npos);
    CHECK(message.find("line 1 of the guards") != std::string::npos);
  }
}

}  // namespace ow::context
