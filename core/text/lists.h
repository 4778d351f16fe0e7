// Words that say what stands beside them: numbers, months, days, measures, titles.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace ow::text {

using WordList = std::unordered_set<std::string_view>;  // of literals, in lower case

const WordList& number_words();
/// What belongs to a number that it stands behind.
const WordList& measures();
const WordList& months();
/// Days of the week, and months whose names mean nothing else.
const WordList& days();

/// The list that a lower-case English word is in.
enum class List : std::uint8_t { kNone, kNumber, kMeasure, kMonth, kDay, kTitle };
List list_of(std::string_view word);

}  // namespace ow::text
