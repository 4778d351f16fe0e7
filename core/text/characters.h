// What the tokeniser knows of characters: their kinds, their lower-case forms, and UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ow::text {

/// Bits, since a letter of a script without case counts as lower and as upper case.
enum Kind : std::uint8_t {
  kGap = 1,  // white space and what cannot be seen: belongs to no token
  kLower = 2,
  kUpper = 4,
  kDigit = 8,
  kPunctuation = 16,  // a token of its own at either end of a word
  kQuote = 32,
  kCurrency = 64,
  kIcon = 128,  // a token of its own anywhere
  kLetter = kLower | kUpper,
  kAlphanumeric = kLetter | kDigit,
};

/// The bits of a character; 0 if it is none of these.
std::uint8_t kind_of(char32_t character);

/// The character in lower case, itself if it has no such form of one character.
char32_t lower(char32_t character);

/// The character in upper case, itself if it is nothing's lower-case form.
char32_t upper(char32_t character);

/// Whether a text is nothing but white space. What else cannot be seen (control characters, marks
/// of direction) is content that must not get lost.
bool is_white(std::string_view text);

/// Adds the character to a text.
void append_utf8(char32_t character, std::string& result);

/// The characters of a text and where they are in it.
struct Characters {
  std::vector<char32_t> codes;
  std::vector<std::uint8_t> kinds;
  std::vector<std::uint32_t> offsets;  // of the first byte; one more: the size of the text

  /// Takes another text. A byte that is not UTF-8 counts as one character, U+FFFD.
  void decode(std::string_view text);
  std::size_t size() const { return codes.size(); }
};

/// Appends the text in lower case.
void append_lower(std::string_view text, std::string& result);

}  // namespace ow::text
