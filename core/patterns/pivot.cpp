#include "patterns/pivot.h"

#include <algorithm>

namespace ow::patterns {
namespace {

WordSet ends_of(WordSet set) {
  return static_cast<WordSet>((set & -set) | std::bit_floor(set));
}

}  // namespace

void PivotFinder::turn_to(const Subtree& subtree, std::span<const Link> links) {
  subtree_ = &subtree;
  linked_.clear();
  any_ = 0;
  const auto before = [](const Link& link, std::uint16_t place) { return link.source < place; };
  for (unsigned i = 0; i < subtree.size; ++i) {
    const std::uint16_t place = subtree.places[i];
    for (auto link = std::lower_bound(links.begin(), links.end(), place, before);
         link != links.end() && link->source == place; ++link) {
      linked_.push_back({link->target, only(i)});
      any_ |= only(i);
    }
  }
  std::sort(linked_.begin(), linked_.end(), [](const Linked& a, const Linked& b) {
    return a.place != b.place ? a.place < b.place : a.words < b.words;
  });
  std::size_t size = 0;
  for (const Linked next : linked_) {
    if (size > 0 && linked_[size - 1].place == next.place)
      linked_[size - 1].words |= next.words;
    else
      linked_[size++] = next;
  }
  linked_.resize(size);
}

Pairing PivotFinder::find(const Partial& partial) {
  if ((any_ & partial.kept & subtree_->content) == 0) return Pairing::kUnaligned;
  bool is_linked = true;
  for_each_word(partial.slots,
                [&](unsigned slot) { is_linked &= (any_ & subtree_->branches[slot]) != 0; });
  if (!is_linked || (tight_ && (ends_of(partial.shown()) & partial.kept & ~any_) != 0))
    return Pairing::kUnaligned;
  items_.clear();
  WordSet placed = 0;
  for (const Linked& word : linked_) {
    if ((word.words & partial.kept) != 0) {
      if ((word.words & ~partial.kept) != 0) return Pairing::kTorn;
      items_.push_back({false, 0, word.place, word.words});
      continue;
    }
    unsigned slot = 0;
    for_each_word(partial.slots, [&](unsigned each) {
      if ((word.words & subtree_->branches[each]) != 0) slot = each;
    });
    if ((word.words & ~subtree_->branches[slot]) != 0) return Pairing::kTorn;
    if (!items_.empty() && items_.back().is_slot && items_.back().slot == slot) continue;
    if ((placed & only(slot)) != 0) return Pairing::kTorn;
    placed |= only(slot);
    items_.push_back({true, static_cast<std::uint8_t>(slot), 0, 0});
  }
  return items_.size() > longest_ ? Pairing::kTooLong : Pairing::kPaired;
}

}  // namespace ow::patterns
