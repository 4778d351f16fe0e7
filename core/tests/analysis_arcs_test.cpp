#include <doctest/doctest.h>

#include "analysis/arcs.h"
#include "trees.h"

namespace ow::analysis {
namespace {

/// Goes every way to the end; returns how many there are.
std::size_t walk(const Arcs& arcs, std::size_t moves) {
  if (arcs.done()) {
    REQUIRE(moves == 2 * static_cast<std::size_t>(arcs.size()));
    REQUIRE(tests::is_tree(arcs.heads()));
    REQUIRE(tests::is_projective(arcs.heads()));
    return 1;
  }
  std::size_t ends = 0;
  for (const Move move : {kShift, kLeft, kRight}) {
    if (!arcs.can(move)) continue;
    Arcs next = arcs;
    if (move != kShift) {
      const std::int32_t word = arcs.dependent(), head = arcs.head(move);
      next.make(move);
      REQUIRE(next.heads()[static_cast<std::size_t>(word)] == head);
    } else {
      next.make(move);
    }
    ends += walk(next, moves + 1);
  }
  return ends;
}

TEST_CASE("whatever is done, every word gets a head in two moves a word") {
  // Ways to shift and take away (Catalan numbers), each with two heads for every word that is not
  // alone on the stack.
  const std::size_t ends[] = {1, 1, 3, 13, 67, 381};
  for (std::int32_t words = 0; words <= 5; ++words) {
    CAPTURE(words);
    Arcs arcs;
    arcs.begin(words);
    CHECK(walk(arcs, 0) == ends[words]);
  }
}

TEST_CASE("slots are the top of the stack, the next words and outermost children") {
  using Slots = std::array<std::int32_t, kSlots>;
  constexpr std::int32_t kNo = Arcs::kNone;
  Arcs arcs;
  arcs.begin(0);
  CHECK(arcs.done());
  CHECK(arcs.slots() == Slots{kNo, kNo, kNo, 0, kNo, kNo, kNo, kNo, kNo, kNo});

  arcs.begin(5);
  CHECK(arcs.slots() == Slots{kNo, kNo, kNo, 0, 1, kNo, kNo, kNo, kNo, kNo});
  arcs.make(kShift);
  arcs.make(kShift);
  CHECK(arcs.slots() == Slots{1, 0, kNo, 2, 3, kNo, kNo, kNo, kNo, kNo});
  arcs.make(kLeft);  // 2 takes 1 …
  CHECK(arcs.slots() == Slots{0, kNo, kNo, 2, 3, kNo, kNo, kNo, kNo, 1});
  arcs.make(kLeft);  // … and 0, which is farther out
  CHECK(arcs.slots() == Slots{kNo, kNo, kNo, 2, 3, kNo, kNo, kNo, kNo, 0});
  arcs.make(kShift);
  arcs.make(kShift);
  CHECK(arcs.slots() == Slots{3, 2, kNo, 4, 5, kNo, kNo, 0, kNo, kNo});
  arcs.make(kRight);  // 2 takes 3
  CHECK(arcs.slots() == Slots{2, kNo, kNo, 4, 5, 0, 3, kNo, kNo, kNo});
  arcs.make(kShift);
  CHECK(arcs.slots() == Slots{4, 2, kNo, 5, kNo, kNo, kNo, 0, 3, kNo});
  arcs.make(kRight);  // 2 takes 4, which is farther out
  CHECK(arcs.slots() == Slots{2, kNo, kNo, 5, kNo, 0, 4, kNo, kNo, kNo});
  arcs.make(kLeft);  // the root takes 2
  CHECK(arcs.done());
  CHECK(arcs.slots() == Slots{kNo, kNo, kNo, 5, kNo, kNo, kNo, kNo, kNo, 2});
  CHECK(arcs.heads() == std::vector<std::int32_t>{2, 2, 5, 2, 2});

  arcs.begin(4);  // nothing of the last sentence is left
  for (int i = 0; i < 4; ++i) arcs.make(kShift);
  CHECK(arcs.slots() == Slots{3, 2, 1, 4, kNo, kNo, kNo, kNo, kNo, kNo});
}

}  // namespace
}  // namespace ow::analysis
