// What a language knows of full stops that end no sentence.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace ow::text {

/// Words in lower case, without the full stop behind them.
struct Stops {
  using Words = std::unordered_set<std::u32string>;
  Words titles;     // something always follows: Mr. Smith, e.g. this
  Words counted;    // a number follows: No. 5; before anything else these are words as others are
  Words shortened;  // may end a sentence: etc., Inc., Sept.
  Words starters;   // in capitals behind an abbreviation, these begin a sentence: U.S. The
};

/// What is known of a language; for one that is not known, what most of Europe shares.
const Stops& stops_for(std::string_view language);

}  // namespace ow::text
