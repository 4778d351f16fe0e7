#include "search/front.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "random_task.h"

using namespace ow;
using namespace ow::tests;

namespace {

/// How much longer each edge makes the text: the same for the same span and target.
std::vector<std::int32_t> growth_of(const Lattice& lattice) {
  std::vector<std::int32_t> growth;
  for (const Edge& edge : lattice.edges()) {
    auto bytes = -2 * static_cast<std::int32_t>(edge.end - edge.begin);
    for (const LocalWord word : lattice.target(edge))
      bytes += static_cast<std::int32_t>(word * 7 % 5);
    growth.push_back(bytes);
  }
  return growth;
}

/// The best score of every length, of all derivations one by one.
std::map<std::int64_t, double> best_by_growth(const Task& task,
                                              const std::vector<std::int32_t>& growth) {
  std::map<std::int64_t, double> best;
  for (const Answer& answer : all_derivations(task)) {
    std::int64_t sum = 0;
    for (const std::uint32_t edge : answer.edges) sum += growth[edge];
    const auto [at, fresh] = best.emplace(sum, answer.score);
    if (!fresh) at->second = std::max(at->second, answer.score);
  }
  return best;
}

}  // namespace

TEST_CASE("a front has the best derivation for every budget") {
  std::mt19937 random(11);
  const TemporaryFolder folder;
  FrontSearch search;
  for (int round = 0; round < 60; ++round) {
    const auto model = model_from(random_arpa(random, 2 + round % 3, 4),
                                  folder.file("lm" + std::to_string(round)));
    for (int i = 0; i < 10; ++i) {
      const RandomTask made(random, *model, 4, 1 + i % 6, 6, round % 2 == 0, round % 5 == 0);
      const auto growth = growth_of(made.lattice);
      const auto best = best_by_growth(made.task, growth);
      const std::int64_t shortest = best.begin()->first, longest = best.rbegin()->first;
      for (std::int64_t most = shortest - 1; most <= longest; ++most) {
        FrontOptions options;
        options.most = most;
        const FrontResult found = search.run(made.task, growth, options);
        CHECK(found.complete);
        REQUIRE(!found.answers.empty());
        double wanted = -1e300;
        for (const auto& [bytes, score] : best) {
          if (bytes <= std::max(most, shortest)) wanted = std::max(wanted, score);
        }
        CHECK(found.answers.back().answer.score == doctest::Approx(wanted).epsilon(1e-9));
        CHECK(found.answers.front().growth == shortest);
        for (std::size_t a = 0; a < found.answers.size(); ++a) {
          const FrontAnswer& answer = found.answers[a];
          CHECK(answer.growth <= std::max(most, shortest));
          std::int64_t sum = 0;
          for (const std::uint32_t edge : answer.answer.edges) sum += growth[edge];
          CHECK(sum == answer.growth);
          if (a == 0) continue;
          CHECK(answer.growth > found.answers[a - 1].growth);
          CHECK(answer.answer.score > found.answers[a - 1].answer.score);
        }
      }
    }
  }
}

TEST_CASE("a front has the n best strings for every budget") {
  std::mt19937 random(14);
  const TemporaryFolder folder;
  FrontSearch search;
  for (int round = 0; round < 40; ++round) {
    const auto model = model_from(random_arpa(random, 2 + round % 3, 4),
                                  folder.file("lm" + std::to_string(round)));
    const RandomTask made(random, *model, 4, 1 + round % 6, 6, round % 2 == 0, round % 5 == 0);
    const auto growth = growth_of(made.lattice);
    // The best derivation of every string: growth is the same for all.
    std::map<std::vector<LocalWord>, std::pair<std::int64_t, double>> strings;
    for (const Answer& answer : all_derivations(made.task)) {
      std::int64_t sum = 0;
      for (const std::uint32_t edge : answer.edges) sum += growth[edge];
      const auto [at, fresh] = strings.emplace(answer.words, std::pair(sum, answer.score));
      if (!fresh) at->second.second = std::max(at->second.second, answer.score);
    }
    for (const std::uint32_t n : {2u, 5u}) {
      FrontOptions options;
      options.n = n;
      const FrontResult found = search.run(made.task, growth, options);
      CHECK(found.complete);
      std::vector<std::int64_t> budgets;
      for (const auto& [words, string] : strings) budgets.push_back(string.first);
      for (const std::int64_t budget : budgets) {
        std::vector<double> wanted, got;
        for (const auto& [words, string] : strings)
          if (string.first <= budget) wanted.push_back(-string.second);
        for (const FrontAnswer& answer : found.answers)
          if (answer.growth <= budget) got.push_back(-answer.answer.score);
        std::sort(wanted.begin(), wanted.end());
        std::sort(got.begin(), got.end());
        REQUIRE(got.size() >= std::min<std::size_t>(n, wanted.size()));
        for (std::size_t i = 0; i < n && i < wanted.size(); ++i)
          CHECK(got[i] == doctest::Approx(wanted[i]).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("without time for a proof there are answers all the same, the shortest among them") {
  std::mt19937 random(12);
  const TemporaryFolder folder;
  const auto model = model_from(random_arpa(random, 3, 4), folder.file("lm"));
  const RandomTask made(random, *model, 4, 6, 12, false, false);
  const auto growth = growth_of(made.lattice);
  FrontSearch search;
  FrontOptions options;
  options.expansions = 10;
  const FrontResult found = search.run(made.task, growth, options);
  CHECK_FALSE(found.complete);
  REQUIRE(!found.answers.empty());
  CHECK(found.answers.front().growth == best_by_growth(made.task, growth).begin()->first);
}

TEST_CASE("an empty sentence has one derivation") {
  std::mt19937 random(13);
  const TemporaryFolder folder;
  const auto model = model_from(random_arpa(random, 2, 3), folder.file("lm"));
  const RandomTask made(random, *model, 3, 0, 0, false, false);
  FrontSearch search;
  const FrontResult found = search.run(made.task, {}, {});
  REQUIRE(found.answers.size() == 1);
  CHECK(found.answers[0].growth == 0);
  CHECK(found.answers[0].answer.edges.empty());
}
