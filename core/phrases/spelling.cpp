#include "phrases/spelling.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ow {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// British first; where a word has it anywhere.
constexpr std::array<Pair, 6> kAnywhere = {{
    {"our", "or"},
    {"ll", "l"},
    {"ae", "e"},
    {"oe", "e"},
    {"grey", "gray"},
    {"dgement", "dgment"},
}};
// At the end of a word, and before a plural.
constexpr std::array<Pair, 7> kAtTheEnd = {{
    {"tre", "ter"},
    {"bre", "ber"},
    {"gramme", "gram"},
    {"ogue", "og"},
    {"ence", "ense"},
    {"wards", "ward"},
    {"cheque", "check"},
}};

bool is_vowel_before_s(char letter) {
  return letter == 'i' || letter == 'y';
}
bool is_vowel_after_s(char letter) {
  return letter == 'e' || letter == 'i' || letter == 'a';
}

void add_word(std::string_view word, std::string& key) {
  std::string american;
  for (std::size_t i = 0; i < word.size();) {
    const Pair* found = nullptr;
    for (const Pair& pair : kAnywhere)
      if (word.substr(i).starts_with(pair.first)) found = &pair;
    if (found != nullptr) {
      american += found->second;
      i += found->first.size();
      continue;
    }
    const bool hissing = word[i] == 's' && i > 1 && i + 1 < word.size() &&
                         is_vowel_before_s(word[i - 1]) && is_vowel_after_s(word[i + 1]);
    american += hissing ? 'z' : word[i];  // realise, analysing, organisation
    ++i;
  }
  const auto end = [&](std::string_view plural) {
    for (const auto& [british, other] : kAtTheEnd) {
      const std::string ending = std::string(british) + std::string(plural);
      if (!american.ends_with(ending) || american.size() == ending.size()) continue;
      american.replace(american.size() - ending.size(), ending.size(), other);
      american += plural;
      return true;
    }
    return false;
  };
  if (!end("")) end("s");
  key += american;
}

}  // namespace

std::string spelling_key(std::string_view phrase) {
  std::string key;
  std::size_t begin = 0;
  while (begin <= phrase.size()) {
    const std::size_t end = std::min(phrase.find_first_of(" -", begin), phrase.size());
    add_word(phrase.substr(begin, end - begin), key);
    begin = end + 1;
  }
  return key;
}

}  // namespace ow
