#include "units/phrase_units.h"

#include <optional>

#include "phrases/signature.h"

namespace ow {

void PhraseUnits::make() {
  const auto tokens = batch_.tokens();
  sentence_.clear();
  // No entry has an unknown word: nothing touches a protected token.
  for (std::size_t i = 0; i < tokens.size(); ++i)
    sentence_.push_back(batch_.is_protected(i) ? Table::kUnknown
                                               : table_.word_or_unknown(batch_.text(tokens[i])));
  std::optional<SpanFilter> filter;
  if (table_.has_tags() && !batch_.sentence().tags.empty()) filter.emplace(batch_.sentence().tags);
  table_.for_each_match(sentence_, [&](std::size_t begin, std::size_t end, const Entry& entry) {
    if (batch_.has_barrier(begin, end)) return;
    if (filter && !filter->fits(begin, end, table_.tags(entry.tags))) return;
    batch_.clear_target();
    for (const WordId word : entry.target) batch_.add_word(words_[word]);
    batch_.add(number_, begin, end, entry);
  });
}

}  // namespace ow
