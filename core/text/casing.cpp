#include "text/casing.h"

#include <algorithm>

#include "base/lines.h"
#include "text/characters.h"

namespace ow::text {

namespace {

bool begins_sentence_after(std::string_view word) {
  for (const std::string_view mark : {".", "!", "?", ":", ";", "...", "…", "\"", "''", "``", "'",
                                      "“", "‘", "„", "«", "»", "(",   "[", "-",  "–",  "—",  "--"})
    if (word == mark) return true;
  return false;
}

/// The bits of all characters of the word.
std::uint8_t kinds_of(std::string_view word, Characters& characters) {
  characters.decode(word);
  std::uint8_t all = 0;
  for (const std::uint8_t kind : characters.kinds) all |= kind;
  return all;
}

}  // namespace

void CasingCounter::add(std::string_view line) {
  std::vector<std::string_view> words;
  split_words(line, words);
  Characters characters;
  characters.decode(line);
  const bool shouted = std::none_of(characters.kinds.begin(), characters.kinds.end(),
                                    [](std::uint8_t kind) { return (kind & kLetter) == kLower; });
  if (shouted) return;
  bool tells = false;
  for (const std::string_view word : words) {
    if (tells && (kinds_of(word, characters) & kLetter) != 0) {
      const std::uint32_t number = pool_.intern({word.data(), word.size()});
      if (number == counts_.size()) counts_.push_back(0);
      ++counts_[number];
    }
    tells = !begins_sentence_after(word);
  }
}

std::vector<CasingCounter::Form> CasingCounter::forms() const {
  std::vector<Form> result;
  for (std::uint32_t i = 0; i < pool_.size(); ++i)
    result.push_back({{pool_[i].data(), pool_[i].size()}, counts_[i]});
  std::sort(result.begin(), result.end(),
            [](const Form& a, const Form& b) { return a.form < b.form; });
  return result;
}

void Casing::add(std::string_view form, std::uint64_t count) {
  std::string word;
  append_lower(form, word);
  Best& best = words_[word];
  if (count > best.count || (count == best.count && form > best.form))
    best = {count, std::string(form)};
}

const std::string* Casing::form_of(std::string_view word) const {
  const auto found = words_.find(word);
  return found == words_.end() ? nullptr : &found->second.form;
}

std::size_t Casing::size() const {
  return static_cast<std::size_t>(
      std::count_if(words_.begin(), words_.end(),
                    [](const auto& entry) { return entry.first != entry.second.form; }));
}

}  // namespace ow::text
