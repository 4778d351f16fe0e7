// How the tokens of a sentence are written: their capitals, and where capitals say nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "text/tokeniser.h"

namespace ow::text {

/// Capitals and small letters of a word.
enum class Shape : std::uint8_t {
  kNone,      // neither: 12, ?, 中
  kLower,     // word, e-mail
  kCapital,   // Word, A
  kCapitals,  // NATO, U.S.
  kMixed,     // iPhone, McDonald
};
Shape shape_of(std::span<const char32_t> codes, std::span<const std::uint8_t> kinds);
Shape shape_of(std::string_view word, Characters& buffer);

/// Whether headlines write the word small: of, the, with.
bool is_minor(std::u32string_view word);

/// The tokens of a sentence, one after the other.
struct Shapes {
  std::vector<Shape> shapes;
  std::vector<std::uint8_t> initial;  // whether a sentence or quotation may begin with the token
  bool shouted = false;               // all words are in capitals
  bool titled = false;                // all words have capitals but minor ones, as in headlines

  void read(const Characters& characters, std::span<const Span> tokens);
};

}  // namespace ow::text
