// The words of replacements: capitals and articles.
#include <algorithm>

#include "base/error.h"
#include "base/lines.h"
#include "text/articles.h"
#include "text/letters.h"
#include "text/surface.h"

namespace ow::text {

namespace {

constexpr std::uint32_t kLongestCopied = 64;  // tokens of a replacement whose forms are looked up
constexpr std::size_t kLongestAbbreviation = 3;

bool is_minor_word(std::string_view word, Characters& buffer) {
  buffer.decode(word);
  return is_minor(std::u32string_view(buffer.codes.data(), buffer.size()));
}

bool is_alphanumeric(std::string_view word, Characters& buffer) {
  buffer.decode(word);
  return std::any_of(buffer.kinds.begin(), buffer.kinds.end(),
                     [](std::uint8_t kind) { return (kind & kAlphanumeric) != 0; });
}

/// Whether a word in capitals is rather said aloud (VERY) than an abbreviation (US, U.K.).
bool looks_spoken(std::string_view word) {
  return word.size() > kLongestAbbreviation && word.find('.') == word.npos;
}

bool opens(std::string_view word, Characters& buffer) {
  constexpr std::u32string_view kOpeners = U"([{“‘„«‹\"'`";
  buffer.decode(word);
  return std::all_of(buffer.codes.begin(), buffer.codes.end(),
                     [&](char32_t code) { return kOpeners.find(code) != kOpeners.npos; });
}

bool is_article(std::string_view word) {
  return word == "a" || word == "an" || word == "A" || word == "An" || word == "AN";
}

}  // namespace

void Surface::add_words(Item& item, const Replacement& replacement) {
  std::vector<std::string_view> forms;
  split_words(replacement.words, forms);
  if (!replacement.tokens.empty() && replacement.tokens.size() != forms.size())
    throw Error("a replacement must say of each word or of none which token it carries along");
  const Style style = style_of(item.tokens, replacement.tokens);
  const auto number = static_cast<std::uint32_t>(items_.size() - 1);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (replacement.tokens.empty() || replacement.tokens[i] == Replacement::kNew) {
      words_.push_back({form_of(forms[i], item.tokens, style), number, Edit::kNone, true});
    } else {
      const auto token = static_cast<std::uint32_t>(replacement.tokens[i]);
      words_.push_back({carried(token), number, token, false});
      words_.back().touched = !goes_on(static_cast<std::uint32_t>(words_.size() - 1));
    }
  }
  item.end_word = static_cast<std::uint32_t>(words_.size());
}

/// A token as it is written in another place: without the capital that its place demanded.
std::string Surface::carried(std::uint32_t at) {
  std::string form(token(at));
  if (!shapes_.initial[at] || shapes_.shapes[at] != Shape::kCapital || shapes_.titled) return form;
  if (!is_protected_.empty() && is_protected_[at] != 0) return form;
  std::string small;
  append_lower(form, small);
  if (is_i(small)) return form;
  const auto known = casing_ ? casing_->form_of(small) : std::nullopt;
  if (known) return std::string(*known);
  // A word that was never seen within a sentence is rather a name; not so articles and the like.
  return is_minor_word(small, buffer_) ? small : form;
}

/// How the words of a replacement are to be written for the sake of the tokens they replace. Names
/// that are carried along have their own capitals, which tell nothing of the others.
Surface::Style Surface::style_of(Span tokens, std::span<const std::int32_t> carried) {
  std::uint32_t words = 0, capitals = 0, major = 0, titled = 0;
  bool spoken = false;  // a word in capitals that is no abbreviation
  for (std::uint32_t at = tokens.begin; at < tokens.end; ++at) {
    const Shape shape = shapes_.shapes[at];
    if (shape == Shape::kNone) continue;
    if (std::find(carried.begin(), carried.end(), static_cast<std::int32_t>(at)) != carried.end())
      continue;
    ++words;
    const bool single = tokens_[at].end - tokens_[at].begin == 1;
    capitals += shape == Shape::kCapitals || (shape == Shape::kCapital && single);
    std::string small;
    append_lower(token(at), small);
    if (shape == Shape::kCapitals) {
      const auto form = casing_ ? casing_->form_of(small) : std::nullopt;
      spoken = spoken || (form ? *form != token(at) : looks_spoken(small));
      continue;
    }
    const bool tells = !shapes_.initial[at] || shapes_.titled;
    if (!tells || is_i(small) || is_minor_word(small, buffer_)) continue;
    ++major;
    titled += shape != Shape::kLower;
  }
  if (words > 0 && capitals == words && (shapes_.shouted || spoken)) return Style::kCapitals;
  return major > 0 && titled == major ? Style::kTitle : Style::kPlain;
}

/// A lower-case word as it is written in place of the tokens, its place in the sentence aside.
std::string Surface::form_of(std::string_view word, Span tokens, Style style) {
  if (style == Style::kCapitals) return in_capitals(word, buffer_);
  const std::uint32_t end = std::min(tokens.end, tokens.begin + kLongestCopied);
  for (std::uint32_t at = tokens.begin; at < end; ++at) {
    if (token(at).size() != word.size()) continue;
    if (shapes_.initial[at] && shapes_.shapes[at] == Shape::kCapital && !shapes_.titled) continue;
    std::string small;
    append_lower(token(at), small);
    if (small == word) return std::string(token(at));
  }
  if (is_i(word)) return "I";
  const auto known = casing_ ? casing_->form_of(word) : std::nullopt;
  const std::string_view form = known.value_or(word);
  return style == Style::kTitle && !is_minor_word(word, buffer_) ? with_capital(form, buffer_)
                                                                 : std::string(form);
}

/// Whether the first word of the tokens has a capital that its place demands.
bool Surface::begins_with_capital(Span tokens) const {
  for (std::uint32_t at = tokens.begin; at < tokens.end; ++at) {
    const bool capital = (characters_.kinds[tokens_[at].begin] & kLetter) == kUpper;
    if (shapes_.initial[at]) return capital;
    if (shapes_.shapes[at] != Shape::kNone) return false;
  }
  return false;
}

/// Whether a word is protected and more than letters: an address, or code.
bool Surface::must_stay(const Word& word) {
  if (word.is_new() || is_protected_.empty() || is_protected_[word.token] == 0) return false;
  buffer_.decode(word.text);
  return std::any_of(buffer_.kinds.begin(), buffer_.kinds.end(),
                     [](std::uint8_t kind) { return (kind & kLetter) == 0; });
}

/// Gives capitals that a place demands to the words that are there now.
void Surface::move_capitals() {
  bool pending = false;
  for (const Item& item : items_) {
    if (item.is_replaced()) pending = pending || begins_with_capital(item.tokens);
    for (std::uint32_t i = item.first_word; pending && i < item.end_word; ++i) {
      if (!is_alphanumeric(words_[i].text, buffer_)) continue;
      if (!must_stay(words_[i])) words_[i].text = with_capital(words_[i].text, buffer_);
      pending = false;
    }
  }
}

/// English: an `a` or `an` that has another neighbour now follows its sound.
void Surface::choose_articles() {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::string& article = words_[i].text;
    if (!is_article(article)) continue;
    const bool letter = !words_[i].is_new() && article == "A" &&
                        !shapes_.initial[words_[i].token] && !shapes_.shouted && !shapes_.titled;
    if (letter) continue;  // vitamin A
    bool touched =
        words_[i].touched && (words_[i].is_new() || !items_[words_[i].item].is_replaced());
    std::size_t next = i + 1;
    for (; next < words_.size(); ++next) {
      touched = touched || words_[next].touched;
      if (!opens(words_[next].text, buffer_)) break;
    }
    if (!touched || next == words_.size() || !is_alphanumeric(words_[next].text, buffer_)) continue;
    const bool an = takes_an(words_[next].text, shapes_.shouted, buffer_);
    if (an && article.size() == 1)
      article += shapes_.shouted && article == "A" ? 'N' : 'n';
    else if (!an)
      article.resize(1);
  }
}

}  // namespace ow::text
