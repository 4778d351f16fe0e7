#include "text/tokeniser.h"

#include <algorithm>
#include <array>

#include "text/address.h"
#include "text/emoticon.h"

namespace ow::text {

namespace {

constexpr char32_t kEmDash = U'\u2014', kEnDash = U'\u2013', kEllipsis = U'\u2026';
constexpr char32_t kJoiner = U'\u200D', kIconStyle = U'\uFE0F';

constexpr std::u32string_view kRows = U".-!?*_=#<>~$|";  // two or more of these are one token

constexpr std::u32string_view kBreaks = U"()[]{};!?\"";  // end a word also inside of one

constexpr bool is_flag_letter(char32_t code) {
  return code >= 0x1F1E6 && code <= 0x1F1FF;
}
constexpr bool is_skin_tone(char32_t code) {
  return code >= 0x1F3FB && code <= 0x1F3FF;
}
constexpr bool is_hyphen(char32_t code) {
  return code == '-' || code == kEnDash || code == '~';
}

constexpr std::array<std::u32string_view, 43> kMeasures = {
    U"km",  U"km²", U"km³", U"m",   U"m²",   U"m³",  U"dm", U"cm",  U"cm²", U"cm³", U"mm",
    U"mm²", U"ha",  U"µm",  U"nm",  U"yd",   U"in",  U"ft", U"kg",  U"g",   U"mg",  U"µg",
    U"t",   U"lb",  U"oz",  U"m/s", U"km/h", U"mph", U"Pa", U"hPa", U"mb",  U"MB",  U"kb",
    U"KB",  U"gb",  U"GB",  U"tb",  U"TB",   U"T",   U"G",  U"M",   U"K",   U"%"};
constexpr std::uint32_t kLongestMeasure = 4;

constexpr std::array<std::u32string_view, 7> kContractions = {U"n't", U"'ll", U"'ve", U"'re",
                                                              U"'d",  U"'m",  U"'s"};

}  // namespace

const std::vector<Span>& Tokeniser::tokens(std::string_view text) {
  characters_.decode(text);
  tokens_.clear();
  last_visible_ = static_cast<std::uint32_t>(characters_.size());
  while (last_visible_ > 0 && is(last_visible_ - 1, kGap)) --last_visible_;
  for (std::uint32_t at = 0; at < last_visible_;) {
    if (is(at, kGap)) {
      ++at;
      continue;
    }
    if (const std::uint32_t end = separator(at); end > at) {
      emit(at, end);
      at = end;
      continue;
    }
    std::uint32_t end = at + 1;
    bool plain = is(at, kLetter);
    const bool link = is_link(at);
    while (end < last_visible_ && !is(end, kGap) && (link || separator(end) == end)) {
      plain = plain && is(end, kLetter);
      ++end;
    }
    in_last_chunk_ = end == last_visible_;
    if (plain)
      word({at, end});
    else
      chunk({at, end});
    at = end;
  }
  return tokens_;
}

/// The end of what is a token wherever it stands: an icon, a dash, a row of marks; else `at`.
std::uint32_t Tokeniser::separator(std::uint32_t at) const {
  const char32_t mark = code(at);
  if (mark == kEllipsis || mark == kEmDash) return at + 1;
  if (is(at, kIcon)) return icon_end(at);
  if (kRows.find(mark) == kRows.npos) return at;
  const bool excited = mark == '!' || mark == '?';
  std::uint32_t end = at;
  while (end < last_visible_ &&
         (code(end) == mark || (excited && (code(end) == '!' || code(end) == '?'))))
    ++end;
  return end - at >= 2 ? end : at;
}

/// Whether an address begins here that only white space can end.
bool Tokeniser::is_link(std::uint32_t at) const {
  const std::u32string_view rest(characters_.codes.data() + at, last_visible_ - at);
  return rest.starts_with(U"http://") || rest.starts_with(U"https://") || rest.starts_with(U"www.");
}

/// An icon with what changes its look, and others joined to it.
std::uint32_t Tokeniser::icon_end(std::uint32_t at) const {
  const auto is_icon = [&](std::uint32_t i) { return i < last_visible_ && is(i, kIcon); };
  const auto is_code = [&](std::uint32_t i, auto&& test) {
    return i < last_visible_ && test(code(i));
  };
  std::uint32_t end = at + 1;
  if (is_flag_letter(code(at)) && is_code(end, is_flag_letter)) return end + 1;
  for (;;) {
    if (is_code(end, [](char32_t c) { return c == kIconStyle || is_skin_tone(c); }))
      ++end;
    else if (is_code(end, [](char32_t c) { return c == kJoiner; }) && is_icon(end + 1))
      end += 2;
    else
      return end;
  }
}

/// Takes marks off both ends until a word is left.
void Tokeniser::chunk(Span span) {
  suffixes_.clear();
  while (span.begin < span.end && !special(span)) {
    const std::uint32_t before = prefix(span);
    const Span rest = {span.begin + before, span.end};
    if (before > 0 && (rest.begin == rest.end || special(rest))) {
      emit(span.begin, rest.begin);
      span = rest;
      continue;
    }
    const std::uint32_t behind = suffix(rest);
    if (behind > 0) suffixes_.push_back({rest.end - behind, rest.end});
    const Span left = {span.begin, span.end - behind};
    if (before > 0 && !(behind > 0 && special(left))) {
      emit(span.begin, rest.begin);
      span = {rest.begin, left.end};
    } else if (behind > 0) {
      span = left;
    } else {
      break;
    }
  }
  middle(span);
  for (auto suffix = suffixes_.rbegin(); suffix != suffixes_.rend(); ++suffix)
    emit(suffix->begin, suffix->end);
}

/// Whether marks at the ends belong to the word.
bool Tokeniser::special(Span span) const {
  return span.begin < span.end &&
         (rules_.exception(codes(span)) != nullptr || initial(span) || clock_time(span) > 0 ||
          (!is(span.begin, kAlphanumeric) && is_emoticon(codes(span))));
}

/// A letter with a full stop, unless it ends the text: that is more likely the end of a sentence.
bool Tokeniser::initial(Span span) const {
  return span.end - span.begin == 2 && code(span.end - 1) == '.' && is(span.begin, kLetter) &&
         !in_last_chunk_;
}

/// How long the number of `10am` or `6:30p.m.` is; 0 if it is no such time.
std::uint32_t Tokeniser::clock_time(Span span) const {
  if (!rules_.clock || !is(span.begin, kDigit)) return 0;
  std::uint32_t end = span.begin;
  while (end < span.end && (is(end, kDigit) || code(end) == ':')) ++end;
  const std::uint32_t length = span.end - end;
  if (length != 2 && length != 4) return 0;
  const char32_t half = lower(code(end));
  const bool dotted = length == 4;
  if ((half != 'a' && half != 'p') || lower(code(end + 1 + dotted)) != 'm') return 0;
  if (dotted && (code(end + 1) != '.' || code(end + 3) != '.')) return 0;
  return end - span.begin;
}

/// How many characters at the beginning are a token of their own.
std::uint32_t Tokeniser::prefix(Span span) const {
  const char32_t first = code(span.begin);
  const bool twice = span.end - span.begin > 1 && code(span.begin + 1) == first;
  if (twice && is(span.begin, kQuote) && first != '"') return 2;  // ``
  if (is(span.begin, kPunctuation | kQuote | kCurrency)) return 1;
  if (first == '%' || first == '=' || first == kEnDash) return 1;
  if (first == '-') return span.begin + 1 < span.end && is(span.begin + 1, kLetter) ? 1 : 0;
  if (first == '+') return span.begin + 1 == span.end || !is(span.begin + 1, kDigit) ? 1 : 0;
  std::uint32_t end = span.begin;  // US$
  while (end < span.end && end - span.begin < 2 && is(end, kUpper)) ++end;
  return end > span.begin && end < span.end && code(end) == '$' ? end + 1 - span.begin : 0;
}

/// How many characters at the end are a token of their own.
std::uint32_t Tokeniser::suffix(Span span) const {
  if (span.end - span.begin < 2)
    return span.begin < span.end && is(span.begin, kPunctuation | kQuote | kCurrency) ? 1 : 0;
  const std::uint32_t last = span.end - 1, before = span.end - 2;
  for (std::uint32_t length = 2; length <= 3 && length < span.end - span.begin; ++length)
    if (is(last, kPunctuation) && is(span.end - length - 1, kAlphanumeric) &&
        is_emoticon(codes({span.end - length, span.end})))
      return length;
  if (is(last, kQuote) && code(last) == code(before) && code(last) != '"') return 2;
  if (is(last, kPunctuation | kQuote) || code(last) == kEnDash) return 1;
  if (rules_.possessives && lower(code(last)) == 's' && is_apostrophe(code(before))) return 2;
  if (is(last, kCurrency) || code(last) == '+') return is(before, kDigit) ? 1 : 0;
  if (code(last) == '.') {
    if (rules_.ordinals && is(before, kDigit)) return in_last_chunk_ ? 1 : 0;
    if (!is(before, kUpper) || is(before, kLower)) return 1;
    if (span.end - span.begin == 2) return in_last_chunk_ ? 1 : 0;
    return is(span.end - 3, kAlphanumeric) ? 1 : 0;  // but U.S. and J.-C. keep theirs
  }
  return measure(span);
}

/// How long the unit of measure behind a number at the end is.
std::uint32_t Tokeniser::measure(Span span) const {
  std::uint32_t length = 1;
  while (length < span.end - span.begin && !is(span.end - length - 1, kDigit))
    if (++length > kLongestMeasure) return 0;
  if (length == span.end - span.begin) return 0;
  const std::u32string_view unit(characters_.codes.data() + span.end - length, length);
  return std::find(kMeasures.begin(), kMeasures.end(), unit) == kMeasures.end() ? 0 : length;
}

/// How many characters from `at` on separate two words inside the span.
std::uint32_t Tokeniser::infix(std::uint32_t at, Span span) const {
  if (is(at, kAlphanumeric) || at == span.begin || at + 1 >= span.end) return 0;
  const std::uint32_t before = at - 1, behind = at + 1;
  const char32_t mark = code(at);
  if ((mark == '+' || mark == '-' || mark == '*' || mark == '^') && is(before, kDigit) &&
      (is(behind, kDigit) || code(behind) == '-'))
    return 1;
  if (mark == '.') return is(before, kLower | kQuote) && is(behind, kUpper | kQuote) ? 1 : 0;
  if (mark == ',') return is(before, kLetter) && is(behind, kLetter) ? 1 : 0;
  if (kBreaks.find(mark) != kBreaks.npos)
    return is(before, kAlphanumeric) && is(behind, kAlphanumeric) ? 1 : 0;
  if (!is(behind, kLetter)) return 0;
  if (is_hyphen(mark)) {
    if (mark == '-' && !rules_.hyphens) return 0;
    const bool initials = code(before) == '.' && is(behind, kLower);  // U.S.-based
    return is(before, kAlphanumeric) || initials ? 1 : 0;
  }
  const bool splits = mark == ':' || mark == '<' || mark == '>' || mark == '=' || mark == '/';
  return splits && is(before, kAlphanumeric) ? 1 : 0;
}

/// What is left between the marks at both ends.
void Tokeniser::middle(Span span) {
  if (span.begin >= span.end) return;
  if (const Cuts* cuts = rules_.exception(codes(span))) return emit_cut(span, *cuts);
  if (const std::uint32_t number = clock_time(span)) {
    emit(span.begin, span.begin + number);
    return emit(span.begin + number, span.end);
  }
  if (special(span) || is_address(codes(span), kinds(span))) return emit(span.begin, span.end);
  std::uint32_t begin = span.begin;
  for (std::uint32_t at = span.begin; at < span.end;) {
    const std::uint32_t length = infix(at, span);
    if (length == 0) {
      ++at;
      continue;
    }
    if (code(at) == '.' && rules_.exception(codes({begin, at + 1})) != nullptr) {
      emit(begin, at + 1);  // Mr.Smith
    } else {
      word({begin, at});
      emit(at, at + length);
    }
    begin = at += length;
  }
  word({begin, span.end});
}

void Tokeniser::word(Span span) {
  if (span.begin >= span.end) return;
  if (const Cuts* cuts = rules_.exception(codes(span)))
    emit_cut(span, *cuts);
  else if (rules_.contractions)
    cut_endings(span, [&](Span left) { return contraction(left); });
  else if (rules_.elisions)
    elision(span);
  else
    emit(span.begin, span.end);
}

void Tokeniser::emit_cut(Span span, const Cuts& cuts) {
  std::uint32_t begin = span.begin;
  for (const std::uint8_t cut : cuts) {
    emit(begin, span.begin + cut);
    begin = span.begin + cut;
  }
  emit(begin, span.end);
}

/// Cuts off endings, the last one first, as long as `ending` finds one; a few are enough for any
/// word.
template <class Ending>
void Tokeniser::cut_endings(Span span, Ending&& ending) {
  std::array<std::uint32_t, 3> cuts;
  std::size_t count = 0;
  std::uint32_t end = span.end;
  for (std::uint32_t length; count < cuts.size() && (length = ending(Span{span.begin, end})) > 0;)
    cuts[count++] = end -= length;
  std::uint32_t begin = span.begin;
  while (count > 0) {
    emit(begin, cuts[--count]);
    begin = cuts[count];
  }
  emit(begin, span.end);
}

/// English: how long n't, 've or their like are at the end of a word.
std::uint32_t Tokeniser::contraction(Span span) const {
  for (const std::u32string_view ending : kContractions)
    if (ends_with(span, ending) && is(span.end - ending.size() - 1, kLetter))
      return static_cast<std::uint32_t>(ending.size());
  return 0;
}

/// Romance languages: l'|homme; French: dit|-il.
void Tokeniser::elision(Span span) {
  for (std::uint32_t at = span.begin + 1; at + 1 < span.end; ++at) {
    if (!is_apostrophe(code(at)) || !is(at - 1, kLetter) || !is(at + 1, kLetter)) continue;
    emit(span.begin, at + 1);
    span.begin = at + 1;
    if (const Cuts* cuts = rules_.exception(codes(span))) return emit_cut(span, *cuts);
  }
  cut_endings(span, [&](Span left) -> std::uint32_t {
    for (const std::u32string& ending : rules_.hyphen_endings)
      if (ends_with(left, ending)) return static_cast<std::uint32_t>(ending.size());
    return 0;
  });
}

/// Whether something stands before this ending, in any case and with any apostrophe.
bool Tokeniser::ends_with(Span span, std::u32string_view ending) const {
  if (span.end - span.begin <= ending.size()) return false;
  const char32_t* at = characters_.codes.data() + span.end - ending.size();
  return std::equal(ending.begin(), ending.end(), at, [](char32_t expected, char32_t found) {
    return expected == '\'' ? is_apostrophe(found) : expected == lower(found);
  });
}

}  // namespace ow::text
