// How words are written side by side: which have no space before or behind them.
#pragma once

#include <string_view>

namespace ow {

/// Whether a word is written to the one before it: closing punctuation, and the second part of a
/// contraction (`n't`, `'s`).
bool joins_left(std::string_view word);

/// Whether the word behind is written to this one: opening brackets and quotation marks, currency
/// signs, hyphens.
bool joins_right(std::string_view word);

/// Whether a space stands between two words.
inline bool spaced(std::string_view left, std::string_view right) {
  return !joins_right(left) && !joins_left(right);
}

/// Whether two tokens without a space between them are parts of one written word: `do|n't`,
/// `can|not`, `John|'s`.
bool within_word(std::string_view left, std::string_view right);

}  // namespace ow
