#include "units/units.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/lines.h"
#include "phrases/signature.h"
#include "text/characters.h"
#include "text/spacing.h"

namespace ow {

UnitFinder::UnitFinder(std::vector<std::shared_ptr<const Table>> tables,
                       std::shared_ptr<const lm::Model> model, bool lower_case,
                       const text::Rules& rules)
    : tables_(std::move(tables)),
      model_(std::move(model)),
      lower_case_(lower_case),
      rules_(rules) {}

/// The work of one call.
class UnitFinder::Batch {
 public:
  Batch(const UnitFinder& finder, std::span<const std::string_view> avoid);
  void add(const SentenceView& sentence);
  Units finish();

 private:
  static constexpr BatchWord kNotYet = UINT32_MAX;
  static constexpr std::uint8_t kMayBegin = 4, kNotKnown = 0xff;  // beside text::Glue

  BatchWord intern(std::string_view text) {
    return units_.words.intern({text.data(), text.size()});
  }
  void find_barriers(const SentenceView& sentence);
  void add_units(std::size_t table, const SentenceView& sentence);
  void add_unit(std::size_t table, const SentenceView& sentence, std::size_t begin, std::size_t end,
                const Entry& entry);
  BatchWord word_of(std::size_t table, WordId word);
  bool avoided() const;
  std::int32_t target_bytes(const SentenceView& sentence, std::size_t begin, std::size_t end);
  struct Side {
    BatchWord word;
    bool replaced;
  };
  std::int64_t seam(const SentenceView& sentence, std::size_t at, Side left, Side right);
  bool spaced(BatchWord left, BatchWord right);
  bool are_one(BatchWord left, BatchWord right);
  std::uint8_t manner(BatchWord word);

  const UnitFinder& finder_;
  text::Spacing spacing_;
  std::vector<std::uint8_t> manners_;  // by word, as far as they were asked for
  struct Memory {
    std::uint64_t pair = UINT64_MAX;
    bool are_one = false;
  };
  static constexpr unsigned kMemoryBits = 10;
  std::vector<Memory> memories_ = std::vector<Memory>(1 << kMemoryBits);
  Units units_;
  std::vector<std::vector<BatchWord>> avoid_;
  std::vector<std::vector<BatchWord>> known_;  // by table, then word of the table
  std::string lower_;
  std::vector<WordId> sentence_;
  std::vector<std::uint32_t>
      barriers_;  // by token: how many there are before it that no unit crosses
  std::vector<BatchWord> target_;
};

UnitFinder::Batch::Batch(const UnitFinder& finder, std::span<const std::string_view> avoid)
    : finder_(finder), spacing_(finder.rules_) {
  std::vector<std::string_view> words;
  for (const std::string_view phrase : avoid) {
    split_words(phrase, words);
    if (words.empty()) continue;
    auto& numbers = avoid_.emplace_back();
    for (const std::string_view word : words) numbers.push_back(intern(word));
  }
  for (const auto& table : finder.tables_) known_.emplace_back(table->vocabulary().size(), kNotYet);
}

void UnitFinder::Batch::add(const SentenceView& sentence) {
  find_barriers(sentence);
  for (const SentenceView::Token token : sentence.tokens) {
    std::string_view word = sentence.text.substr(token.begin, token.end - token.begin);
    if (finder_.lower_case_) {
      lower_.clear();
      text::append_lower(word, lower_);
      word = lower_;
    }
    units_.token_words.push_back(intern(word));
  }
  units_.token_offsets.push_back(static_cast<std::int64_t>(units_.token_words.size()));
  for (std::size_t table = 0; table < finder_.tables_.size(); ++table) add_units(table, sentence);
  units_.unit_offsets.push_back(static_cast<std::int64_t>(units_.size()));
}

/// Between two tokens there is nothing, white space, or what must not get lost.
void UnitFinder::Batch::find_barriers(const SentenceView& sentence) {
  barriers_.clear();
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    if (i > 0) {
      const std::uint32_t begin = sentence.tokens[i - 1].end;
      const std::string_view gap = sentence.text.substr(begin, sentence.tokens[i].begin - begin);
      if (!gap.empty() && gap != " " && !text::is_white(gap)) ++count;
    }
    barriers_.push_back(count);
  }
}

void UnitFinder::Batch::add_units(std::size_t table, const SentenceView& sentence) {
  const Table& source = *finder_.tables_[table];
  const auto tokens = units_.tokens(units_.sentence_count());
  sentence_.clear();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // No entry has an unknown word: nothing touches a protected token.
    const bool is_protected = !sentence.is_protected.empty() && sentence.is_protected[i] != 0;
    sentence_.push_back(is_protected ? Table::kUnknown
                                     : source.word_or_unknown(units_.text(tokens[i])));
  }
  std::optional<SpanFilter> filter;
  if (source.has_tags() && !sentence.tags.empty()) filter.emplace(sentence.tags);
  source.for_each_match(sentence_, [&](std::size_t begin, std::size_t end, const Entry& entry) {
    if (barriers_[begin] != barriers_[end - 1]) return;
    if (!filter || filter->fits(begin, end, source.tags(entry.tags)))
      add_unit(table, sentence, begin, end, entry);
  });
}

BatchWord UnitFinder::Batch::word_of(std::size_t table, WordId word) {
  BatchWord& known = known_[table][word];
  if (known == kNotYet) known = intern(finder_.tables_[table]->vocabulary().word(word));
  return known;
}

bool UnitFinder::Batch::avoided() const {
  return std::any_of(avoid_.begin(), avoid_.end(), [&](const std::vector<BatchWord>& phrase) {
    return std::search(target_.begin(), target_.end(), phrase.begin(), phrase.end()) !=
           target_.end();
  });
}

void UnitFinder::Batch::add_unit(std::size_t table, const SentenceView& sentence, std::size_t begin,
                                 std::size_t end, const Entry& entry) {
  target_.clear();
  for (const WordId word : entry.target) target_.push_back(word_of(table, word));
  const auto source = units_.tokens(units_.sentence_count()).subspan(begin, end - begin);
  if (std::equal(target_.begin(), target_.end(), source.begin(), source.end()) || avoided()) return;
  units_.sentence.push_back(static_cast<std::int32_t>(units_.sentence_count()));
  units_.begin.push_back(static_cast<std::int32_t>(begin));
  units_.end.push_back(static_cast<std::int32_t>(end));
  units_.table.push_back(static_cast<std::int32_t>(table));
  units_.score.push_back(entry.scores[0]);
  units_.source_bytes.push_back(
      static_cast<std::int32_t>(sentence.tokens[end - 1].end - sentence.tokens[begin].begin));
  units_.target_bytes.push_back(target_bytes(sentence, begin, end));
  units_.target_words.insert(units_.target_words.end(), target_.begin(), target_.end());
  units_.target_offsets.push_back(static_cast<std::int64_t>(units_.target_words.size()));
  units_.features.insert(units_.features.end(), entry.scores.begin(), entry.scores.end());
  units_.feature_offsets.push_back(static_cast<std::int64_t>(units_.features.size()));
}

std::int32_t UnitFinder::Batch::target_bytes(const SentenceView& sentence, std::size_t begin,
                                             std::size_t end) {
  const auto words = units_.tokens(units_.sentence_count());
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < target_.size(); ++i) {
    bytes += static_cast<std::int64_t>(units_.text(target_[i]).size());
    if (i > 0 && spaced(target_[i - 1], target_[i])) ++bytes;
  }
  if (begin > 0) bytes += seam(sentence, begin, {words[begin - 1], false}, {target_.front(), true});
  if (end < sentence.tokens.size())
    bytes += seam(sentence, end, {target_.back(), true}, {words[end], false});
  return static_cast<std::int32_t>(bytes);
}

/// How many bytes the gap before a token grows by when other words stand at it.
std::int64_t UnitFinder::Batch::seam(const SentenceView& sentence, std::size_t at, Side left,
                                     Side right) {
  const SentenceView::Token before = sentence.tokens[at - 1], behind = sentence.tokens[at];
  const std::string_view gap = sentence.text.substr(before.end, behind.begin - before.end);
  // Nearly always nothing changes, and that is quickly seen.
  if (gap.empty() != spaced(left.word, right.word)) return 0;
  const auto token = [&](SentenceView::Token t) {
    return sentence.text.substr(t.begin, t.end - t.begin);
  };
  const std::string_view now =
      spacing_.gap({units_.text(left.word), token(before), left.replaced},
                   {units_.text(right.word), token(behind), right.replaced}, gap);
  return static_cast<std::int64_t>(now.size()) - static_cast<std::int64_t>(gap.size());
}

/// Whether a space stands between two words.
bool UnitFinder::Batch::spaced(BatchWord left, BatchWord right) {
  const std::uint8_t before = manner(left);
  if ((before & text::kGlueRight) != 0 || (manner(right) & text::kGlueLeft) != 0) return false;
  return (before & kMayBegin) == 0 || !are_one(left, right);
}

/// What spacing knows of two words, remembered: the same pairs meet again and again.
bool UnitFinder::Batch::are_one(BatchWord left, BatchWord right) {
  const std::uint64_t pair = std::uint64_t{left} << 32 | right;
  Memory& memory = memories_[(pair * 0x9E3779B97F4A7C15) >> (64 - kMemoryBits)];
  if (memory.pair != pair) memory = {pair, spacing_.are_one(units_.text(left), units_.text(right))};
  return memory.are_one;
}

/// The glue of a word, and whether it may be the first part of one.
std::uint8_t UnitFinder::Batch::manner(BatchWord word) {
  if (word >= manners_.size()) manners_.resize(units_.words.size(), kNotKnown);
  std::uint8_t& manner = manners_[word];
  if (manner == kNotKnown) {
    const std::string_view text = units_.text(word);
    manner = spacing_.glue_of(text) | (spacing_.may_begin(text) ? kMayBegin : 0);
  }
  return manner;
}

Units UnitFinder::Batch::finish() {
  units_.lm_words.reserve(units_.words.size());
  for (BatchWord word = 0; word < units_.words.size(); ++word)
    units_.lm_words.push_back(finder_.model_->word(units_.text(word)));
  return std::move(units_);
}

Units UnitFinder::find(std::span<const SentenceView> sentences,
                       std::span<const std::string_view> avoid) const {
  Batch batch(*this, avoid);
  for (const SentenceView& sentence : sentences) batch.add(sentence);
  return batch.finish();
}

}  // namespace ow
