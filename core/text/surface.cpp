#include "text/surface.h"

#include <algorithm>

#include "base/error.h"

namespace ow::text {

namespace {

bool breaks_line(std::string_view gap) {
  return gap.find_first_of("\n\r") != gap.npos || gap.find("\u2028") != gap.npos ||
         gap.find("\u2029") != gap.npos;
}

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> set) {
  return std::find(set.begin(), set.end(), token) != set.end();
}

}  // namespace

const std::vector<Edit>& Surface::edits(std::string_view text, std::span<const Span> tokens,
                                        std::span<const Replacement> replacements,
                                        std::span<const std::uint8_t> is_protected) {
  text_ = text;
  tokens_ = tokens;
  is_protected_ = is_protected;
  edits_.clear();
  characters_.decode(text);
  check(replacements);
  if (replacements.empty()) return edits_;
  shapes_.read(characters_, tokens);
  make_items(replacements);
  move_capitals();
  if (is_english()) choose_articles();
  set_gaps();
  collect();
  return edits_;
}

std::string Surface::written() const {
  std::string result;
  std::uint32_t end = 0;
  for (const Edit& edit : edits_) {
    result.append(slice({end, edit.span.begin})).append(edit.target);
    end = edit.span.end;
  }
  return result.append(slice({end, static_cast<std::uint32_t>(characters_.size())}));
}

void Surface::check(std::span<const Replacement> replacements) const {
  if (!is_protected_.empty() && is_protected_.size() != tokens_.size())
    throw Error("there must be a byte for each token that tells whether it is protected");
  std::uint32_t end = 0;
  for (const Span span : tokens_) {
    if (span.begin < end || span.begin >= span.end || span.end > characters_.size())
      throw Error("tokens are out of order or beyond the text; give those of this text");
    end = span.end;
  }
  end = 0;
  for (const Replacement& each : replacements) {
    if (each.begin < end || each.begin >= each.end || each.end > tokens_.size())
      throw Error(
          "replacements are out of order or beyond the tokens; sort them, none may overlap");
    for (const std::int32_t token : each.tokens)
      if (token != Replacement::kNew && (token < static_cast<std::int64_t>(each.begin) ||
                                         token >= static_cast<std::int64_t>(each.end)))
        throw Error("a replacement carries along a token that it does not replace");
    end = each.end;
  }
}

void Surface::make_items(std::span<const Replacement> replacements) {
  items_.clear();
  words_.clear();
  std::uint32_t at = 0;
  const auto keep_until = [&](std::uint32_t end) {
    for (; at < end; ++at) {
      const auto word = static_cast<std::uint32_t>(words_.size());
      const bool touched = !items_.empty() && items_.back().is_deleted();
      words_.push_back(
          {std::string(token(at)), static_cast<std::uint32_t>(items_.size()), at, touched});
      items_.push_back({{at, at + 1}, Edit::kNone, word, word + 1});
    }
  };
  for (std::size_t i = 0; i < replacements.size(); ++i) {
    Span span = {replacements[i].begin, replacements[i].end};
    const std::string_view words = replacements[i].words;
    if (words.find_first_not_of(' ') == words.npos) {
      const std::uint32_t until = i + 1 < replacements.size()
                                      ? replacements[i + 1].begin
                                      : static_cast<std::uint32_t>(tokens_.size());
      span = widened(span, at, until);
    }
    keep_until(span.begin);
    const auto word = static_cast<std::uint32_t>(words_.size());
    items_.push_back({span, static_cast<std::uint32_t>(i), word, word});
    add_words(items_.back(), replacements[i]);
    at = span.end;
  }
  keep_until(static_cast<std::uint32_t>(tokens_.size()));
}

/// A deletion takes along the commas that only set it off, as far as these tokens are free.
Span Surface::widened(Span deleted, std::uint32_t from, std::uint32_t until) const {
  const bool comma_before = deleted.begin > from && token(deleted.begin - 1) == ",";
  const bool comma_behind = deleted.end < until && token(deleted.end) == ",";
  const bool at_end = deleted.end == tokens_.size() ||
                      is_one_of(token(deleted.end), {".", "!", "?", ";", ":", ")"});
  if (comma_before && (comma_behind || at_end)) --deleted.begin;
  if (comma_behind && (comma_before || deleted.begin == 0)) ++deleted.end;
  return deleted;
}

/// Whether a word and the one before it are tokens that were neighbours.
bool Surface::goes_on(std::uint32_t word) const {
  return word > 0 && !words_[word].is_new() && !words_[word - 1].is_new() &&
         words_[word - 1].token + 1 == words_[word].token;
}

/// The words of an item. Between tokens that were neighbours is what was there; else a space, or
/// one of the line breaks that were between its tokens.
std::string Surface::joined(const Item& item) {
  std::string result;
  bool open_quote = false;
  std::uint8_t before = kNoGlue;
  std::uint32_t spaces = 0;
  const auto has_break = [&](std::uint32_t behind) {
    if (behind + 1 >= item.tokens.end || !breaks_line(source_gap(behind))) return false;
    for (std::uint32_t i = item.first_word + 1; i < item.end_word; ++i)
      if (goes_on(i) && words_[i - 1].token == behind) return false;
    return true;
  };
  for (std::uint32_t i = item.first_word; i < item.end_word; ++i) {
    const std::string& word = words_[i].text;
    const std::uint8_t glue = spacing_.glue_of(word, open_quote);
    const bool tight = i == item.first_word || (before & kGlueRight) != 0 ||
                       (glue & kGlueLeft) != 0 || spacing_.are_one(words_[i - 1].text, word);
    if (i > item.first_word && goes_on(i)) {
      result += source_gap(words_[i - 1].token);
      ++spaces;
    } else if (!tight) {
      const std::uint32_t behind = item.tokens.begin + spaces++;
      result += has_break(behind) ? source_gap(behind) : " ";
    }
    result += word;
    before = glue;
  }
  return result;
}

void Surface::set_gap(std::size_t item, std::string_view gap) {
  items_[item].gap = gap;
  items_[item].gap_changed = gap != source_gap(items_[item].tokens.end - 1);
}

/// Decides what is between items. Each has its gap behind it; the last one has none.
void Surface::set_gaps() {
  std::size_t left = items_.size();  // the last that has words; none yet
  for (std::size_t right = 0; right < items_.size(); ++right) {
    if (items_[right].is_deleted()) continue;
    if (left == items_.size())
      for (std::size_t i = 0; i < right; ++i) set_gap(i, "");
    else if (left + 1 == right)
      set_gap(left, gap_between(items_[left], items_[right]));
    else
      bridge(left, right);
    left = right;
  }
  for (std::size_t i = left == items_.size() ? 0 : left; i + 1 < items_.size(); ++i) set_gap(i, "");
}

/// What is to be between two neighbours.
std::string_view Surface::gap_between(const Item& left, const Item& right) {
  return spacing_.gap({last_word(left), token(left.tokens.end - 1), left.is_replaced()},
                      {first_word(right), token(right.tokens.begin), right.is_replaced()},
                      source_gap(left.tokens.end - 1));
}

/// Decides what is between two items where all items between them are deleted.
void Surface::bridge(std::size_t left, std::size_t right) {
  const std::uint32_t first = items_[left].tokens.end, end = items_[right].tokens.begin;
  const std::string_view before = source_gap(first - 1), behind = source_gap(end - 1);
  const bool merge = spacing_.would_merge(last_word(items_[left]), first_word(items_[right]));
  std::string_view gap = before;
  if (before.empty() && behind.empty())
    gap = merge ? " " : "";
  else if (before.empty())
    gap = merge || (spacing_.glue_of(token(first)) & kGlueLeft) != 0 ? behind : before;
  else if (behind.empty())
    gap = merge || (spacing_.glue_of(token(end - 1)) & kGlueRight) != 0 ? before : behind;
  else if (breaks_line(behind) && !breaks_line(before))
    gap = behind;
  for (std::size_t i = left; i < right; ++i) set_gap(i, "");
  set_gap(gap == before ? left : right - 1, gap);
}

/// Makes an edit of each item that changed, with the gaps beside it that changed.
void Surface::collect() {
  bool owns_left = false;  // whether the gap before the item goes with it
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const bool last = i + 1 == items_.size();
    const bool owns_right = !last && item.gap_changed && !items_[i + 1].is_replaced();
    Span span = {tokens_[item.tokens.begin].begin, tokens_[item.tokens.end - 1].end};
    std::string target = item.is_replaced() ? joined(item) : words_[item.first_word].text;
    if (owns_left || owns_right || target != slice(span)) {
      if (owns_left) {
        target.insert(0, items_[i - 1].gap);
        span.begin = tokens_[item.tokens.begin - 1].end;
      }
      if (owns_right) {
        target += item.gap;
        span.end = tokens_[item.tokens.end].begin;
      }
      edits_.push_back({span, std::move(target), item.replacement});
    }
    owns_left = !last && item.gap_changed && !owns_right;
  }
}

}  // namespace ow::text
