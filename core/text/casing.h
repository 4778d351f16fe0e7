// How words are written where nothing but the word decides it: not at the beginning of a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
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

/// The most frequent form of each word.
class Casing {
 public:
  /// Counts a form; of forms that are as frequent, the one that is last in the order of its bytes,
  /// which has more small letters, is taken.
  void add(std::string_view form, std::uint64_t count);

  /// How a lower-case word is written inside of a sentence; nothing if it was never seen there.
  const std::string* form_of(std::string_view word) const;

  /// How many words are not written in lower case.
  std::size_t size() const;

 private:
  struct Best {
    std::uint64_t count = 0;
    std::string form;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return hash_word(word); }
  };
  std::unordered_map<std::string, Best, Hash, std::equal_to<>> words_;
};

}  // namespace ow::text
