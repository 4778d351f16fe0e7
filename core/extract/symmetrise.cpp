#include "extract/symmetrise.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace ow {
namespace {

/// Grows a set of links within the union of two alignments.
class Growing {
 public:
  Growing(std::span<const Link> forward, std::span<const Link> reverse, std::size_t source_words,
          std::size_t target_words)
      : sources_(source_words),
        targets_(target_words),
        cells_(source_words * target_words),
        source_linked_(source_words),
        target_linked_(target_words) {
    for (const Link link : forward) ++at(link.source, link.target);
    for (const Link link : reverse) ++at(link.source, link.target);
    for (const Link link : forward) {
      if (at(link.source, link.target) == kBoth) take(link.source, link.target);
    }
  }

  void grow_diag() {
    static constexpr std::pair<int, int> kNeighbours[] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                                          {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t s = 0; s < sources_; ++s) {
        for (std::size_t t = 0; t < targets_; ++t) {
          if (at(s, t) != kTaken) continue;
          for (const auto& [down, right] : kNeighbours) {
            const std::size_t ns = s + down, nt = t + right;  // before 0 is beyond the end
            if (ns >= sources_ || nt >= targets_) continue;
            const bool free = !source_linked_[ns] || !target_linked_[nt];
            if (!free || at(ns, nt) == kNone || at(ns, nt) == kTaken) continue;
            take(ns, nt);
            grown = true;
          }
        }
      }
    }
  }

  void final_and(std::span<const Link> links) {
    for (const Link link : links) {
      if (!source_linked_[link.source] && !target_linked_[link.target])
        take(link.source, link.target);
    }
  }

  std::vector<Link> taken() const {
    std::vector<Link> links;
    for (std::size_t s = 0; s < sources_; ++s) {
      for (std::size_t t = 0; t < targets_; ++t) {
        if (cells_[s * targets_ + t] == kTaken)
          links.push_back({static_cast<std::uint16_t>(s), static_cast<std::uint16_t>(t)});
      }
    }
    return links;
  }

 private:
  enum Cell : std::uint8_t { kNone = 0, kBoth = 2, kTaken = 3 };  // 1: in one of them

  std::uint8_t& at(std::size_t source, std::size_t target) {
    return cells_[source * targets_ + target];
  }
  void take(std::size_t source, std::size_t target) {
    at(source, target) = kTaken;
    source_linked_[source] = target_linked_[target] = 1;
  }

  std::size_t sources_, targets_;
  std::vector<std::uint8_t> cells_;
  std::vector<char> source_linked_, target_linked_;
};

}  // namespace

std::vector<Link> symmetrise(std::span<const Link> forward, std::span<const Link> reverse,
                             std::size_t source_words, std::size_t target_words,
                             Symmetrisation method) {
  std::vector<Link> links;
  switch (method) {
    case Symmetrisation::kIntersection:
      std::set_intersection(forward.begin(), forward.end(), reverse.begin(), reverse.end(),
                            std::back_inserter(links));
      return links;
    case Symmetrisation::kUnion:
      std::set_union(forward.begin(), forward.end(), reverse.begin(), reverse.end(),
                     std::back_inserter(links));
      return links;
    case Symmetrisation::kGrowDiag:
    case Symmetrisation::kGrowDiagFinalAnd:
      break;
  }
  Growing growing(forward, reverse, source_words, target_words);
  growing.grow_diag();
  if (method == Symmetrisation::kGrowDiagFinalAnd) {
    growing.final_and(forward);
    growing.final_and(reverse);
  }
  return growing.taken();
}

Links symmetrise(const Links& forward, const Links& reverse, const Bitext& bitext,
                 Symmetrisation method) {
  check_links(forward, bitext, "forward alignment");
  check_links(reverse, bitext, "reverse alignment");
  Links result;
  for (std::size_t i = 0; i < bitext.size(); ++i) {
    std::vector<Link> links = symmetrise(forward[i], reverse[i], bitext.source.words(i).size(),
                                         bitext.target.words(i).size(), method);
    result.add(links);
  }
  return result;
}

}  // namespace ow
