// Patterns as text: words in lower case and slots such as `[NN_1]`, with single blanks between
// them.
//
// Slots with the same tag are numbered from 1 on. A word of a text cannot be mistaken for a slot:
// tags have capitals, words have none.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "patterns/subtrees.h"

namespace ow::patterns {

/// Numbers of slots, by their words in a subtree.
using SlotNumbers = std::array<std::uint8_t, PatternLimits::kMostWords>;

/// Gives out numbers, for each tag by itself.
class SlotNumberer {
 public:
  std::uint8_t next(std::uint8_t tag) { return ++last_[tag]; }

 private:
  std::array<std::uint8_t, kSlotTags.size()> last_{};
};

inline void append_word(std::string_view word, std::string& text) {
  if (!text.empty()) text += ' ';
  text += word;
}

inline void append_slot(std::uint8_t tag, unsigned number, std::string& text) {
  if (!text.empty()) text += ' ';
  text += '[';
  text += kSlotTags[tag];
  text += '_';
  text += std::to_string(number);
  text += ']';
}

/// Whether a word of a pattern is a slot.
inline bool is_slot(std::string_view word) {
  return word.size() > 4 && word.front() == '[' && word.back() == ']' && word[1] >= 'A' &&
         word[1] <= 'Z';
}

/// The pattern of a partial subtree of a sentence.
inline void write_pattern(const Trees& trees, std::size_t sentence, const Subtree& subtree,
                          const Partial& partial, const SlotNumbers& numbers, std::string& text) {
  text.clear();
  for_each_word(partial.shown(), [&](unsigned i) {
    const Word& word = trees[sentence][subtree.places[i]];
    if ((partial.kept & only(i)) != 0)
      append_word(trees.text(word), text);
    else
      append_slot(word.tag, numbers[i], text);
  });
}

}  // namespace ow::patterns
