// A sentence as units are looked for in it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ow {

/// What is not known of the tokens is empty.
struct SentenceView {
  struct Token {
    std::uint32_t begin, end;  // bytes of the text
  };
  std::string_view text;
  std::span<const Token> tokens;
  std::span<const std::uint8_t> is_protected{};   // by token
  std::span<const std::string_view> tags{};       // Penn tags
  std::span<const std::uint32_t> heads{};         // places of tokens; a root has its own
  std::span<const std::string_view> relations{};  // to the heads, as spaCy calls them
  std::span<const std::string_view> lemmas{};
};

}  // namespace ow
