// Puts the words of a paraphrase back into its text: case, `a` or `an`, spaces. What is not
// replaced keeps its bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/casing.h"
#include "text/shapes.h"
#include "text/spacing.h"
#include "text/tokeniser.h"

namespace ow::text {

/// Tokens [begin, end) give way to words in lower case with single spaces between them; to no
/// words: they are deleted.
struct Replacement {
  static constexpr std::int32_t kNew = -1;

  std::uint32_t begin, end;
  std::string_view words;
  /// For each word the token of [begin, end) that it carries along, which is written as it was, or
  /// kNew. Empty: all are new.
  std::span<const std::int32_t> tokens = {};
};

/// Characters [span.begin, span.end) of the text give way to `target`.
struct Edit {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  Span span;
  std::string target;
  std::uint32_t replacement;  // its number, or kNone if it follows from another: a → an
};

/// Writes one sentence after the other; keeps its buffers, so one for each thread.
class Surface {
 public:
  /// `casing`, which may be missing, must outlive it.
  Surface(const Rules& rules, const Casing* casing)
      : rules_(rules), casing_(casing), spacing_(rules) {}

  /// The edits that put replacements, in order and without overlap, into a text; in order, without
  /// overlap, none that changes nothing. Valid until the next call. Protected tokens (a byte for
  /// each that is not 0; none when empty) have the same capitals wherever they are carried. Throws
  /// Error for tokens or replacements that are out of order or beyond the text.
  const std::vector<Edit>& edits(std::string_view text, std::span<const Span> tokens,
                                 std::span<const Replacement> replacements,
                                 std::span<const std::uint8_t> is_protected = {});

  /// The last text with its edits.
  std::string written() const;

 private:
  struct Word {
    std::string text;
    std::uint32_t item;
    std::uint32_t token;  // that stays or is carried along; kNone for a new word
    bool touched;         // it is new, or what was before it is gone

    bool is_new() const { return token == Edit::kNone; }
  };
  /// A token that stays, or the tokens of a replacement.
  struct Item {
    Span tokens;
    std::uint32_t replacement;  // or kNone
    std::uint32_t first_word, end_word;
    std::string_view gap = {};  // behind it
    bool gap_changed = false;

    bool is_replaced() const { return replacement != Edit::kNone; }
    bool is_deleted() const { return first_word == end_word; }
  };
  enum class Style : std::uint8_t { kPlain, kTitle, kCapitals };

  void check(std::span<const Replacement> replacements) const;
  void make_items(std::span<const Replacement> replacements);
  Span widened(Span deleted, std::uint32_t from, std::uint32_t until) const;
  void add_words(Item& item, const Replacement& replacement);
  std::string carried(std::uint32_t token);
  Style style_of(Span tokens, std::span<const std::int32_t> carried);
  std::string form_of(std::string_view word, Span tokens, Style style);
  bool begins_with_capital(Span tokens) const;
  bool must_stay(const Word& word);
  void move_capitals();
  void choose_articles();
  bool goes_on(std::uint32_t word) const;
  std::string joined(const Item& item);
  void set_gap(std::size_t item, std::string_view gap);
  void set_gaps();
  std::string_view gap_between(const Item& left, const Item& right);
  void bridge(std::size_t left, std::size_t right);
  void collect();

  bool is_i(std::string_view word) const { return is_english() && word == "i"; }
  bool is_english() const { return rules_.contractions; }
  std::string_view token(std::uint32_t at) const { return slice(tokens_[at]); }
  std::string_view source_gap(std::uint32_t behind) const {
    return slice({tokens_[behind].end, tokens_[behind + 1].begin});
  }
  std::string_view slice(Span span) const {
    const std::uint32_t begin = characters_.offsets[span.begin];
    return text_.substr(begin, characters_.offsets[span.end] - begin);
  }
  std::string_view first_word(const Item& item) const { return words_[item.first_word].text; }
  std::string_view last_word(const Item& item) const { return words_[item.end_word - 1].text; }

  const Rules& rules_;
  const Casing* casing_;
  Spacing spacing_;
  std::string_view text_;
  std::span<const Span> tokens_;
  std::span<const std::uint8_t> is_protected_;
  Characters characters_, buffer_;
  Shapes shapes_;
  std::vector<Item> items_;
  std::vector<Word> words_;
  std::vector<Edit> edits_;
};

}  // namespace ow::text
