#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "base/error.h"
#include "context/train.h"
#include "context_text.h"

namespace ow::context {
namespace {

using tests::ContextExamples;

constexpr TableSizes kSizes{64, 128};

TrainOptions small_options() {
  TrainOptions options;
  options.width = options.hidden = options.last = 16;
  options.threads = 1;
  return options;
}

/// Units of random rows and numbers. Whether one is right is told by a row of its source and target
/// bags; the teacher says what one of its numbers is.
ContextExamples random_examples(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto pick = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  };
  std::uniform_real_distribution<float> number(-1.0f, 1.0f);
  ContextExamples examples;
  Features& features = examples.features;
  for (std::size_t unit = 0; unit < count; ++unit) {
    const bool right = pick(2) == 0;
    for (std::size_t i = 0; i < kNumbers; ++i)
      features.numbers.push_back(i == 0 ? 1.0f : i < 20 ? number(random) : 0.0f);
    for (std::size_t bag = 0; bag < kBags; ++bag) {
      for (unsigned k = pick(4); k > 0; --k) features.bag_rows.push_back(8 + pick(56));
      if (bag <= kTarget) features.bag_rows.push_back(right ? 1 : 2);
      features.bag_offsets.push_back(static_cast<std::int64_t>(features.bag_rows.size()));
    }
    for (unsigned k = pick(6); k > 0; --k)
      features.weight_rows.push_back(pick(k % 2 == 0 ? 8 : 128));
    features.weight_offsets.push_back(static_cast<std::int64_t>(features.weight_rows.size()));
    examples.right.push_back(unit % 5 == 4 ? NAN : right ? 1.0f : 0.0f);
    examples.teacher.push_back(unit % 3 == 2 ? NAN : features.numbers[unit * kNumbers + 17]);
    examples.importance.push_back(unit % 4 == 0 ? 5.0f : 1.0f);
  }
  return examples;
}

bool same(const Trained& a, const Trained& b) {
  return a.parameters == b.parameters && a.vectors == b.vectors && a.weights == b.weights;
}

/// The mean loss before any step, with what is dropped in the first round.
double first_loss(const ContextExamples& examples, const Trained& begin, TrainOptions options) {
  double loss = NAN;
  options.rate = 0.0f;
  options.rounds = 1;
  options.watch = [&](std::uint64_t, std::uint64_t, double mean) { loss = mean; };
  train(examples.view(), {}, options, &begin);
  return loss;
}

}  // namespace

TEST_CASE("a step goes down the slope that finite differences of the loss have") {
  // The first step of Adam moves each number as far, against its slope.
  const ContextExamples examples = random_examples(3, 12);
  TrainOptions options = small_options();
  options.rounds = 4;
  Trained begin = train(examples.view(), kSizes, options);  // no weight is 0 for being fresh
  const Layout layout(begin.shape);
  begin.parameters[layout.outputs.bias + kTeacher] += 3.0f;  // that its share has a clear slope
  options.rounds = 1;
  options.rate = 1e-4f;
  options.decay = 0.0f;
  const Trained moved = train(examples.view(), {}, options, &begin);
  std::size_t compared = 0, wrong = 0;
  std::mt19937 random(4);
  const auto check = [&](std::vector<float> Trained::* part, std::size_t at) {
    constexpr float kStep = 0.01f;
    const float before = (begin.*part)[at];
    (begin.*part)[at] = before + kStep;
    const double above = first_loss(examples, begin, options);
    (begin.*part)[at] = before - kStep;
    const double below = first_loss(examples, begin, options);
    (begin.*part)[at] = before;
    const double slope = (above - below) / (2.0 * kStep);
    const float move = (moved.*part)[at] - before;
    if (std::abs(slope) < 5e-4) return;
    ++compared;
    wrong += slope > 0.0 ? move >= 0.0f : move <= 0.0f;
  };
  for (int i = 0; i < 300; ++i) check(&Trained::parameters, random() % layout.hidden.bias);
  for (std::size_t at = layout.hidden.bias; at < layout.lean; at += 3)
    check(&Trained::parameters, at);
  const std::size_t of_parameters = compared, wrong_before = wrong;
  check(&Trained::parameters, layout.lean);
  CHECK(compared == of_parameters + 1);
  CHECK(wrong == wrong_before);
  for (std::size_t at = 0; at < begin.vectors.size(); at += 3) {
    const float* row = begin.vectors.data() + at / begin.shape.width * begin.shape.width;
    const bool zero = std::all_of(row, row + begin.shape.width, [](float x) { return x == 0.0f; });
    if (!zero) check(&Trained::vectors, at);  // such a row is not learnt
  }
  const std::size_t of_vectors = compared - of_parameters;
  for (std::size_t at = 0; at < begin.weights.size(); ++at) check(&Trained::weights, at);
  CHECK(of_parameters > 50);
  CHECK(of_vectors > 20);
  CHECK(compared - of_parameters - of_vectors > 4);
  CHECK(wrong * 50 <= compared);  // a step over a kink may be one
}

TEST_CASE("what can be learnt is learnt") {
  const ContextExamples examples = random_examples(1, 120);
  TrainOptions options = small_options();
  options.rounds = 60;
  options.batch = 16;
  options.rate = 0.01f;
  double first = NAN, last = NAN;
  std::uint64_t steps = 0;
  options.watch = [&](std::uint64_t done, std::uint64_t all, double loss) {
    CHECK(done == ++steps);
    CHECK(all == 60 * 8);
    (done == 1 ? first : last) = loss;
  };
  const Trained trained = train(examples.view(), kSizes, options);
  CHECK(steps == 480);
  CHECK(first > 0.4);
  CHECK(last < 0.25);
  const auto outputs = predict(examples.view(), trained, 1);
  REQUIRE(outputs.size() == 120 * kOutputs);
  double miss = 0.0;
  for (std::size_t unit = 0; unit < 120; ++unit) {
    const bool right = outputs[unit * kOutputs + kIsRight] > 0.0f;
    // Also of those that nothing was said of.
    const std::int64_t last_of_source = examples.features.bag_offsets[unit * kBags + 1] - 1;
    CHECK(right == (examples.features.bag_rows[static_cast<std::size_t>(last_of_source)] == 1));
    if (!std::isnan(examples.teacher[unit]))
      miss += std::abs(outputs[unit * kOutputs + kTeacher] - examples.teacher[unit]);
  }
  CHECK(miss / 80 < 0.25);
}

TEST_CASE("training gives the same whatever the number of threads") {
  const ContextExamples examples = random_examples(2, 90);
  TrainOptions options = small_options();
  options.rounds = 3;
  options.batch = 25;
  std::vector<Trained> trained;
  std::vector<std::vector<float>> predicted;
  for (const unsigned threads : {1U, 2U, 3U}) {
    options.threads = threads;
    trained.push_back(train(examples.view(), kSizes, options));
    predicted.push_back(predict(examples.view(), trained[0], threads));
  }
  CHECK(same(trained[0], trained[1]));
  CHECK(same(trained[0], trained[2]));
  CHECK(predicted[0] == predicted[1]);
  CHECK(predicted[0] == predicted[2]);
  options.seed = 2;
  CHECK_FALSE(same(trained[0], train(examples.view(), kSizes, options)));
}

TEST_CASE("training goes on from where another one ended") {
  const ContextExamples examples = random_examples(5, 60);
  TrainOptions options = small_options();
  options.rounds = 20;
  options.batch = 10;
  options.rate = 0.01f;
  const Trained begun = train(examples.view(), kSizes, options);
  options.rounds = 0;
  const Trained fresh = train(examples.view(), kSizes, options);
  options.width = options.hidden = 32;  // shape and tables are those that were begun with
  const Trained unmoved = train(examples.view(), {}, options, &begun);
  CHECK(same(begun, unmoved));
  CHECK(unmoved.shape.width == 16);
  CHECK(unmoved.shape.vectors == kSizes.vectors);
  CHECK(first_loss(examples, begun, options) < 0.8 * first_loss(examples, fresh, options));
  options.rounds = 1;
  const Trained more = train(examples.view(), {}, options, &begun);
  CHECK_FALSE(same(begun, more));
  CHECK(same(more, train(examples.view(), {}, options, &begun)));
}

TEST_CASE("units are predicted each by itself") {
  const ContextExamples examples = random_examples(6, 300);  // more than go together
  TrainOptions options = small_options();
  options.rounds = 1;
  const Trained trained = train(examples.view(), kSizes, options);
  const auto all = predict(examples.view(), trained, 2);
  const ContextExamples few = random_examples(6, 7);  // the first of these
  const auto some = predict(few.view(), trained, 1);
  REQUIRE(some.size() == 7 * kOutputs);
  for (std::size_t i = 0; i < some.size(); ++i) CHECK(some[i] == doctest::Approx(all[i]));
  CHECK(predict(ContextExamples().view(), trained, 1).empty());
}

TEST_CASE("a network without examples stays as it began") {
  const TrainOptions options = small_options();
  CHECK(same(train(ContextExamples().view(), kSizes, options),
             train(ContextExamples().view(), kSizes, options)));
}

TEST_CASE("rows that come too seldom learn nothing") {
  const ContextExamples examples = random_examples(7, 20);
  TrainOptions options = small_options();
  options.rounds = 5;
  options.rate = 0.01f;
  const auto check = [](std::span<const std::uint32_t> rows, std::span<const float> numbers,
                        std::size_t width, std::uint32_t least) {
    std::size_t seldom = 0, learnt = 0;
    for (std::size_t row = 0; row < numbers.size() / width; ++row) {
      const auto count = static_cast<std::uint32_t>(
          std::count(rows.begin(), rows.end(), static_cast<std::uint32_t>(row)));
      const auto own = numbers.subspan(row * width, width);
      const bool zero = std::all_of(own.begin(), own.end(), [](float x) { return x == 0.0f; });
      CAPTURE(row);
      if (count < least) CHECK(zero);
      learnt += !zero;
      seldom += count > 0 && count < least;
    }
    CHECK(learnt > 0);  // dropping out, a row may be left out by chance
    return seldom;
  };
  for (const std::uint32_t least : {1U, 3U, 5U}) {
    options.least_count = least;
    const Trained trained = train(examples.view(), kSizes, options);
    const std::size_t seldom =
        check(examples.features.bag_rows, trained.vectors, 16, least) +
        check(examples.features.weight_rows, trained.weights, kOutputs, least);
    CHECK((seldom > 0) == (least > 1));
  }
}

TEST_CASE("training stops when it is told to") {
  TrainOptions options = small_options();
  options.watch = [](std::uint64_t, std::uint64_t, double) { throw Error("enough"); };
  CHECK_THROWS_WITH(train(random_examples(1, 10).view(), kSizes, options), "enough");
}

TEST_CASE("a rate that leads nowhere is refused, for confidence as well") {
  TrainOptions options = small_options();
  for (const float rate : {1e38f, NAN, INFINITY}) {
    options.rate = rate;
    CHECK_THROWS_AS(train(random_examples(1, 10).view(), kSizes, options), Error);
  }
}

TEST_CASE("examples whose columns do not fit each other are refused") {
  using Mistakes = std::vector<std::function<void(ContextExamples&)>>;
  TrainOptions options = small_options();
  options.rounds = 0;
  const Trained trained = train(random_examples(1, 4).view(), kSizes, options);
  const auto check = [&](const Mistakes& mistakes, const char* message) {
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
      ContextExamples examples = random_examples(1, 4);
      mistakes[i](examples);
      CAPTURE(i);
      CHECK_THROWS_WITH_AS(train(examples.view(), kSizes, options), message, Error);
      CHECK_THROWS_WITH_AS(train(examples.view(), {}, options, &trained), message, Error);
      CHECK_THROWS_WITH_AS(predict(examples.view(), trained, 1), message, Error);
    }
  };
  check({[](ContextExamples& all) { all.right.pop_back(); },
         [](ContextExamples& all) { all.teacher.push_back(0.0f); },
         [](ContextExamples& all) { all.importance.pop_back(); },
         [](ContextExamples& all) { all.features.numbers.pop_back(); },
         [](ContextExamples& all) { all.features.bag_offsets.pop_back(); },
         [](ContextExamples& all) { all.features.bag_offsets.front() = 1; },
         [](ContextExamples& all) { all.features.bag_offsets.back() += 1; },
         [](ContextExamples& all) { all.features.bag_offsets[3] = -1; },
         [](ContextExamples& all) { all.features.bag_offsets[3] = 1000; },
         [](ContextExamples& all) { all.features.bag_rows.push_back(0); },
         [](ContextExamples& all) { all.features.weight_offsets.pop_back(); },
         [](ContextExamples& all) { all.features.weight_offsets.front() = -1; },
         [](ContextExamples& all) { all.features.weight_offsets[1] = 1000; },
         [](ContextExamples& all) { all.features.weight_rows.push_back(0); }},
        "the columns of the examples are of different lengths");
  check({[](ContextExamples& all) { all.features.bag_rows[2] = kSizes.vectors; },
         [](ContextExamples& all) { all.features.weight_rows[2] = kSizes.weights; },
         [](ContextExamples& all) { all.features.weight_rows[2] = 0xFFFFFFFF; }},
        "an example has a row that its table does not have");
}

TEST_CASE("a network of confidence that no file could hold is refused") {
  const ContextExamples examples = random_examples(1, 4);
  const std::vector<std::function<void(TrainOptions&, TableSizes&)>> mistakes{
      [](TrainOptions& options, TableSizes&) { options.width = 0; },
      [](TrainOptions& options, TableSizes&) { options.width = 20; },
      [](TrainOptions& options, TableSizes&) { options.hidden = 1 << 20; },
      [](TrainOptions& options, TableSizes&) { options.last = 8; },
      [](TrainOptions& options, TableSizes&) { options.batch = 0; },
      [](TrainOptions&, TableSizes& sizes) { sizes.vectors = 100; },
      [](TrainOptions&, TableSizes& sizes) { sizes.weights = 0; },
  };
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    TrainOptions options = small_options();
    TableSizes sizes = kSizes;
    mistakes[i](options, sizes);
    CAPTURE(i);
    CHECK_THROWS_AS(train(examples.view(), sizes, options), Error);
  }
}

}  // namespace ow::context
