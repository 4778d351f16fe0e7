// Cuts a document into paragraphs and sentences without losing any of it: between two sentences
// there is nothing but white space.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "text/rules.h"
#include "text/stops.h"
#include "text/tokeniser.h"

namespace ow::text {

/// What a line break says.
enum class LineBreaks : std::uint8_t {
  kWrap,        // nothing, as in wrapped text; blank lines and items of lists end a paragraph
  kParagraphs,  // each line is a paragraph
  kSentences,   // each line is one sentence, whatever is in it
};

struct SentenceSpan {
  Span span;  // in characters, without white space at its ends
  std::uint32_t paragraph;
  friend bool operator==(const SentenceSpan&, const SentenceSpan&) = default;
};

/// Cuts one document after the other; keeps its buffers, so one for each thread.
class SentenceSplitter {
 public:
  SentenceSplitter(std::string_view language, LineBreaks breaks);

  /// The sentences of a document in order, valid until the next call. The time is linear.
  const std::vector<SentenceSpan>& sentences(std::string_view text);

  /// Where a sentence of the last document is, in bytes.
  Span bytes(Span sentence) const {
    return {characters_.offsets[sentence.begin], characters_.offsets[sentence.end]};
  }

 private:
  bool is_list_item(std::uint32_t at) const;
  void paragraph(Span span);
  std::uint32_t behind_faces(std::uint32_t at, std::uint32_t limit) const;
  bool ends(Span sentence, Span stops, std::uint32_t end) const;
  bool full_stop_ends(std::uint32_t begin, std::uint32_t stop, std::uint32_t next) const;
  bool small_word_ends(std::uint32_t begin, std::uint32_t stop) const;
  bool begins_sentence(std::uint32_t at) const;
  std::uint32_t skip_gaps(std::uint32_t at, std::uint32_t limit) const;
  void emit(std::uint32_t begin, std::uint32_t end);

  char32_t code(std::uint32_t at) const { return characters_.codes[at]; }
  bool is(std::uint32_t at, std::uint8_t kinds) const {
    return (characters_.kinds[at] & kinds) != 0;
  }
  bool is_small(std::uint32_t at) const { return (characters_.kinds[at] & kLetter) == kLower; }

  const Rules& rules_;
  const Stops& stops_;
  LineBreaks breaks_;
  Characters characters_;
  std::vector<SentenceSpan> sentences_;
  std::uint32_t paragraph_ = 0;
};

}  // namespace ow::text
