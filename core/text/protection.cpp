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
  constexpr std::u32string_view kOpening = U"“„«‹「『", kClosing = U"”»›」』";
  std::size_t begin = 0;  // of what is not decided yet
  bool open = false;
  const auto mark = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) reasons_[from] |= kQuoted;
  };
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::u32string_view token = view(tokens_[i]);
    const bool either = token == U"\"";
    if ((token.size() == 1 && is_in(token[0], kOpening)) || token == U"``" || (either && !open)) {
      open = true;
      begin = i;
    } else if ((token.size() == 1 && is_in(token[0], kClosing)) || token == U"''" || either) {
      mark(begin, i + 1);
      open = false;
      begin = i + 1;
    }
  }
  if (open) mark(begin, tokens_.size());
}

}  // namespace ow::text
