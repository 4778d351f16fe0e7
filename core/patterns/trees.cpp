#include "patterns/trees.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/lines.h"
#include "text/characters.h"

namespace ow::patterns {
namespace {

// Verbs and adverbs by their tags that say nothing by themselves: auxiliaries and negation.
constexpr std::string_view kEmptyWords[] = {"be",    "am",   "is",  "are", "was",    "were", "been",
                                            "being", "have", "has", "had", "having", "do",   "does",
                                            "did",   "'s",   "'m",  "'re", "'ve",    "'d",   "’s",
                                            "’m",    "’re",  "’ve", "’d",  "not",    "n't",  "n’t"};

std::uint8_t slot_tag(std::string_view tag) {
  const auto found = std::find(kSlotTags.begin(), kSlotTags.end(), tag);
  return static_cast<std::uint8_t>(found - kSlotTags.begin());
}

bool is_content(std::string_view tag, std::uint8_t slot, std::string_view word) {
  const bool by_tag = slot != kNoSlot || tag == "RB" || tag == "RBR" || tag == "RBS";
  return by_tag &&
         std::find(std::begin(kEmptyWords), std::end(kEmptyWords), word) == std::end(kEmptyWords);
}

void check_count(std::string_view name, std::size_t line, std::size_t found, std::size_t words) {
  if (found != words)
    fail_at_line(name, line,
                 std::to_string(found) + " " + std::string(name) + " for " + std::to_string(words) +
                     " words; analyse the corpus again");
}

std::uint16_t parse_head(std::string_view text, std::size_t words, std::size_t line) {
  std::uint16_t head = 0;
  const char* end = text.data() + text.size();
  const auto [read, failure] = std::from_chars(text.data(), end, head);
  if (failure != std::errc() || read != end || head >= words)
    fail_at_line("heads", line,
                 "\"" + excerpt(text) + "\" is not the place of a head; write places of words of " +
                     "this sentence, counted from 0");
  return head;
}

/// Adds up the words below each word, leaves first.
void measure(std::span<Word> words, std::size_t line) {
  std::vector<std::uint16_t> open(words.size());  // children that are still to be added
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].head != i) ++open[words[i].head];
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (open[i] == 0) ready.push_back(i);
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const Word& word = words[ready[next]];
    if (word.head == ready[next]) continue;
    words[word.head].size = static_cast<std::uint16_t>(words[word.head].size + word.size);
    if (--open[word.head] == 0) ready.push_back(word.head);
  }
  if (ready.size() != words.size())
    fail_at_line("heads", line, "they run in a circle; parse the sentence again");
}

/// Hangs a noun under its possessive marker, which takes the noun's place.
void promote(std::span<Word> words, std::uint16_t marker) {
  const std::uint16_t noun = words[marker].head;
  if (noun == marker) return;
  words[marker].head = words[noun].head == noun ? marker : words[noun].head;
  words[noun].head = marker;
  const std::uint16_t both = words[noun].size;
  words[noun].size = static_cast<std::uint16_t>(both - words[marker].size);
  words[marker].size = both;
}

}  // namespace

Texts lower_words(const Pool<char>& vocabulary) {
  Texts texts;
  for (std::uint32_t number = 0; number < vocabulary.size(); ++number) {
    const auto word = vocabulary[number];
    text::append_lower({word.data(), word.size()}, texts.bytes);
    texts.end_text();
  }
  return texts;
}

std::uint16_t Trees::tag_number(std::string_view tag) {
  const std::uint32_t number = tags_.intern({tag.data(), tag.size()});
  if (number > UINT16_MAX) throw FormatError("tags: there are too many; these are no Penn tags");
  return static_cast<std::uint16_t>(number);
}

void complete_tree(std::span<Word> words, std::span<const std::string_view> texts,
                   std::span<const std::string_view> tags, std::size_t line) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i].size = 1;
    words[i].tag = slot_tag(tags[i]);
    words[i].is_content = is_content(tags[i], words[i].tag, texts[i]);
  }
  measure(words, line);
  for (Word& word : words)
    if (!word.is_content && word.size == 1) word.tag = kNoSlot;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (tags[i] == "POS") promote(words, static_cast<std::uint16_t>(i));
}

Trees::Trees(const Sentences& sentences, const TextsView& tags, const TextsView& heads)
    : texts_(lower_words(sentences.vocabulary())) {
  for (const auto& [name, count] : {std::pair{"tags", tags.size()}, {"heads", heads.size()}})
    if (count != sentences.size())
      throw FormatError(std::string(name) + ": " + std::to_string(count) + " lines for " +
                        std::to_string(sentences.size()) + " sentences; analyse the corpus again");
  std::vector<std::string_view> word_texts, tag_texts, head_texts;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto numbers = sentences.words(i);
    split_words(tags[i], tag_texts);
    split_words(heads[i], head_texts);
    check_count("tags", i + 1, tag_texts.size(), numbers.size());
    check_count("heads", i + 1, head_texts.size(), numbers.size());
    word_texts.clear();
    for (std::size_t w = 0; w < numbers.size(); ++w) {
      words_.push_back({numbers[w], parse_head(head_texts[w], numbers.size(), i + 1)});
      words_.back().penn = tag_number(tag_texts[w]);
      word_texts.push_back(text(words_.back()));
    }
    complete_tree({words_.data() + ends_.back(), numbers.size()}, word_texts, tag_texts, i + 1);
    ends_.push_back(words_.size());
  }
}

}  // namespace ow::patterns
