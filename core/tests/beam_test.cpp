#include "search/beam.h"

#include <doctest/doctest.h>

#include <set>

#include "random_task.h"
#include "search/answers.h"

namespace ow {
namespace {

/// Calls check(task) for many small lattices with models of all orders; every other lattice has
/// scores that tie often.
template <class Check>
void for_random_tasks(unsigned rounds, Check&& check) {
  const tests::TemporaryFolder folder;
  std::mt19937 random(20'260'101);
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned order = 1 + round % lm::kMaxOrder;
    const unsigned letters = 2 + round % 3;
    const auto model =
        tests::model_from(tests::random_arpa(random, order, letters), folder.file("lm"));
    for (unsigned sentence = 0; sentence < 20; ++sentence) {
      tests::RandomTask made(random, *model, letters, sentence % 6, 2 + sentence % 9,
                             round % 3 == 0, sentence % 2 == 0);
      made.task.lm_weight = 0.25 * (sentence % 5);
      CAPTURE(round);
      CAPTURE(sentence);
      check(made.task);
    }
  }
}

TEST_CASE("without a limit the beam is exact: all derivations in order") {
  BeamWorkspace workspace;
  for_random_tasks(50, [&](const Task& task) {
    std::vector<Answer> expected = tests::all_derivations(task);
    sort_answers(*task.lattice, expected);
    BeamOptions options;
    options.stack = 0;
    for (const std::uint32_t n : {1u, 7u, 50u}) {
      options.n = n;
      const SearchResult result = search_beam(task, options, workspace);
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
  BeamWorkspace workspace;
  for_random_tasks(25, [&](const Task& task) {
    std::vector<Answer> expected = tests::all_derivations(task);
    sort_answers(*task.lattice, expected);
    std::set<std::vector<LocalWord>> seen;
    std::erase_if(expected, [&](const Answer& a) { return !seen.insert(a.words).second; });
    BeamOptions options;
    options.stack = 0;
    options.n = 20;
    options.distinct = true;
    options.derivations_per_string = 0;
    const SearchResult result = search_beam(task, options, workspace);
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
  BeamWorkspace workspace;
  unsigned missed = 0, proven = 0;
  for_random_tasks(50, [&](const Task& task) {
    std::vector<Answer> expected = tests::all_derivations(task);
    sort_answers(*task.lattice, expected);
    BeamOptions options;
    options.n = 3;
    for (const std::uint32_t stack : {1u, 3u}) {
      for (const double threshold : {0.5, 1e9}) {
        options.stack = stack;
        options.threshold = threshold;
        const SearchResult result = search_beam(task, options, workspace);
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
        proven += result.optimal && !result.complete;
      }
    }
  });
  // Else the lattices are too easy, or too hard, to say anything.
  CHECK(missed > 0);
  CHECK(proven > 0);
}

TEST_CASE("a lattice without a way to its end has no answer, and that is proven") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(1);
  const auto model = tests::model_from(tests::random_arpa(random, 2, 2), folder.file("lm"));
  const std::vector<std::string_view> sentence{"a", "b"};
  Lattice lattice;
  lattice.reset(sentence);
  const LocalWord word = lattice.source(0);
  lattice.add(0, 1, {&word, 1}, 0, {}, -1.0, 0.0);
  const std::vector<WordId> lm_words{model->word("a"), model->word("b")};
  lattice.finish(lm_words);
  BeamWorkspace workspace;
  const SearchResult result = search_beam({&lattice, model.get(), 1.0, lm_words}, {}, workspace);
  CHECK(result.answers.empty());
  CHECK(result.complete);
  CHECK(result.upper_bound == -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace ow
