#include "search/exact.h"

#include <doctest/doctest.h>

#include "random_task.h"
#include "search/order.h"

namespace ow {
namespace {

std::vector<Answer> brute_force(const Task& task) {
  std::vector<Answer> answers;
  for (const auto& [words, edges_score] : tests::all_strings(*task.lattice)) {
    const double lm = tests::lm_score(task, words);
    answers.push_back({words, {}, lm + edges_score, lm});
  }
  std::sort(answers.begin(), answers.end(),
            [&](const Answer& a, const Answer& b) { return comes_before(*task.lattice, a, b); });
  return answers;
}

void check_derivation(const Task& task, const Answer& answer) {
  const Lattice& lattice = *task.lattice;
  std::uint32_t position = 0;
  double score = 0.0;
  std::vector<LocalWord> words;
  for (const std::uint32_t index : answer.edges) {
    const Edge& edge = lattice.edges()[index];
    CHECK(edge.begin == position);
    position = edge.end;
    score += edge.score;
    for (const LocalWord word : lattice.target(edge)) words.push_back(word);
  }
  CHECK(position == lattice.length());
  CHECK(words == answer.words);
  CHECK(answer.score == doctest::Approx(answer.lm + score).epsilon(1e-12));
}

void compare_with_brute_force(bool empty_targets, bool coarse_scores) {
  const tests::TemporaryFolder folder;
  std::mt19937 random(coarse_scores ? 7 : empty_targets ? 5 : 3);
  ExactWorkspace workspace;
  for (unsigned round = 0; round < 60; ++round) {
    const unsigned order = 1 + round % lm::kMaxOrder;
    const unsigned letters = 2 + round % 4;
    const tests::TextSource arpa(tests::random_arpa(random, order, letters));
    lm::read_arpa(arpa.fd(), "arpa").write(folder.file("lm"), round % 3 == 2);
    const lm::Model model(folder.file("lm"));
    for (unsigned sentence = 0; sentence < 20; ++sentence) {
      // Bad units and strong models make much of what is there hopeless.
      const double worst_score = sentence % 4 == 0 ? -40.0 : -5.0;
      const double lm_weight = sentence % 5 == 4 ? sentence / 5 : 1.0;
      const tests::RandomTask made(random, model, letters, sentence % 6, 2 + sentence % 12,
                                   empty_targets, coarse_scores, worst_score, lm_weight);
      const auto expected = brute_force(made.task);
      for (const std::uint32_t n : {1u, 2u, 3u, 8u, 50u}) {
        const SearchResult found = search_exact(made.task, {n, {}}, workspace);
        CAPTURE(round);
        CAPTURE(sentence);
        CAPTURE(n);
        CHECK(found.optimal);
        CHECK(found.complete);
        CHECK(found.upper_bound == doctest::Approx(expected[0].score).epsilon(1e-9));
        REQUIRE(found.answers.size() == std::min<std::size_t>(n, expected.size()));
        for (std::size_t i = 0; i < found.answers.size(); ++i) {
          CHECK(found.answers[i].words == expected[i].words);
          CHECK(found.answers[i].score == doctest::Approx(expected[i].score).epsilon(1e-9));
          check_derivation(made.task, found.answers[i]);
        }
      }
    }
  }
}

TEST_CASE("exact search finds what brute force finds, in the same order") {
  compare_with_brute_force(false, false);
}

TEST_CASE("edges without target words are edges like others") {
  compare_with_brute_force(true, false);
}

TEST_CASE("ties are broken by text") {
  compare_with_brute_force(true, true);
}

TEST_CASE("a work limit ends the search honestly") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(11);
  const auto model = tests::model_from(tests::random_arpa(random, 3, 4), folder.file("lm"));
  const tests::RandomTask made(random, *model, 4, 6, 30, false, false);
  ExactWorkspace workspace;
  const auto expected = brute_force(made.task);
  std::size_t exact_lists = 0, empty_lists = 0, most = 0;
  for (std::uint64_t limit = 0; limit < 4000; limit += 40) {
    const SearchResult found = search_exact(made.task, {50, {limit, 0.0}}, workspace);
    CHECK(found.answers.size() >= most);  // more work never finds less
    most = found.answers.size();
    CHECK(found.optimal == (found.complete || !found.answers.empty()));
    CHECK(found.upper_bound >= expected[0].score - 1e-9);
    // Whatever was found before the limit is in its place.
    for (std::size_t i = 0; i < found.answers.size(); ++i)
      CHECK(found.answers[i].words == expected[i].words);
    exact_lists += found.complete;
    empty_lists += found.answers.empty();
  }
  CHECK(exact_lists > 0);
  CHECK(empty_lists > 0);
}

TEST_CASE("a lattice that cannot be crossed has no answer") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(13);
  const auto model = tests::model_from(tests::random_arpa(random, 2, 2), folder.file("lm"));
  const std::vector<std::string_view> sentence{"a", "b"};
  Lattice lattice;
  lattice.reset(sentence);
  const LocalWord word = lattice.source(0);
  lattice.add(0, 1, {&word, 1}, 0, {}, -1.0, 0.0);
  const std::vector<WordId> lm_words{model->word("a"), model->word("b")};
  lattice.finish(lm_words);
  ExactWorkspace workspace;
  const SearchResult found = search_exact({&lattice, model.get(), 1.0, lm_words}, {}, workspace);
  CHECK(found.answers.empty());
  CHECK(found.complete);
  CHECK(std::isinf(found.upper_bound));
}

}  // namespace
}  // namespace ow
