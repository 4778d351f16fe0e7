#include "phrases/spelling.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ow {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// British first; whole words, and before a plural.
constexpr std::array<Pair, 13> kWords = {{
    {"afterwards", "afterward"},
    {"backwards", "backward"},
    {"cheque", "check"},
    {"downwards", "downward"},
    {"forwards", "forward"},
    {"gramme", "gram"},
    {"inwards", "inward"},
    {"onwards", "onward"},
    {"outwards", "outward"},
    {"plough", "plow"},
    {"towards", "toward"},
    {"tyre", "tire"},
    {"upwards", "upward"},
}};
// At the end of a word, and before a plural.
constexpr std::array<Pair, 6> kEndings = {{
    {"tre", "ter"},
    {"bre", "ber"},
    {"vre", "ver"},
    {"gramme", "gram"},
    {"ogue", "og"},
    {"ence", "ense"},
}};

bool is_vowel(char letter) {
  return std::string_view("aeiouy").find(letter) != std::string::npos;
}

/// Groups of vowels, about as many as syllables.
std::size_t vowel_groups(std::string_view text) {
  std::size_t groups = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    groups += is_vowel(text[i]) && (i == 0 || !is_vowel(text[i - 1]));
  return groups;
}

/// What stands for the letters of a word from a place on, and how many they are.
std::pair<std::string_view, std::size_t> american_at(std::string_view word, std::size_t place) {
  const std::string_view rest = word.substr(place);
  if (rest.starts_with("our") && place >= 2) return {"or", 3};  // not `four`
  if (rest.starts_with("’") || rest.starts_with("‘")) return {"'", 3};
  if ((rest.starts_with("ae") || rest.starts_with("oe")) && rest.size() > 4)  // not `shoe`
    return {"e", 2};
  if (rest.starts_with("ll") && vowel_groups(word.substr(0, place)) > 1) return {"l", 2};
  if (rest.starts_with("grey")) return {"gray", 4};
  if (rest.starts_with("dgement")) return {"dgment", 7};
  const bool hisses = rest.front() == 's' && place > 1 && rest.size() > 1 &&
                      (word[place - 1] == 'i' || word[place - 1] == 'y') &&
                      std::string_view("eia").find(rest[1]) != std::string::npos;
  if (hisses) return {"z", 1};  // realise, analysing, organisation
  return {rest.substr(0, 1), 1};
}

std::string american(std::string_view word) {
  for (const auto& [british, other] : kWords) {
    if (!word.starts_with(british)) continue;
    const std::string_view plural = word.substr(british.size());
    if (plural.empty() || plural == "s") return std::string(other) + std::string(plural);
  }
  std::string result;
  for (std::size_t i = 0; i < word.size();) {
    const auto [letters, count] = american_at(word, i);
    result += letters;
    i += count;
  }
  for (const std::string_view plural : {"", "s"})
    for (const auto& [british, other] : kEndings) {
      const std::string ending = std::string(british) + std::string(plural);
      if (!result.ends_with(ending) || result.size() == ending.size()) continue;
      result.replace(result.size() - ending.size(), ending.size(), other);
      return result + std::string(plural);
    }
  return result;
}

}  // namespace

std::string spelling_key(std::string_view phrase) {
  std::string key;
  for (std::size_t begin = 0; begin <= phrase.size();) {
    const std::size_t end = std::min(phrase.find_first_of(" -", begin), phrase.size());
    key += american(phrase.substr(begin, end - begin));
    begin = end + 1;
  }
  return key;
}

}  // namespace ow
