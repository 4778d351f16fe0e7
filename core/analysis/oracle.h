// What a parser should do in any state, also after mistakes: the dynamic oracle of arc-hybrid
// transitions (Goldberg and Nivre 2013).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/arcs.h"

namespace ow::analysis {

/// How many arcs of the tree can no longer be had after each move; kMost if it cannot be made.
inline constexpr std::int32_t kMost = 1 << 30;
std::array<std::int32_t, kMoves> costs_of(const Arcs& arcs, std::span<const std::int32_t> heads);

/// Lifts words to the heads of their heads until no arcs cross: a tree that transitions can build.
/// The root is the number behind the last word. Throws Error for heads that are no tree.
void make_projective(std::vector<std::int32_t>& heads);

}  // namespace ow::analysis
