#include "text/spacing.h"

#include <algorithm>
#include <array>

namespace ow::text {

namespace {

constexpr std::u32string_view kClosing = U",.;:!?…)]}%”’»›，。；：！？、）］｝」』】";
constexpr std::u32string_view kOpening = U"([{$£€¥“‘„«‹¿¡（［｛「『【";
constexpr std::u32string_view kBetween = U"-/";
constexpr std::array<std::u32string_view, 8> kEndings = {U"n't", U"'s", U"'m",  U"'re",
                                                         U"'ve", U"'d", U"'ll", U"'"};
constexpr std::size_t kLongestMerged = 16;

bool is_in(char32_t code, std::u32string_view set) {
  return set.find(code) != set.npos;
}

/// Scripts that put no spaces between words: Thai and its neighbours, Chinese and Japanese.
bool is_spaceless(char32_t code) {
  return (code >= 0xE00 && code < 0xF00) || (code >= 0x1000 && code < 0x10A0) ||
         (code >= 0x1780 && code < 0x1800) || (code >= 0x2E80 && code < 0xA4D0) ||
         (code >= 0xF900 && code < 0xFB00) || (code >= 0x20000 && code < 0x40000);
}

/// Nothing but small letters of ASCII: most words, and nothing is written close to them.
bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

std::uint8_t Spacing::glue_of(std::string_view word, bool& open_quote) {
  left_.decode(word);
  if (word == "\"") {
    open_quote = !open_quote;
    return open_quote ? kGlueRight : kGlueLeft;
  }
  return glue_of_codes();
}

std::uint8_t Spacing::glue_of(std::string_view token) {
  if (is_plain(token)) return kNoGlue;
  left_.decode(token);
  return glue_of_codes();
}

std::uint8_t Spacing::glue_of_codes() const {
  const auto& codes = left_.codes;
  if (codes.empty()) return kNoGlue;
  const auto all = [&](std::u32string_view set) {
    return std::all_of(codes.begin(), codes.end(), [&](char32_t code) { return is_in(code, set); });
  };
  if (codes.size() == 1 && is_in(codes[0], kBetween)) return kGlueLeft | kGlueRight;
  if (all(kClosing)) return kGlueLeft;
  if (all(kOpening)) return kGlueRight;
  if (rules_.contractions) {
    std::u32string plain;
    if (codes.size() <= 3)
      for (const char32_t code : codes) plain.push_back(is_apostrophe(code) ? '\'' : lower(code));
    if (std::find(kEndings.begin(), kEndings.end(), plain) != kEndings.end()) return kGlueLeft;
  }
  if (rules_.elisions && codes.size() > 1) {
    if (is_apostrophe(codes.back())) return kGlueRight;
    if (codes[0] == '-' && (left_.kinds[1] & kLetter) != 0) return kGlueLeft;
  }
  return kNoGlue;
}

bool Spacing::are_one(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  left_.decode(left);
  right_.decode(right);
  if (is_spaceless(left_.codes.back()) && is_spaceless(right_.codes[0])) return true;
  if (left_.size() + right_.size() > kLongestMerged) return false;
  std::u32string merged(left_.codes.begin(), left_.codes.end());
  merged.append(right_.codes.begin(), right_.codes.end());
  const Cuts* cuts = rules_.exception(merged);
  return cuts != nullptr && cuts->size() == 1 && cuts->front() == left_.size();
}

bool Spacing::may_begin(std::string_view word) {
  if (word.empty()) return false;
  left_.decode(word);
  return is_spaceless(left_.codes.back()) ||
         rules_.begins_exception({left_.codes.data(), left_.size()});
}

std::string_view Spacing::gap(const Side& left, const Side& right, std::string_view gap) {
  if (!left.replaced && !right.replaced) return gap;
  const auto glues_right = [&](std::string_view word) { return (glue_of(word) & kGlueRight) != 0; };
  const auto glues_left = [&](std::string_view word) { return (glue_of(word) & kGlueLeft) != 0; };
  const bool one = are_one(left.now, right.now);
  if (gap.empty()) {
    if (one || glues_right(left.now) || glues_left(right.now)) return "";
    const bool had_glue = glues_right(left.before) || glues_left(right.before);
    return had_glue || would_merge(left.now, right.now) ? " " : "";
  }
  const bool new_glue = (left.replaced && glues_right(left.now) && !glues_right(left.before)) ||
                        (right.replaced && glues_left(right.now) && !glues_left(right.before));
  return (one || new_glue) && is_white(gap) ? "" : gap;
}

bool Spacing::would_merge(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  left_.decode(left);
  right_.decode(right);
  return (left_.kinds.back() & kAlphanumeric) != 0 && (right_.kinds[0] & kAlphanumeric) != 0 &&
         !(is_spaceless(left_.codes.back()) && is_spaceless(right_.codes[0]));
}

}  // namespace ow::text
