#include "extract/bitext.h"

#include "base/hash.h"
#include "base/lines.h"

namespace ow {

Sentences::Sentences(const TextsView& texts, std::string_view name) {
  ends_.reserve(texts.size() + 1);
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    split_words(texts[i], words);
    if (words.size() > kLongest)
      fail_at_line(name, i + 1,
                   "a sentence of more than 4,095 words; clean the corpus before it is aligned");
    for (const std::string_view word : words) {
      numbers_.push_back(vocabulary_.intern({word.data(), word.size()}));
      starts_.push_back(static_cast<std::uint32_t>(text_.size()));
      text_ += word;
      text_ += ' ';
    }
    if (text_.size() > UINT32_MAX)
      fail_at_line(name, i + 1, "more than 4 GiB of text; work on fewer sentences at a time");
    ends_.push_back(numbers_.size());
  }
  starts_.push_back(static_cast<std::uint32_t>(text_.size()));
  identities_.reserve(vocabulary_.size());
  for (std::uint32_t number = 0; number < vocabulary_.size(); ++number) {
    const auto word = vocabulary_[number];
    identities_.push_back(static_cast<std::int64_t>(hash_word({word.data(), word.size()})));
  }
}

Bitext::Bitext(const TextsView& source_texts, const TextsView& target_texts)
    : source(source_texts, "source"), target(target_texts, "target") {
  if (source.size() != target.size())
    throw FormatError("the source has " + std::to_string(source.size()) +
                      " sentences, the target " + std::to_string(target.size()) +
                      "; give texts that are parallel line by line");
}

}  // namespace ow
