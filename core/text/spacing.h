// Where words are written together.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/characters.h"
#include "text/rules.h"

namespace ow::text {

/// The sides on which a token is written close to its neighbour: `n't` and `,` on the left, `(` and
/// `l'` on the right, a hyphen between words on both.
enum Glue : std::uint8_t { kNoGlue = 0, kGlueLeft = 1, kGlueRight = 2 };

/// Knows the words of a language; keeps buffers, so one for each thread.
class Spacing {
 public:
  explicit Spacing(const Rules& rules) : rules_(rules) {}

  /// The glue of a word of a replacement. The quotation mark that does not tell its side opens and
  /// closes in turn; `open_quote` remembers.
  std::uint8_t glue_of(std::string_view word, bool& open_quote);

  /// The same of a token of a text, whose quotation marks stand where they stand.
  std::uint8_t glue_of(std::string_view token);

  /// Whether two neighbours are one word cut in two (can|not), or of a script without spaces.
  bool are_one(std::string_view left, std::string_view right);

  /// Whether there is a word at all that is one with this one before it.
  bool may_begin(std::string_view word);

  /// One side of a seam: the word that stands there now, and the token that stood there.
  struct Side {
    std::string_view now, before;
    bool replaced;
  };
  /// What is to be between two neighbours that had `gap` between them.
  std::string_view gap(const Side& left, const Side& right, std::string_view gap);

  /// Whether two neighbours without anything in between would be read as one word.
  bool would_merge(std::string_view left, std::string_view right);

 private:
  std::uint8_t glue_of_codes() const;

  const Rules& rules_;
  Characters left_, right_;
};

}  // namespace ow::text
