#include "text/rules.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/lines.h"
#include "text/characters.h"

namespace ow::text {

std::size_t Rules::Hash::operator()(std::u32string_view word) const {
  return hash_bytes(word.data(), word.size() * sizeof(char32_t));
}

const Cuts* Rules::exception(std::span<const char32_t> word) const {
  std::array<char32_t, 24> plain;
  if (word.size() > longest_ || word.size() > plain.size()) return nullptr;
  std::transform(word.begin(), word.end(), plain.begin(),
                 [](char32_t code) { return is_apostrophe(code) ? U'\'' : code; });
  const auto found = exceptions_.find(std::u32string_view(plain.data(), word.size()));
  return found == exceptions_.end() ? nullptr : &found->second;
}

void Rules::insert(std::u32string word, Cuts cuts) {
  longest_ = std::max(longest_, word.size());
  if (cuts.size() == 1) beginnings_.insert(word.substr(0, cuts.front()));
  exceptions_.insert_or_assign(std::move(word), std::move(cuts));
}

void Rules::add(std::string_view words) {
  std::vector<std::string_view> items;
  split_words(words, items);
  Characters characters;
  for (const std::string_view item : items) {
    characters.decode(item);
    std::u32string word;
    Cuts cuts;
    for (const char32_t code : characters.codes)
      if (code == '|')
        cuts.push_back(static_cast<std::uint8_t>(word.size()));
      else
        word.push_back(code);
    insert(std::move(word), std::move(cuts));
  }
}

void Rules::add_cased(std::string_view words) {
  add(words);
  std::string capitalised(words);
  for (std::size_t i = 0; i < capitalised.size(); ++i)
    if ((i == 0 || capitalised[i - 1] == ' ') && capitalised[i] >= 'a' && capitalised[i] <= 'z')
      capitalised[i] = static_cast<char>(capitalised[i] - 'a' + 'A');
  add(capitalised);
}

const Rules& rules_for(std::string_view language) {
  static const Rules english = english_rules(), french = french_rules(), german = german_rules(),
                     spanish = spanish_rules(), italian = italian_rules(), generic;
  if (language == "en") return english;
  if (language == "fr") return french;
  if (language == "de") return german;
  if (language == "es") return spanish;
  if (language == "it") return italian;
  return generic;
}

}  // namespace ow::text
