#include "search/beam.h"

#include <doctest/doctest.h>

#include <set>

#include "search/answers.h"
#include "toy.h"

namespace ow {
namespace {

struct ToyFamily {
  tests::TemporaryFolder folder;
  std::mt19937 random{20'260'101};

  /// Calls check(toy) for `count` random lattices of each order.
  template <class Check>
  void each(unsigned count, unsigned length, unsigned options, Check&& check) {
    for (unsigned order = 1; order <= lm::kMaxOrder; ++order) {
      for (unsigned i = 0; i < count; ++i) {
        tests::Toy toy;
        if (i % 20 == 0) path_ = folder.file(std::to_string(order) + "-" + std::to_string(i));
        toy.model = i % 20 == 0 ? tests::random_model(random, order, 3, path_)
                                : std::make_unique<lm::Model>(path_);
        toy.lm_weight = 0.5 + 0.25 * (i % 4);
        tests::random_lattice(random, toy, length, options, 3);
        check(toy);
      }
    }
  }

 private:
  std::string path_;
};

TEST_CASE("without a limit the beam is exact: all derivations in order") {
  ToyFamily family;
  BeamWorkspace workspace;
  family.each(200, 5, 2, [&](const tests::Toy& toy) {
    std::vector<Answer> expected = tests::all_derivations(toy);
    sort_answers(toy.lattice, expected);
    BeamOptions options;
    options.stack = 0;
    for (const std::uint32_t n : {1u, 7u, 50u}) {
      options.n = n;
      const SearchResult result = search_beam(toy.task(), options, workspace);
      CHECK(result.optimal);
      REQUIRE(result.answers.size() == std::min<std::size_t>(n, expected.size()));
      for (std::size_t i = 0; i < result.answers.size(); ++i) {
        CHECK(result.answers[i].score == doctest::Approx(expected[i].score).epsilon(1e-12));
        CHECK(result.answers[i].lm == doctest::Approx(expected[i].lm).epsilon(1e-12));
        if (result.complete) {
          CHECK(result.answers[i].words == expected[i].words);
          CHECK(result.answers[i].edges == expected[i].edges);
        }
      }
      if (!expected.empty())
        CHECK(result.upper_bound == doctest::Approx(expected[0].score).epsilon(1e-12));
    }
  });
}

TEST_CASE("distinct strings come with the best of their derivations") {
  ToyFamily family;
  BeamWorkspace workspace;
  family.each(100, 5, 2, [&](const tests::Toy& toy) {
    std::vector<Answer> expected = tests::all_derivations(toy);
    sort_answers(toy.lattice, expected);
    std::set<std::vector<LocalWord>> seen;
    std::erase_if(expected, [&](const Answer& a) { return !seen.insert(a.words).second; });
    BeamOptions options;
    options.stack = 0;
    options.n = 20;
    options.distinct = true;
    options.derivations_per_string = 0;
    const SearchResult result = search_beam(toy.task(), options, workspace);
    CHECK(result.complete);
    REQUIRE(result.answers.size() == std::min<std::size_t>(20, expected.size()));
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
      CHECK(result.answers[i].words == expected[i].words);
      CHECK(result.answers[i].edges == expected[i].edges);
      CHECK(result.answers[i].score == doctest::Approx(expected[i].score).epsilon(1e-12));
    }
  });
}

TEST_CASE("a small stack finds real derivations and bounds what it missed") {
  ToyFamily family;
  BeamWorkspace workspace;
  unsigned missed = 0;
  family.each(200, 6, 2, [&](const tests::Toy& toy) {
    std::vector<Answer> expected = tests::all_derivations(toy);
    sort_answers(toy.lattice, expected);
    const WordBounds words(*toy.model);
    BeamOptions options;
    options.n = 3;
    options.words = &words;
    for (const std::uint32_t stack : {1u, 3u}) {
      for (const double threshold : {0.5, 1e9}) {
        options.stack = stack;
        options.threshold = threshold;
        const SearchResult result = search_beam(toy.task(), options, workspace);
        for (const Answer& answer : result.answers) {
          const auto same = std::find_if(expected.begin(), expected.end(),
                                         [&](const Answer& a) { return a.edges == answer.edges; });
          REQUIRE(same != expected.end());
          CHECK(answer.words == same->words);
          CHECK(answer.score == doctest::Approx(same->score).epsilon(1e-12));
        }
        if (expected.empty()) continue;
        CHECK(result.upper_bound >= expected[0].score - kTie);
        CHECK(std::isfinite(result.upper_bound));
        const bool found =
            !result.answers.empty() && result.answers[0].score > expected[0].score - kTie;
        if (result.optimal) CHECK(found);
        missed += !found;
      }
    }
  });
  CHECK(missed > 0);  // else the lattices are too easy to say anything
}

TEST_CASE("without word bounds nothing is claimed about what was dropped") {
  ToyFamily family;
  BeamWorkspace workspace;
  family.each(20, 6, 3, [&](const tests::Toy& toy) {
    BeamOptions options;
    options.stack = 1;
    const SearchResult result = search_beam(toy.task(), options, workspace);
    CHECK(result.optimal == (result.upper_bound < 1e300));
  });
}

}  // namespace
}  // namespace ow
