#include "text/articles.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/rules.h"
#include "text/shapes.h"

namespace ow::text {

namespace {

constexpr std::u32string_view kVowels = U"aeiouàáâãäåæèéêëìíîïòóôõöøœùúûü";
constexpr std::u32string_view kSpelledWithVowel = U"aefhilmnorsx";  // an F, an M

// Beginnings of words.
constexpr std::array<std::u32string_view, 5> kSilent = {U"heir", U"honest", U"honor", U"honour",
                                                        U"hour"};
constexpr std::array<std::u32string_view, 6> kNotLikeYou = {U"unid", U"unill", U"unim",
                                                            U"unin", U"unir",  U"urie"};
constexpr std::array<std::u32string_view, 26> kLikeYou = {
    U"eu",     U"ewe",    U"once", U"ouija", U"ubiqu", U"uefa", U"ufo", U"ugand", U"uk",
    U"unanim", U"unesco", U"uni",  U"ura",   U"ureth", U"uri",  U"uro", U"uru",   U"usab",
    U"usag",   U"usb",    U"use",  U"usu",   U"ute",   U"uti",  U"uto", U"uvul"};

bool is_in(char32_t code, std::u32string_view set) {
  return set.find(code) != set.npos;
}

template <class List>
bool begins_with_any(std::u32string_view word, const List& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::u32string_view each) { return word.starts_with(each); });
}

/// one, one-way, one's and oneself, but not onerous
bool is_one(std::u32string_view word) {
  if (!word.starts_with(U"one")) return false;
  const std::u32string_view rest = word.substr(3);
  return rest.empty() || (kind_of(rest[0]) & kLetter) == 0 || rest == U"s" || rest == U"self" ||
         rest == U"ness";
}

/// 8, 80 and 800 begin with a vowel, so do 11 and 18 where they are not part of 110 or 180.
bool number_takes_an(std::u32string_view word) {
  if (word[0] == '8') return true;
  if (!word.starts_with(U"11") && !word.starts_with(U"18")) return false;
  std::size_t digits = 2;
  while (digits < word.size() && word[digits] >= '0' && word[digits] <= '9') ++digits;
  return digits == 2 || digits == 4 || digits == 5;  // 11, 1800 said as a year, 18000
}

/// Abbreviations of three letters, and those that cannot be said as a word, are spelled.
bool is_spelled(std::u32string_view word) {
  std::size_t letters = 0;
  bool vowel = false;
  for (const char32_t code : word) {
    if ((kind_of(code) & kLetter) == 0) break;
    ++letters;
    vowel = vowel || is_in(code, U"aeiou");
  }
  return (letters <= 3 || !vowel) && word != U"eur";
}

}  // namespace

bool takes_an(std::string_view text, bool shouted, Characters& buffer) {
  buffer.decode(text);
  std::size_t head = 0;  // EU-wide
  while (head < buffer.size() && (buffer.kinds[head] & kLetter) != 0) ++head;
  const Shape shape =
      shape_of(std::span(buffer.codes).first(head), std::span(buffer.kinds).first(head));
  const bool abbreviation = shape == Shape::kCapitals && !shouted;
  std::u32string word;
  for (const char32_t code : buffer.codes) word.push_back(is_apostrophe(code) ? '\'' : lower(code));
  if (word.empty()) return false;
  if (word[0] >= '0' && word[0] <= '9') return number_takes_an(word);
  const bool letter = word.size() == 1 || (kind_of(word[1]) & kLetter) == 0;  // X-ray, U-turn
  if (letter || (abbreviation && is_spelled(word))) return is_in(word[0], kSpelledWithVowel);
  if (word[0] == 'h') return begins_with_any(word, kSilent);
  if (word[0] == 'y') return !is_in(word[1], kVowels);  // Yvonne
  if (!is_in(word[0], kVowels)) return false;
  if (begins_with_any(word, kNotLikeYou)) return !word.starts_with(U"unidir");
  return !is_one(word) && !begins_with_any(word, kLikeYou);
}

}  // namespace ow::text
