// Phrases that differ in spelling alone.
#pragma once

#include <string>
#include <string_view>

namespace ow {

/// The same for phrases of lower-case words that are one in British and American spelling
/// (`neighbour`, `neighbor`) or but for blanks, hyphens and the shape of apostrophes (`health
/// care`, `healthcare`), and as a rule for no others.
std::string spelling_key(std::string_view phrase);

}  // namespace ow
