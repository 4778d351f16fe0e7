#include "analysis/oracle.h"

#include <algorithm>

#include "base/error.h"

namespace ow::analysis {

std::array<std::int32_t, kMoves> costs_of(const Arcs& arcs, std::span<const std::int32_t> heads) {
  const auto head_of = [&](std::int32_t word) { return heads[static_cast<std::size_t>(word)]; };
  const std::span<const std::int32_t> stack = arcs.stack();
  const std::int32_t next = arcs.next(), root = arcs.size();
  std::array<std::int32_t, kMoves> costs{kMost, kMost, kMost};
  if (arcs.can(kShift)) {
    std::int32_t cost = 0;
    for (std::size_t i = 0; i < stack.size(); ++i)
      cost += (head_of(stack[i]) == next) + (i + 1 < stack.size() && stack[i] == head_of(next));
    costs[kShift] = cost;
  }
  if (arcs.can(kLeft)) {
    const std::int32_t word = stack.back(), head = head_of(word);
    std::int32_t lost = 0;  // words to come that should hang under it
    for (std::int32_t other = next; other < root; ++other) lost += head_of(other) == word;
    const bool below = stack.size() > 1 && head == stack[stack.size() - 2];
    costs[kLeft] = lost + (below || head > next);
    if (arcs.can(kRight)) costs[kRight] = lost + (head >= next);
  }
  return costs;
}

namespace {

/// Whether everything between a word and its head hangs under that head.
bool is_projective(const std::vector<std::int32_t>& heads, std::int32_t word) {
  const std::int32_t head = heads[static_cast<std::size_t>(word)];
  const auto root = static_cast<std::int32_t>(heads.size());
  for (std::int32_t i = std::min(word, head) + 1; i < std::max(word, head); ++i) {
    std::int32_t above = i;
    while (above != head && above != root) above = heads[static_cast<std::size_t>(above)];
    if (above != head) return false;
  }
  return true;
}

}  // namespace

void make_projective(std::vector<std::int32_t>& heads) {
  const auto root = static_cast<std::int32_t>(heads.size());
  for (std::int32_t word = 0; word < root; ++word) {
    std::int32_t above = word;
    for (std::int32_t steps = 0; above != root; ++steps) {
      if (above < 0 || above > root || steps > root)
        throw Error("the heads of a sentence are no tree: one is missing, or they form a circle");
      above = heads[static_cast<std::size_t>(above)];
    }
  }
  for (;;) {
    std::int32_t crossing = -1, shortest = kMost;
    for (std::int32_t word = 0; word < root; ++word) {
      const std::int32_t length = std::abs(heads[static_cast<std::size_t>(word)] - word);
      if (length < shortest && !is_projective(heads, word)) {
        crossing = word;
        shortest = length;
      }
    }
    if (crossing < 0) return;
    std::int32_t& head = heads[static_cast<std::size_t>(crossing)];
    head = heads[static_cast<std::size_t>(head)];
  }
}

}  // namespace ow::analysis
