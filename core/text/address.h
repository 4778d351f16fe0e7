// Web and mail addresses, which the tokeniser leaves whole.
#pragma once

#include <span>

#include "text/characters.h"

namespace ow::text {

/// Whether the characters are an address such as `www.example.org/a,b`, `file.txt` or
/// `someone@example.org`: names with dots between them, the last one in lower case, perhaps with a
/// scheme or a user before and a port or a path behind.
bool is_address(std::span<const char32_t> codes, std::span<const std::uint8_t> kinds);

}  // namespace ow::text
