#include <doctest/doctest.h>

#include "analysis/oracle.h"
#include "base/error.h"
#include "trees.h"

namespace ow::analysis {
namespace {

using tests::Heads;

std::int32_t right_arcs(const Arcs& arcs, const Heads& heads) {
  std::int32_t right = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) right += arcs.heads()[i] == heads[i];
  return right;
}

/// The most right arcs that can be had from a state on, by trying everything; counts the costs
/// that are not what is lost so.
std::int32_t best_from(const Arcs& arcs, const Heads& heads, std::size_t& wrong) {
  if (arcs.done()) return right_arcs(arcs, heads);
  std::array<std::int32_t, kMoves> after;
  std::int32_t best = 0;
  for (std::size_t move = 0; move < kMoves; ++move) {
    after[move] = -1;
    if (!arcs.can(static_cast<Move>(move))) continue;
    Arcs next = arcs;
    next.make(static_cast<Move>(move));
    after[move] = best_from(next, heads, wrong);
    best = std::max(best, after[move]);
  }
  const auto costs = costs_of(arcs, heads);
  for (std::size_t move = 0; move < kMoves; ++move)
    wrong += costs[move] != (after[move] < 0 ? kMost : best - after[move]);
  return best;
}

void check_costs(const Heads& heads) {
  Arcs arcs;
  arcs.begin(static_cast<std::int32_t>(heads.size()));
  std::size_t wrong = 0;
  CHECK(best_from(arcs, heads, wrong) == static_cast<std::int32_t>(heads.size()));
  CHECK(wrong == 0);
}

TEST_CASE("a move costs what can no longer be had after it, in every state") {
  for (std::size_t words = 1; words <= 4; ++words)
    for (const Heads& heads : tests::all_trees(words))
      if (tests::is_projective(heads)) check_costs(heads);
  std::mt19937 random(1);
  for (const auto& [words, trees] : {std::pair{5u, 40}, {6u, 15}}) {
    for (int i = 0; i < trees; ++i) {
      Heads heads = tests::random_tree(random, words);
      make_projective(heads);
      check_costs(heads);
    }
  }
}

TEST_CASE("moves that cost nothing build the tree") {
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    Heads heads = tests::random_tree(random, 1 + i % 12);
    make_projective(heads);
    Arcs arcs;
    arcs.begin(static_cast<std::int32_t>(heads.size()));
    while (!arcs.done()) {
      const auto costs = costs_of(arcs, heads);
      std::vector<Move> free;
      for (std::size_t move = 0; move < kMoves; ++move)
        if (costs[move] == 0) free.push_back(static_cast<Move>(move));
      REQUIRE(!free.empty());
      arcs.make(free[random() % free.size()]);
    }
    CHECK(arcs.heads() == heads);
  }
}

TEST_CASE("words are lifted until no arcs cross, and no others are") {
  std::mt19937 random(3);
  std::size_t crossing = 0;
  for (int i = 0; i < 2000; ++i) {
    const Heads before = tests::random_tree(random, 1 + i % 8);
    Heads heads = before;
    make_projective(heads);
    CHECK(tests::is_tree(heads));
    CHECK(tests::is_projective(heads));
    if (tests::is_projective(before)) {
      CHECK(heads == before);
      continue;
    }
    ++crossing;
    CHECK(heads != before);
    for (std::size_t word = 0; word < heads.size(); ++word) {
      std::int32_t above = before[word];
      while (above != heads[word] && above != static_cast<std::int32_t>(heads.size()))
        above = before[static_cast<std::size_t>(above)];
      CHECK(above == heads[word]);
    }
  }
  CHECK(crossing > 500);
  Heads heads{2, 4, 4, 2};  // 1, a root, stands between 0 and its head
  make_projective(heads);
  CHECK(heads == Heads{4, 4, 4, 2});
}

TEST_CASE("heads that are no tree are refused") {
  for (Heads heads :
       {Heads{0}, Heads{1, 0}, Heads{1, 2, 0, 4}, Heads{-1}, Heads{2}, Heads{1, 3}, Heads{1, -7},
        Heads{1, 2, 1'000'000'000}, Heads{3, INT32_MIN, 3}, Heads{3, INT32_MAX, 3}}) {
    CAPTURE(heads.size());
    CHECK_THROWS_AS(make_projective(heads), Error);
  }
  Heads none;
  make_projective(none);
  CHECK(none.empty());
}

}  // namespace
}  // namespace ow::analysis
