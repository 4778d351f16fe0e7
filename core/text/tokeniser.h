// Cuts a text into tokens without losing any of it: a token is a piece of the text, and between
// tokens there is nothing but white space.
//
// English is cut as the Penn Treebank and the Universal Dependencies do it (do|n't, John|'s,
// can|not,
// $|5, long|-|term): tags and trees of others then fit.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "text/rules.h"

namespace ow::text {

/// From `begin` up to but not including `end`.
struct Span {
  std::uint32_t begin, end;
  friend bool operator==(const Span&, const Span&) = default;
};

/// Cuts one text after the other; keeps its buffers, so one for each thread.
class Tokeniser {
 public:
  explicit Tokeniser(const Rules& rules) : rules_(rules) {}

  /// The tokens of a text in order, as numbers of characters; valid until the next call. The time
  /// is linear in the length of the text.
  const std::vector<Span>& tokens(std::string_view text);

  /// Where a token of the last text is, in bytes.
  Span bytes(Span token) const {
    return {characters_.offsets[token.begin], characters_.offsets[token.end]};
  }

 private:
  std::uint32_t separator(std::uint32_t at) const;
  bool is_link(std::uint32_t at) const;
  std::uint32_t icon_end(std::uint32_t at) const;
  void chunk(Span span);
  bool special(Span span) const;
  bool initial(Span span) const;
  std::uint32_t clock_time(Span span) const;
  std::uint32_t prefix(Span span) const;
  std::uint32_t suffix(Span span) const;
  std::uint32_t infix(std::uint32_t at, Span span) const;
  std::uint32_t measure(Span span) const;
  void middle(Span span);
  void word(Span span);
  template <class Ending>
  void cut_endings(Span span, Ending&& ending);
  std::uint32_t contraction(Span span) const;
  void elision(Span span);
  bool ends_with(Span span, std::u32string_view ending) const;
  void emit(std::uint32_t begin, std::uint32_t end) {
    if (begin < end) tokens_.push_back({begin, end});
  }
  void emit_cut(Span span, const Cuts& cuts);

  char32_t code(std::uint32_t at) const { return characters_.codes[at]; }
  bool is(std::uint32_t at, std::uint8_t kinds) const {
    return (characters_.kinds[at] & kinds) != 0;
  }
  std::span<const char32_t> codes(Span span) const {
    return {characters_.codes.data() + span.begin, span.end - span.begin};
  }
  std::span<const std::uint8_t> kinds(Span span) const {
    return {characters_.kinds.data() + span.begin, span.end - span.begin};
  }

  const Rules& rules_;
  Characters characters_;
  std::vector<Span> tokens_;
  std::vector<Span> suffixes_;      // of the chunk at hand, last first
  std::uint32_t last_visible_ = 0;  // where the text ends, white space left out
  bool in_last_chunk_ = false;
};

}  // namespace ow::text
