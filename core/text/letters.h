// Words in other letters: capitals and small ones.
#pragma once

#include <string>
#include <string_view>

#include "text/characters.h"

namespace ow::text {

/// The word with all its letters as capitals.
std::string in_capitals(std::string_view word, Characters& buffer);

/// The word with its first letter as a capital, if it has no capital yet and begins with a letter.
std::string with_capital(std::string_view word, Characters& buffer);

}  // namespace ow::text
