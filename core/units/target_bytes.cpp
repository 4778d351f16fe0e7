#include "units/target_bytes.h"

namespace ow {

std::int32_t TargetBytes::count(const SentenceView& sentence, std::size_t begin, std::size_t end,
                                const Target& target) {
  const auto words = units_.tokens(units_.sentence_count());
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < target.words.size(); ++i) {
    const std::int32_t token = target.tokens[i];
    if (token == Units::kNew) {
      bytes += static_cast<std::int64_t>(units_.text(target.words[i]).size());
    } else {
      const SentenceView::Token carried = sentence.tokens[static_cast<std::size_t>(token)];
      bytes += carried.end - carried.begin;
    }
    if (i + 1 == target.words.size()) break;
    if (target.goes_on(i))
      bytes += sentence.tokens[static_cast<std::size_t>(token) + 1].begin -
               sentence.tokens[static_cast<std::size_t>(token)].end;
    else
      bytes += spaced(target.words[i], target.words[i + 1]);
  }
  if (begin > 0)
    bytes += seam(sentence, begin, {words[begin - 1], false}, {target.words.front(), true});
  if (end < sentence.tokens.size())
    bytes += seam(sentence, end, {target.words.back(), true}, {words[end], false});
  return static_cast<std::int32_t>(bytes);
}

/// How many bytes the gap before a token grows by when other words stand at it.
std::int64_t TargetBytes::seam(const SentenceView& sentence, std::size_t at, Side left,
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
bool TargetBytes::spaced(BatchWord left, BatchWord right) {
  const std::uint8_t before = manner(left);
  if ((before & text::kGlueRight) != 0 || (manner(right) & text::kGlueLeft) != 0) return false;
  return (before & kMayBegin) == 0 || !are_one(left, right);
}

/// What spacing knows of two words, remembered: the same pairs meet again and again.
bool TargetBytes::are_one(BatchWord left, BatchWord right) {
  const std::uint64_t pair = std::uint64_t{left} << 32 | right;
  Memory& memory = memories_[(pair * 0x9E3779B97F4A7C15) >> (64 - kMemoryBits)];
  if (memory.pair != pair) memory = {pair, spacing_.are_one(units_.text(left), units_.text(right))};
  return memory.are_one;
}

/// The glue of a word, and whether it may be the first part of one.
std::uint8_t TargetBytes::manner(BatchWord word) {
  if (word >= manners_.size()) manners_.resize(units_.words.size(), kNotKnown);
  std::uint8_t& manner = manners_[word];
  if (manner == kNotKnown) {
    const std::string_view text = units_.text(word);
    manner = spacing_.glue_of(text) | (spacing_.may_begin(text) ? kMayBegin : 0);
  }
  return manner;
}

}  // namespace ow
