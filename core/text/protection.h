// Which tokens of a sentence must stay as they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/casing.h"
#include "text/shapes.h"
#include "text/terms.h"
#include "text/tokeniser.h"

namespace ow::text {

/// Why a token is protected; several reasons add up.
enum Reason : std::uint8_t {
  kNumber = 1,   // 12, 3.5, twenty, and the measures, currencies and months beside it
  kAddress = 2,  // web and mail addresses, file names and paths
  kTag = 4,      // #this and @that
  kCode = 8,     // `code`, snake_case, call(), <tags>
  kQuoted = 16,  // what is between quotation marks
  kName = 32,    // has a capital that neither its place nor the style of the sentence demands
  kTerm = 64,    // one of the user's terms
};

/// What may be left to choice.
struct ProtectionOptions {
  bool names = true;
  bool quoted = false;
};

/// Looks at one sentence after the other; keeps its buffers, so one for each thread.
class Protection {
 public:
  /// `casing` may be missing; it and `terms` must outlive it.
  Protection(std::string_view language, ProtectionOptions options, const Casing* casing,
             const Terms& terms);

  /// The reasons of each token, 0 for a token that may be replaced; valid until the next call. The
  /// time is linear in the length of the text. Throws Error for tokens that are not of the text.
  const std::vector<std::uint8_t>& reasons(std::string_view text, std::span<const Span> tokens);

 private:
  void mark_chunks();
  std::uint8_t chunk_reason(Span chunk) const;
  void mark_code();
  void mark_numbers();
  void mark_names();
  void mark_quoted();
  void mark_double_quoted();
  void mark_single_quoted();
  std::size_t single_close(std::size_t open) const;
  bool opens_single(std::size_t token) const;
  bool closes_single(std::size_t token, char32_t opened_by) const;
  bool opens_by_space(std::size_t token) const;
  bool follows_punctuation(std::size_t token) const;
  bool is_name(std::size_t token) const;
  std::span<const char32_t> codes(Span span) const {
    return {characters_.codes.data() + span.begin, span.end - span.begin};
  }
  std::u32string_view view(Span span) const {
    return {characters_.codes.data() + span.begin, span.end - span.begin};
  }
  bool is(std::uint32_t at, std::uint8_t kinds) const {
    return (characters_.kinds[at] & kinds) != 0;
  }

  bool english_, nouns_have_capitals_;
  ProtectionOptions options_;
  const Casing* casing_;
  const Terms& terms_;
  std::span<const Span> tokens_;
  Characters characters_;
  Shapes shapes_;
  std::vector<std::string> words_;  // the tokens in lower case
  std::vector<std::uint8_t> reasons_;
};

}  // namespace ow::text
