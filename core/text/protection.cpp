#include "text/protection.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "text/address.h"
#include "text/lists.h"

namespace ow::text {

namespace {

bool is_in(char32_t code, std::u32string_view set) {
  return set.find(code) != set.npos;
}

constexpr std::u32string_view kAround = U"()[]{}\"'“”‘’«»„,.;:!?…";

}  // namespace

Protection::Protection(std::string_view language, ProtectionOptions options, const Casing* casing,
                       const Terms& terms)
    : english_(language == "en"),
      nouns_have_capitals_(language == "de"),
      options_(options),
      casing_(casing),
      terms_(terms) {}

const std::vector<std::uint8_t>& Protection::reasons(std::string_view text,
                                                     std::span<const Span> tokens) {
  characters_.decode(text);
  tokens_ = tokens;
  std::uint32_t end = 0;
  for (const Span token : tokens) {
    if (token.begin < end || token.begin >= token.end || token.end > characters_.size())
      throw Error("tokens are out of order or beyond the text; give those of this text");
    end = token.end;
  }
  reasons_.assign(tokens.size(), 0);
  words_.resize(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::uint32_t begin = characters_.offsets[tokens[i].begin];
    words_[i].clear();
    append_lower(text.substr(begin, characters_.offsets[tokens[i].end] - begin), words_[i]);
  }
  shapes_.read(characters_, tokens);
  mark_chunks();
  mark_code();
  mark_numbers();
  if (options_.names && !nouns_have_capitals_) mark_names();
  if (options_.quoted) mark_quoted();
  terms_.find(words_, [&](std::size_t begin, std::size_t behind) {
    for (; begin < behind; ++begin) reasons_[begin] |= kTerm;
  });
  return reasons_;
}

/// Marks tokens for the sake of all that is between two spaces.
void Protection::mark_chunks() {
  for (std::size_t first = 0, last; first < tokens_.size(); first = last) {
    last = first + 1;
    while (last < tokens_.size() && tokens_[last].begin == tokens_[last - 1].end) ++last;
    Span chunk = {tokens_[first].begin, tokens_[last - 1].end};
    std::size_t begin = first, end = last;
    while (begin < end && is_in(characters_.codes[tokens_[begin].begin], kAround)) ++begin;
    while (end > begin && is_in(characters_.codes[tokens_[end - 1].end - 1], kAround) &&
           characters_.codes[tokens_[end - 1].begin] != ')')
      --end;
    if (begin == end) continue;
    chunk = {tokens_[begin].begin, tokens_[end - 1].end};
    const std::uint8_t reason = chunk_reason(chunk);
    for (std::size_t i = begin; reason != 0 && i < end; ++i) reasons_[i] |= reason;
  }
}

std::uint8_t Protection::chunk_reason(Span chunk) const {
  const std::u32string_view text = view(chunk);
  if (text.size() < 2) return 0;
  const std::span<const std::uint8_t> kinds(characters_.kinds.data() + chunk.begin, text.size());
  if (text.find(U"://") != text.npos || text.starts_with(U"www.") ||
      is_address(codes(chunk), kinds))
    return kAddress;
  const bool name_behind = is(chunk.begin + 1, kAlphanumeric) || text[1] == '_';
  if ((text[0] == '#' || text[0] == '@') && name_behind) return kTag;
  const bool path = (text[0] == '/' || text.starts_with(U"./") || text.starts_with(U"~/")) &&
                    text.find_last_of('/') != text.size() - 1;
  if (path || text.find('\\') != text.npos) return kAddress;
  if (text.starts_with(U"--") && text.size() > 2 && is(chunk.begin + 2, kLetter)) return kCode;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool word_before = (kinds[i - 1] & kAlphanumeric) != 0;
    const bool word_behind = (kinds[i + 1] & kAlphanumeric) != 0;
    if ((text[i] == '_' || text[i] == '=' || text[i] == '@') && word_before && word_behind)
      return kCode;
    if (text[i] == '(' && text[i + 1] == ')' && word_before) return kCode;
    if (text.substr(i, 2) == U"::" || text.substr(i, 2) == U"->") return kCode;
  }
  const bool tag =
      text[0] == '<' && text.back() == '>' && (is(chunk.begin + 1, kLetter) || text[1] == '/');
  return tag ? kCode : 0;
}

/// Marks what is between back quotes, one or several; English quotations ``like this'' are none.
void Protection::mark_code() {
  std::size_t open = tokens_.size();
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::u32string_view token = view(tokens_[i]);
    if (token.find_first_not_of(U'`') != token.npos) continue;
    if (open < i && token == view(tokens_[open])) {
      for (; open <= i; ++open) reasons_[open] |= kCode;
      open = tokens_.size();
    } else if (open == tokens_.size()) {
      open = i;
    }
  }
}

void Protection::mark_numbers() {
  const auto has_digit = [&](std::size_t token) {
    for (std::uint32_t at = tokens_[token].begin; at < tokens_[token].end; ++at)
      if (is(at, kDigit)) return true;
    return false;
  };
  bool number_before = false;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const bool number = has_digit(i);
    if (number) {
      reasons_[i] |= kNumber;
      if (i > 0 && (is(tokens_[i - 1].begin, kCurrency) || months().contains(words_[i - 1])))
        reasons_[i - 1] |= kNumber;
    } else if (number_before && (measures().contains(words_[i]) || months().contains(words_[i]) ||
                                 is(tokens_[i].begin, kCurrency))) {
      reasons_[i] |= kNumber;
    } else if (english_ && (number_words().contains(words_[i]) ||
                            (shapes_.shapes[i] != Shape::kLower && days().contains(words_[i])))) {
      reasons_[i] |= kNumber;
    }
    number_before = number || (number_before && words_[i] == "°");
  }
}

void Protection::mark_names() {
  for (std::size_t i = 0; i < tokens_.size(); ++i)
    if (is_name(i)) reasons_[i] |= kName;
  // A word that begins the sentence goes with the name behind it, if it is no common word.
  for (std::size_t i = 0; casing_ != nullptr && i + 1 < tokens_.size(); ++i)
    if (shapes_.initial[i] && shapes_.shapes[i] == Shape::kCapital &&
        (reasons_[i + 1] & kName) != 0 && !casing_->form_of(words_[i]))
      reasons_[i] |= kName;
}

bool Protection::is_name(std::size_t token) const {
  const Shape shape = shapes_.shapes[token];
  if (shape == Shape::kNone || shape == Shape::kLower) return false;
  if (english_ && words_[token] == "i") return false;
  const auto form = casing_ != nullptr ? casing_->form_of(words_[token]) : std::nullopt;
  if (form && *form != words_[token]) return true;
  if (shapes_.shouted || shapes_.titled) return false;
  if (shape == Shape::kMixed) return true;
  // What is shouted in a sentence, but known as a common word, is no abbreviation.
  if (shape == Shape::kCapitals) return !form;
  return !shapes_.initial[token];
}

/// Marks what is between quotation marks; one that is not closed or not opened reaches to the end
/// or from the beginning of the sentence.
void Protection::mark_quoted() {
  mark_double_quoted();
  mark_single_quoted();
}

void Protection::mark_double_quoted() {
  constexpr std::u32string_view kOpening = U"“„«‹「『", kClosing = U"”»›」』";
  std::size_t begin = 0;  // of what is not decided yet
  bool open = false;
  char32_t opened_by = 0;
  const auto mark = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) reasons_[from] |= kQuoted;
  };
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::u32string_view token = view(tokens_[i]);
    const char32_t glyph = token.size() == 1 ? token[0] : 0;
    const bool either = glyph == U'"';
    bool opens = is_in(glyph, kOpening) || token == U"``";
    bool closes = is_in(glyph, kClosing) || token == U"''";
    if (open) {
      // „so“, »so« and ›so‹ end with what begins others.
      const bool turned = (opened_by == U'„' && glyph == U'“') ||
                          (opened_by == U'»' && glyph == U'«') ||
                          (opened_by == U'›' && glyph == U'‹');
      closes = closes || turned || either;
    } else {
      // »so«, ›so‹ and ”so” begin with what ends others.
      opens = opens || either || (closes && glyph != 0 && opens_by_space(i));
    }
    if (opens && !open) {
      open = true;
      opened_by = glyph;
      begin = i;
    } else if (closes) {
      mark(begin, i + 1);
      open = false;
      begin = i + 1;
    }
  }
  if (open) mark(begin, tokens_.size());
}

/// Single quotation marks look like apostrophes. One opens where a word follows at once but none
/// stands before; one closes where nothing follows at once. Behind an s or a digit it may belong to
/// the word (workers' rights, 5' high): then the last one that can close does, for what is quoted
/// must stay.
void Protection::mark_single_quoted() {
  const auto mark = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) reasons_[from] |= kQuoted;
  };
  std::size_t begin = 0;  // of what is not decided yet
  bool can_close = true;  // whether anything behind can close
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::u32string_view token = view(tokens_[i]);
    if (token.size() != 1 || !is_in(token[0], U"'‘’‚")) continue;
    if (!opens_single(i)) {
      if (token[0] != U'‚' && closes_single(i, U'‘') && follows_punctuation(i)) {
        mark(begin, i + 1);
        begin = i + 1;
      }
      continue;
    }
    const std::size_t close = can_close || token[0] == U'‚' ? single_close(i) : tokens_.size();
    can_close = can_close && (close < tokens_.size() || token[0] == U'‚');
    if (close == tokens_.size() && (token[0] == U'\'' || token[0] == U'’')) continue;
    const std::size_t behind = std::min(close + 1, tokens_.size());
    mark(i, behind);
    begin = behind;
    i = behind - 1;
  }
}

/// The token that closes what token `open` opens; the number of tokens if none does.
std::size_t Protection::single_close(std::size_t open) const {
  const char32_t glyph = view(tokens_[open])[0];
  std::size_t found = tokens_.size();
  for (std::size_t i = open + 1; i < tokens_.size(); ++i) {
    if (i > open + 1 && found < i && opens_single(i)) break;
    if (!closes_single(i, glyph)) continue;
    found = i;
    const std::uint32_t before = tokens_[i].begin - 1;
    const char32_t last = characters_.codes[before];
    const bool word_behind = i + 1 < tokens_.size() && is(tokens_[i + 1].begin, kLetter);
    if (!word_behind || (last != U's' && last != U'S' && !is(before, kDigit))) break;
  }
  return found;
}

bool Protection::opens_single(std::size_t token) const {
  const char32_t glyph = view(tokens_[token])[0];
  if (view(tokens_[token]).size() != 1 || !is_in(glyph, U"'‘’‚") || !opens_by_space(token))
    return false;
  if (glyph == U'‚') return true;
  // '90s and 'tis are words without their beginnings.
  const std::uint32_t next = tokens_[token].end;
  if (is(next, kDigit)) {
    const std::u32string_view word = view(tokens_[token + 1]);
    return !word.ends_with(U's') && word.size() != 2;
  }
  const std::string& word = words_[token + 1];
  return word != "t" && word != "tis" && word != "twas" && word != "em" && word != "til" &&
         word != "cause" && word != "n" && word != "bout";
}

/// Whether a token can close what a single quotation mark opens.
bool Protection::closes_single(std::size_t token, char32_t opened_by) const {
  const std::u32string_view text = view(tokens_[token]);
  if (text.size() != 1 || !is_in(text[0], opened_by == U'‚' ? U"'‘’" : U"'’")) return false;
  const bool close_before = token > 0 && tokens_[token - 1].end == tokens_[token].begin;
  const std::uint32_t next = tokens_[token].end;
  return close_before && (next >= characters_.size() || !is(next, kAlphanumeric));
}

/// Whether a quotation mark stands as one that opens does: a space or a bracket before it, and none
/// behind.
bool Protection::opens_by_space(std::size_t token) const {
  constexpr std::u32string_view kBefore = U"([{“„«‹»›\"‘‚—–-/";
  const bool close_before = token > 0 && tokens_[token - 1].end == tokens_[token].begin;
  const bool close_behind =
      token + 1 < tokens_.size() && tokens_[token + 1].begin == tokens_[token].end;
  if (!close_behind || is_in(characters_.codes[tokens_[token + 1].begin], U".,;:!?)]}"))
    return false;
  return !close_before || is_in(characters_.codes[tokens_[token].begin - 1], kBefore);
}

bool Protection::follows_punctuation(std::size_t token) const {
  return token > 0 && is_in(characters_.codes[tokens_[token].begin - 1], U".,!?…");
}

}  // namespace ow::text
