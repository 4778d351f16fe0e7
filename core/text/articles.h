// English: `a` or `an`.
#pragma once

#include <string_view>

#include "text/characters.h"

namespace ow::text {

/// Whether `an` stands before the word, which is judged by how it is said: an hour, a university,
/// an MP, an 8. `shouted` says that all words are in capitals, so that they tell no abbreviation.
bool takes_an(std::string_view word, bool shouted, Characters& buffer);

}  // namespace ow::text
