#include "search/monte_carlo.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <tuple>

#include "base/error.h"
#include "random_task.h"
#include "search/answers.h"
#include "search/order.h"
#include "search/true_score.h"

namespace ow {
namespace {

using Mode = MonteCarloMode;
using Words = std::vector<LocalWord>;

/// All strings that at least one changing edge makes of the sentence.
std::set<Words> changed_strings(const Lattice& lattice) {
  std::set<Words> strings;
  const auto walk = [&](auto& self, std::uint32_t position, Words words, bool changed) -> void {
    if (position == lattice.length()) {
      if (changed) strings.insert(words);
      return;
    }
    Words stayed = words;
    stayed.push_back(lattice.source(position));
    self(self, position + 1, stayed, changed);
    for (const Edge& edge : lattice.edges()) {
      if (edge.begin != position) continue;
      const auto target = lattice.target(edge);
      Words made = words;
      made.insert(made.end(), target.begin(), target.end());
      bool same = target.size() == edge.end - edge.begin;
      for (std::uint32_t i = 0; same && i < target.size(); ++i)
        same = target[i] == lattice.source(position + i);
      if (!same) self(self, edge.end, made, true);
    }
  };
  walk(walk, 0, {}, false);
  return strings;
}

/// A score that no sum over edges and n-grams gives: of equal words anywhere, and of the length.
double oddness(const std::string& text) {
  std::map<char, int> counts;
  for (const char c : text) ++counts[c];
  double score = 0.0;
  for (const auto& [letter, count] : counts) score += count % 2 == 0 ? 1.7 : -0.3 * count;
  if (text.size() > 2 && text.front() == text.back()) score += 2.5;
  return score - 0.1 * static_cast<double>(text.size() * text.size() % 7);
}

void score_oddness(std::span<const std::string> texts, std::span<double> scores) {
  for (std::size_t i = 0; i < texts.size(); ++i) scores[i] = oddness(texts[i]);
}

/// Calls check(task) for small random lattices, half of them with a self edge for each word.
template <class Check>
void for_random_tasks(unsigned rounds, Check&& check) {
  const tests::TemporaryFolder folder;
  std::mt19937 random(20'261'117);
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned letters = 2 + round % 3;
    const auto model = tests::model_from(
        tests::random_arpa(random, 1 + round % lm::kMaxOrder, letters), folder.file("lm"));
    for (unsigned sentence = 0; sentence < 10; ++sentence) {
      const tests::RandomTask made(random, *model, letters, 1 + sentence % 5, 2 + sentence % 7,
                                   round % 3 == 0, sentence % 2 == 0, -5.0, 0.5, sentence % 4 < 2);
      CAPTURE(round);
      CAPTURE(sentence);
      check(made.task);
    }
  }
}

MonteCarloOptions options_for(Mode mode, std::uint64_t episodes) {
  MonteCarloOptions options;
  options.mode = mode;
  options.episodes = episodes;
  return options;
}

double worth(const Answer& answer) {
  return answer.global_score.value_or(answer.score);
}

/// How many of the tasks end with the greatest score there is.
struct Tally {
  unsigned tasks = 0, found = 0;

  void add(const SearchResult& result, double best) {
    ++tasks;
    if (best == -HUGE_VAL) {
      found += result.answers.empty() || worth(result.answers[0]) == best;
      return;
    }
    REQUIRE_FALSE(result.answers.empty());
    CHECK(worth(result.answers[0]) <= best + kTie);
    found += worth(result.answers[0]) > best - 1e-6;
  }
  void check_nearly_all() const {
    CAPTURE(found);
    CAPTURE(tasks);
    CHECK(found * 100 >= tasks * 99);
  }
};

TEST_CASE("translator mode finds the best derivation of nearly all small tasks") {
  Tally tally;
  for_random_tasks(40, [&](const Task& task) {
    double best = -HUGE_VAL;
    for (const Answer& answer : tests::all_derivations(task)) best = std::max(best, answer.score);
    tally.add(search_monte_carlo(task, 3, options_for(Mode::kTranslator, 2000), {}), best);
  });
  tally.check_nearly_all();
}

TEST_CASE("true-score mode finds the best string of nearly all small tasks") {
  Tally tally;
  for_random_tasks(40, [&](const Task& task) {
    const auto scores = tests::all_strings(*task.lattice);
    double best = -HUGE_VAL;
    for (const Words& words : changed_strings(*task.lattice)) {
      const auto edges = scores.find(words);
      if (edges != scores.end())
        best = std::max(best, edges->second + tests::lm_score(task, words));
    }
    tally.add(search_monte_carlo(task, 3, options_for(Mode::kTrueScore, 2000), {}), best);
  });
  tally.check_nearly_all();
}

TEST_CASE("a scorer of the whole string is driven to its maximum in nearly all small tasks") {
  for (const Mode mode : {Mode::kTrueScore, Mode::kTranslator}) {
    Tally tally;
    for_random_tasks(20, [&](const Task& task) {
      double best = -HUGE_VAL;
      if (mode == Mode::kTrueScore) {
        for (const Words& words : changed_strings(*task.lattice))
          best = std::max(best, oddness(join_words(*task.lattice, words)));
      } else {
        for (const auto& [words, score] : tests::all_strings(*task.lattice))
          best = std::max(best, oddness(join_words(*task.lattice, words)));
      }
      const auto options = options_for(mode, 2000);
      if (best > -HUGE_VAL) tally.add(search_monte_carlo(task, 3, options, score_oddness), best);
    });
    tally.check_nearly_all();
  }
}

TEST_CASE("what grows too much is no answer, and the best of the rest is found") {
  Tally tally;
  std::mt19937 random(11);
  unsigned none = 0, limited = 0;
  for_random_tasks(30, [&](const Task& given) {
    Task task = given;
    std::vector<std::int32_t> growth;
    // Edges that make the same out of the same words grow alike.
    std::map<std::tuple<std::uint32_t, std::uint32_t, Words>, std::int32_t> known;
    for (const Edge& edge : task.lattice->edges()) {
      const auto target = task.lattice->target(edge);
      const bool stays = target.size() == 1 && edge.end == edge.begin + 1 &&
                         target[0] == task.lattice->source(edge.begin);
      const auto grows = stays ? 0 : static_cast<std::int32_t>(random() % 21) - 10;
      const Words words(target.begin(), target.end());
      growth.push_back(known.emplace(std::tuple(edge.begin, edge.end, words), grows).first->second);
    }
    task.growth = growth;
    const auto grown = [&](const Answer& answer) {
      std::int64_t sum = 0;
      for (const std::uint32_t edge : answer.edges) sum += growth[edge];
      return sum;
    };
    for (const std::int64_t most : {-12, -4, 0, 6}) {
      task.most_growth = most;
      double best = -HUGE_VAL, any = -HUGE_VAL;
      for (const Answer& answer : tests::all_derivations(task)) {
        any = std::max(any, answer.score);
        if (grown(answer) <= most) best = std::max(best, answer.score);
      }
      limited += best < any;
      const SearchResult found =
          search_monte_carlo(task, 3, options_for(Mode::kTranslator, 2000), {});
      for (const Answer& answer : found.answers) CHECK(grown(answer) <= most);
      none += found.answers.empty();
      if (best == -HUGE_VAL) CHECK(found.answers.empty());
      if (best > -HUGE_VAL) tally.add(found, best);
      // A scorer from outside does not get round it, nor does the sentence as it is.
      MonteCarloOptions options = options_for(Mode::kTranslator, 500);
      options.stop_at_root = true;
      for (const Answer& answer : search_monte_carlo(task, 3, options, score_oddness).answers)
        CHECK(grown(answer) <= most);
    }
  });
  CHECK(none > 20);
  CHECK(limited > 100);
  tally.check_nearly_all();
}

TEST_CASE("lists are in order, without repeats, and each string has its score") {
  for (const Mode mode : {Mode::kTrueScore, Mode::kTranslator, Mode::kReward}) {
    for_random_tasks(20, [&](const Task& task) {
      TrueScoreWorkspace workspace;
      const SearchResult result = search_monte_carlo(task, 10, options_for(mode, 300), {});
      CHECK_FALSE(result.optimal);
      CHECK_FALSE(result.complete);
      std::set<Words> seen;
      for (std::size_t i = 0; i < result.answers.size(); ++i) {
        const Answer& answer = result.answers[i];
        CHECK(seen.insert(answer.words).second);
        // Many rewards are 1; then it is the likelier rules that come first.
        if (i > 0 && mode == Mode::kReward)
          CHECK(on_grid(result.answers[i - 1].score) >= on_grid(answer.score));
        else if (i > 0)
          CHECK(comes_before(*task.lattice, result.answers[i - 1], answer));
        CHECK(answer.lm == doctest::Approx(tests::lm_score(task, answer.words)));
        if (mode == Mode::kReward) continue;
        const Answer again = answer_along(task, answer.edges);
        CHECK(again.words == answer.words);
        CHECK(again.score == doctest::Approx(answer.score).epsilon(1e-12));
        if (mode == Mode::kTrueScore)
          CHECK(answer.score == true_score(task, answer.words, 1, workspace).score);
      }
    });
  }
}

bool equal(const SearchResult& a, const SearchResult& b) {
  return a.episodes == b.episodes &&
         std::ranges::equal(a.answers, b.answers, [](const Answer& x, const Answer& y) {
           return x.words == y.words && x.edges == y.edges && x.score == y.score && x.lm == y.lm &&
                  x.global_score == y.global_score;
         });
}

TEST_CASE("the same seed gives the same answers on any number of threads") {
  unsigned different = 0;
  for_random_tasks(8, [&](const Task& task) {
    for (const StringScorer& scorer : {StringScorer(), StringScorer(score_oddness)}) {
      MonteCarloOptions options = options_for(Mode::kTrueScore, 20);
      options.trees = 5;
      options.threads = 1;
      const SearchResult first = search_monte_carlo(task, 5, options, scorer);
      for (const std::uint32_t threads : {2u, 5u}) {
        options.threads = threads;
        CHECK(equal(search_monte_carlo(task, 5, options, scorer), first));
      }
      options.seed = 2;
      different += !equal(search_monte_carlo(task, 5, options, scorer), first);
    }
  });
  CHECK(different > 0);
}

TEST_CASE("options change how episodes go, not what strings score") {
  for_random_tasks(8, [&](const Task& task) {
    TrueScoreWorkspace workspace;
    for (unsigned variant = 0; variant < 7; ++variant) {
      MonteCarloOptions options = options_for(Mode::kTrueScore, 500);
      if (variant == 0) options.rave = 0.0;
      if (variant == 1) options.prior = 5.0;
      if (variant == 2) options.rollout_stop = 0.3;
      if (variant == 3) options.expand = 10;
      if (variant == 4) options.exploration = 0.1;
      if (variant == 5) options.rollout_heat = 0.0;
      if (variant == 6) options.prior = options.rollout_stop = options.rollout_heat = 0.0;
      for (const Answer& answer : search_monte_carlo(task, 5, options, {}).answers)
        CHECK(answer.score == true_score(task, answer.words, 1, workspace).score);
    }
  });
}

TEST_CASE("a scorer and the model can be weighed") {
  for_random_tasks(8, [&](const Task& task) {
    MonteCarloOptions options = options_for(Mode::kTrueScore, 2000);
    options.model_weight = 0.5;
    TrueScoreWorkspace workspace;
    double before = HUGE_VAL;
    for (const Answer& answer : search_monte_carlo(task, 5, options, score_oddness).answers) {
      const double model = true_score(task, answer.words, 1, workspace).score;
      CHECK(answer.score == model);
      CHECK(worth(answer) ==
            doctest::Approx(0.5 * model + oddness(join_words(*task.lattice, answer.words))));
      CHECK(worth(answer) <= before + kTie);
      before = worth(answer);
    }
  });
}

TEST_CASE("a scorer gets each string once, in batches that are not too large") {
  for_random_tasks(5, [&](const Task& task) {
    MonteCarloOptions options = options_for(Mode::kTrueScore, 500);
    options.batch = 7;
    std::set<std::string> seen;
    search_monte_carlo(task, 5, options,
                       [&](std::span<const std::string> texts, std::span<double> scores) {
                         CHECK(texts.size() <= 7);
                         for (const std::string& text : texts) CHECK(seen.insert(text).second);
                         score_oddness(texts, scores);
                       });
  });
}

/// The sentence "a b" with an edge for each word to itself and, if asked for, a bad rule.
struct TwoWords {
  tests::TemporaryFolder folder;
  std::mt19937 random{1};
  std::unique_ptr<lm::Model> model =
      tests::model_from(tests::random_arpa(random, 2, 2), folder.file("lm"));
  Lattice lattice;
  std::vector<WordId> lm_words;
  Task task;

  explicit TwoWords(bool with_rule, std::vector<std::string_view> sentence = {"a", "b"}) {
    lattice.reset(sentence);
    for (std::uint32_t i = 0; i < sentence.size(); ++i) {
      const LocalWord word = lattice.source(i);
      lattice.add(i, i + 1, {&word, 1}, kSelfTable, {}, -1.0, 0.0);
    }
    if (with_rule) lattice.add(0, 2, {}, 0, {}, -100.0, 0.0);
    for (LocalWord word = 0; word < lattice.word_count(); ++word)
      lm_words.push_back(model->word(lattice.text(word)));
    lattice.finish(lm_words);
    task = {&lattice, model.get(), 1.0, lm_words};
  }
};

TEST_CASE("the stop rule is there everywhere but at the root, unless asked for") {
  const TwoWords example(true);
  MonteCarloOptions options = options_for(Mode::kTrueScore, 100);
  SearchResult result = search_monte_carlo(example.task, 5, options, {});
  REQUIRE(result.answers.size() == 1);
  CHECK(result.answers[0].words.empty());
  CHECK(result.answers[0].edges == std::vector<std::uint32_t>{2});
  options.stop_at_root = true;
  result = search_monte_carlo(example.task, 5, options, {});
  REQUIRE(result.answers.size() == 2);
  CHECK(result.answers[0].words == Words{0, 1});
}

TEST_CASE("a sentence without rules stays, and so does an empty one") {
  const TwoWords none(false), empty(false, {});
  for (const Mode mode : {Mode::kTrueScore, Mode::kTranslator, Mode::kReward}) {
    for (const StringScorer& scorer : {StringScorer(), StringScorer(score_oddness)}) {
      const auto options = options_for(mode, 100);
      const SearchResult result = search_monte_carlo(none.task, 5, options, scorer);
      REQUIRE(result.answers.size() == 1);
      CHECK(result.answers[0].words == Words{0, 1});
      CHECK(result.answers[0].edges == std::vector<std::uint32_t>{0, 1});
      if (scorer) CHECK(result.answers[0].global_score == oddness("a b"));
      CHECK(search_monte_carlo(empty.task, 5, options, scorer).answers.size() == 1);
    }
  }
}

TEST_CASE("an episode for each way is enough to know all, and the search ends then") {
  const TwoWords example(true);
  CHECK(search_monte_carlo(example.task, 5, options_for(Mode::kTrueScore, 1'000'000), {}).episodes <
        10);
  for_random_tasks(3, [&](const Task& task) {
    if (task.lattice->length() > 3) return;
    const auto options = options_for(Mode::kTranslator, 1'000'000);
    const std::size_t strings = tests::all_strings(*task.lattice).size();
    const SearchResult result = search_monte_carlo(task, 10'000, options, {});
    CHECK(result.answers.size() == strings);
    CHECK(result.episodes < 200'000);
  });
}

TEST_CASE("time and confidence end what episodes would go on with") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(9);
  const auto model = tests::model_from(tests::random_arpa(random, 3, 4), folder.file("lm"));
  const tests::RandomTask made(random, *model, 4, 20, 200, false, false, -5.0, 1.0, true);
  MonteCarloOptions options = options_for(Mode::kTrueScore, 10'000'000'000);
  options.seconds = 0.05;
  const SearchResult timed = search_monte_carlo(made.task, 1, options, {});
  CHECK(timed.episodes > 0);
  REQUIRE(timed.answers.size() == 1);
  options = options_for(Mode::kTrueScore, 20'000);
  const std::uint64_t all = search_monte_carlo(made.task, 1, options, {}).episodes;
  options.confidence = 0.9;
  const SearchResult sure = search_monte_carlo(made.task, 1, options, {});
  CHECK(sure.episodes < all);
  CHECK(sure.episodes >= 10 * 100);  // of the first decision alone
  options.confidence = 0.99;
  CHECK(search_monte_carlo(made.task, 1, options, {}).episodes > sure.episodes);
}

TEST_CASE("what a scorer gives must be numbers, and what it throws comes through") {
  const TwoWords example(true), none(false);
  const auto options = options_for(Mode::kTrueScore, 100);
  for (const Task& task : {example.task, none.task}) {
    for (const double wrong : {static_cast<double>(NAN), HUGE_VAL}) {
      CHECK_THROWS_WITH_AS(
          search_monte_carlo(task, 1, options,
                             [&](auto, std::span<double> scores) { scores[0] = wrong; }),
          doctest::Contains("must give a number"), Error);
    }
    CHECK_THROWS_WITH(
        search_monte_carlo(task, 1, options, [](auto, auto) { throw std::runtime_error("mine"); }),
        "mine");
  }
  // Minus infinity is for what must not be: nothing is left but the sentence.
  const SearchResult result = search_monte_carlo(
      example.task, 5, options, [&](std::span<const std::string> texts, std::span<double> scores) {
        for (std::size_t i = 0; i < texts.size(); ++i) scores[i] = texts[i].empty() ? -HUGE_VAL : 1;
      });
  REQUIRE(result.answers.size() == 1);
  CHECK(result.answers[0].words == Words{0, 1});
}

}  // namespace
}  // namespace ow
