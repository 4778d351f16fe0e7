// How words are written where nothing but the word decides it: not at the beginning of a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"

namespace ow::text {

/// Counts the forms of words in tokenised text.
class CasingCounter {
 public:
  /// Adds the words of a line of tokens with spaces between them. The first word, and one that
  /// follows a full stop, a colon or an opening quotation mark, tell nothing and are left out; so
  /// is a line all in capitals, and what has no letters.
  void add(std::string_view line);

  struct Form {
    std::string_view form;
    std::uint64_t count;
  };
  /// All forms with their counts, in the order of their bytes.
  std::vector<Form> forms() const;

 private:
  Pool<char> pool_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace ow::text
