#include "units/spacing.h"

#include <algorithm>
#include <array>

namespace ow {
namespace {

// Sorted by nothing: each list is short enough to be looked through.
constexpr std::array<std::string_view, 18> kClosing = {
    ",", ".", ";", ":", "!", "?", ")", "]", "}", "%", "''", "”", "’", "»", "…", "...", "-", "/"};
constexpr std::array<std::string_view, 12> kOpening = {"(", "[", "{", "``", "“", "‘",
                                                       "«", "$", "£", "€",  "-", "/"};
constexpr std::string_view kApostrophe = "’";

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the word begins with an apostrophe, straight or typographic, and goes on.
bool is_clitic(std::string_view word) {
  return (word.size() > 1 && word.front() == '\'' && word[1] != '\'') ||
         (word.size() > kApostrophe.size() && word.starts_with(kApostrophe));
}

/// Letters, digits, and whatever is not ASCII.
bool is_of_word(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x80 || (code >= '0' && code <= '9') ||
         ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
}

}  // namespace

bool joins_left(std::string_view word) {
  return is_one_of(kClosing, word) || is_clitic(word) || word == "n't" || word == "n’t";
}

bool joins_right(std::string_view word) {
  return is_one_of(kOpening, word);
}

bool within_word(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  return is_of_word(left.back()) && (is_of_word(right.front()) || is_clitic(right));
}

}  // namespace ow
