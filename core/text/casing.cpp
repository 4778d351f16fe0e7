#include "text/casing.h"

#include <algorithm>
#include <type_traits>

#include "base/error.h"
#include "base/hash.h"
#include "base/lines.h"
#include "text/casing_format.h"
#include "text/characters.h"

namespace ow::text {

namespace {

constexpr std::uint64_t kCommonShare = 20;  // one occurrence in so many is in lower case

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

Casing::Casing(std::span<const CasingCounter::Form> forms) {
  struct Best {
    std::uint64_t hash;
    CasingCounter::Form form;
    bool lower;
  };
  std::vector<Best> all;
  all.reserve(forms.size());
  std::string word;
  for (const CasingCounter::Form& form : forms) {
    word.clear();
    append_lower(form.form, word);
    all.push_back({hash_word(word), form, word == form.form});
  }
  std::sort(all.begin(), all.end(), [](const Best& a, const Best& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    return a.form.count != b.form.count ? a.form.count > b.form.count : a.form.form > b.form.form;
  });
  auto memory = std::make_unique<Memory>();
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    std::uint64_t total = 0, lower = 0;
    for (end = i; end < all.size() && all[end].hash == all[i].hash; ++end) {
      total += all[end].form.count;
      if (all[end].lower) lower += all[end].form.count;
    }
    if (all[i].lower || (lower * kCommonShare >= total)) {
      memory->common.push_back(all[i].hash);
      continue;
    }
    memory->words.push_back(all[i].hash);
    memory->forms += all[i].form.form;
    if (memory->forms.size() > UINT32_MAX) throw Error("the forms are too many for one file");
    memory->offsets.push_back(static_cast<std::uint32_t>(memory->forms.size()));
  }
  words_ = memory->words;
  common_ = memory->common;
  offsets_ = memory->offsets;
  forms_ = memory->forms;
  memory_ = std::move(memory);
}

Casing::Casing(std::string path)
    : file_(std::make_unique<Container>(std::move(path), casing_format::kKind)) {
  // All of it is verified now: it is small, and spans are quicker than views.
  const auto all = [&]<class T>(std::type_identity<T>, std::uint32_t id) {
    const View<T> section = file_->section<T>(id);
    return section.range(0, section.size());
  };
  words_ = all(std::type_identity<std::uint64_t>{}, casing_format::kWords);
  common_ = all(std::type_identity<std::uint64_t>{}, casing_format::kCommon);
  offsets_ = all(std::type_identity<std::uint32_t>{}, casing_format::kOffsets);
  const auto forms = all(std::type_identity<char>{}, casing_format::kForms);
  forms_ = {forms.data(), forms.size()};
  const bool fits = offsets_.size() == words_.size() + 1 && offsets_.front() == 0 &&
                    offsets_.back() == forms_.size() &&
                    std::is_sorted(offsets_.begin(), offsets_.end());
  if (!fits) file_->corrupt("its forms do not fit its words");
}

void Casing::write(const std::string& path) const {
  ContainerWriter file(path, casing_format::kKind);
  file.add_section(casing_format::kWords, words_);
  file.add_section(casing_format::kOffsets, offsets_);
  file.add_section(casing_format::kForms, std::span<const char>(forms_));
  file.add_section(casing_format::kCommon, common_);
  file.commit();
}

std::optional<std::string_view> Casing::form_of(std::string_view word) const {
  const std::uint64_t hash = hash_word(word);
  const auto found = std::lower_bound(words_.begin(), words_.end(), hash);
  if (found != words_.end() && *found == hash) {
    const auto number = static_cast<std::size_t>(found - words_.begin());
    return forms_.substr(offsets_[number], offsets_[number + 1] - offsets_[number]);
  }
  if (std::binary_search(common_.begin(), common_.end(), hash)) return word;
  return std::nullopt;
}

}  // namespace ow::text
