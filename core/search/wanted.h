// Words to look up among the arcs of one state, many at a time.
#pragma once

#include <cstdint>
#include <span>

#include "lm/arc_finder.h"

namespace ow {

struct Wanted {
  std::uint32_t arc;             // for the caller to know it by
  WordId id;                     // the word
  lm::ArcId place = lm::kNoArc;  // where it is among the arcs of the state
};

/// Finds the places of words that come in ascending order.
template <class Stored>
void find_wanted(const lm::ArcFinder<Stored>& finder, std::span<Wanted> all) {
  if (finder.size() <= 2 * all.size()) {
    // Few arcs: walk along them and the words together.
    lm::ArcId at = 0;
    for (Wanted& wanted : all) {
      while (at < finder.size() && finder[at].word < wanted.id) ++at;
      if (at < finder.size() && finder[at].word == wanted.id) wanted.place = at;
    }
    return;
  }
  // Many arcs: look each word up, with the memory it needs on its way before it is needed.
  for (const Wanted& wanted : all) finder.prefetch_hint(wanted.id);
  for (Wanted& wanted : all) {
    wanted.place = finder.place(wanted.id);
    finder.prefetch_arc(wanted.place);
  }
  for (Wanted& wanted : all) wanted.place = finder.find_from(wanted.place, wanted.id);
}

}  // namespace ow
