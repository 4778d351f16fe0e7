#include "text/sentences.h"

#include <algorithm>

#include "text/emoticon.h"

namespace ow::text {

namespace {

constexpr std::u32string_view kWideStops = U"。！？｡";
constexpr std::u32string_view kStrongStops = U"!?؟।۔‼⁇⁈⁉";
constexpr std::u32string_view kStops = U".…!?؟।۔‼⁇⁈⁉。！？｡";
constexpr std::u32string_view kClosers = U")]}\"'”’»›）］｝」』】〉》〕";
constexpr std::u32string_view kOpeners = U"([{\"'“‘„«‹¿¡*_";
constexpr std::u32string_view kContinues = U",;:)]}，；：、";
constexpr std::u32string_view kBullets = U"-–—*•·▪◦‣○●■□";
constexpr std::size_t kLongestWord = 24;  // of those that are known with their full stop
constexpr std::size_t kShortestPlain = 3;
constexpr std::uint32_t kLongestNumber = 3;  // digits of an item of a list

bool is_in(char32_t code, std::u32string_view set) {
  return set.find(code) != set.npos;
}

bool is_line_break(char32_t code) {
  return (code >= '\n' && code <= '\r') || code == 0x85 || code == 0x2028 || code == 0x2029;
}

}  // namespace

SentenceSplitter::SentenceSplitter(std::string_view language, LineBreaks breaks)
    : rules_(rules_for(language)), stops_(stops_for(language)), breaks_(breaks) {}

const std::vector<SentenceSpan>& SentenceSplitter::sentences(std::string_view text) {
  characters_.decode(text);
  sentences_.clear();
  paragraph_ = 0;
  const auto size = static_cast<std::uint32_t>(characters_.size());
  std::uint32_t begin = 0;
  for (std::uint32_t at = 0; at <= size; ++at) {
    if (at < size && !is_line_break(code(at))) continue;
    std::uint32_t next = at;  // the beginning of what is there behind this and blank lines
    std::uint32_t line = at;
    unsigned breaks = 0;
    for (; next < size && is(next, kGap); ++next)
      if (is_line_break(code(next))) {
        const bool pair = code(next) == '\r' && next + 1 < size && code(next + 1) == '\n';
        breaks += !pair;
        line = next + 1;
      }
    const bool blank = breaks > 1;
    const bool ends_paragraph = next == size || blank || breaks_ == LineBreaks::kParagraphs ||
                                (breaks_ == LineBreaks::kWrap && is_list_item(next));
    if (breaks_ == LineBreaks::kSentences)
      emit(skip_gaps(begin, at), at);
    else if (ends_paragraph)
      paragraph({begin, at});
    if (ends_paragraph && !sentences_.empty()) paragraph_ = sentences_.back().paragraph + 1;
    if (ends_paragraph || breaks_ == LineBreaks::kSentences) begin = line;
    at = std::max(at, next == size ? size : next - 1);
  }
  return sentences_;
}

/// Whether a bullet or a number with a mark behind it stands at the beginning of a line.
bool SentenceSplitter::is_list_item(std::uint32_t at) const {
  const auto size = static_cast<std::uint32_t>(characters_.size());
  const auto gap_behind = [&](std::uint32_t end) { return end < size && is(end, kGap); };
  if (at >= size) return false;
  if (is_in(code(at), kBullets)) return gap_behind(at + 1);
  std::uint32_t end = at;
  while (end < size && end - at < kLongestNumber && is(end, kDigit)) ++end;
  if (end == at && is(end, kLetter)) ++end;
  return end > at && end < size && (code(end) == '.' || code(end) == ')') && gap_behind(end + 1);
}

void SentenceSplitter::paragraph(Span span) {
  while (span.end > span.begin && is(span.end - 1, kGap)) --span.end;
  std::uint32_t begin = skip_gaps(span.begin, span.end);
  for (std::uint32_t at = begin; at < span.end;) {
    if (!is_in(code(at), kStops)) {
      ++at;
      continue;
    }
    std::uint32_t stops = at;
    for (;;) {
      while (stops < span.end && is_in(code(stops), kStops)) ++stops;
      const std::uint32_t next = skip_gaps(stops, span.end);  // . . .
      const bool single = next < span.end && is_in(code(next), kStops) &&
                          (next + 1 == span.end || is(next + 1, kGap));
      if (!single) break;
      stops = next + 1;
    }
    std::uint32_t end = stops;
    while (end < span.end && is_in(code(end), kClosers)) ++end;
    if (end + 1 < span.end && is(end, kGap) && code(end + 1) == U'»') end += 2;  // French
    if (ends({begin, span.end}, {at, stops}, end)) {
      end = behind_faces(end, span.end);
      emit(begin, end);
      begin = end = skip_gaps(end, span.end);
    }
    at = end;
  }
  emit(begin, span.end);
}

/// Behind icons and faces that go with the sentence before them.
std::uint32_t SentenceSplitter::behind_faces(std::uint32_t at, std::uint32_t limit) const {
  for (;;) {
    const std::uint32_t begin = skip_gaps(at, limit);
    std::uint32_t end = begin;
    while (end < limit && !is(end, kGap)) ++end;
    if (begin == end) return at;
    const std::span<const char32_t> codes(characters_.codes.data() + begin, end - begin);
    const bool icons = std::all_of(codes.begin(), codes.end(), [](char32_t each) {
      return (kind_of(each) & kIcon) != 0 || each == 0xFE0F || each == 0x200D;
    });
    if (!icons && !is_emoticon(codes)) return at;
    at = end;
  }
}

/// Whether the sentence ends at `end`, which is behind the stops and what closes around them.
bool SentenceSplitter::ends(Span sentence, Span stops, std::uint32_t end) const {
  if (end == sentence.end) return true;
  const std::u32string_view row(characters_.codes.data() + stops.begin, stops.end - stops.begin);
  if (row.find_first_of(kWideStops) != row.npos) return !is_in(code(end), kContinues);
  if (!is(end, kGap)) return false;
  const std::uint32_t next = skip_gaps(end, sentence.end);
  const bool closed = end > stops.end;
  const bool strong = row.find_first_of(kStrongStops) != row.npos;
  if (is_in(code(next), kContinues)) {
    const std::uint32_t face_end = behind_faces(end, sentence.end);
    return face_end > end;
  }
  const bool full_stop = row == U".";
  if (is_small(next))
    return !closed && (strong || (full_stop && small_word_ends(sentence.begin, stops.begin)));
  return !full_stop || closed || full_stop_ends(sentence.begin, stops.begin, next);
}

/// Whether a full stop is more than the end of an abbreviation, where something follows that may
/// begin a sentence.
bool SentenceSplitter::full_stop_ends(std::uint32_t begin, std::uint32_t stop,
                                      std::uint32_t next) const {
  std::uint32_t first = stop;
  while (first > begin && stop - first <= kLongestWord && !is(first - 1, kGap)) --first;
  if (stop - first > kLongestWord) return true;
  const bool opens = first == begin;
  while (first < stop && is_in(code(first), kOpeners)) ++first;
  if (first == stop) return true;
  std::u32string word;
  bool digits = true, letters = true;  // 12; U.S
  for (std::uint32_t at = first; at < stop; ++at) {
    word.push_back(lower(code(at)));
    digits = digits && is(at, kDigit);
    letters = letters && (code(at) == '.') == ((at - first) % 2 == 1) &&
              (code(at) == '.' || is(at, kLetter));
  }
  if (stops_.titles.contains(word)) return false;
  if (digits) {
    if (opens && word.size() <= kLongestNumber) return false;  // 1. An item of a list
    return !rules_.ordinals || word.size() > 2 || begins_sentence(next);
  }
  if (word == U"i" && code(first) == 'I' && !opens) return true;  // older than I.
  if (is(next, kDigit) && stops_.counted.contains(word)) return false;
  if ((letters && stop - first != 2) || stops_.shortened.contains(word))
    return begins_sentence(next);
  return true;
}

/// Whether a full stop ends a sentence where the next word is small, as people write who use no
/// capitals: the word before it is a plain word in full.
bool SentenceSplitter::small_word_ends(std::uint32_t begin, std::uint32_t stop) const {
  std::u32string word;
  std::uint32_t first = stop;
  for (; first > begin && word.size() <= kLongestWord && is_small(first - 1); --first)
    word.insert(word.begin(), code(first - 1));
  return word.size() >= kShortestPlain && (first == begin || is(first - 1, kGap)) &&
         !stops_.titles.contains(word) && !stops_.counted.contains(word) &&
         !stops_.shortened.contains(word);
}

bool SentenceSplitter::begins_sentence(std::uint32_t at) const {
  const auto size = static_cast<std::uint32_t>(characters_.size());
  while (at < size && is_in(code(at), kOpeners)) ++at;
  std::u32string word;
  for (; at < size && word.size() <= kLongestWord && (is(at, kLetter) || is_apostrophe(code(at)));
       ++at)
    word.push_back(is_apostrophe(code(at)) ? U'\'' : lower(code(at)));
  if (const std::size_t apostrophe = word.find('\'');
      apostrophe != word.npos && !stops_.starters.contains(word))
    word.resize(apostrophe);  // It's
  return stops_.starters.contains(word);
}

std::uint32_t SentenceSplitter::skip_gaps(std::uint32_t at, std::uint32_t limit) const {
  while (at < limit && is(at, kGap)) ++at;
  return at;
}

void SentenceSplitter::emit(std::uint32_t begin, std::uint32_t end) {
  while (end > begin && is(end - 1, kGap)) --end;
  if (begin < end) sentences_.push_back({{begin, end}, paragraph_});
}

}  // namespace ow::text
