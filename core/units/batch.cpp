#include "units/batch.h"

#include <algorithm>

#include "base/lines.h"
#include "text/characters.h"

namespace ow {

UnitBatch::UnitBatch(const text::Rules& rules, bool lower_case,
                     std::span<const std::string_view> avoid)
    : lower_case_(lower_case), bytes_(rules, units_) {
  std::vector<std::string_view> words;
  for (const std::string_view phrase : avoid) {
    split_words(phrase, words);
    if (words.empty()) continue;
    auto& numbers = avoid_.emplace_back();
    for (const std::string_view word : words) numbers.push_back(intern(word));
  }
}

void UnitBatch::begin_sentence(const SentenceView& sentence) {
  sentence_ = sentence;
  find_barriers();
  const std::size_t first = units_.token_words.size();
  for (const SentenceView::Token token : sentence.tokens) {
    std::string_view word = sentence.text.substr(token.begin, token.end - token.begin);
    if (lower_case_) {
      lower_.clear();
      text::append_lower(word, lower_);
      word = lower_;
    }
    units_.token_protected.push_back(is_protected(units_.token_words.size() - first));
    units_.token_words.push_back(intern(word));
  }
  for (const std::string_view tag : sentence.tags) units_.token_tags.push_back(intern(tag));
  for (const std::string_view relation : sentence.relations)
    units_.token_relations.push_back(intern(relation));
  for (const std::string_view lemma : sentence.lemmas) units_.token_lemmas.push_back(intern(lemma));
  for (const std::uint32_t head : sentence.heads)
    units_.token_heads.push_back(static_cast<std::int32_t>(head));
  units_.token_offsets.push_back(static_cast<std::int64_t>(units_.token_words.size()));
}

void UnitBatch::end_sentence() {
  units_.unit_offsets.push_back(static_cast<std::int64_t>(units_.size()));
}

Units UnitBatch::finish(const lm::Model& model) {
  units_.lm_words.reserve(units_.words.size());
  for (BatchWord word = 0; word < units_.words.size(); ++word)
    units_.lm_words.push_back(model.word(units_.text(word)));
  return std::move(units_);
}

/// Between two tokens there is nothing, white space, or what must not get lost.
void UnitBatch::find_barriers() {
  barriers_.clear();
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < sentence_.tokens.size(); ++i) {
    if (i > 0) {
      const std::uint32_t begin = sentence_.tokens[i - 1].end;
      const std::string_view gap = sentence_.text.substr(begin, sentence_.tokens[i].begin - begin);
      if (!gap.empty() && gap != " " && !text::is_white(gap)) ++count;
    }
    barriers_.push_back(count);
  }
}

void UnitBatch::clear_target() {
  target_.clear();
  rule_.clear();
}

void UnitBatch::set_rule(TableWords& words, std::span<const WordId> source,
                         std::span<const WordId> target) {
  rule_.clear();
  for (const WordId word : source) rule_.push_back(words[word]);
  rule_.push_back(intern("→"));
  for (const WordId word : target) rule_.push_back(words[word]);
}

void UnitBatch::add(std::size_t table, std::size_t begin, std::size_t end, const Entry& entry) {
  if (changes_nothing(begin, end) || is_avoided() || tears(begin, end)) return;
  units_.sentence.push_back(static_cast<std::int32_t>(units_.sentence_count()));
  units_.begin.push_back(static_cast<std::int32_t>(begin));
  units_.end.push_back(static_cast<std::int32_t>(end));
  units_.table.push_back(static_cast<std::int32_t>(table));
  units_.score.push_back(entry.scores[0]);
  units_.source_bytes.push_back(
      static_cast<std::int32_t>(sentence_.tokens[end - 1].end - sentence_.tokens[begin].begin));
  units_.target_bytes.push_back(bytes_.count(sentence_, begin, end, target_));
  units_.target_words.insert(units_.target_words.end(), target_.words.begin(), target_.words.end());
  units_.target_tokens.insert(units_.target_tokens.end(), target_.tokens.begin(),
                              target_.tokens.end());
  units_.target_offsets.push_back(static_cast<std::int64_t>(units_.target_words.size()));
  units_.features.insert(units_.features.end(), entry.scores.begin(), entry.scores.end());
  units_.feature_offsets.push_back(static_cast<std::int64_t>(units_.features.size()));
  units_.rule.push_back(rule_.empty() ? Units::kNoRule
                                      : static_cast<std::int32_t>(units_.rules.intern(rule_)));
}

bool UnitBatch::changes_nothing(std::size_t begin, std::size_t end) const {
  const auto source = tokens().subspan(begin, end - begin);
  return std::equal(target_.words.begin(), target_.words.end(), source.begin(), source.end());
}

/// What is carried along was said before: it is not brought in.
bool UnitBatch::is_avoided() const {
  const auto& words = target_.words;
  const auto brings_in = [&](const std::vector<BatchWord>& phrase) {
    for (auto at = words.begin();; ++at) {
      at = std::search(at, words.end(), phrase.begin(), phrase.end());
      if (at == words.end()) return false;
      const auto first = static_cast<std::size_t>(at - words.begin());
      bool carried = target_.tokens[first] != Units::kNew;
      for (std::size_t i = 0; carried && i + 1 < phrase.size(); ++i)
        carried = target_.goes_on(first + i);
      if (!carried) return true;
    }
  };
  return std::any_of(avoid_.begin(), avoid_.end(), brings_in);
}

/// Whether two neighbours that are protected, as the words of a name, are neighbours no longer.
/// Such words are never replaced, so what is in here of them is carried along.
bool UnitBatch::tears(std::size_t begin, std::size_t end) const {
  if (sentence_.is_protected.empty()) return false;
  const auto first = static_cast<std::int32_t>(begin), last = static_cast<std::int32_t>(end) - 1;
  const auto& tokens = target_.tokens;
  if (begin > 0 && is_protected(begin - 1) && is_protected(begin) && tokens.front() != first)
    return true;
  if (end < sentence_.tokens.size() && is_protected(end - 1) && is_protected(end) &&
      tokens.back() != last)
    return true;
  for (std::int32_t left = first; left < last; ++left) {
    const auto place = static_cast<std::size_t>(left);
    if (!is_protected(place) || !is_protected(place + 1)) continue;
    const auto at = std::find(tokens.begin(), tokens.end(), left);
    if (at == tokens.end() || at + 1 == tokens.end() || at[1] != left + 1) return true;
  }
  return false;
}

}  // namespace ow
